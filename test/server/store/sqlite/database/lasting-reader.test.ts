import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { backupDatabase } from "../../../../../server/store/sqlite/backup/backup.ts";
import { restoreDatabase } from "../../../../../server/store/sqlite/backup/restore.ts";
import { compactDatabase, isCompacting } from "../../../../../server/store/sqlite/database/compaction.ts";
import { verifyDatabase } from "../../../../../server/store/sqlite/database/verify.ts";
import { createTestStore, type TestStore, temporaryFolder } from "../../file-store.ts";
import { publish } from "../../helpers.ts";

/**
 * Works like Litestream: it creates its tables, reads continuously, so that no other process
 * empties the log, and pauses for its own checkpoint. A line on standard input represents a minute.
 */
const REPLICATOR = `
  import { createRequire } from "node:module";
  import { createInterface } from "node:readline";
  const Database = createRequire(process.argv[2])("better-sqlite3");
  const database = new Database(process.argv[1], { timeout: 1_000 });
  database.pragma("wal_autocheckpoint = 0");
  database.exec("CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
  database.exec("CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)");
  const bump = () => database.exec("INSERT INTO _litestream_seq (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1");
  const reader = new Database(process.argv[1], { readonly: true });
  const read = () => { reader.exec("BEGIN"); reader.prepare("SELECT count(*) FROM _litestream_seq").get(); };
  bump();
  read();
  console.log("reads");
  for await (const _ of createInterface({ input: process.stdin })) {
    reader.exec("ROLLBACK");
    let text = "checkpoint";
    try { database.pragma("wal_checkpoint(PASSIVE)"); bump(); } catch (error) { text = error.code; }
    read();
    console.log(text);
  }`;

interface Replicator {
  /** Simulates a minute. */
  minute(): Promise<void>;
}

async function startReplicator(file: string): Promise<Replicator> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", REPLICATOR, file, import.meta.filename], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("reads");
  return {
    async minute() {
      child.stdin.write("\n");
      expect((await lines.next()).value).toMatch(/^(?:checkpoint|SQLITE_BUSY\w*)$/);
    },
  };
}

const MARKER = "zwqkx-erased";
const ADA = { email: "ada@mail.example", emailHash: null };

async function eraseOne(store: TestStore["store"]): Promise<void> {
  for (let n = 0; n < 5; n += 1) await publish(store, { authorEmail: ADA.email, body: `${MARKER} `.repeat(50) });
  await store.privacy.erase(ADA, Number.MAX_SAFE_INTEGER);
}

const holdsMarker = (file: string): boolean => [file, `${file}-wal`].some((path) => readFileSync(path).includes(MARKER));

test("a compaction during continuous reading reports that it is not finished, and a later one finishes", async () => {
  const { store, file } = createTestStore();
  const reader = new Database(file, { readonly: true });
  await publish(store, { authorEmail: ADA.email, body: MARKER });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM comment").get();
  await eraseOne(store);
  expect(compactDatabase(file, { readersWaitMs: 20 })).toMatchObject({ isFinished: false });
  expect([holdsMarker(file), isCompacting(file), await store.privacy.compactionDue()]).toEqual([true, false, true]);
  await publish(store);
  reader.close();
  expect(compactDatabase(file)).toMatchObject({ isFinished: true });
  expect([holdsMarker(file), await store.privacy.compactionDue()]).toEqual([false, false]);
});

test("a compaction waits until a replicator releases its lock, while visitors can write", async () => {
  const { store, file, problems } = createTestStore();
  const replicator = await startReplicator(file);
  await eraseOne(store);
  expect(holdsMarker(file)).toBe(true);
  const module = new URL("../../../../../server/store/sqlite/database/compaction.ts", import.meta.url).href;
  const program = `const { compactDatabase } = await import(process.argv[1]); console.log(JSON.stringify(compactDatabase(process.argv[2])));`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", program, module, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  const printed = once(other.stdout, "data");
  let isDone = false;
  const done = printed.then(() => {
    isDone = true;
  });
  await expect.poll(() => isCompacting(file), { interval: 1, timeout: 30_000 }).toBe(true);
  const written = publish(store, { body: "Written meanwhile" });
  while (!isDone) await Promise.race([replicator.minute(), done]);
  expect(JSON.parse(String((await printed)[0]))).toMatchObject({ isFinished: true });
  expect(await store.comments.get(await written)).toMatchObject({ body: "Written meanwhile" });
  expect([holdsMarker(file), await store.privacy.compactionDue(), await problems()]).toEqual([false, false, []]);
}, 60_000);

test("a database that a replicator has open can be verified, copied and restored, without reports about its tables", async () => {
  const { store, file } = createTestStore();
  const replicator = await startReplicator(file);
  await publish(store);
  await replicator.minute();
  const target = join(temporaryFolder(), "copy.db");
  const copy = await backupDatabase({ source: file, target });
  expect([copy.foreign, Object.keys(copy.rows).filter((name) => name.startsWith("_"))]).toEqual([[], []]);
  expect([verifyDatabase(file).problems, verifyDatabase(target).problems]).toEqual([[], []]);
  const restored = join(temporaryFolder(), "restored.db");
  await restoreDatabase({ backup: target, target: restored });
  expect(verifyDatabase(restored).problems).toEqual([]);
  // Nothing may replace a database that the replicator still reads.
  await expect(restoreDatabase({ backup: target, target: file })).rejects.toMatchObject({
    hint: expect.stringContaining("and Litestream"),
  });
});
