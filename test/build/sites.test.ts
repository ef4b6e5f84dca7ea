import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildOptions, BuildResult } from "../../build/build-options.ts";
import { buildIn as buildFolder, bytesBelow } from "./site-folder.ts";

/**
 * Builds small sites, each with the exact JSON that it must produce
 * (fixtures/sites/<name>/expected).
 */
const SITES = new URL("../fixtures/sites/", import.meta.url).pathname;
const NOW = "2024-07-01T00:00:00.000Z";
/**
 * Matches files that are generated from the contract and tested with it, and the list of all files.
 */
const GENERATED = /^(?:\.octavo-files$|api\/v1\/(?:openapi\.json|problems\/))/;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-site-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

async function build(site: string, overrides: Partial<BuildOptions> = {}): Promise<BuildResult> {
  const cwd = join(dir, "site");
  cpSync(join(SITES, site), cwd, { recursive: true, filter: (path) => !path.includes("expected") });
  return buildIn(cwd, overrides);
}

const buildIn = (cwd: string, overrides: Partial<BuildOptions> = {}): Promise<BuildResult> => buildFolder(cwd, { now: NOW, ...overrides });
const siteTree = (): Map<string, Buffer> => bytesBelow(join(dir, "site/dist"));
const messagesOf = (result: BuildResult): string[] =>
  result.diagnostics.all().map(({ file, line, severity, message }) => `${file}:${line} ${severity} ${message}`);

describe.each(["minimal", "small"])("the %s site", (site) => {
  it("produces exactly the expected documents", async () => {
    const result = await build(site);
    expect(messagesOf(result)).toEqual([]);
    const tree = siteTree();
    const documents = [...tree].filter(([path]) => !path.startsWith("media/") && !path.startsWith("index/") && !GENERATED.test(path));
    for (const [path, bytes] of documents) {
      const text = bytes.toString("utf8");
      const shown = path.endsWith(".json") ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
      await expect(shown).toMatchFileSnapshot(join(SITES, site, "expected", path));
    }
    await expect(`${[...tree.keys()].filter((path) => !GENERATED.test(path)).join("\n")}\n`).toMatchFileSnapshot(
      join(SITES, site, "expected/files.txt"),
    );
  });
});

