import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRecordedErasures } from "../store/sqlite/privacy/recorded-erasures.ts";
import { ERASURES_FILE, readErasures } from "./erasure-file.ts";
import { openErasureKeys } from "./erasure-keys.ts";
import { findMissingErasures, findPendingErasures, mergeErasures, ownErasures } from "./erasure-record.ts";
import { findUnlistedErasures, lossError, readBackupErasures } from "./open-erasure-list.ts";

/** The result of comparing the list of erasures with the database. */
export interface ErasureInspection {
  /** Absolute path. */
  readonly file: string;
  /** Entries in the list; null if there is no list. */
  readonly listed: number | null;
  /**
   * Number of erasures in the list but not recorded in the database, which may still contain the
   * erased data. The next start repeats them.
   */
  readonly pending: number;
  /**
   * Number of pending erasures that were made with other secrets. The server does not start if the
   * database contains anything that old.
   */
  readonly foreign: number;
  /**
   * Number of erasures that are not in this list, but in one beside a known backup. The next start
   * adds them.
   */
  readonly unlisted: number;
  /**
   * Number of erasures recorded in the database but in no list. A restore would bring the erased
   * data back.
   */
  readonly missing: number;
}

/**
 * Reads only, even while a server is running, and creates nothing.
 * @throws PrivateFileError if the list is lost, or the secrets are damaged or readable by others
 * @throws StoreFileError if the database is not octavo's
 */
export function inspectErasures(dbFile: string): ErasureInspection {
  const file = join(dirname(dbFile), ERASURES_FILE);
  const list = readErasures(file);
  if (!existsSync(dbFile)) return { file, listed: list?.length ?? null, pending: 0, foreign: 0, unlisted: 0, missing: 0 };
  const recorded = readRecordedErasures(dbFile);
  const beside = readBackupErasures(dbFile);
  const isKnown = recorded !== null && (recorded.isKnown || (beside.files.length > 0 && recorded.holdsAnything));
  if (list === null && isKnown) throw lossError(file, beside.files);
  const unlisted = findUnlistedErasures(list ?? [], beside.erasures);
  const erasures = mergeErasures(list ?? [], unlisted);
  const applied = recorded?.applied ?? [];
  const pending = findPendingErasures(erasures, applied);
  return {
    file,
    listed: list?.length ?? null,
    pending: pending.length,
    foreign: pending.length - ownErasures(pending, openErasureKeys(dbFile)).length,
    unlisted: unlisted.length,
    missing: findMissingErasures(erasures, applied, { lossAcceptedAt: recorded?.lossAcceptedAt ?? null }).length,
  };
}
