import { existsSync, fsyncSync, ftruncateSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { causeFields, type Log } from "../log.ts";
import { createPrivateFile, readPrivateJson, withOpenFile } from "../private-file.ts";
import { EMPTY_RECORD, type IncidentRecord, parseIncidentRecord, type RecordKeeper } from "./incident-record.ts";

/** A file in the database's folder with lasting incidents and pending messages about them. */
export const INCIDENTS_FILE = "incidents.json";
/**
 * Size of the file, in bytes. It is the same from the start, and the file is overwritten in place,
 * so it can be written on a full disk, where neither the database nor a new file can.
 */
const BLOCK_BYTES = 32 * 1024;

export function incidentsFileOf(dbFile: string): string {
  return join(dirname(dbFile), INCIDENTS_FILE);
}

/** A missing or damaged file counts as empty, so an incident is reported again. */
export function readIncidentRecord(dbFile: string): IncidentRecord {
  try {
    return parseIncidentRecord(readPrivateJson(incidentsFileOf(dbFile), { allowsShared: true }));
  } catch {
    return EMPTY_RECORD;
  }
}

/** Reserves space for the file while there is some. */
export function reserveIncidentRecord(dbFile: string): void {
  if (!existsSync(incidentsFileOf(dbFile))) createPrivateFile(incidentsFileOf(dbFile), toBlock(EMPTY_RECORD));
}

/**
 * Overwrites the file in place and syncs it. A write that a power cut interrupts does not leave
 * valid JSON.
 * @throws if the file does not exist, or the disk fails
 */
export function writeIncidentRecord(dbFile: string, record: IncidentRecord): void {
  const block = Buffer.from(toBlock(record));
  withOpenFile(incidentsFileOf(dbFile), "r+", (file) => {
    for (let at = 0; at < block.length; ) at += writeSync(file, block, at, block.length - at, at);
    ftruncateSync(file, block.length);
    fsyncSync(file);
  });
}

/** Pads the JSON with spaces, which parsers ignore. */
function toBlock(record: IncidentRecord): string {
  const text = JSON.stringify(record);
  return `${text}${" ".repeat(Math.max(0, BLOCK_BYTES - Buffer.byteLength(text) - 1))}\n`;
}

/** A record that cannot be written stays in memory, and the failure is logged once. */
export function createFileKeeper(dbFile: string, log: Pick<Log, "warn">): RecordKeeper {
  let failed = false;
  const attempt = (work: () => void): void => {
    try {
      work();
      failed = false;
    } catch (error) {
      if (!failed) log.warn("incidents cannot be recorded beside the database; a restart may report them again", causeFields(error));
      failed = true;
    }
  };
  attempt(() => reserveIncidentRecord(dbFile));
  return {
    read: () => readIncidentRecord(dbFile),
    keep: (record) =>
      attempt(() => {
        reserveIncidentRecord(dbFile);
        writeIncidentRecord(dbFile, record);
      }),
  };
}