describe("a build", () => {
  it("does not publish drafts and future documents, and reports when to build again", async () => {
    const result = await build("small");
    expect(result.ok).toBe(true);
    expect(result.nextChange).toBe("2029-12-31T23:00:00.000Z");
    for (const [path, bytes] of siteTree())
      if (!path.startsWith("media/"))
        expect(`${path} ${bytes.toString("utf8")}`).not.toMatch(/unfinished|Not to be seen|Secrets|To come|Not offered/);
  });

  it("reports once which posts are gone, except for drafts, unlisted posts and posts with an alias", async () => {
    expect((await build("small")).gone).toEqual([]);
    const posts = join(dir, "site/content/posts");
    renameSync(join(posts, "a-film.md"), join(posts, "the-film.md"));
    renameSync(join(posts, "ame.md"), join(posts, "rain.md"));
    writeFileSync(join(posts, "rain.md"), readFileSync(join(posts, "rain.md"), "utf8").replace("---\n", "---\naliases: [ame]\n"));
    const text = readFileSync(join(posts, "counting-threads.md"), "utf8");
    writeFileSync(join(posts, "counting-threads.md"), text.replace("---\n", "---\ndraft: true\n"));
    expect((await buildIn(join(dir, "site"))).gone).toEqual(["a-film"]);
    expect((await buildIn(join(dir, "site"))).gone).toEqual([]);
  });

  it("publishes drafts and future documents if configured to", async () => {
    const result = await build("small", { drafts: true, future: true });
    expect(result.stats.documents.posts).toBe(6);
    expect(result.nextChange).toBeNull();
  });

  it("publishes a scheduled post at its time, not before", async () => {
    await build("small", { now: "2029-12-31T22:59:59.999Z" });
    expect(siteTree().has("api/v1/posts/later.json")).toBe(false);
    await build("small", { now: "2029-12-31T23:00:00.000Z" });
    expect(siteTree().has("api/v1/posts/later.json")).toBe(true);
  });

  it("produces the same bytes in another folder, with other file times and in another time zone", async () => {
    await build("small");
    const first = siteTree();
    const zone = process.env.TZ;
    process.env.TZ = "Asia/Tokyo";
    try {
      const other = join(dir, "a much longer place/elsewhere");
      mkdirSync(other, { recursive: true });
      cpSync(join(SITES, "small/content"), join(other, "content"), { recursive: true });
      for (const path of bytesBelow(join(other, "content")).keys()) utimesSync(join(other, "content", path), 1, 1);
      await buildIn(other);
      expect(bytesBelow(join(other, "dist"))).toEqual(first);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it("does not rewrite unchanged files, and removes the files of deleted content", async () => {
    const before = await build("small");
    const again = await build("small");
    expect(again.stats.files).toEqual({ written: 0, unchanged: before.stats.files.written, removed: 0 });
    rmSync(join(dir, "site/content/posts/ame.md"));
    const without = await buildIn(join(dir, "site"));
    expect(without.stats.files.removed).toBeGreaterThan(0);
    expect(siteTree().has("api/v1/posts/ame.json")).toBe(false);
    expect([...siteTree().values()].some((bytes) => bytes.includes("雨の日"))).toBe(false);
  });

  it("leaves the last good site unchanged if content has mistakes", async () => {
    await build("small");
    const good = siteTree();
    writeFileSync(join(dir, "site/content/posts/ame.md"), "---\ntitle: []\npublishedAt: 2024-13-01\n---\n");
    const result = await buildIn(join(dir, "site"));
    expect(result.ok).toBe(false);
    expect(result.diagnostics.errorCount).toBeGreaterThanOrEqual(2);
    expect(siteTree()).toEqual(good);
  });

  it("does not publish a picture that only a draft uses", async () => {
    await build("small");
    const draft = join(dir, "site/content/posts/unfinished.md");
    const secret = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
    writeFileSync(join(dir, "site/content/posts/secret-plan.svg"), secret);
    writeFileSync(draft, `${readFileSync(draft, "utf8")}\n![A plan](secret-plan.svg)\n`);
    const result = await buildIn(join(dir, "site"));
    expect(messagesOf(result)).toEqual([]);
    expect([...siteTree().keys()].filter((path) => path.includes("secret-plan"))).toEqual([]);
    expect((await buildIn(join(dir, "site"), { drafts: true })).ok).toBe(true);
    expect([...siteTree().keys()].filter((path) => path.includes("secret-plan"))).toHaveLength(1);
  });

  it("publishes nothing of a series before its first post", async () => {
    await build("small");
    const cover = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>';
    writeFileSync(join(dir, "site/content/series/secret-cover.svg"), cover);
    writeFileSync(join(dir, "site/content/series/secret.yaml"), "title: Secret series\ncover: { src: secret-cover.svg, alt: A disc }\n");
    const draft = "---\ntitle: First\ndraft: true\nseries: { slug: secret, position: 1 }\n---\nText.\n";
    writeFileSync(join(dir, "site/content/posts/first.md"), draft);
    const result = await buildIn(join(dir, "site"));
    expect(messagesOf(result)).toEqual([]);
    expect(result.stats.documents.series).toBe(1);
    expect([...siteTree().keys()].filter((path) => path.includes("secret"))).toEqual([]);
  });

  it("reports a content file with an extension in upper case", async () => {
    await build("small");
    writeFileSync(join(dir, "site/content/posts/LOUD.MD"), "---\ntitle: Loud\n---\n");
    const result = await buildIn(join(dir, "site"));
    expect(messagesOf(result).join()).toContain("content/posts/LOUD.MD");
  });

  it("writes nothing if it only checks", async () => {
    const result = await build("small", { check: true });
    expect(result.ok).toBe(true);
    expect(readdirSync(join(dir, "site"))).not.toContain("dist");
  });

  it("replaces the site's address by a local one everywhere", async () => {
    await build("small", { addresses: { canonical: "http://127.0.0.1:3000" } });
    for (const [path, bytes] of siteTree())
      if (!path.startsWith("media/")) expect(`${path} ${bytes.toString("utf8")}`).not.toContain("https://small.example");
  });

  it("keeps only the counts of published posts, and rejects invalid counts", async () => {
    const file = join(dir, "counts.json");
    writeFileSync(
      file,
      JSON.stringify({ posts: { looms: { likeCount: 2, commentCount: 1 }, unfinished: { likeCount: 1, commentCount: 0 } } }),
    );
    await build("small", { counts: file });
    const counts = [...siteTree()].find(([path]) => /^index\/v1\/counts\./.test(path));
    expect(JSON.parse(counts?.[1].toString("utf8") ?? "")).toEqual({
      posts: { looms: { likeCount: 2, commentCount: 1, viewCount: null } },
    });
    writeFileSync(file, JSON.stringify({ posts: { looms: { likeCount: -2, commentCount: 1 } } }));
    const refused = await buildIn(join(dir, "site"), { counts: file });
    expect(refused.ok).toBe(false);
    expect(refused.diagnostics.all()[0]).toMatchObject({ code: "counts", field: "posts.looms.likeCount" });
  });
});
