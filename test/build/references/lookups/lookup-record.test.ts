import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PictureError } from "../../../../build/pictures/picture-error.ts";
import { toDocumentNames } from "../../../../build/references/lookups/lookup-names.ts";
import { LookupRecord } from "../../../../build/references/lookups/lookup-record.ts";
import { TextNotes } from "../../../../build/references/lookups/text-notes.ts";
import { createFileTree, type FileTree } from "../../../../build/references/reference-files.ts";
import { AnswerIds } from "../../../../build/rows/answer-ids.ts";
import type { FormerLookups } from "../../../../build/rows/source-rows.ts";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { createOwnFolders } from "../../../../build/shared/own-folders.ts";
import type { Picture } from "../../../../build/shared/rendered.ts";

const MEDIA_URL = "https://site.example/media";
/** Later than everything that a test writes, so that stats are trusted. */
const LATER = Date.parse("2100-01-01T00:00:00Z");
const POST = { path: "content/posts/one.md", relative: "posts/one.md", absolute: "/content/posts/one.md" };

const TWO = { ...POST, relative: "posts/two.md" };

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
  /** The links that were noted to be checked once all documents are known. */
  readonly noted: readonly unknown[];
  readonly tree: FileTree;
  readonly answers: AnswerIds;
  readonly stored: () => FormerLookups;
}

/** @param slugs of published posts */
function describePosts(slugs: readonly string[], frame = "the site") {
  const documents = slugs.map((slug) =>
    toDocumentNames({ state: "posts true", path: `content/posts/${slug}.md`, slug, page: `/posts/${slug}`, formerPages: [], aliases: [] }),
  );
  return { documents, frame, digest: JSON.stringify([frame, documents]) };
}

/** A build that reads the posts' folder. */
async function build(former: FormerLookups | null, targets = describePosts(["one"])): Promise<Build> {
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
  const stored = (): FormerLookups => {
    const { bytes, names } = lookups.keep(tree, LATER);
    return { bytes, names: () => names ?? former?.names() ?? null };
  };
  return { lookups, notes, noted, tree, answers, stored };
}

/** A row's answer to one reference; undefined if it has to be looked up. */
function recall({ lookups }: Build, kind: "link" | "picture", answer: string | null, { file = POST, text = "two" } = {}) {
  return lookups.recall(file, [[kind, text]])?.(kind, answer);
}

const LINK = "https://site.example/posts/two";
const PLACE = { file: POST.path, line: 1, column: 2 };

function messagesOf({ notes }: Build): readonly string[] {
  const diagnostics = new Diagnostics();
  notes.replayTo(diagnostics);
  return diagnostics.all().map(({ message }) => message);
}

