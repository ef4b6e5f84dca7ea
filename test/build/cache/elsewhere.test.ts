import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildOptions, BuildResult } from "../../../build/build-options.ts";
import { buildIn, buildUntilSettled, createCleanBuilds, type Files, stagesOf, treeOf, writeOldFiles } from "../site-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-elsewhere-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const ICE = "content/posts/ice.md";
const THAW = "content/posts/thaw.md";
const FILES: Files = {
  "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
  [ICE]:
    "---\ntitle: Ice\npublishedAt: 2026-01-02\ntags: [Cold]\n---\n\nThe creek froze. ![A stick](stick.svg) [Notes](notes.txt). See [thaw](thaw.md).\n",
  [THAW]: "---\ntitle: Thaw\npublishedAt: 2026-02-02\ntags: [Cold]\n---\n\n## Water\n\nIt runs again.\n",
  "content/posts/stick.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
  "content/posts/notes.txt": "Measured at noon.\n",
};
const MORE: Files = { "content/posts/river.md": "---\ntitle: River\npublishedAt: 2026-03-02\n---\n\nIt rises.\n" };

const here = (): string => join(root, "here");
const there = (): string => join(root, "far/away/there");
const build = (cwd: string, overrides: Partial<BuildOptions> = {}): Promise<BuildResult> => buildIn(cwd, overrides);
const dist = (cwd: string): Map<string, string> => treeOf(join(cwd, "dist"));

async function buildFirst(cwd = here(), files: Files = FILES, overrides: Partial<BuildOptions> = {}): Promise<void> {
  writeOldFiles(cwd, files);
  await buildUntilSettled(() => build(cwd, overrides));
}

const buildClean = createCleanBuilds();

/** Copies the content to another folder, with the cache of the first. */
function cloneTo(cwd: string, files: Files, from = here()): void {
  writeOldFiles(cwd, files);
  cpSync(join(from, ".octavo"), join(cwd, ".octavo"), { recursive: true, preserveTimestamps: true });
}

describe("a site that is cloned to another folder with its cache", () => {
  beforeEach(() => buildFirst());

  it.each([
    ["with the first folder present", () => undefined],
    ["with the first folder gone", () => renameSync(join(here(), "content"), join(here(), "content-gone"))],
  ])("is built from the cache, with the bytes of a clean build: %s", async (_, change) => {
    cloneTo(there(), FILES);
    change();
    expect((await build(there())).ok).toBe(true);
    expect(dist(there())).toEqual(await buildClean(FILES));
    await buildUntilSettled(() => build(there()));
    expect(dist(there())).toEqual(await buildClean(FILES));
  });

  it("is built from the cache, except for the one changed post", async () => {
    const files = { ...FILES, [THAW]: `${FILES[THAW]}\nMore water.\n` };
    cloneTo(there(), files);
    expect((await build(there())).ok).toBe(true);
    expect(dist(there())).toEqual(await buildClean(files));
  });

  it.each<[string, Files]>([
    ["a file is new", { ...FILES, ...MORE }],
    ["a file is gone", { ...FILES, [ICE]: `${FILES[ICE]}`.replace(" See [thaw](thaw.md).", ""), [THAW]: "" }],
    ["a linked file has other content", { ...FILES, "content/posts/notes.txt": "Measured at dawn.\n" }],
    ["a picture has other content", { ...FILES, "content/posts/stick.svg": `${FILES["content/posts/stick.svg"]}\n` }],
  ])("has the content of its own folder, not of the first, if %s", async (_, files) => {
    const present = Object.fromEntries(Object.entries(files).filter(([, text]) => text !== ""));
    cloneTo(there(), present);
    await build(there());
    expect(dist(there())).toEqual(await buildClean(present));
  });

  it("copies its own linked file, even if the file in the first folder has changed", async () => {
    cloneTo(there(), FILES);
    writeFileSync(join(here(), "content/posts/notes.txt"), "Measured at dusk.\n");
    expect((await build(there())).ok).toBe(true);
    expect(dist(there())).toEqual(await buildClean(FILES));
  });
});

describe("a site whose folder is copied completely", () => {
  it("has the content of its own folder, not of the first", async () => {
    await buildFirst();
    cpSync(here(), there(), { recursive: true });
    writeOldFiles(there(), MORE);
    writeOldFiles(here(), { [ICE]: `${FILES[ICE]}\nIt cracked.\n` });
    await build(there());
    expect(dist(there())).toEqual(await buildClean({ ...FILES, ...MORE }));
    await build(here());
    expect(dist(here())).toEqual(await buildClean({ ...FILES, [ICE]: `${FILES[ICE]}\nIt cracked.\n` }));
  });
});

