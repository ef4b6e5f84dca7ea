import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { readTroubleRecord, reserveTroubleRecord, troublesFileOf, writeTroubleRecord } from "../../../server/troubles/trouble-file.ts";
import { EMPTY_RECORD, type TroubleRecord } from "../../../server/troubles/trouble-record.ts";

const RECORD: TroubleRecord = {
  format: 1,
  lasting: [{ trouble: { kind: "disk", key: "sda", message: "a", publicMessage: "b", remedy: "c" }, since: 1, seenAt: 2 }],
  past: [],
  pending: [],
};

let dbFile: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "octavo-record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  dbFile = join(folder, "octavo.db");
});

it("the record of troubles is empty before the first write, and then contains the written troubles", () => {
  expect(readTroubleRecord(dbFile)).toEqual(EMPTY_RECORD);
  reserveTroubleRecord(dbFile);
  expect(readTroubleRecord(dbFile)).toEqual(EMPTY_RECORD);
  writeTroubleRecord(dbFile, RECORD);
  reserveTroubleRecord(dbFile);
  expect(readTroubleRecord(dbFile)).toEqual(RECORD);
  writeTroubleRecord(dbFile, EMPTY_RECORD);
  expect(readTroubleRecord(dbFile)).toEqual(EMPTY_RECORD);
  expect(statSync(troublesFileOf(dbFile)).mode & 0o777).toBe(0o600);
});

it("the record of troubles counts as empty if it is damaged", () => {
  writeFileSync(troublesFileOf(dbFile), '{"format":1,"lasting":[{"trou', { mode: 0o600 });
  expect(readTroubleRecord(dbFile)).toEqual(EMPTY_RECORD);
});

it("the record of troubles can be written on a full disk, even if no new file can", ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), "octavo-full-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", folder], { stdio: "pipe" });
  } catch {
    skip("no file system can be mounted here");
  }
  try {
    const file = join(folder, "octavo.db");
    reserveTroubleRecord(file);
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, "ballast"), Buffer.alloc(bavail * bsize));
    expect(() => writeFileSync(join(folder, "more"), Buffer.alloc(10_000))).toThrow("ENOSPC");
    writeTroubleRecord(file, RECORD);
    expect(readTroubleRecord(file)).toEqual(RECORD);
  } finally {
    execFileSync("umount", ["-l", folder]);
  }
});
