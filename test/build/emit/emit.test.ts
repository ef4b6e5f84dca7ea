import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emit } from "../../../build/emit/emit.ts";
import { type OutputFile, UNLISTED } from "../../../build/emit/output-file.ts";
import { OutputTable } from "../../../build/emit/output-table.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-emit-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const HASHED = `index/v1/posts.chunk.${"0".repeat(16)}.json`;
const text = (path: string, content: string): OutputFile => ({ path, content: { text: content } });
const out = (): string => join(dir, "dist");
const read = (path: string): string => readFileSync(join(out(), path), "utf8");

describe("emit", () => {
  it("writes files, and returns their number and size", async () => {
    const result = await emit(out(), [text("api/v1/posts.json", "{}"), text("robots.txt", "Allow: /")]);
    expect(result).toEqual({
      written: 2,
      unchanged: 0,
      removed: 0,
      bytes: 10,
      changed: ["api/v1/posts.json", "robots.txt"],
      skippedForeignFiles: [],
      gone: [],
    });
    expect(read("api/v1/posts.json")).toBe("{}");
    expect(readdirSync(out()).sort()).toEqual([".octavo-files", "api", "robots.txt"]);
  });

  it("does not touch an unchanged file, and restores one that was changed by hand", async () => {
    const files = [text("api/v1/a.json", "aa"), text("api/v1/b.json", "bb")];
    await emit(out(), files);
    const old = new Date("2020-01-01T00:00:00Z");
    utimesSync(join(out(), "api/v1/a.json"), old, old);
    writeFileSync(join(out(), "api/v1/b.json"), "xx");
    const result = await emit(out(), files);
    expect(result).toMatchObject({ written: 1, unchanged: 1 });
    expect(statSync(join(out(), "api/v1/a.json")).mtime).toEqual(old);
    expect(read("api/v1/b.json")).toBe("bb");
  });

  it("removes only files and folders that an earlier build wrote and this one did not", async () => {
    await emit(out(), [text("api/v1/posts/gone.json", "1"), text("media/x.1.webp", "1"), text("feed.xml", "1")]);
    writeFileSync(join(out(), "CNAME"), "ines.example");
    mkdirSync(join(out(), "media/2019"));
    writeFileSync(join(out(), "media/2019/holiday.jpg"), "mine");
    const result = await emit(out(), [text("api/v1/posts.json", "{}")]);
    expect(result.removed).toBe(3);
    expect(existsSync(join(out(), "api/v1/posts"))).toBe(false);
    expect(existsSync(join(out(), "feed.xml"))).toBe(false);
    expect(read("CNAME")).toBe("ines.example");
    expect(read("media/2019/holiday.jpg")).toBe("mine");
  });

  it("keeps the owner's robots.txt, feeds and sitemap instead of Octavo's until they are deleted", async () => {
    mkdirSync(out());
    writeFileSync(join(out(), "robots.txt"), "mine");
    const files = [text("robots.txt", "Allow: /"), text("robots.txt.gz", "(packed)"), text("feed.xml", "<rss/>")];
    expect(await emit(out(), files)).toMatchObject({ written: 1, skippedForeignFiles: ["robots.txt"] });
    expect([read("robots.txt"), existsSync(join(out(), "robots.txt.gz"))]).toEqual(["mine", false]);
    expect(await emit(out(), files)).toMatchObject({ written: 0, skippedForeignFiles: ["robots.txt"] });
    rmSync(join(out(), "robots.txt"));
    expect(await emit(out(), files)).toMatchObject({ written: 2, skippedForeignFiles: [] });
    expect(read("robots.txt")).toBe("Allow: /");
  });

  it("refuses to replace a file that it did not write, and then changes nothing", async () => {
    mkdirSync(out());
    writeFileSync(join(out(), "openapi.txt"), "mine");
    const files = [text("api/v1/posts.json", "{}"), text("openapi.txt", "Allow: /")];
    await expect(emit(out(), files)).rejects.toMatchObject({ name: "ForeignFilesError", paths: ["openapi.txt"] });
    expect(readdirSync(out())).toEqual(["openapi.txt"]);
    expect(read("openapi.txt")).toBe("mine");
  });

  it("does not list the files of unlisted posts, but still recognizes its own files", async () => {
    const unlisted = (path: string, content: string): OutputFile => ({
      path,
      content: { bytes: () => Buffer.from(content), identity: `${UNLISTED}${content}` },
    });
    const files = [text("api/v1/posts/open.json", "1"), unlisted("api/v1/posts/calm.json", "2")];
    await emit(out(), files);
    expect(read(".octavo-files")).toMatch(/^api\/v1\/posts\/#[0-9a-f]{16}\napi\/v1\/posts\/open\.json\n$/);
    // The file belongs to the build: it can be replaced by another text, and is removed with the
    // post.
    expect(await emit(out(), [text("api/v1/posts/open.json", "1"), unlisted("api/v1/posts/calm.json", "3")])).toMatchObject({ written: 1 });
    writeFileSync(join(out(), "api/v1/posts/mine.json"), "mine");
    expect(await emit(out(), [text("api/v1/posts/open.json", "1")])).toMatchObject({ removed: 1 });
    expect(readdirSync(join(out(), "api/v1/posts")).sort()).toEqual(["mine.json", "open.json"]);
    await emit(out(), files);
    await emit(out(), [text("api/v1/posts/calm.json", "4")]);
    expect(read(".octavo-files")).toBe("api/v1/posts/calm.json\n");
  });

  it("never touches files outside the folder, even if its list of files is manipulated", async () => {
    await emit(out(), [text("robots.txt", "x")]);
    writeFileSync(join(dir, "precious"), "1");
    writeFileSync(join(out(), ".octavo-files"), "../precious\n/etc/hostname\nrobots.txt\n");
    await emit(out(), [text("robots.txt", "x")]);
    expect(existsSync(join(dir, "precious"))).toBe(true);
  });

  it("writes one site after the other if two builds end at the same time", async () => {
    const site = (name: string): OutputFile[] => Array.from({ length: 40 }, (_, at) => text(`api/v1/${name}/${at}.json`, name));
    await Promise.all([emit(out(), site("a")), emit(out(), site("b"))]);
    const left = readdirSync(join(out(), "api/v1"));
    expect(left).toHaveLength(1);
    expect(readdirSync(join(out(), "api/v1", left[0] ?? ""))).toHaveLength(40);
  });

  it("leaves the site unchanged if a file cannot be staged", async () => {
    await emit(out(), [text("api/v1/posts.json", "old")]);
    const broken: OutputFile = { path: "media/a.1.jpg", content: { copyFrom: join(dir, "nowhere.jpg") } };
    await expect(emit(out(), [text("api/v1/posts.json", "new"), broken])).rejects.toThrow(/ENOENT/);
    expect(read("api/v1/posts.json")).toBe("old");
    expect(readdirSync(out()).sort()).toEqual([".octavo-files", "api"]);
  });

  it("removes the remains of a killed build", async () => {
    mkdirSync(join(out(), ".octavo-staging-abc123/api"), { recursive: true });
    await emit(out(), [text("robots.txt", "x")]);
    expect(readdirSync(out()).sort()).toEqual([".octavo-files", "robots.txt"]);
  });

  it("publishes hashed files before the files that refer to them, and the manifest last, even if it is interrupted", async () => {
    mkdirSync(out());
    writeFileSync(join(out(), "api"), "mine");
    const files = [text(HASHED, "[]"), text("index/v1/manifest.json", "{}"), text("api/v1/posts.json", "{}")];
    await expect(emit(out(), files)).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(readdirSync(join(out(), "index/v1"))).toEqual([HASHED.slice("index/v1/".length)]);
    expect(readdirSync(out()).filter((name) => name.startsWith(".octavo-staging"))).toEqual([]);
    rmSync(join(out(), "api"));
    expect(await emit(out(), files)).toMatchObject({ written: 2, unchanged: 1 });
    expect(read("index/v1/manifest.json")).toBe("{}");
  });

  it("renames a new folder as a whole, and recognizes its files by the stats that they had when they were written", async () => {
    const files = [text(HASHED, "[]"), text("api/v1/a.json", "a"), text("api/v1/b/c.json", "c"), text("index/v1/manifest.json", "{}")];
    const first = new OutputTable(out());
    await emit(out(), files, { outputs: first });
    const later = (): OutputTable => new OutputTable(out(), first.toTable("run", Number.MAX_SAFE_INTEGER));
    expect(later().areAsLeft()).toBe(true);
    expect([...first.toTable("run", 0).paths].sort()).toEqual([".octavo-files", ...files.map(({ path }) => path)].sort());
    expect(await emit(out(), files, { outputs: later() })).toMatchObject({ written: 0, unchanged: 4 });
    writeFileSync(join(out(), "api/v1/b/c.json"), "C");
    expect(later().areAsLeft()).toBe(false);
    expect(await emit(out(), files, { outputs: later() })).toMatchObject({ written: 1, unchanged: 3 });
    expect(read("api/v1/b/c.json")).toBe("c");
  });

  it("writes single files into a new folder that is not yet visible, or that something else has just created", async () => {
    function* files(): Generator<OutputFile> {
      yield text(HASHED, "[]");
      yield text("index/v1/notes.json", "n");
      yield text("api/v1/a.json", "a");
      mkdirSync(join(out(), "api/mine"), { recursive: true });
      yield text("api/v1/b.json", "b");
    }
    expect(await emit(out(), files())).toMatchObject({ written: 4 });
    expect([HASHED, "index/v1/notes.json", "api/v1/a.json", "api/v1/b.json"].map(read)).toEqual(["[]", "n", "a", "b"]);
    expect(readdirSync(join(out(), "api")).sort()).toEqual(["mine", "v1"]);
  });

  it("does not publish a file with content that differs from the hash in its name", async () => {
    await emit(out(), [text("robots.txt", "x")]);
    writeFileSync(join(dir, "tides.pdf"), "saved since");
    const digest = createHash("sha256").update("as it was").digest("hex");
    const files: OutputFile[] = [
      text("robots.txt", "y"),
      { path: "media/tides.1.pdf", content: { copyFrom: join(dir, "tides.pdf"), digest } },
    ];
    await expect(emit(out(), files)).rejects.toMatchObject({ name: "ChangedFileError", message: expect.stringContaining("tides.pdf") });
    expect(readdirSync(out()).sort()).toEqual([".octavo-files", "robots.txt"]);
    expect(read("robots.txt")).toBe("x");
    writeFileSync(join(dir, "tides.pdf"), "as it was");
    expect(await emit(out(), files)).toMatchObject({ written: 2, bytes: 10 });
    expect(read("media/tides.1.pdf")).toBe("as it was");
  });

  it("copies a file once, and again if its bytes are wrong", async () => {
    writeFileSync(join(dir, "heron.jpg"), "picture");
    const files: OutputFile[] = [{ path: "media/heron.1.jpg", content: { copyFrom: join(dir, "heron.jpg") } }];
    expect(await emit(out(), files)).toMatchObject({ written: 1, bytes: 7 });
    expect(await emit(out(), files)).toMatchObject({ written: 0, unchanged: 1 });
    writeFileSync(join(out(), "media/heron.1.jpg"), "PICTURE");
    expect(await emit(out(), files)).toMatchObject({ written: 1 });
    expect(read("media/heron.1.jpg")).toBe("picture");
  });
});
