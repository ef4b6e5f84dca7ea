import { copyFileSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasLog, identifyFile, isSameFile, requireOwnLog } from "../../../../../server/store/sqlite/database/database-files.ts";
import { openStore } from "../../../../../server/store/sqlite/sqlite-store.ts";
import { createTestStore, temporaryFolder } from "../../file-store.ts";
import { NOON, publish, seededRandom } from "../../helpers.ts";

const REFUSED = { name: "StoreFileError", hint: expect.stringContaining("move") };

/** A database and its log as a kill leaves them, with the names in the record. */
async function createCrashed(): Promise<string> {
  const { store, file } = createTestStore();
  await publish(store);
  for (const suffix of ["", "-wal", ".server-files"]) copyFileSync(`${file}${suffix}`, `${file}${suffix}.kept`);
  for (const suffix of ["", "-wal"]) renameSync(`${file}${suffix}`, `${file}${suffix}.old`);
  await store.close();
  for (const suffix of ["", "-wal"]) {
    // Copies of the same files: their content is identical, but the inodes decide.
    writeFileSync(`${file}${suffix}.old`, readFileSync(`${file}${suffix}.kept`));
    renameSync(`${file}${suffix}.old`, `${file}${suffix}`);
  }
  renameSync(`${file}.server-files.kept`, `${file}.server-files`);
  return file;
}

test("a file is identified by inode and birth time: a new name or new content does not change its identity, but a copy in its place does", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "one");
  writeFileSync(file, "two");
  const known = identifyFile(file);
  if (known === null) throw new Error("it is there");
  renameSync(file, `${file}-moved`);
  writeFileSync(`${file}-moved`, "three");
  expect(isSameFile(known, identifyFile(`${file}-moved`))).toBe(true);
  expect(isSameFile(known, identifyFile(file))).toBe(false);
  copyFileSync(`${file}-moved`, file);
  expect(isSameFile(known, identifyFile(file))).toBe(false);
  expect(identifyFile(join(file, "below-a-file"))).toBeNull();
});

test("a reused inode does not make another file the same", () => {
  expect(isSameFile({ inode: "7", birth: "1" }, { inode: "7", birth: "2" })).toBe(false);
  expect(isSameFile({ inode: "7", birth: "1" }, { inode: "7", birth: null })).toBe(false);
  expect(isSameFile({ inode: "7", birth: null }, { inode: "7", birth: "2" })).toBe(true);
});

test("a database and its own log are opened after a crash, even if the two were moved or copied together", async () => {
  const file = await createCrashed();
  expect(hasLog(file)).toBe(true);
  requireOwnLog(file);
  const copy = join(temporaryFolder(), "octavo.sqlite");
  for (const suffix of ["", "-wal", ".server-files"]) copyFileSync(`${file}${suffix}`, `${copy}${suffix}`);
  requireOwnLog(copy);
});

test("another database beside that log, or a missing or empty one, is refused before it is opened", async () => {
  const file = await createCrashed();
  const other = createTestStore();
  await other.store.close();
  renameSync(file, `${file}.old`);
  expect(() => requireOwnLog(file)).toThrow(expect.objectContaining({ ...REFUSED, message: expect.stringContaining("does not exist") }));
  writeFileSync(file, "");
  expect(() => requireOwnLog(file)).toThrow(expect.objectContaining({ ...REFUSED, message: expect.stringContaining("is empty") }));
  copyFileSync(other.file, file);
  const open = () => openStore({ file, clock: () => NOON, random: seededRandom() });
  expect(open).toThrow(expect.objectContaining({ ...REFUSED, message: expect.stringContaining("belongs to another database") }));
  expect(readFileSync(file)).toEqual(readFileSync(other.file));
  renameSync(`${file}.old`, file);
  requireOwnLog(file);
});

test("without a log, or without a record, there is nothing to refuse", async () => {
  const file = await createCrashed();
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  rmSync(`${file}.server-files`);
  requireOwnLog(file);
  writeFileSync(`${file}.server-files`, "{ not JSON");
  requireOwnLog(file);
  writeFileSync(`${file}-wal`, "");
  expect(hasLog(file)).toBe(false);
  requireOwnLog(file);
  unlinkSync(`${file}-wal`);
  unlinkSync(file);
  requireOwnLog(file);
  expect(statSync(`${file}.server-files`).size).toBeGreaterThan(0);
});
