import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PictureMemo } from "../../../build/pictures/picture-memo.ts";
import { PictureStore, type PictureStoreOptions } from "../../../build/pictures/picture-store.ts";
import { toImage } from "../../../build/references/content-references.ts";
import { Image } from "../../../contract/schemas/values.ts";
import { corners, privateJpeg, SECRET } from "./samples.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "octavo-pictures-"));
});
afterEach(() => rm(root, { recursive: true }));

const createStore = (options: Partial<PictureStoreOptions> = {}): PictureStore =>
  new PictureStore({ cacheDir: join(root, "cache"), mediaUrl: "https://site.example/media", widths: [16, 32], ...options });

async function put(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(root, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

const namesOf = (store: PictureStore): string[] => [...store.outputs()].map(({ name }) => name);
const contentsOf = async (store: PictureStore): Promise<Map<string, string>> =>
  new Map(
    await Promise.all(
      [...store.outputs()].map(async ({ name, copyFrom }) => [name, (await readFile(copyFrom)).toString("base64")] as const),
    ),
  );
const cacheFiles = async (): Promise<string[]> =>
  (await readdir(join(root, "cache"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe("a picture", () => {
  test("is an Image of the contract, with a file for each of its addresses", async () => {
    const store = createStore();
    const picture = await store.process(await put("Grå Häger.JPG", await privateJpeg()));
    expect(Image.parse(toImage(picture, "A heron"))).toMatchObject({ width: 64, height: 48, mimeType: "image/jpeg", alt: "A heron" });
    expect(picture.variants.map(({ width, height }) => [width, height])).toEqual([
      [16, 12],
      [32, 24],
    ]);
    expect(picture.takenAt).toBe("2024-01-31T18:05:00");
    const urls = [picture.url, ...picture.variants.map(({ url }) => url)];
    expect(namesOf(store).map((name) => `https://site.example/media/${name}`)).toEqual(urls.sort());
    for (const url of urls) expect(url).toMatch(/^https:\/\/site\.example\/media\/gra-hager\.[0-9a-f]{16}\.(?:jpg|webp)$/);
    for (const { copyFrom, bytes } of store.outputs()) {
      const content = await readFile(copyFrom);
      expect(content.length).toBe(bytes);
      expect(content.includes(SECRET)).toBe(false);
    }
  });

  test.each([
    ["heron.final (2).png", "heron-final-2"],
    ["青鷺.png", "picture"],
    [".png", "png"],
    [`${"long".repeat(40)}.png`, "long".repeat(15)],
    ["--__--.png", "picture"],
  ])("named %s is published as %s", async (name, base) => {
    const store = createStore({ widths: [] });
    await store.process(await put(name, await corners(8, 8).png().toBuffer()));
    expect(namesOf(store)[0]?.split(".")[0]).toBe(base);
  });

  test("has the extension of its format, not of its name", async () => {
    const store = createStore({ widths: [] });
    await store.process(await put("heron.jpg", await corners(8, 8).png().toBuffer()));
    expect(namesOf(store)).toEqual([expect.stringMatching(/^heron\.[0-9a-f]{16}\.png$/)]);
  });

  test("that is in two places is encoded once, and published under each of its names", async () => {
    const bytes = await privateJpeg();
    const store = createStore({ widths: [16] });
    const [one, same, other] = await Promise.all([
      store.process(await put("a/heron.jpg", bytes)),
      store.process(await put("b/heron.jpg", bytes)),
      store.process(await put("egret.jpg", bytes)),
    ]);
    expect(same.url).toBe(one.url);
    expect(other.url).not.toBe(one.url);
    expect(store.counts()).toEqual({ pictures: 3, encoded: 1, files: 0 });
    expect(namesOf(store).map((name) => name.split(".")[0])).toEqual(["egret", "egret", "heron", "heron"]);
  });

  test("gets new names when its bytes or the settings change, and only for the affected files", async () => {
    const path = await put("heron.jpg", await corners(64, 48).jpeg().toBuffer());
    const before = await createStore().process(path);
    const finer = await createStore({ quality: 90 }).process(path);
    expect(finer.url).toBe(before.url);
    expect(finer.variants[0]?.url).not.toBe(before.variants[0]?.url);
    const wider = await createStore({ widths: [16, 48] }).process(path);
    expect(wider.variants[0]).toEqual(before.variants[0]);
    await writeFile(path, await corners(64, 48).negate().jpeg().toBuffer());
    expect((await createStore().process(path)).url).not.toBe(before.url);
  });

  test("is read once per build, however many posts show it", async () => {
    const store = createStore();
    const path = await put("heron.jpg", await privateJpeg());
    const picture = await store.process(path);
    await rm(path);
    expect(await store.process(path)).toEqual(picture);
  });
});

describe("a picture that cannot be used", () => {
  test("is refused with a code and a message", async () => {
    const store = createStore();
    await mkdir(join(root, "folder"));
    await expect(store.process(join(root, "nowhere.jpg"))).rejects.toMatchObject({
      name: "PictureError",
      code: "missing-picture",
      message: "is not there",
    });
    await expect(store.process(join(root, "folder"))).rejects.toMatchObject({ code: "unreadable-picture", message: "is a folder" });
    await expect(store.process(await put("a.jpg", "text"))).rejects.toMatchObject({ code: "not-a-picture" });
    expect(namesOf(store)).toEqual([]);
  });

  test("is unreadable if the system refuses its path, and the message says why", async () => {
    // Permissions do not stop root; a link that leads to itself stops everyone.
    const loop = join(root, "loop.jpg");
    await symlink(loop, loop);
    await expect(createStore().process(loop)).rejects.toMatchObject({
      code: "unreadable-picture",
      message: "cannot be read (ELOOP)",
      hint: "check the file's permissions",
    });
  });

  test("is not opened unless it is a regular file, because a pipe would never end", async () => {
    const socket = join(root, "socket.jpg");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    try {
      for (const ask of ["process", "file"] as const)
        await expect(createStore()[ask](socket)).rejects.toMatchObject({
          code: "unreadable-picture",
          message: "is not a regular file: it is a pipe, a socket or a device",
        });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test("is read again by the next build when the file is replaced", async () => {
    const memo: PictureMemo = new Map();
    const path = await put("heron.jpg", (await privateJpeg()).subarray(0, 400));
    await expect(createStore({ memo }).process(path)).rejects.toMatchObject({ code: "damaged-picture" });
    await writeFile(path, await privateJpeg());
    expect((await createStore({ memo }).process(path)).width).toBe(64);
  });
});

describe("another file", () => {
  test("that is an SVG is cleaned and checked, even if a licence of several pages precedes it", async () => {
    const licence = `<!--${"All rights reserved. ".repeat(400)}-->`;
    const picture = (inside: string): string => `${licence}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">${inside}</svg>`;
    const store = createStore();
    await store.file(await put("plan.svg", picture("<rect width='4'/>")));
    const [output] = store.outputs();
    expect(await readFile(output?.copyFrom ?? "", "utf8")).not.toContain("rights");
    await expect(store.file(await put("bad.svg", picture("<script>1</script>")))).rejects.toMatchObject({ code: "unsafe-svg" });
  });

  test.each([
    "\xa9xyz\0\x12\x15\xc7+60.3913+005.3221/",
    "mdta com.apple.quicktime.location.ISO6709",
  ])("that is a film is refused if it reveals where it was recorded: %j", async (mark) => {
    const film = Buffer.concat([Buffer.alloc(70_000), Buffer.from(mark, "latin1"), Buffer.alloc(70_000)]);
    await expect(createStore().file(await put("walk.MP4", film))).rejects.toMatchObject({
      code: "located-film",
      hint: expect.stringContaining("-map_metadata -1"),
    });
    expect((await createStore().file(await put("plain.mp4", Buffer.alloc(70_000)))).url).toContain("/plain.");
  });

  test("is published unchanged, under a hashed name", async () => {
    const store = createStore();
    const { url } = await store.file(await put("Tide Tables.PDF", "%PDF-1.7 …"));
    expect(url).toMatch(/^https:\/\/site\.example\/media\/tide-tables\.[0-9a-f]{16}\.pdf$/);
    expect([...store.outputs()]).toEqual([
      {
        name: url.slice(27),
        copyFrom: join(root, "Tide Tables.PDF"),
        digest: createHash("sha256").update("%PDF-1.7 …").digest("hex"),
        bytes: Buffer.byteLength("%PDF-1.7 …"),
      },
    ]);
    expect(store.counts()).toEqual({ pictures: 0, encoded: 0, files: 1 });
  });

  test.each([
    ["LICENSE", /^license\.[0-9a-f]{16}\.bin$/],
    ["a.tar.gz", /^a-tar\.[0-9a-f]{16}\.gz$/],
    ["数据.csv", /^file\.[0-9a-f]{16}\.csv$/],
    ["a.b c", /^a\.[0-9a-f]{16}\.bin$/],
  ])("named %s gets a name that any host accepts", async (name, pattern) => {
    const store = createStore();
    await store.file(await put(name, "x"));
    expect(namesOf(store)).toEqual([expect.stringMatching(pattern)]);
  });

  test("that is a picture is processed like any picture, so a link does not reveal where it was taken", async () => {
    const path = await put("heron.jpg", await privateJpeg());
    const store = createStore();
    expect((await store.file(path)).url).toBe((await store.process(path)).url);
    for (const { copyFrom } of store.outputs()) expect((await readFile(copyFrom)).includes(SECRET)).toBe(false);
    await expect(
      store.file(await put("raw.heic", Buffer.concat([Buffer.of(0, 0, 0, 20), Buffer.from("ftypheic\0\0\0\0heic")]))),
    ).rejects.toMatchObject({ code: "unsupported-picture" });
  });

  test("that is missing, or is a folder, is refused", async () => {
    await expect(createStore().file(join(root, "nowhere.pdf"))).rejects.toMatchObject({ code: "missing-picture" });
    await expect(createStore().file(root)).rejects.toMatchObject({ code: "unreadable-picture" });
  });
});

describe("the outputs", () => {
  test("have the same names and bytes, whatever the order, the folder and the times", async () => {
    const pictures = {
      "a/heron.jpg": await privateJpeg(),
      "b/egret.jpg": await privateJpeg(80, 60, 6),
      "c/heron.jpg": await corners(70, 50).jpeg().toBuffer(),
    };
    const built: Map<string, string>[] = [];
    for (const [folder, order] of [
      ["one", 1],
      ["two", -1],
    ] as const) {
      const store = createStore({ cacheDir: join(root, folder, "cache"), concurrency: order === 1 ? 1 : 4 });
      const entries = Object.entries(pictures);
      const paths = await Promise.all((order === 1 ? entries : entries.reverse()).map(([name, bytes]) => put(join(folder, name), bytes)));
      for (const path of paths) await utimes(path, order === 1 ? 1e9 : 1.7e9, 1e9);
      await Promise.all(paths.map((path) => store.process(path)));
      await store.file(await put(join(folder, "notes.txt"), "notes"));
      built.push(await contentsOf(store));
    }
    expect(built[0]?.size).toBe(10);
    expect([...(built[1] ?? [])]).toEqual([...(built[0] ?? [])]);
    expect([...(built[0] ?? []).keys()]).toEqual([...(built[0] ?? []).keys()].sort());
  });

  test("contain only the pictures that this build requested", async () => {
    const path = await put("heron.jpg", await privateJpeg());
    await createStore().process(path);
    expect(namesOf(createStore())).toEqual([]);
  });
});

describe("the cache", () => {
  test("saves the second build all encoding, and returns the same result", async () => {
    const path = await put("heron.jpg", await privateJpeg());
    const [first, second] = [createStore(), createStore()];
    const picture = await first.process(path);
    expect(first.counts().encoded).toBe(1);
    expect(await second.process(path)).toEqual(picture);
    expect(second.counts().encoded).toBe(0);
    expect([...second.outputs()]).toEqual([...first.outputs()]);
  });

  test("is keyed by content: a picture that is moved or renamed is not encoded again", async () => {
    const path = await put("heron.jpg", await privateJpeg());
    await createStore().process(path);
    await rename(path, join(root, "egret.jpg"));
    const store = createStore();
    expect((await store.process(join(root, "egret.jpg"))).url).toContain("/egret.");
    expect(store.counts().encoded).toBe(0);
  });

  const spoilt: Record<string, (file: string) => Promise<void>> = {
    "cut short": (file) => truncate(file, 20),
    emptied: (file) => truncate(file, 0),
    "of the same length but with other bytes": async (file) => writeFile(file, (await readFile(file)).fill(65)),
    gone: (file) => rm(file),
    "replaced by something else": (file) => writeFile(file, '{"key":"x"}'),
  };
  test.each(Object.keys(spoilt))("detects each file that is %s, and creates it again", async (how) => {
    const path = await put("heron.jpg", await privateJpeg());
    const store = createStore();
    const picture = await store.process(path);
    const contents = await contentsOf(store);
    const files = await cacheFiles();
    expect(files).toHaveLength(4);
    for (const file of files) {
      await spoilt[how]?.(file);
      const again = createStore();
      expect(await again.process(path)).toEqual(picture);
      expect(again.counts().encoded).toBe(1);
      expect(await contentsOf(again)).toEqual(contents);
    }
  });

  test("does not accept a record of another picture", async () => {
    const [one, two] = [await put("one.jpg", await privateJpeg()), await put("two.jpg", await privateJpeg(80, 60))];
    await createStore().process(one);
    const [folder = ""] = await readdir(join(root, "cache"));
    await createStore().process(two);
    const other = (await readdir(join(root, "cache"))).find((name) => name !== folder) ?? "";
    await rm(join(root, "cache", other), { recursive: true });
    await rename(join(root, "cache", folder), join(root, "cache", other));
    expect((await createStore().process(two)).width).toBe(80);
  });

  test("is not damaged by concurrent builds, and contains no temporary files", async () => {
    const path = await put("heron.jpg", await privateJpeg());
    const stores = Array.from({ length: 4 }, () => createStore());
    const pictures = await Promise.all(stores.map((store) => store.process(path)));
    for (const picture of pictures) expect(picture).toEqual(pictures[0]);
    const last = createStore();
    await last.process(path);
    expect(last.counts().encoded).toBe(0);
    expect((await cacheFiles()).map((file) => file.split("/").at(-1))).toEqual(["16.webp", "32.webp", "original.jpg", "record.json"]);
  });

  test("that cannot be written is an error of the machine, not of the picture", async () => {
    const file = await put("not-a-folder", "");
    const store = createStore({ cacheDir: file });
    await expect(store.process(await put("heron.jpg", await privateJpeg()))).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});

describe("a memo shared by the stores of one process", () => {
  test("saves them from reading unchanged files", async () => {
    const memo: PictureMemo = new Map();
    const path = await put("heron.jpg", await corners(64, 48).jpeg().toBuffer());
    const picture = await createStore({ memo }).process(path);
    const remembered = [...memo.values()];
    expect(await createStore({ memo }).process(path)).toEqual(picture);
    expect([...memo.values()]).toEqual(remembered);
    expect(memo.values().next().value).toBe(remembered[0]);
    await writeFile(path, await privateJpeg(80, 60));
    expect((await createStore({ memo }).process(path)).width).toBe(80);
  });

  test("does not replace files that are missing from the cache", async () => {
    const memo: PictureMemo = new Map();
    const path = await put("heron.jpg", await corners(64, 48).jpeg().toBuffer());
    await createStore({ memo }).process(path);
    await rm(join(root, "cache"), { recursive: true });
    const store = createStore({ memo });
    await store.process(path);
    expect(store.counts().encoded).toBe(1);
    expect((await contentsOf(store)).size).toBe(3);
  });
});
