import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { compactDatabase, isCompacting } from "../../../../../server/store/sqlite/database/compaction.ts";
import { takeFileLock } from "../../../../../server/store/sqlite/database/file-lock.ts";
import { createTestStore } from "../../file-store.ts";
import { publish, submit } from "../../helpers.ts";

test("a compaction makes the database smaller and empties its log, and a server that has it open continues to read and write", async () => {
  const { store, file, problems } = createTestStore();
  for (let n = 0; n < 50; n += 1) await submit(store, { authorEmail: "ada@mail.example", body: "x".repeat(20_000) });
  await store.privacy.erase({ email: "ada@mail.example", emailHash: null }, Number.MAX_SAFE_INTEGER);
  const kept = await publish(store, { body: "Kept" });
  const { bytesAfter } = compactDatabase(file);
  expect([statSync(`${file}-wal`).size, bytesAfter]).toEqual([0, statSync(file).size]);
  // A megabyte has been erased.
  expect(bytesAfter).toBeLessThan(500_000);
  expect(await store.comments.get(kept)).toMatchObject({ body: "Kept" });
  await publish(store);
  expect(await problems()).toEqual([]);
});

test("a compaction is reported as long as it lasts, even if its process is killed", async () => {
  const { file } = createTestStore();
  expect(isCompacting(file)).toBe(false);
  const lock = takeFileLock(file, ".compaction-lock", 0);
  expect(lock).not.toBeNull();
  expect(isCompacting(file)).toBe(true);
  expect(() => compactDatabase(file, { waitMs: 0 })).toThrow("is being rewritten by another process");
  lock?.release();
  expect(isCompacting(file)).toBe(false);

  const module = new URL("../../../../../server/store/sqlite/database/file-lock.ts", import.meta.url).href;
  const program = `const { takeFileLock } = await import(process.argv[1]);
    globalThis.lock = takeFileLock(process.argv[2], ".compaction-lock", 0);
    console.log("locked");
    setInterval(() => {}, 1_000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", program, module, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  const ended = once(other, "exit");
  await Promise.race([once(other.stdout, "data"), ended]);
  expect(isCompacting(file)).toBe(true);
  other.kill("SIGKILL");
  await ended;
  expect(isCompacting(file)).toBe(false);
});

test("a process that locks the database for too long is reported, and nothing is lost", async () => {
  const { store, file } = createTestStore();
  const id = await submit(store);
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  expect(() => compactDatabase(file, { waitMs: 20 })).toThrow("could not be rewritten: another process holds a lock on it");
  other.exec("ROLLBACK");
  expect(isCompacting(file)).toBe(false);
  expect(await store.comments.get(id)).not.toBeNull();
});
