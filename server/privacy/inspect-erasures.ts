import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readAppliedErasuresOf } from "../store/sqlite/privacy/applied-erasures.ts";
import { openErasureKeys } from "./erasure-keys.ts";
import { ERASURES_FILE, findMissingErasures, findPendingErasures, ownErasures, readErasures } from "./erasure-record.ts";

/** How the list of erasures and the database go together. */
export interface ErasureInspection {
  /** Absolute. */
  readonly file: string;
  /** Entries of the list; null: there is no list. */
  readonly listed: number | null;
  /** Listed, and not recorded by the database, which may hold what they erased. The next start makes them again. */
  readonly pending: number;
  /** Of these, those that were noted with other secrets than are at hand. A start refuses where the database holds anything that old. */
  readonly foreign: number;
  /** Recorded by the database, and not in the list: a restore would bring back what they erased. */
  readonly missing: number;
}

/**
 * Reads only, while a server runs too; makes nothing.
 * @throws PrivateFileError where the list or the secrets are damaged, or others may read them
 * @throws StoreFileError where the database is not octavo's
 */
export function inspectErasures(dbFile: string): ErasureInspection {
  const file = join(dirname(dbFile), ERASURES_FILE);
  const list = readErasures(file);
  const erasures = list ?? [];
  const applied = existsSync(dbFile) ? readAppliedErasuresOf(dbFile) : null;
  const pending = existsSync(dbFile) ? findPendingErasures(erasures, applied ?? []) : [];
  return {
    file,
    listed: list?.length ?? null,
    pending: pending.length,
    foreign: pending.length - ownErasures(pending, openErasureKeys(dbFile)).length,
    missing: findMissingErasures(erasures, applied ?? []).length,
  };
}
