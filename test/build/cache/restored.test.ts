import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildOptions, BuildResult } from "../../../build/build-options.ts";
import { buildIn, buildUntilSettled, createCleanBuilds, type Files, treeOf, writeOldFiles } from "../site-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-restored-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const SITE = "content/site.yaml";
const ICE = "content/posts/ice.md";
const THAW = "content/posts/thaw.md";
const FILES: Files = {
  [SITE]: "name: Marsh\nurl: https://marsh.example\n",
  [ICE]:
    "---\ntitle: Ice\npublishedAt: 2026-01-02\ntags: [Cold]\n---\n\nThe creek froze. ![A stick](stick.svg) See [thaw](thaw.md) — größer.\n",
  [THAW]: "---\ntitle: Thaw\npublishedAt: 2026-02-02\ntags: [Cold]\n---\n\n## Water\n\nIt runs again.\n",
  "content/posts/empty.md": "---\ntitle: Empty\npublishedAt: 2026-02-03\n---\n",
  "content/posts/stick.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
};

const write = (files: Files, cwd = root): void => writeOldFiles(cwd, files);
const build = (overrides: Partial<BuildOptions> = {}, cwd = root): Promise<BuildResult> => buildIn(cwd, overrides);
const settle = (): Promise<void> => buildUntilSettled(() => build());
const dist = (): Map<string, string> => treeOf(join(root, "dist"));

/**
 * Checks out the content again, with new times and inodes, keeps the cache and deletes the output.
 */
function cloneAgain(files: Readonly<Record<string, string>>): void {
  renameSync(join(root, "content"), join(root, "content-before"));
  rmSync(join(root, "dist"), { recursive: true });
  write(files);
  rmSync(join(root, "content-before"), { recursive: true });
}

const buildClean = createCleanBuilds();

describe("a fresh clone with its cache", () => {
  beforeEach(async () => {
    write(FILES);
    await build();
    await settle();
  });

  it("is built from the cache, has the bytes of a clean build, and leaves nothing to do for the next build", async () => {
    cloneAgain(FILES);
    const built = await build();
    expect(built.stats.files.written).toBe(dist().size - 1);
    expect(dist()).toEqual(await buildClean(FILES));
    await settle();
    expect(dist()).toEqual(await buildClean(FILES));
  });

  it.each([
    ["its text", { ...FILES, [THAW]: `${FILES[THAW]}\nMore water.\n` }],
    ["its title", { ...FILES, [THAW]: `${FILES[THAW]}`.replace("Thaw", "Thawing") }],
    ["its tags", { ...FILES, [THAW]: `${FILES[THAW]}`.replace("Cold", "Warm") }],
    ["the site's name", { ...FILES, [SITE]: `${FILES[SITE]}`.replace("Marsh", "Fen") }],
  ])("has the bytes of a clean build if one file has changed in the meantime: %s", async (_, files) => {
    cloneAgain(files);
    expect((await build()).ok).toBe(true);
    const clean = await buildClean(files);
    expect(dist()).toEqual(clean);
    await settle();
    cloneAgain(files);
    expect((await build()).ok).toBe(true);
    expect(dist()).toEqual(clean);
  });

  it.each([
    ["deleted", undefined],
    ["made a draft", `${FILES[THAW]}`.replace("title:", "draft: true\ntitle:")],
  ])("does not publish a post from the cache that was %s", async (_, text) => {
    const others = Object.entries(FILES).filter(([path]) => path !== THAW);
    const files = Object.fromEntries(text === undefined ? others : [...others, [THAW, text]]);
    files[ICE] = `${FILES[ICE]}`.replace("[thaw](thaw.md)", "thaw");
    cloneAgain(files);
    await build();
    const clean = await buildClean(files);
    expect(dist()).toEqual(clean);
    await settle();
    cloneAgain(files);
    expect((await build()).ok).toBe(true);
    expect(dist()).toEqual(clean);
    expect(dist().has("api/v1/posts/thaw.json")).toBe(false);
    await settle();
  });

  it("leaves nothing from a build that was killed while it was writing", async () => {
    const staging = (): string[] => readdirSync(join(root, "dist")).filter((name) => name.startsWith(".octavo-staging"));
    cloneAgain(FILES);
    write({ "dist/.octavo-staging-killed/api/v1/posts/secret.json": "{}" });
    expect((await build()).ok).toBe(true);
    expect(staging()).toEqual([]);
    await settle();
    write({ "dist/.octavo-staging-killed/api/v1/posts/secret.json": "{}" });
    await build();
    expect(staging()).toEqual([]);
    expect(dist()).toEqual(await buildClean(FILES));
  });

  it("accepts the cache of a build that followed the edit of a single post", async () => {
    const files = { ...FILES, [ICE]: `${FILES[ICE]}\nIt cracked.\n` };
    write(files);
    expect((await build()).ok).toBe(true);
    cloneAgain(files);
    expect((await build()).ok).toBe(true);
    expect(dist()).toEqual(await buildClean(files));
  });

  it("notices a new file and a deleted one", async () => {
    const { [THAW]: thaw = "", ...others } = FILES;
    const files = { ...others, [ICE]: `${FILES[ICE]}`.replace("(thaw.md)", "(river.md)"), "content/posts/river.md": thaw };
    cloneAgain(files);
    await build();
    expect(dist()).toEqual(await buildClean(files));
  });

  it("does not trust a copied picture that has changed", async () => {
    const pictures = readdirSync(join(root, ".octavo/cache"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".svg"),
    );
    expect(pictures).toHaveLength(1);
    for (const path of pictures) flipByte(join(root, ".octavo/cache", path));
    cloneAgain(FILES);
    expect((await build()).ok).toBe(true);
    expect(dist()).toEqual(await buildClean(FILES));
  });

  it("does not touch foreign files, and fails if they are in the way", async () => {
    cloneAgain(FILES);
    write({ "dist/CNAME": "marsh.example" });
    expect((await build()).ok).toBe(true);
    const wanted = await buildClean(FILES);
    expect(dist()).toEqual(new Map([...wanted, ["CNAME", "marsh.example"]].sort() as [string, string][]));
    cloneAgain(FILES);
    write({ "dist/api/v1/posts.json": "mine" });
    await expect(build()).rejects.toThrow("files that octavo did not write");
    expect([...dist()]).toEqual([["api/v1/posts.json", "mine"]]);
  });

  it("writes nothing if the content now has mistakes", async () => {
    cloneAgain({ ...FILES, [THAW]: "---\ntitle: 1\npublishedAt: never\n---\n" });
    expect((await build()).ok).toBe(false);
    expect(existsSync(join(root, "dist"))).toBe(false);
  });

  it("publishes documents that have become due in the meantime", async () => {
    const files = { ...FILES, [THAW]: `${FILES[THAW]}`.replace("2026-02-02", "2026-07-01") };
    write(files);
    await build();
    await settle();
    cloneAgain(files);
    await build({ now: "2026-08-01T00:00:00.000Z" });
    expect(dist().has("api/v1/posts/thaw.json")).toBe(true);
  });
});

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
