import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { CacheStorage } from "../../../build/cache/storage/cache-storage.ts";
import { MemoryStorage } from "../../../build/cache/storage/memory-storage.ts";
import { openSqliteStorage } from "../../../build/cache/storage/sqlite-storage.ts";
import { CODE_FOLDERS, readToolchain, TOOLCHAIN_MEMO } from "../../../build/cache/toolchain.ts";
import { ROOMS } from "../../../scripts/import-rules.ts";
import { buildIn, buildUntilSettled, stagesOf, writeOldFiles } from "../site-folder.ts";

/** Long after every source was saved. */
const LATER = 4_000_000_000_000;

function storageWith(key: string, bytes: Uint8Array): CacheStorage {
  const storage = new MemoryStorage();
  storage.commit({ values: new Map([[TOOLCHAIN_MEMO.name, { key, bytes }]]), removed: new Set() });
  return storage;
}

it("a digest of the toolchain is reused while its files are unchanged, but never for a toolchain in another place", () => {
  const own = readToolchain(new MemoryStorage(), LATER);
  if (own.toStore === null) throw new Error("there is nothing to store");
  const { files } = JSON.parse(Buffer.from(own.toStore).toString("utf8"));
  const toStore = Buffer.from(JSON.stringify({ digest: "toStore", files }));
  expect(readToolchain(storageWith(TOOLCHAIN_MEMO.key(), toStore), LATER)).toEqual({ digest: "toStore", toStore: null });
  expect(readToolchain(storageWith("another place", toStore), LATER).digest).toBe(own.digest);
  const [[path, stat], ...rest] = files;
  const changed = Buffer.from(JSON.stringify({ digest: "toStore", files: [[path, { ...stat, mtimeMs: 1 }], ...rest] }));
  expect(readToolchain(storageWith(TOOLCHAIN_MEMO.key(), changed), LATER).digest).toBe(own.digest);
});

it("a build that has nothing else to save stores new stats of the same toolchain", async () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-toolchain-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeOldFiles(root, { "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n" });
  await buildIn(root);
  await buildUntilSettled(() => buildIn(root));
  const withStorage = async <T>(use: (storage: CacheStorage) => T): Promise<T> => {
    const storage = await openSqliteStorage(join(root, ".octavo/cache/build.db"));
    try {
      return use(storage);
    } finally {
      storage.close();
    }
  };
  const own = await withStorage((storage) => storage.value(TOOLCHAIN_MEMO.name));
  const { digest, files } = JSON.parse(Buffer.from(own?.bytes ?? []).toString("utf8"));
  const touched = JSON.stringify({ digest, files: files.map(([path]: [string, unknown]) => [path, { ...files[0][1], mtimeMs: 1 }]) });
  const values = new Map([[TOOLCHAIN_MEMO.name, { key: TOOLCHAIN_MEMO.key(), bytes: Buffer.from(touched) }]]);
  await withStorage((storage) => storage.commit({ values, removed: new Set() }));
  expect(stagesOf(await buildIn(root))).toEqual([]);
  expect(await withStorage((storage) => storage.value(TOOLCHAIN_MEMO.name))).toEqual(own);
});

it("the toolchain covers every room that builds and hosts may import", () => {
  const reached = new Set<string>();
  const reach = (room: string): void => {
    if (reached.has(room)) return;
    reached.add(room);
    for (const other of ROOMS[room] ?? []) reach(other);
  };
  for (const room of ["build", "hosts"]) reach(room);
  expect(reached.size).toBeGreaterThan(4);
  expect(CODE_FOLDERS).toEqual(expect.arrayContaining([...reached]));
});
