import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { addErasures, BACKUP_ERASURES_SUFFIX, ERASURES_FILE, readErasures, writeErasures } from "../../server/privacy/erasure-file.ts";
import { openErasureKeys } from "../../server/privacy/erasure-keys.ts";
import {
  type Erasure,
  type ListedErasures,
  mergeErasures,
  ownErasures,
  toAppliedErasure,
  toErasedSubjects,
} from "../../server/privacy/erasure-record.ts";
import { noteBackup } from "../../server/privacy/known-copies.ts";
import { readIfSound } from "../../server/privacy/open-erasure-list.ts";
import { SECRETS_FILE } from "../../server/secrets/secrets-file.ts";
import type { ErasedRows, ErasureReplay } from "../../server/store/privacy-types.ts";
import { plural } from "../build/result-text.ts";
import type { Io } from "../io.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { rowsText } from "./privacy-text.ts";

/** The file that lists a database's erasures. */
export function erasuresFileOf(dbFile: string): string {
  return join(dirname(dbFile), ERASURES_FILE);
}

/**
 * Checks the list of erasures before a backup starts. Call the returned function when the backup is
 * complete: it records where the backup is, and copies the list next to it.
 * @returns a function that returns the copy's path, or null if there are no erasures to copy
 * @throws PrivateFileError if the list is damaged
 */
export function prepareErasures(dbFile: string, backup: string, io: Pick<Io, "now" | "stderr">): () => string | null {
  readErasures(erasuresFileOf(dbFile));
  return () => {
    try {
      noteBackup(dbFile, { backup, at: io.now(), bytes: statSync(backup).size });
    } catch (error) {
      // The user who makes backups may not be allowed to write to the database's folder.
      const reason = error instanceof Error ? error.message : String(error);
      io.stderr.write(
        `warning: this backup could not be recorded next to the database, so octavo doctor and octavo privacy erase will not know about it (${reason})\n`,
      );
    }
    const beside = `${backup}${BACKUP_ERASURES_SUFFIX}`;
    // The list next to an older backup that this backup has replaced. If the main list has been
    // emptied since then, this is the only copy.
    const previous = readIfSound(beside);
    // Read again, because the backup may contain data that was erased while it was being made.
    const erasures = readErasures(erasuresFileOf(dbFile));
    if (erasures === null && previous === null) return null;
    writeErasures(beside, mergeErasures(previous ?? [], erasures ?? []));
    return beside;
  };
}

/**
 * Reads the erasures in the database's folder.
 * @throws PrivateFileError if the file is damaged
 */
export function readListedErasures(dbFile: string): ListedErasures {
  const erasures = readErasures(erasuresFileOf(dbFile)) ?? [];
  return toErasedSubjects(erasures, openErasureKeys(dbFile));
}

/** The erasures that a restore repeats. */
export interface RestoredErasures {
  readonly all: readonly Erasure[];
  /** Whether there is a list in the database's folder or next to the backup. */
  readonly isKnown: boolean;
  /** Whether there is a list in the database's folder. */
  readonly isKept: boolean;
  /** null if no erasure was recorded with these secrets. */
  readonly replay: ErasureReplay | null;
  /** The number of erasures recorded with other secrets, which cannot be repeated. */
  readonly foreign: number;
}

/**
 * Reads the lists of erasures in the database's folder and next to the backup.
 * @throws PrivateFileError if one is damaged
 */
export function readAllErasures(backup: string, target: string): RestoredErasures {
  const own = readErasures(erasuresFileOf(target));
  const beside = readErasures(`${backup}${BACKUP_ERASURES_SUFFIX}`);
  const all = mergeErasures(own ?? [], beside ?? []);
  const keySets = openErasureKeys(target);
  const found = ownErasures(all, keySets);
  const { subjects, foreign } = toErasedSubjects(all, keySets);
  const isKnown = own !== null || beside !== null;
  return {
    all,
    isKnown,
    isKept: own !== null,
    replay: found.length === 0 ? null : { subjects, erasures: found.map(toAppliedErasure) },
    foreign,
  };
}

/** Adds the erasures to the list of the database, so that the next restore also repeats them. */
export function keepErasures({ all, isKnown }: RestoredErasures, target: string): void {
  if (isKnown) addErasures(erasuresFileOf(target), all);
}

export function toErasuresJson({ all, foreign, isKept }: RestoredErasures, rows: ErasedRows["rows"]): Record<string, unknown> {
  return { known: all.length, replayed: all.length - foreign, fileFound: isKept, rows };
}

export function replayText({ all, foreign }: RestoredErasures, rows: ErasedRows["rows"]): string {
  const found = rowsText(rows);
  return `${plural(all.length - foreign, "erasure")} repeated: ${found === null ? "the backup contained none of the data to erase" : `removed ${found}`}`;
}

/** In capitals, because data that somebody wanted erased may be back. */
export function warnOfErasures({ isKept, foreign }: RestoredErasures, target: string, { cwd, stderr }: Pick<Io, "cwd" | "stderr">): void {
  const file = shortenPath(erasuresFileOf(target), cwd);
  if (!isKept) {
    stderr.write(
      `WARNING: ${file} IS MISSING, SO ERASURES MADE AFTER THIS BACKUP ARE UNKNOWN, AND ERASED DATA MAY BE BACK.\n` +
        `hint: put that file back, or the copy next to a newer backup (<backup>${BACKUP_ERASURES_SUFFIX}), then restore again; if you have neither, run octavo privacy erase again. If nobody was ever erased, run octavo privacy accept-loss\n`,
    );
  }
  if (foreign > 0) {
    const secrets = shortenPath(join(dirname(target), SECRETS_FILE), cwd);
    stderr.write(
      `WARNING: ${plural(foreign, "erasure").toUpperCase()} COULD NOT BE REPEATED: ERASED DATA MAY BE BACK. ${secrets} does not contain the secrets that recorded them.\n` +
        "hint: put back the secrets.json from that time and restore again. Until then, no server starts with this database. If that file is lost, run octavo secrets accept, then octavo privacy erase again\n",
    );
  }
}