describe("a site whose folder is moved", () => {
  it("is built from the cache", async () => {
    await buildFirst();
    const clean = await buildClean(FILES);
    renameSync(here(), join(root, "moved"));
    const moved = join(root, "moved");
    expect(stagesOf(await build(moved))).toEqual([]);
    expect(dist(moved)).toEqual(clean);
    const files = { ...FILES, [ICE]: `${FILES[ICE]}\nIt cracked.\n` };
    writeOldFiles(moved, files);
    rmSync(join(moved, "dist/feed.xml"));
    await build(moved);
    expect(dist(moved)).toEqual(await buildClean(files));
  });

  it("is built from its own content if the content is outside the folder", async () => {
    const contentOf = (cwd: string): Partial<BuildOptions> => ({ contentDir: join(cwd, "../content") });
    const first = join(root, "one/site");
    const second = join(root, "two/site");
    writeOldFiles(join(root, "one"), FILES);
    await buildUntilSettled(() => build(first, contentOf(first)));
    writeOldFiles(join(root, "two"), { ...FILES, ...MORE });
    cpSync(join(first, ".octavo"), join(second, ".octavo"), { recursive: true });
    await build(second, contentOf(second));
    expect(dist(second)).toEqual(await buildClean({ ...FILES, ...MORE }));
    writeOldFiles(join(root, "three"), FILES);
    const third = join(root, "three/site");
    cpSync(join(first, ".octavo"), join(third, ".octavo"), { recursive: true });
    expect((await build(third, contentOf(third))).ok).toBe(true);
    expect(dist(third)).toEqual(await buildClean(FILES));
  });

  it("finds files beside its new location that were missing at the old one", async () => {
    const lone = { [ICE]: `${FILES[ICE]}`.replace("notes.txt", "/notes.txt"), "content/site.yaml": `${FILES["content/site.yaml"]}` };
    const config = `export default { static: ["../shared"], checks: { brokenLinks: "warning", missingPictures: "warning" } };\n`;
    const files = { ...lone, "octavo.config.ts": config };
    await buildFirst(here(), files);
    cloneTo(there(), files);
    writeOldFiles(join(there(), ".."), { "shared/notes.txt": "Measured at noon.\n" });
    await build(there());
    expect([...dist(there()).keys()].filter((path) => path.startsWith("media/notes."))).toHaveLength(1);
  });
});

describe("one cache for two sites", () => {
  const shared = (): Partial<BuildOptions> => ({ cacheDir: join(root, "cache") });
  const OTHER: Files = { ...FILES, [THAW]: `${FILES[THAW]}`.replaceAll("Thaw", "Melt") };

  it("keeps them separate, whichever is built", async () => {
    const clean = { one: await buildClean(FILES), other: await buildClean(OTHER) };
    const [one, other] = [join(root, "one"), join(root, "other")];
    await buildFirst(one, FILES, shared());
    await buildFirst(other, OTHER, shared());
    expect(stagesOf(await build(one, shared()))).toEqual([]);
    expect(stagesOf(await build(other, shared()))).toEqual([]);
    for (const cwd of [one, other, one]) {
      rmSync(join(cwd, "dist"), { recursive: true });
      await build(cwd, shared());
      expect(dist(cwd)).toEqual(cwd === one ? clean.one : clean.other);
    }
  });

  it("notices that they have swapped places", async () => {
    const [one, other] = [join(root, "one"), join(root, "other")];
    await buildFirst(one, FILES, shared());
    await buildFirst(other, OTHER, shared());
    renameSync(one, join(root, "third"));
    renameSync(other, one);
    renameSync(join(root, "third"), other);
    for (const cwd of [one, other]) rmSync(join(cwd, "dist"), { recursive: true });
    await build(one, shared());
    await build(other, shared());
    expect(dist(one)).toEqual(await buildClean(OTHER));
    expect(dist(other)).toEqual(await buildClean(FILES));
  });

  it("notices that both are written to the same out folder", async () => {
    const [one, other] = [join(root, "one"), join(root, "other")];
    const outDir = join(root, "out");
    await buildFirst(one, FILES, { ...shared(), outDir });
    writeOldFiles(other, OTHER);
    await build(other, { ...shared(), outDir });
    expect(treeOf(outDir)).toEqual(await buildClean(OTHER));
  });
});

describe("two out folders of one site", () => {
  it("are kept separate when the site is cloned to another place", async () => {
    await buildFirst();
    const drafts = { outDir: join(here(), "drafts"), search: false };
    await buildUntilSettled(() => build(here(), drafts));
    cloneTo(there(), FILES);
    expect((await build(there())).ok).toBe(true);
    expect((await build(there(), { ...drafts, outDir: join(there(), "drafts") })).ok).toBe(true);
    expect(dist(there())).toEqual(await buildClean(FILES));
    expect(treeOf(join(there(), "drafts"))).toEqual(treeOf(join(here(), "drafts")));
    expect(readFileSync(join(there(), "drafts/.octavo-files"), "utf8")).not.toContain("/search.");
  });
});
