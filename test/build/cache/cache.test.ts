import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildOptions, BuildResult } from "../../../build/build-options.ts";
import { loadConfig } from "../../../build/config/load-config.ts";
import { createBuildMemory } from "../../../cli/build/build-memory.ts";
import { buildIn, buildUntilSettled, type Files, filesBelow, treeOf, writeFiles } from "../site-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-cache-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const FILES = {
  "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
  "content/posts/ice.md": "---\ntitle: Ice\npublishedAt: 2026-01-02\ntags: [Cold]\n---\n\nThe creek froze. See [thaw](thaw.md).\n",
  "content/posts/thaw.md": "---\ntitle: Thaw\npublishedAt: 2026-02-02\ntags: [Cold]\n---\n\n## Water\n\nIt runs again.\n",
};

const write = (files: Files): void => writeFiles(root, files);

async function build(overrides: Partial<BuildOptions> = {}, cwd = root): Promise<BuildResult> {
  const { config, diagnostics } = await loadConfig({ cwd });
  expect(diagnostics.all()).toEqual([]);
  return buildIn(cwd, { config, ...overrides });
}
const settle = (): Promise<void> => buildUntilSettled(() => build());

const dist = (): Map<string, string> => treeOf(join(root, "dist"));
const wroteNothing = ({ stats }: BuildResult): boolean => stats.files.written + stats.files.removed === 0;

describe("a build where nothing has changed", () => {
  it("does nothing, and repeats the last build's messages", async () => {
    write(FILES);
    write({
      "content/posts/ice.md": `${FILES["content/posts/ice.md"]}\n![](x.svg)\n`,
      "content/posts/x.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
    });
    const first = await build();
    await settle();
    const again = await build();
    expect(again.stats.stages).toEqual([]);
    expect(again.diagnostics.all()).toEqual(first.diagnostics.all());
    expect(again.diagnostics.all().map(({ code }) => code)).toEqual(["missing-alt"]);
    expect(again.sources("content/posts/ice.md")).toContain("The creek froze");
    expect(again.stats.documents).toEqual(first.stats.documents);
    expect(wroteNothing(again)).toBe(true);
  });

  it.each([
    [
      "a file was changed by hand, with the same length",
      (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("Thaw", "Thou")),
    ],
    ["a file was deleted", (path: string) => rmSync(path)],
    ["a file was truncated", (path: string) => truncateSync(path, 5)],
  ])("restores its output if %s", async (_, harm) => {
    write(FILES);
    await settle();
    const before = dist();
    for (const path of ["api/v1/posts.json", "api/v1/posts/thaw.json", "index/v1/manifest.json"]) harm(join(root, "dist", path));
    await build();
    expect(dist()).toEqual(before);
  });

  it.each([
    ["was deleted", (path: string) => rmSync(path)],
    ["was changed by hand", (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("Ice", "Icy"))],
    ["is gone, as is all other output,", () => rmSync(join(root, "dist"), { recursive: true })],
  ])("restores output that %s, even if a post has changed too", async (_, harm) => {
    write(FILES);
    await settle();
    write({ "content/posts/thaw.md": `${FILES["content/posts/thaw.md"]}\nMore.\n` });
    expect((await build()).ok).toBe(true);
    const wanted = dist();
    await settle();
    for (const path of ["api/v1/posts/ice.json", "api/v1/posts.json", "index/v1/manifest.json"]) {
      write({ "content/posts/thaw.md": FILES["content/posts/thaw.md"] });
      await settle();
      harm(join(root, "dist", path));
      write({ "content/posts/thaw.md": `${FILES["content/posts/thaw.md"]}\nMore.\n` });
      await build();
      expect(dist()).toEqual(wanted);
    }
  });

  it("recognizes a folder by its listing, even if the folder's time is new", async () => {
    write(FILES);
    await settle();
    const before = dist();
    // Editors save a copy beside the file first and then rename it.
    write({ "content/posts/thaw.md~": FILES["content/posts/thaw.md"] });
    renameSync(join(root, "content/posts/thaw.md~"), join(root, "content/posts/thaw.md"));
    expect(wroteNothing(await build())).toBe(true);
    expect(dist()).toEqual(before);
  });

  it("notices a new file and a deleted one", async () => {
    write(FILES);
    await settle();
    write({ "content/posts/new.md": "---\ntitle: New\npublishedAt: 2026-03-03\n---\nNew.\n" });
    expect((await build()).stats.documents.posts).toBe(3);
    rmSync(join(root, "content/posts/new.md"));
    expect((await build()).stats.documents.posts).toBe(2);
  });

  it("publishes scheduled documents when they are due", async () => {
    write({ ...FILES, "content/posts/later.md": "---\ntitle: Later\npublishedAt: 2026-07-01\n---\nLater.\n" });
    await settle();
    expect((await build({ now: "2026-06-30T23:59:59.999Z" })).stats.stages).toEqual([]);
    expect((await build({ now: "2026-07-01T00:00:00.000Z" })).stats.documents.posts).toBe(3);
    expect((await build({ now: "2026-06-01T00:00:00.000Z" })).stats.documents.posts).toBe(2);
  });
});

