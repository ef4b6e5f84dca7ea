import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import {
  incidentsFileOf,
  readIncidentRecord,
  reserveIncidentRecord,
  writeIncidentRecord,
} from "../../../server/incidents/incident-file.ts";
import { EMPTY_RECORD, type IncidentRecord } from "../../../server/incidents/incident-record.ts";

const RECORD: IncidentRecord = {
  format: 1,
  lasting: [{ incident: { kind: "disk", key: "sda", message: "a", publicMessage: "b", remedy: "c" }, since: 1, seenAt: 2 }],
  past: [],
  pending: [],
};

let dbFile: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "octavo-record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  dbFile = join(folder, "octavo.db");
});

it("the incident record is empty before the first write, and then contains what was written", () => {
  expect(readIncidentRecord(dbFile)).toEqual(EMPTY_RECORD);
  reserveIncidentRecord(dbFile);
  expect(readIncidentRecord(dbFile)).toEqual(EMPTY_RECORD);
  writeIncidentRecord(dbFile, RECORD);
  reserveIncidentRecord(dbFile);
  expect(readIncidentRecord(dbFile)).toEqual(RECORD);
  writeIncidentRecord(dbFile, EMPTY_RECORD);
  expect(readIncidentRecord(dbFile)).toEqual(EMPTY_RECORD);
  expect(statSync(incidentsFileOf(dbFile)).mode & 0o777).toBe(0o600);
});

it("the incident record counts as empty if it is damaged", () => {
  writeFileSync(incidentsFileOf(dbFile), '{"format":1,"lasting":[{"trou', { mode: 0o600 });
  expect(readIncidentRecord(dbFile)).toEqual(EMPTY_RECORD);
});

it("the incident record can be written on a full disk, even if no new file can", ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), "octavo-full-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", folder], { stdio: "pipe" });
  } catch {
    skip("no file system can be mounted here");
  }
  try {
    const file = join(folder, "octavo.db");
    reserveIncidentRecord(file);
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, "ballast"), Buffer.alloc(bavail * bsize));
    expect(() => writeFileSync(join(folder, "more"), Buffer.alloc(10_000))).toThrow("ENOSPC");
    writeIncidentRecord(file, RECORD);
    expect(readIncidentRecord(file)).toEqual(RECORD);
  } finally {
    execFileSync("umount", ["-l", folder]);
  }
});
