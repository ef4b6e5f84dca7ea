import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emit, type OutputFile } from "../../../build/emit/emit.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "quire-emit-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const text = (path: string, content: string): OutputFile => ({ path, content: { text: content }, hashed: false });
const out = (): string => join(dir, "dist");
const read = (path: string): string => readFileSync(join(out(), path), "utf8");

describe("emit", () => {
  it("writes files and says how many and how large", async () => {
    const result = await emit(out(), [text("api/v1/posts.json", "{}"), text("robots.txt", "Allow: /")]);
    expect(result).toEqual({ written: 2, unchanged: 0, removed: 0, bytes: 10 });
    expect(read("api/v1/posts.json")).toBe("{}");
    expect(readdirSync(out()).sort()).toEqual(["api", "robots.txt"]);
  });

  it("leaves a file that did not change untouched, and mends one that was changed by hand", async () => {
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

  it("removes what it owns and no longer writes, folders too, and nothing else", async () => {
    await emit(out(), [text("api/v1/posts/gone.json", "1"), text("media/x.1.webp", "1"), text("feed.xml", "1")]);
    writeFileSync(join(out(), "CNAME"), "ines.example");
    mkdirSync(join(out(), "assets"));
    writeFileSync(join(out(), "assets/app.js"), "1");
    const result = await emit(out(), [text("api/v1/posts.json", "{}")]);
    expect(result.removed).toBe(3);
    expect(existsSync(join(out(), "api/v1/posts"))).toBe(false);
    expect(existsSync(join(out(), "media"))).toBe(false);
    expect(read("CNAME")).toBe("ines.example");
    expect(read("assets/app.js")).toBe("1");
  });

  it("leaves the site as it was when a file cannot be staged", async () => {
    await emit(out(), [text("api/v1/posts.json", "old")]);
    const broken: OutputFile = { path: "media/a.1.jpg", content: { copyFrom: join(dir, "nowhere.jpg") }, hashed: true };
    await expect(emit(out(), [text("api/v1/posts.json", "new"), broken])).rejects.toThrow(/ENOENT/);
    expect(read("api/v1/posts.json")).toBe("old");
    expect(readdirSync(out())).toEqual(["api"]);
  });

  it("clears away what a killed build left, but not the staging of one that runs", async () => {
    mkdirSync(join(out(), ".quire-staging-999999999/api"), { recursive: true });
    mkdirSync(join(out(), `.quire-staging-${process.ppid}`), { recursive: true });
    await emit(out(), [text("robots.txt", "x")]);
    expect(readdirSync(out()).sort()).toEqual([`.quire-staging-${process.ppid}`, "robots.txt"]);
  });

  it("copies a hashed file once, and again when its size is wrong", async () => {
    writeFileSync(join(dir, "heron.jpg"), "picture");
    const files: OutputFile[] = [{ path: "media/heron.1.jpg", content: { copyFrom: join(dir, "heron.jpg") }, hashed: true }];
    expect(await emit(out(), files)).toMatchObject({ written: 1, bytes: 7 });
    expect(await emit(out(), files)).toMatchObject({ written: 0, unchanged: 1 });
    writeFileSync(join(out(), "media/heron.1.jpg"), "pic");
    expect(await emit(out(), files)).toMatchObject({ written: 1 });
    expect(read("media/heron.1.jpg")).toBe("picture");
  });
});
