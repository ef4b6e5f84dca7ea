import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PictureError } from "../../../../build/pictures/picture-error.ts";
import { LookupRecord } from "../../../../build/references/lookups/lookup-record.ts";
import { TextNotes } from "../../../../build/references/lookups/text-notes.ts";
import { createFileTree, type FileTree } from "../../../../build/references/reference-files.ts";
import { AnswerIds } from "../../../../build/rows/answer-ids.ts";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { createOwnFolders } from "../../../../build/shared/own-folders.ts";
import type { Picture } from "../../../../build/shared/rendered.ts";

const MEDIA_URL = "https://site.example/media";
/** Later than everything that a test writes, so that stats are trusted. */
const LATER = Date.parse("2100-01-01T00:00:00Z");
const POST = { path: "content/posts/one.md", relative: "posts/one.md", absolute: "/content/posts/one.md" };

let contentDir: string;
/** By path: the bytes that a picture is published with. */
let bytes: Record<string, string>;

beforeEach(async () => {
  contentDir = await mkdtemp(join(tmpdir(), "octavo-lookups-"));
  bytes = { "posts/a/loom.png": "red", "posts/b/loom.png": "blue" };
  for (const name of ["posts/a", "posts/b"]) await mkdir(join(contentDir, name), { recursive: true });
  await writeFile(join(contentDir, "posts/one.md"), "One.\n");
});

afterEach(() => rm(contentDir, { recursive: true, force: true }));

function pictureAt(path: string): Picture {
  const name = path.slice(contentDir.length + 1);
  const content = bytes[name];
  if (content === undefined) throw new Error(`${name} is gone`);
  if (content === "") throw new PictureError("damaged-picture", "is damaged", "copy it again");
  const size = { width: 1, height: 1, mimeType: "image/png" };
  return {
    ...size,
    url: `${MEDIA_URL}/loom.${content}.png`,
    thumbhash: null,
    dominantColor: null,
    variants: [],
    exif: null,
    takenAt: null,
  };
}

const STORE = {
  process: async (path: string) => pictureAt(path),
  file: async (path: string) => ({ url: pictureAt(path).url, mimeType: "image/png", bytes: 1 }),
};

interface Build {
  readonly lookups: LookupRecord;
  readonly notes: TextNotes;
  /** The links that were noted for a check of all documents. */
  readonly noted: readonly unknown[];
  readonly tree: FileTree;
  readonly answers: AnswerIds;
  readonly stored: () => Uint8Array;
}

/** A build that reads the posts' folder. */
async function build(former: Uint8Array | null, targets = "the documents"): Promise<Build> {
  const tree = createFileTree({ folders: createOwnFolders([contentDir]) });
  const answers = new AnswerIds();
  const noted: unknown[] = [];
  const notes = new TextNotes({
    anchors: { note: ({ text, at }, { path }, fragment) => noted.push([text, at(), path, fragment]) },
    otherAddresses: { note: ({ text, at }, path) => noted.push([text, at(), path]) },
  });
  const lookups = new LookupRecord({ contentDir, mediaUrl: MEDIA_URL, answers, targets, notes });
  await lookups.compare(former, tree, lookups.watch(STORE));
  tree.find(contentDir, ["posts", "one.md"]);
  return { lookups, notes, noted, tree, answers, stored: () => lookups.toBytes(tree, LATER) };
}

const LINK = "https://site.example/posts/two";
const PLACE = { file: POST.path, line: 1, column: 2 };

function messagesOf({ notes }: Build): readonly string[] {
  const diagnostics = new Diagnostics();
  notes.replayTo(diagnostics);
  return diagnostics.all().map(({ message }) => message);
}

