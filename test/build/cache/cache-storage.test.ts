import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CacheChanges, CacheDamageError, type CacheStorage, type SourceRow } from "../../../build/cache/storage/cache-storage.ts";
import { MemoryStorage } from "../../../build/cache/storage/memory-storage.ts";
import { retainRows } from "../../../build/cache/storage/retain-rows.ts";
import { openSqliteStorage } from "../../../build/cache/storage/sqlite-storage.ts";

let dir: string;
let opened: CacheStorage[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-storage-"));
  opened = [];
});
afterEach(() => {
  for (const storage of opened) storage.close();
  rmSync(dir, { recursive: true, force: true });
});

const file = (): string => join(dir, "build.db");
async function openFile(): Promise<CacheStorage> {
  const storage = await openSqliteStorage(file());
  opened.push(storage);
  return storage;
}

const ICE = "0beec7b5ea3f0fdbc95d0dd47f3c5bc275da8a33";
const bytes = (text: string): Buffer => Buffer.from(text);
/** SHA-1 of "foo", "bar" and "baz". */
const BODIES = new Map([
  [ICE, bytes("foo")],
  ["62cdb7020ff920e5aa642c3d4066950dd1f01f4d", bytes("bar")],
  ["bbe960a25ea311d21d40669e93df2003ba9b90a2", bytes("baz")],
]);
const row = (id: string, body: string | null = null): SourceRow => ({
  digest: `of ${id}`,
  id,
  body,
  head: { title: id },
  detail: JSON.stringify({ title: id }),
});
/**
 * Returns rows as sorted plain objects, because a storage may keep them in any form and return them
 * in any order.
 */
const plain = (rows: ReadonlyMap<string, SourceRow>): readonly (readonly [string, SourceRow])[] =>
  [...rows]
    .map(([path, { digest, id, body, head, detail }]) => [path, { digest, id, body, head, detail }] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
const changes = (overrides: Partial<CacheChanges>): CacheChanges => ({ values: new Map(), removed: new Set(), ...overrides });
function saveRows(storage: CacheStorage, key: string, rows: ReadonlyMap<string, SourceRow>): void {
  storage.commit(changes({ sources: { key, previous: storage.sources(key), rows } }));
}

const kinds: Readonly<Record<string, () => Promise<CacheStorage>>> = {
  "a file of SQLite": openFile,
  memory: async () => new MemoryStorage(),
  "a file with rows that a process retains": async () => retainRows(await openFile()),
};

describe.each(Object.entries(kinds))("a cache in %s", (_, open) => {
  it("returns rows as they were saved, and only rows that still exist", async () => {
    const storage = await open();
    expect(storage.sources("a").size).toBe(0);
    const many = new Map(Array.from({ length: 600 }, (_entry, at) => [`posts/${at}.md`, row(`p${at}`)]));
    saveRows(storage, "a", many);
    expect(plain(storage.sources("a"))).toEqual(plain(many));
    const next = new Map([...storage.sources("a")].filter(([path]) => path !== "posts/7.md"));
    next.set("posts/8.md", row("other"));
    saveRows(storage, "a", next);
    expect(plain(storage.sources("a"))).toEqual(plain(next));
  });

  it("returns bodies by their digests, and deletes bodies to which no row refers any longer", async () => {
    const storage = await open();
    storage.addBodies("a", BODIES);
    const rows = new Map([...BODIES.keys()].map((digest, at) => [`${at}.md`, row(`${at}`, digest)]));
    saveRows(storage, "a", rows);
    expect(storage.body("a", ICE).toString()).toBe("foo");
    saveRows(storage, "a", new Map([...storage.sources("a")].filter(([path]) => path !== "0.md")));
    expect(() => storage.body("a", ICE)).toThrow(CacheDamageError);
    expect(storage.body("a", "62cdb7020ff920e5aa642c3d4066950dd1f01f4d").toString()).toBe("bar");
  });

  it("returns values by the key of their sources until they are removed", async () => {
    const storage = await open();
    expect(storage.value("feeds")).toBeNull();
    storage.commit(changes({ values: new Map([["feeds", { key: "1", bytes: bytes("rss") }]]) }));
    const found = storage.value("feeds");
    expect([found?.key, Buffer.from(found?.bytes ?? []).toString()]).toEqual(["1", "rss"]);
    storage.commit(changes({ removed: new Set(["feeds"]) }));
    expect(storage.value("feeds")).toBeNull();
  });
});

describe("a cache in a file", () => {
  it("is found by the next process, and keeps the rows of three configurations", async () => {
    const first = await openFile();
    for (const key of ["a", "b", "c"]) saveRows(first, key, new Map([["x.md", row(key)]]));
    first.close();
    const second = await openFile();
    expect(["a", "b", "c"].map((key) => second.sources(key).get("x.md")?.id)).toEqual(["a", "b", "c"]);
    saveRows(second, "b", new Map([["x.md", row("b again")]]));
    saveRows(second, "d", new Map([["x.md", row("d")]]));
    expect(["a", "b", "c", "d"].map((key) => second.sources(key).size)).toEqual([0, 1, 1, 1]);
  });

  it("shrinks after much of it was freed", async () => {
    const storage = await openFile();
    const large = Array.from({ length: 400 }, (_, at) => [`large ${at}`, { key: "", bytes: Buffer.alloc(20_000, at) }] as const);
    storage.commit(changes({ values: new Map(large) }));
    const before = statSync(file()).size;
    storage.commit(changes({ removed: new Set(large.map(([name]) => name)) }));
    expect(statSync(file()).size).toBeLessThan(before / 10);
  });

  it.each([
    ["is something else", () => writeFileSync(file(), "a diary\n".repeat(1_000))],
    ["is empty", () => writeFileSync(file(), "")],
    ["was truncated", () => truncateSync(file(), 5_000)],
    ["has another version", () => patchAt(60, 99)],
  ])("starts empty if the existing file %s", async (_, harm) => {
    const first = await openFile();
    saveRows(first, "a", new Map([["x.md", row("a")]]));
    first.close();
    harm();
    const storage = await openFile();
    const rows = ((): number => {
      try {
        return storage.sources("a").size;
      } catch (error) {
        expect(error).toBeInstanceOf(CacheDamageError);
        return 0;
      }
    })();
    expect(rows).toBe(0);
  });

  it("does not trust a row, value or body with changed bytes", async () => {
    const first = await openFile();
    first.addBodies("a", new Map([[ICE, bytes("foo")]]));
    saveRows(first, "a", new Map([["x.md", row("swallow", ICE)]]));
    first.commit(changes({ values: new Map([["feeds", { key: "1", bytes: bytes("heron heron") }]]) }));
    first.close();
    const content = readFileSync(file());
    for (const [from, to] of [
      ["swallow", "swullow"],
      ["heron heron", "heron herun"],
      ["foo", "fou"],
    ] as const)
      for (let at = content.indexOf(from); at >= 0; at = content.indexOf(from, at + 1)) content.write(to, at);
    writeFileSync(file(), content);
    const storage = await openFile();
    expect(storage.sources("a").size).toBe(0);
    expect(storage.value("feeds")).toBeNull();
    expect(() => storage.body("a", ICE)).toThrow(CacheDamageError);
    expect(existsSync(file())).toBe(true);
  });
});

function patchAt(at: number, byte: number): void {
  const content = readFileSync(file());
  content.writeUInt32BE(byte, at);
  writeFileSync(file(), content);
}
