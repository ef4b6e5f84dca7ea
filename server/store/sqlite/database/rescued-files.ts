import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { toMinuteIn } from "../../../days.ts";
import { syncFolder } from "../../../private-file.ts";
import { toShellWord } from "../../../text/shell-word.ts";
import { toRealPath } from "./database-files.ts";

/** As rescue.ts names it; one that is restored or dismissed has a longer name. */
const RESCUED = /^\.rescued-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** A file that a server held when its database was taken away. */
export interface RescuedFile {
  readonly file: string;
  /** When it was rescued, ISO. */
  readonly at: string;
}

/** Rescued files that nobody has restored or dismissed, the oldest first. `dbFile` need not exist. */
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

/** Renames a rescued file, so that it is not listed any more. @returns its new path */
export function renameRescuedFile(file: string, how: "restored" | "dismissed"): string {
  const settled = `${file}.${how}`;
  renameSync(file, settled);
  syncFolder(dirname(file));
  return settled;
}

/**
 * Describes the problem without a path: anybody may read it.
 * @param timeZone of the reader's clock, known to this runtime; a log has UTC
 */
export function describeRescued({ at }: RescuedFile, timeZone = "UTC"): string {
  return `what visitors wrote until ${toMinuteIn(Date.parse(at), timeZone)} ${timeZone} is in a rescued database that was neither restored nor dismissed`;
}

/** @param path as the owner can name it */
export function rescuedRemedy(path: string): string {
  const file = toShellWord(path);
  return `octavo comments import ${file} and octavo inquiries import ${file} add what is missing here; octavo db restore ${file} puts it in the database's place while the server is stopped; octavo db dismiss ${file} says that it is dealt with`;
}