describe("the look-ups of an earlier build", () => {
  test("hold while documents and folders are the same", async () => {
    const first = await build(null);
    expect(first.lookups.recall("link", LINK, POST)).toBeUndefined();
    const second = await build(first.stored());
    expect(second.lookups.recall("link", LINK, POST)).toBe(LINK);
    expect(second.lookups.recall("picture", null, POST)).toBeNull();
    const third = await build(second.stored());
    expect(third.lookups.recall("link", LINK, POST)).toBe(LINK);
  });

  test("do not hold when another document can be linked to", async () => {
    const { stored } = await build(null);
    const { lookups } = await build(stored(), "other documents");
    expect(lookups.recall("link", LINK, POST)).toBeUndefined();
  });

  test("do not hold when a folder has another file, and do when a file was only saved again", async () => {
    const { stored } = await build(null);
    await utimes(join(contentDir, "posts"), new Date(1_000), new Date(1_000));
    const saved = await build(stored());
    expect(saved.lookups.recall("link", LINK, POST)).toBe(LINK);
    await writeFile(join(contentDir, "posts/two.md"), "Two.\n");
    const { lookups } = await build(saved.stored());
    expect(lookups.recall("link", LINK, POST)).toBeUndefined();
  });

  test("bring back findings and noted links of a text, once one of its answers is recalled", async () => {
    const written = { text: "two.md#rain", from: POST, at: () => PLACE, check: "brokenLinks" } as const;
    const first = await build(null);
    first.notes.diagnosticsOf(written).warning(PLACE, { code: "broken-link", message: "gone" });
    first.notes.anchors.note(written, { path: "content/posts/two.md", relative: "posts/two.md" }, "rain");
    first.notes.otherAddresses.note(written, "/two");
    const expected = [
      ["two.md#rain", PLACE, "content/posts/two.md", "rain"],
      ["two.md#rain", PLACE, "/two"],
    ];
    const [second, other] = [await build(first.stored()), await build(first.stored())];
    second.lookups.recall("picture", null, POST);
    second.lookups.recall("link", LINK, POST);
    expect(second.noted).toEqual(expected);
    expect(messagesOf(second)).toEqual(["gone"]);
    other.lookups.recall("link", LINK, { ...POST, relative: "posts/two.md" });
    expect(messagesOf(other)).toEqual([]);
    const third = await build(second.stored());
    third.lookups.recall("link", LINK, POST);
    expect(third.noted).toEqual(expected);
    expect(messagesOf(third)).toEqual(["gone"]);
  });

  test("bring back no findings about fields, which each build looks up", async () => {
    const first = await build(null);
    first.notes.diagnosticsOf({ from: POST, field: ["cover"] }).warning(PLACE, { code: "missing-picture", message: "gone" });
    expect(messagesOf(first)).toEqual(["gone"]);
    const second = await build(first.stored());
    second.lookups.recall("link", LINK, POST);
    expect(messagesOf(second)).toEqual([]);
  });
});

describe("media of an earlier build", () => {
  test("are recalled as they are published, and not once their bytes differ", async () => {
    const first = await build(null);
    const id = first.answers.idOfPicture(await first.lookups.watch(STORE).process(join(contentDir, "posts/a/loom.png")));
    const link = `${(await first.lookups.watch(STORE).file(join(contentDir, "posts/b/loom.png"))).url}#page=2`;
    const same = await build(first.stored());
    expect(same.lookups.recall("picture", id, POST)).toEqual(pictureAt(join(contentDir, "posts/a/loom.png")));
    expect(same.lookups.recall("link", link, POST)).toBe(link);
    bytes = { "posts/a/loom.png": "green" };
    const { lookups } = await build(first.stored());
    expect(lookups.recall("picture", id, POST)).toBeUndefined();
    expect(lookups.recall("link", link, POST)).toBeUndefined();
  });

  test("are looked up when one of two equal files differs", async () => {
    bytes = { "posts/a/loom.png": "red", "posts/b/loom.png": "red" };
    const first = await build(null);
    const store = first.lookups.watch(STORE);
    const id = first.answers.idOfPicture(await store.process(join(contentDir, "posts/a/loom.png")));
    await store.process(join(contentDir, "posts/b/loom.png"));
    bytes = { "posts/a/loom.png": "red", "posts/b/loom.png": "blue" };
    const { lookups } = await build(first.stored());
    expect(lookups.recall("picture", id, POST)).toBeUndefined();
  });

  test("that cannot be published still cannot, or the texts with notes are looked up again", async () => {
    bytes = { ...bytes, "posts/a/loom.png": "" };
    const picture = join(contentDir, "posts/a/loom.png");
    const first = await build(null);
    await expect(first.lookups.watch(STORE).process(picture)).rejects.toThrow("is damaged");
    first.notes.diagnosticsOf({ from: POST }).warning(PLACE, { code: "damaged-picture", message: "is damaged" });
    const same = await build(first.stored());
    expect(same.lookups.recall("picture", null, POST)).toBeNull();
    bytes = { ...bytes, "posts/a/loom.png": "red" };
    const { lookups } = await build(same.stored());
    expect(lookups.recall("picture", null, POST)).toBeUndefined();
    expect(lookups.recall("picture", null, { ...POST, relative: "posts/two.md" })).toBeNull();
  });
});
