import { expect, it } from "vitest";
import type { CacheStorage } from "../../../build/cache/storage/cache-storage.ts";
import { createMemoryStorage } from "../../../build/cache/storage/memory-storage.ts";
import { CODE_FOLDERS, readToolchain, TOOLCHAIN_MEMO } from "../../../build/cache/toolchain.ts";
import { ROOMS } from "../../../scripts/import-rules.ts";

/** Long after every source was saved. */
const LATER = 4_000_000_000_000;

function storageWith(key: string, bytes: Uint8Array): CacheStorage {
  const storage = createMemoryStorage();
  storage.commit({ values: new Map([[TOOLCHAIN_MEMO.name, { key, bytes }]]), removed: new Set() });
  return storage;
}

it("a digest of the toolchain is believed while its files are as they were, and never that of one in another place", () => {
  const own = readToolchain(createMemoryStorage(), LATER);
  if (own.kept === null) throw new Error("nothing is to be kept");
  const { files } = JSON.parse(Buffer.from(own.kept).toString("utf8"));
  const kept = Buffer.from(JSON.stringify({ digest: "kept", files }));
  expect(readToolchain(storageWith(TOOLCHAIN_MEMO.key(), kept), LATER)).toEqual({ digest: "kept", kept: null });
  expect(readToolchain(storageWith("another place", kept), LATER).digest).toBe(own.digest);
  const [[path, stat], ...rest] = files;
  const changed = Buffer.from(JSON.stringify({ digest: "kept", files: [[path, { ...stat, mtimeMs: 1 }], ...rest] }));
  expect(readToolchain(storageWith(TOOLCHAIN_MEMO.key(), changed), LATER).digest).toBe(own.digest);
});

it("is of every room that builds and hosts may import", () => {
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