describe("the look-ups of an earlier build", () => {
  test("are valid while documents and folders are the same", async () => {
    const first = await build(null);
    expect(recall(first, "link", LINK)).toBeUndefined();
    const second = await build(first.stored());
    expect(recall(second, "link", LINK)).toBe(LINK);
    expect(recall(second, "picture", null)).toBeNull();
    const third = await build(second.stored());
    expect(recall(third, "link", LINK)).toBe(LINK);
  });

  test("are not valid if the addresses of the site differ", async () => {
    const { stored } = await build(null);
    const later = await build(stored(), describePosts(["one"], "another site"));
    expect(recall(later, "link", LINK)).toBeUndefined();
  });

  test("are valid for references that name no new, changed or removed document", async () => {
    const first = await build(null, describePosts(["one", "rain"]));
    const second = await build(first.stored(), describePosts(["one", "ice"]));
    for (const text of ["two", "../posts/two/", "/two.html"]) expect(recall(second, "link", LINK, { text })).toBe(LINK);
    for (const text of ["ice", "../posts/ice.md#top", "/posts/rain", "https://site.example/posts/rain/"])
      expect(recall(second, "link", LINK, { text }), text).toBeUndefined();
    const third = await build(second.stored(), describePosts(["one", "ice"]));
    expect(recall(third, "link", LINK, { text: "ice" })).toBe(LINK);
  });

  test("are all repeated for a text if one of them may differ, or was reported", async () => {
    const first = await build(null, describePosts(["one"]));
    first.notes.diagnosticsOf({ from: TWO }).warning(PLACE, { code: "broken-link", message: "gone" });
    const later = await build(first.stored(), describePosts(["one", "ice"]));
    const asked = ["two", "ice"].map((text) => ["link", text] as const);
    expect(later.lookups.recall(POST, asked)).toBeNull();
    expect(later.lookups.recall(POST, asked.slice(0, 1))).not.toBeNull();
    expect(recall(later, "link", LINK, { file: TWO })).toBeUndefined();
    expect(messagesOf(later)).toEqual([]);
  });

  test("are not valid if a folder has a new file, but are if a file was only saved again", async () => {
    const { stored } = await build(null);
    await utimes(join(contentDir, "posts"), new Date(1_000), new Date(1_000));
    const saved = await build(stored());
    expect(recall(saved, "link", LINK)).toBe(LINK);
    await writeFile(join(contentDir, "posts/two.md"), "Two.\n");
    const later = await build(saved.stored());
    expect(recall(later, "link", LINK)).toBeUndefined();
    expect(recall(later, "link", LINK, { text: "three" })).toBe(LINK);
  });

  test("are not valid if a folder has a symbolic link", async () => {
    const { stored } = await build(null);
    await symlink(join(contentDir, "posts/one.md"), join(contentDir, "posts/linked.md"));
    expect(recall(await build(stored()), "link", LINK)).toBeUndefined();
  });

  test("restore findings and noted links of a text once one of its answers is recalled", async () => {
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
    recall(second, "picture", null);
    recall(second, "link", LINK);
    expect(second.noted).toEqual(expected);
    expect(messagesOf(second)).toEqual(["gone"]);
    recall(other, "link", LINK, { file: TWO });
    expect(messagesOf(other)).toEqual([]);
    const third = await build(second.stored());
    recall(third, "link", LINK);
    expect(third.noted).toEqual(expected);
    expect(messagesOf(third)).toEqual(["gone"]);
  });

  test("restore no findings about fields, which each build looks up", async () => {
    const first = await build(null);
    first.notes.diagnosticsOf({ from: POST, field: ["cover"] }).warning(PLACE, { code: "missing-picture", message: "gone" });
    expect(messagesOf(first)).toEqual(["gone"]);
    const second = await build(first.stored());
    recall(second, "link", LINK);
    expect(messagesOf(second)).toEqual([]);
  });
});

describe("media of an earlier build", () => {
  test("are recalled as published until their bytes differ", async () => {
    const first = await build(null);
    const id = first.answers.idOfPicture(await first.lookups.watch(STORE).process(join(contentDir, "posts/a/loom.png")));
    const link = `${(await first.lookups.watch(STORE).file(join(contentDir, "posts/b/loom.png"))).url}#page=2`;
    const same = await build(first.stored());
    expect(recall(same, "picture", id)).toEqual(pictureAt(join(contentDir, "posts/a/loom.png")));
    expect(recall(same, "link", link)).toBe(link);
    bytes = { "posts/a/loom.png": "green" };
    const later = await build(first.stored());
    expect(recall(later, "picture", id)).toBeUndefined();
    expect(recall(later, "link", link)).toBeUndefined();
  });

  test("are looked up when one of two equal files differs", async () => {
    bytes = { "posts/a/loom.png": "red", "posts/b/loom.png": "red" };
    const first = await build(null);
    const store = first.lookups.watch(STORE);
    const id = first.answers.idOfPicture(await store.process(join(contentDir, "posts/a/loom.png")));
    await store.process(join(contentDir, "posts/b/loom.png"));
    bytes = { "posts/a/loom.png": "red", "posts/b/loom.png": "blue" };
    const later = await build(first.stored());
    expect(recall(later, "picture", id)).toBeUndefined();
  });

  test("that cannot be published are recalled as such until their bytes differ", async () => {
    bytes = { ...bytes, "posts/a/loom.png": "" };
    const picture = join(contentDir, "posts/a/loom.png");
    const first = await build(null);
    await expect(first.lookups.watch(STORE).process(picture)).rejects.toThrow("is damaged");
    first.notes.diagnosticsOf({ from: POST }).warning(PLACE, { code: "damaged-picture", message: "is damaged" });
    const same = await build(first.stored());
    expect(recall(same, "picture", null)).toBeNull();
    bytes = { ...bytes, "posts/a/loom.png": "red" };
    const later = await build(same.stored());
    expect(recall(later, "picture", null)).toBeUndefined();
    expect(recall(later, "picture", null, { file: TWO })).toBeNull();
  });
});
