import { beforeEach, describe, expect, it } from "vitest";
import { BoundedCache } from "../../hosts/service-worker/bounded-cache.ts";
import { createMemoryCaches, type MemoryCaches } from "./cache-storage.ts";

const base = "https://ines.example/";
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
let memory: MemoryCaches;
const open = (bounds: { maxFiles?: number; maxBytes?: number } = {}): BoundedCache =>
  new BoundedCache({ caches: memory.caches, name: "files", base, maxFiles: 100, maxBytes: 1_000, ...bounds });
const textOf = async (cache: BoundedCache, path: string): Promise<string | null> => {
  const found = await cache.get(path);
  return found === null ? null : new TextDecoder().decode(found);
};

beforeEach(() => {
  memory = createMemoryCaches();
});

describe("BoundedCache", () => {
  it("returns stored values, even after the worker has restarted", async () => {
    await open().put("index/v1/a.json", bytes("one"));
    const next = open();
    expect(await textOf(next, "index/v1/a.json")).toBe("one");
    expect(await next.get("index/v1/b.json")).toBeNull();
    expect(memory.addresses("files")).toEqual(["https://ines.example/index/v1/a.json?bytes=3"]);
  });

  it("drops the least recently used files when there are too many", async () => {
    const cache = open({ maxFiles: 2 });
    await cache.put("a", bytes("1"));
    await cache.put("b", bytes("2"));
    await cache.get("a");
    await cache.put("c", bytes("3"));
    expect([await textOf(cache, "a"), await textOf(cache, "b"), await textOf(cache, "c")]).toEqual(["1", null, "3"]);
  });

  it("counts bytes, including those stored before a restart", async () => {
    const first = open({ maxBytes: 10 });
    await first.put("a", bytes("12345"));
    await first.put("b", bytes("12345"));
    const next = open({ maxBytes: 10 });
    await next.put("c", bytes("1"));
    expect([await textOf(next, "a"), await textOf(next, "b"), await textOf(next, "c")]).toEqual([null, "12345", "1"]);
  });

  it("replaces a file, counts it once, and stores none that is larger than the whole cache", async () => {
    const cache = open({ maxBytes: 10 });
    await cache.put("b", bytes("12"));
    for (const text of ["12345678", "1", "12345678"]) await cache.put("a", bytes(text));
    expect(await textOf(cache, "a")).toBe("12345678");
    expect(await textOf(cache, "b")).toBe("12");
    await cache.put("a", bytes("12345678901"));
    expect(await cache.get("a")).toBeNull();
    expect(memory.addresses("files")).toHaveLength(1);
  });

  it("survives two simultaneous puts of a file, and two deletes", async () => {
    const cache = open({ maxBytes: 10 });
    await Promise.all([cache.put("a", bytes("12345")), cache.put("a", bytes("12345"))]);
    await cache.put("b", bytes("12345"));
    expect(await textOf(cache, "a")).toBe("12345");
    await cache.delete("a");
    await cache.delete("a");
    expect(await cache.get("a")).toBeNull();
    expect(await textOf(cache, "b")).toBe("12345");
  });

  it("stores nothing if the browser is out of space, but requests still succeed", async () => {
    memory.fail();
    const cache = open();
    await cache.put("a", bytes("1"));
    await cache.delete("a");
    await expect(cache.get("a")).rejects.toThrow("no room");
  });
});
