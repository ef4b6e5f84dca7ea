import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { toMinuteIn } from "../../../days.ts";
import { syncFolder } from "../../../private-file.ts";
import { toShellWord } from "../../../text/shell-word.ts";
import type { RescuedFile } from "../../engine/store-host.ts";
import { toRealPath } from "./database-files.ts";

/** The name that rescue.ts gives. Restored or dismissed files have longer names. */
const RESCUED = /^\.rescued-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** Rescued files that are neither restored nor dismissed, oldest first. `dbFile` need not exist. */
export function listRescuedFiles(dbFile: string): RescuedFile[] {
  const path = toRealPath(dbFile);
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      if (!name.startsWith(basename(path))) return [];
      const [, year, month, day, hour, minute, second, ms] = RESCUED.exec(name.slice(basename(path).length)) ?? [];
      return ms === undefined ? [] : [{ file: join(folder, name), at: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z` }];
    });
}

/**
 * Renames a rescued file, so that it is no longer listed.
 * @returns its new path
 */
export function renameRescuedFile(file: string, how: "restored" | "dismissed"): string {
  const settled = `${file}.${how}`;
  renameSync(file, settled);
  syncFolder(dirname(file));
  return settled;
}

/**
 * Describes the problem without a path, because it is public.
 * @param timeZone of the reader, known to this runtime; logs use UTC
 */
export function describeRescued({ at }: RescuedFile, timeZone = "UTC"): string {
  return `a rescued database with visitors' data until ${toMinuteIn(Date.parse(at), timeZone)} ${timeZone} was neither restored nor dismissed`;
}

/** @param path for the owner */
export function rescuedRemedy(path: string): string {
  const file = toShellWord(path);
  return `octavo comments import ${file} and octavo inquiries import ${file} add missing rows here; octavo db restore ${file} replaces the database while the server is stopped; octavo db dismiss ${file} marks it as done`;
}
