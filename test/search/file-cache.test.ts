import { describe, expect, it } from "vitest";
import { createFiles } from "../../search/read/file-cache.ts";

function open(texts: Readonly<Record<string, string | null>>, maxCharacters: number) {
  const reads: string[] = [];
  const files = createFiles(async (path) => {
    reads.push(path);
    const text = texts[path.replace("index/v1/", "")] ?? null;
    return text === null ? null : new TextEncoder().encode(text);
  }, maxCharacters);
  return { reads, load: (name: string) => files.load(name, (text) => ({ text })) };
}

describe("createFiles", () => {
  it("reads a file only once for simultaneous and later requests", async () => {
    const { load, reads } = open({ a: "1" }, 10);
    const [one, other] = await Promise.all([load("a"), load("a")]);
    expect(one).toBe(other);
    expect(await load("a")).toBe(one);
    expect(reads).toEqual(["index/v1/a"]);
  });

  it("keeps the most recently used values, up to its limit", async () => {
    const { load, reads } = open({ a: "1234", b: "1234", c: "1234" }, 8);
    for (const name of ["a", "b", "a", "c", "a", "b"]) await load(name);
    expect(reads.map((path) => path.at(-1))).toEqual(["a", "b", "c", "b"]);
  });

  it("returns a file that is larger than its limit, and keeps the others", async () => {
    const { load, reads } = open({ a: "12", big: "x".repeat(100) }, 8);
    await load("a");
    expect(await load("big")).toEqual({ text: "x".repeat(100) });
    for (const name of ["big", "a"]) await load(name);
    expect(reads.map((path) => path.replace("index/v1/", ""))).toEqual(["a", "big", "big"]);
  });

  it("caches no failure", async () => {
    const texts: Record<string, string | null> = { a: null };
    const { load } = open(texts, 8);
    await expect(Promise.all([load("a"), load("a")])).rejects.toMatchObject({ reason: "missing", file: "index/v1/a" });
    texts.a = "1";
    expect(await load("a")).toEqual({ text: "1" });
  });

  it("reports bytes that are not UTF-8 as malformed, and passes read errors on", async () => {
    const files = createFiles(async (path) => {
      if (path.endsWith("down")) throw new Error("the disk is gone");
      return Uint8Array.of(0xff);
    }, 8);
    await expect(files.load("a", (text) => text)).rejects.toMatchObject({ name: "SearchIndexError", reason: "malformed" });
    await expect(files.load("down", (text) => text)).rejects.toThrow("the disk is gone");
  });
});