describe("a cache that cannot be trusted", () => {
  const harms: Readonly<Record<string, (path: string) => void>> = {
    "is truncated": (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
    "is empty": (path) => truncateSync(path, 0),
    "has a byte flipped": (path) => {
      const bytes = readFileSync(path);
      const at = Math.floor(bytes.length * 0.7);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
    "contains something else": (path) => writeFileSync(path, "not ours\n{}\n"),
    "is gone": (path) => rmSync(path),
  };
  it.each(Object.entries(harms))("is replaced if any of its files %s", async (_, harm) => {
    write(FILES);
    await build();
    await build();
    const good = dist();
    for (const path of filesBelow(join(root, ".octavo/cache"))) {
      if (!statSync(join(root, ".octavo/cache"), { throwIfNoEntry: false })) break;
      if (!filesBelow(join(root, ".octavo/cache")).includes(path)) continue;
      harm(join(root, ".octavo/cache", path));
      // Files of the last build could hide mistakes in the cache.
      rmSync(join(root, "dist"), { recursive: true });
      const result = await build();
      expect(result.ok).toBe(true);
      expect(dist()).toEqual(good);
    }
  });

  it.each([
    ".package-lock.json",
    ".pnpm/lock.yaml",
    ".yarn-state.yml",
    ".yarn-integrity",
  ])("is not used if node_modules/%s shows that other packages are installed beside the configuration", async (list) => {
    write({ ...FILES, "octavo.config.mjs": "export default { markdown: { rehypePlugins: [() => () => {}] } }" });
    const sources = async (): Promise<string> => (await loadConfig({ cwd: root })).config.sources;
    write({ [`node_modules/${list}`]: "rehype-x 1.0.0" });
    const before = await sources();
    expect(await sources()).toBe(before);
    write({ [`node_modules/${list}`]: "rehype-x 1.0.1" });
    expect(await sources()).not.toBe(before);
  });

  it("is not misled by a file that changes during a build and is then changed back", async () => {
    const text = FILES["content/posts/thaw.md"];
    const changed = text.replace("runs again", "froze");
    // Rendering fails the first time, so the second build reads the body of a file that it already
    // knows. An editor saves the file while it does so.
    const step = '() => () => { if (globalThis.breaks) throw new Error("no"); }';
    write({ ...FILES, "octavo.config.mjs": `export default { markdown: { rehypePlugins: [${step}] } };` });
    Reflect.set(globalThis, "breaks", true);
    expect((await build()).ok).toBe(false);
    Reflect.set(globalThis, "breaks", false);
    const path = join(root, "content/posts/thaw.md");
    await build({ onProgress: ({ stage, done }) => stage === "render" && done === 0 && writeFileSync(path, changed) });
    writeFileSync(path, text);
    await build();
    expect(dist().get("api/v1/posts/thaw.json")).toContain("It runs again.");
  });

  it("is not used for a site with other settings", async () => {
    write(FILES);
    await build();
    write({ "octavo.config.mjs": 'export default { urls: { posts: "/blog/{slug}" } }' });
    await build();
    expect(dist().get("api/v1/posts/ice.json")).toContain("https://marsh.example/blog/thaw");
  });

  it("is not used if cacheKey changes", async () => {
    const config = (key: string): string =>
      `export default { cacheKey: ${key}, markdown: { rehypePlugins: [() => (tree) => { tree.children.push({ type: "text", value: globalThis.marshWord }); }] } }`;
    const ice = async (word: string, key: string): Promise<string> => {
      Object.assign(globalThis, { marshWord: word });
      write({ ...FILES, "octavo.config.mjs": config('["the same"]') });
      const { config: found } = await loadConfig({ cwd: root });
      await build({ config: { ...found, cacheKey: [key] } });
      return dist().get("api/v1/posts/ice.json") ?? "";
    };
    expect(await ice("first", "1")).toContain("first");
    // Nothing has changed that Octavo can see.
    expect(await ice("second", "1")).toContain("first");
    expect(await ice("second", "2")).toContain("second");
  });

  it("is not used if the code of a plugin has changed", async () => {
    const plugin = (word: string): string =>
      `export default () => (tree) => { tree.children.push({ type: "element", tagName: "p", properties: {}, children: [{ type: "text", value: "${word}" }] }); }`;
    const config = (file: string): string => `import plugin from "./${file}"; export default { markdown: { rehypePlugins: [plugin] } }`;
    write({ ...FILES, "plugin-a.mjs": plugin("first"), "octavo.config.mjs": config("plugin-a.mjs") });
    await build();
    expect(dist().get("api/v1/posts/ice.json")).toContain("first");
    write({ "plugin-b.mjs": plugin("second"), "octavo.config.mjs": config("plugin-b.mjs") });
    await build();
    expect(dist().get("api/v1/posts/ice.json")).toContain("second");
  });
});

describe("a cache that is restored", () => {
  it("is used in another place if the files have the same content, even if their times are new", async () => {
    const counter = `export default { markdown: { remarkPlugins: [() => () => { globalThis.rendered = (globalThis.rendered ?? 0) + 1; }] } }`;
    write({ ...FILES, "octavo.config.mjs": counter });
    await build();
    const other = join(root, "clone");
    for (const name of ["content", ".octavo", "octavo.config.mjs"]) cpSync(join(root, name), join(other, name), { recursive: true });
    for (const path of filesBelow(join(other, "content"))) utimesSync(join(other, "content", path), 2_000_000_000, 2_000_000_000);
    const before = Reflect.get(globalThis, "rendered");
    await build({}, other);
    expect(before).toBe(2);
    expect(Reflect.get(globalThis, "rendered")).toBe(before);
    expect(treeOf(join(other, "dist"))).toEqual(dist());
  });
});

describe("two builds at once", () => {
  it("do not affect each other or the next build's findings", async () => {
    write(FILES);
    await build();
    write({ "content/posts/ice.md": `${FILES["content/posts/ice.md"]}\nMore.\n` });
    const results = await Promise.all([build(), build(), build({ drafts: true })]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    const next = await build();
    expect(next.ok).toBe(true);
    expect(dist().get("api/v1/posts/ice.json")).toContain("More.");
    rmSync(join(root, ".octavo"), { recursive: true });
    const before = dist();
    await build();
    expect(dist()).toEqual(before);
  });
});

describe("a build in a process that builds repeatedly", () => {
  it("continues if the cache is deleted in the meantime", async () => {
    const memory = createBuildMemory();
    write(FILES);
    await build({ memory });
    rmSync(join(root, ".octavo"), { recursive: true });
    write({ "content/posts/thaw.md": `${FILES["content/posts/thaw.md"]}\nMore.\n` });
    expect((await build({ memory })).ok).toBe(true);
    expect(dist().get("api/v1/posts/thaw.json")).toContain("More.");
    memory.close();
  });

  it("does not store the rendering of a changed file as the rendering of its old text", async () => {
    const memory = createBuildMemory();
    write(FILES);
    await build({ memory });
    const ice = FILES["content/posts/ice.md"];
    write({ "content/posts/ice.md": ice.replace("froze", "melted") });
    await build({ memory });
    write({ "content/posts/ice.md": ice });
    await build({ memory });
    expect(dist().get("api/v1/posts/ice.json")).toContain("froze");
    memory.close();
  });
});

describe("a cache that is locked", () => {
  it("is not used, and the build says so", async () => {
    write(FILES);
    await build();
    const { default: Database } = await import("better-sqlite3");
    const other = new Database(join(root, ".octavo/cache/build.db"));
    other.exec("BEGIN EXCLUSIVE");
    try {
      write({ "content/posts/thaw.md": `${FILES["content/posts/thaw.md"]}\nMore.\n` });
      const result = await build();
      expect(result.ok).toBe(true);
      expect(result.notices).toEqual([expect.stringContaining("without a cache")]);
      expect(dist().get("api/v1/posts/thaw.json")).toContain("More.");
    } finally {
      other.close();
    }
  });
});

describe("the cache of a site that is built with one address after another", () => {
  it("does not grow with each change", async () => {
    const sizes: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      write({ ...FILES, "content/posts/thaw.md": `${FILES["content/posts/thaw.md"]}\nTurn${turn}.\n` });
      await build({ addresses: { public: turn % 2 === 0 ? "https://a.example" : "https://b.example" } });
      const { default: Database } = await import("better-sqlite3");
      const database = new Database(join(root, ".octavo/cache/build.db"), { readonly: true });
      sizes.push(Number(database.prepare('SELECT count(*) FROM "values"').pluck().get()));
      database.close();
    }
    expect(sizes.at(-1)).toBe(sizes[1]);
  });
});
