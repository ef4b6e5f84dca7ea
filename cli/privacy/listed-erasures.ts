import { randomBytes } from "node:crypto";
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

/** Where the erasures of a database are noted. */
export function erasuresFileOf(dbFile: string): string {
  return join(dirname(dbFile), ERASURES_FILE);
}

/**
 * Begins with what can fail: returns what puts the erasures beside a backup, once that is there,
 * and notes where it is; that gives the file, or null where there is nothing to copy.
 * @throws PrivateFileError where the file is damaged
 */
export function prepareErasures(dbFile: string, backup: string, io: Pick<Io, "now" | "stderr">): () => string | null {
  readErasures(erasuresFileOf(dbFile));
  return () => {
    try {
      noteBackup(dbFile, { backup, at: io.now(), bytes: statSync(backup).size, suffix: randomBytes(8).toString("hex") });
    } catch (error) {
      // Whoever makes backups need not be able to write beside the database.
      const reason = error instanceof Error ? error.message : String(error);
      io.stderr.write(
        `warning: this backup cannot be noted beside the database: octavo doctor and privacy erase will not know of it (${reason})\n`,
      );
    }
    const beside = `${backup}${BACKUP_ERASURES_SUFFIX}`;
    // The list of an older backup that this one has replaced. If the main list was emptied since,
    // this is the only copy.
    const previous = readIfSound(beside);
    // Again: what was erased while the backup was made may be in it.
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
  /** Whether the database's folder has the file, or one lies beside the backup. */
  readonly isKnown: boolean;
  /** Whether the database's folder has the file. */
  readonly isKept: boolean;
  /** null: nobody is known that these secrets could find. */
  readonly replay: ErasureReplay | null;
  /** Made with other secrets. */
  readonly foreign: number;
}

/**
 * Reads the erasures in the database's folder and beside the backup.
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

/** So that the next restore knows them too. */
export function keepErasures({ all, isKnown }: RestoredErasures, target: string): void {
  if (isKnown) addErasures(erasuresFileOf(target), all);
}

export function toErasuresJson({ all, foreign, isKept }: RestoredErasures, rows: ErasedRows["rows"]): Record<string, unknown> {
  return { known: all.length, replayed: all.length - foreign, fileFound: isKept, rows };
}

export function replayText({ all, foreign }: RestoredErasures, rows: ErasedRows["rows"]): string {
  const found = rowsText(rows);
  return `${plural(all.length - foreign, "erasure")} made again: ${found === null ? "the backup has nothing of theirs" : `${found} of the backup are gone`}`;
}

/** As loud as it can be: what somebody wanted erased may be back. */
export function warnOfErasures({ isKept, foreign }: RestoredErasures, target: string, { cwd, stderr }: Pick<Io, "cwd" | "stderr">): void {
  const file = shortenPath(erasuresFileOf(target), cwd);
  if (!isKept) {
    stderr.write(
      `WARNING: THERE IS NO ${file}: NOBODY KNOWS WHO WAS ERASED SINCE THIS BACKUP WAS MADE, AND WHAT WAS ERASED IS BACK.\n` +
        `hint: put that file back, or a copy that stands beside a newer backup (<backup>${BACKUP_ERASURES_SUFFIX}), then restore again; without one, erase again: octavo privacy erase. If nobody was ever erased, say so: octavo privacy accept-loss\n`,
    );
  }
  if (foreign > 0) {
    const secrets = shortenPath(join(dirname(target), SECRETS_FILE), cwd);
    stderr.write(
      `WARNING: ${plural(foreign, "erasure").toUpperCase()} COULD NOT BE MADE AGAIN: WHAT WAS ERASED MAY BE BACK. They were noted with other secrets than those in ${secrets}.\n` +
        "hint: put the secrets.json of that time there, and restore again: until then no server starts with it; if it is lost, octavo secrets accept, then erase again: octavo privacy erase\n",
    );
  }
}
