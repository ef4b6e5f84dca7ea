import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRecordedErasures } from "../store/sqlite/privacy/applied-erasures.ts";
import { openErasureKeys } from "./erasure-keys.ts";
import { ERASURES_FILE, findMissingErasures, findPendingErasures, mergeErasures, ownErasures, readErasures } from "./erasure-record.ts";
import { findUnlistedErasures, lossError, readBackupErasures } from "./open-erasure-list.ts";

/** How the list of erasures and the database go together. */
export interface ErasureInspection {
  /** Absolute. */
  readonly file: string;
  /** Entries of the list; null: there is no list. */
  readonly listed: number | null;
  /** Listed, and not recorded by the database, which may hold what they erased. The next start makes them again. */
  readonly pending: number;
  /** The part of these that was noted with other secrets than are at hand. A start refuses if the database holds anything that old. */
  readonly foreign: number;
  /** Not listed, and named by a list beside a known backup. The next start puts them back. */
  readonly unlisted: number;
  /** Recorded by the database, and in neither: a restore would bring back what they erased. */
  readonly missing: number;
}

/**
 * Reads only, while a server runs too; makes nothing.
 * @throws PrivateFileError where the list is lost, or the secrets are damaged or others may read them
 * @throws StoreFileError where the database is not octavo's
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
