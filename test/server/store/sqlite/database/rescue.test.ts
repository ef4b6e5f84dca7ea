import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { FileConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import { openDatabase } from "../../../../../server/store/sqlite/database/open-database.ts";
import { createFileWatch, type FileLoss, fileLossText } from "../../../../../server/store/sqlite/database/rescue.ts";
import { verifyDatabase } from "../../../../../server/store/sqlite/database/verify.ts";
import { createTestStore, temporaryFolder } from "../../file-store.ts";
import { NOON, publish, submit } from "../../helpers.ts";

const AT = "20260301T120000000Z";

function createWatched() {
  const losses: FileLoss[] = [];
  return { losses, ...createTestStore({ onFileLoss: (loss) => losses.push(loss) }) };
}

test("nothing is rescued as long as the files keep their names", async () => {
  const { store, file, losses } = createWatched();
  await publish(store);
  await store.lookAtFiles();
  expect(losses).toEqual([]);
  expect(await store.health()).toMatchObject({ ok: true, writes: null });
  await store.close();
  expect(readdirSync(dirname(file)).sort()).toEqual(["octavo.sqlite", "octavo.sqlite.server-files"]);
});

test("a deleted database is copied from the handle once, readable only by its owner, and nothing is served afterwards", async () => {
  const { store, file, losses } = createWatched();
  await publish(store);
  unlinkSync(file);
  await submit(store);
  await store.lookAtFiles();
  await store.lookAtFiles();
  const rescued = `${file}.rescued-${AT}`;
  expect(losses).toEqual([{ what: "deleted", rescued, aside: [`${file}-wal.aside-${AT}`, `${file}-shm.aside-${AT}`], error: null }]);
  expect(verifyDatabase(rescued)).toMatchObject({ problems: [], rows: { comment: 2, post: 1 } });
  expect(statSync(rescued).mode & 0o777).toBe(0o600);
  expect(await store.health()).toEqual({ ok: false, writes: "database-lost", queued: 0 });
  await expect(submit(store)).rejects.toMatchObject({ reason: "database-lost" });
  await expect(store.counts.all()).rejects.toThrow(expect.objectContaining({ reason: "database-lost" }));
});

test("a failed rescue is retried, and reported when it has succeeded", async () => {
  const { store, file, losses } = createWatched();
  await publish(store);
  const inTheWay = `${file}.rescued-${AT}.partial`;
  mkdirSync(inTheWay);
  unlinkSync(file);
  await store.lookAtFiles();
  await store.lookAtFiles();
  expect(losses).toMatchObject([{ rescued: null, error: expect.stringContaining(inTheWay) }]);
  expect(losses.map((loss) => fileLossText(loss, file))).toEqual([expect.stringContaining("DO NOT STOP IT")]);
  rmdirSync(inTheWay);
  await store.close();
  expect(losses).toMatchObject([{}, { rescued: `${file}.rescued-${AT}`, aside: [expect.any(String), expect.any(String)] }]);
  expect(verifyDatabase(`${file}.rescued-${AT}`)).toMatchObject({ problems: [], rows: { comment: 1 } });
});

test("another file under the same name is neither opened nor changed, and keeps its own log", async () => {
  const { store, file, losses } = createWatched();
  await publish(store);
  rmSync(`${file}-wal`);
  writeFileSync(`${file}-wal`, "the log of the other");
  renameSync(`${file}-shm`, `${file}-old`);
  unlinkSync(file);
  writeFileSync(file, "another database");
  await store.lookAtFiles();
  expect(losses).toMatchObject([{ what: "replaced", aside: [] }]);
  await store.close();
  expect([statSync(file).size, statSync(`${file}-wal`).size]).toEqual([16, 20]);
});

test("a deleted log is treated the same way, because a crash would lose it and the next process would create another", async () => {
  const { store, file, losses } = createWatched();
  await publish(store);
  unlinkSync(`${file}-wal`);
  await store.lookAtFiles();
  expect(losses).toMatchObject([{ what: "log-lost", rescued: expect.any(String) }]);
  expect(verifyDatabase(losses[0]?.rescued ?? "")).toMatchObject({ problems: [], rows: { comment: 1 } });
});

test("after a disk failure, another file with the database's name is not opened in its place", () => {
  const folder = temporaryFolder();
  const file = join(folder, "octavo.db");
  const losses: FileLoss[] = [];
  const opened: string[] = [];
  const open = () => {
    watch.requireUnmoved();
    const database = openDatabase(file);
    opened.push(file);
    watch.opened();
    return database;
  };
  const watch = createFileWatch({
    file,
    connection: () => connection,
    clock: () => NOON,
    onLoss: (loss) => losses.push(loss),
  });
  const connection = new FileConnection(open);
  connection.run("INSERT INTO spam_word VALUES ('casino')");
  renameSync(file, join(folder, "old.db"));
  connection.reset();
  expect(opened).toEqual([file]);
  expect(connection.all("SELECT word FROM spam_word")).toEqual([{ word: "casino" }]);
  // A handle lost during a transaction is not replaced by a handle on another file.
  connection.run("BEGIN");
  connection.reset();
  expect(() => connection.run("ROLLBACK")).toThrow(expect.objectContaining({ reason: "database-lost" }));
  watch.look();
  expect(losses).toMatchObject([{ what: "deleted", rescued: null, error: "the database handle was lost as well" }]);
  connection.close();
});

test("a link that now points elsewhere removes nothing, and is not followed again", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "link.db");
  symlinkSync(join(folder, "one.db"), file);
  writeFileSync(join(folder, "one.db"), "");
  const { store, database } = createTestStore({ file });
  unlinkSync(file);
  writeFileSync(join(folder, "two.db"), "");
  symlinkSync(join(folder, "two.db"), file);
  await store.lookAtFiles();
  expect((await store.health()).ok).toBe(true);
  expect(database().name).toBe(file);
});
