import { dirname, join } from "node:path";
import { causeFields, errorFields, type Log } from "../log.ts";
import { PrivateFileError } from "../private-file.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { ERASURES_FILE, ensureErasures, LOST_LIST_REMEDY, readErasures } from "./erasure-file.ts";
import { OLDER_ACCESS } from "./older-access.ts";
import { findLostErasure } from "./open-erasure-list.ts";
import { replayPendingErasures } from "./replay-erasures.ts";

export interface CheckErasuresOptions {
  readonly dbFile: string;
  readonly privacy: PrivacyStore;
  /**
   * Rewrites the database, so that no free page contains erased data. Returns the remaining work,
   * or null.
   */
  readonly compact: () => string | null;
  readonly log: Pick<Log, "error" | "warn">;
}

/**
 * Runs at startup, before the first request. Repeats every erasure that is in the list but not
 * recorded in the database. Creates the list if nobody was ever erased, and logs an error if it is
 * older than the database.
 * @returns warnings about the list for /readyz, while the server runs
 * @throws StoreFileError if an erasure cannot be repeated
 * @throws PrivateFileError if the list is lost
 */
export async function checkErasures({ dbFile, privacy, compact, log }: CheckErasuresOptions): Promise<() => readonly string[]> {
  const path = join(dirname(dbFile), ERASURES_FILE);
  const { replayed, erased, recovered } = await replayPendingErasures(dbFile, privacy);
  if (recovered > 0) {
    const detail = `${path} lacked them; they were recovered from lists beside known backups`;
    log.warn("erasures were put back into the list", { erasures: recovered, detail });
  }
  if (replayed > 0) {
    const detail = `erasures.json names them, but the database had not recorded them: it had been replaced by an older copy. ${OLDER_ACCESS}`;
    log.warn("erasures were repeated", { erasures: replayed, ...erased.rows, detail });
  }
  const isMade = await keepList(dirname(dbFile), privacy, log);
  const isOld = await isListOld(path, privacy, log);
  try {
    const rest = (await privacy.compactionDue()) ? compact() : null;
    if (rest !== null) log.warn("erased data is still in unused parts of the database file", { detail: rest });
  } catch (error) {
    log.warn("erased data is still in unused parts of the database file; the next start rewrites it", causeFields(error));
  }
  return () => [...(isOld ? ["the list of erasures is older than the database"] : []), ...(isMade ? describeLoss(path) : [])];
}

/** Describes the loss of a list that existed when the server started. Names no path. */
function describeLoss(path: string): string[] {
  const text =
    "the list of erasures is missing or unreadable: the server will not start again until it is restored or its loss is accepted";
  try {
    return readErasures(path) === null ? [text] : [];
  } catch (error) {
    if (error instanceof PrivateFileError) return [text];
    throw error;
  }
}

/** Returns true if the list exists and the database records it. */
async function keepList(folder: string, privacy: PrivacyStore, log: Pick<Log, "warn">): Promise<boolean> {
  try {
    ensureErasures(folder);
    await privacy.keepErasureList();
    return true;
  } catch (error) {
    log.warn("the list of erasures cannot be created or recorded; the next start tries again", errorFields(error));
    return false;
  }
}

async function isListOld(path: string, privacy: PrivacyStore, log: Pick<Log, "error">): Promise<boolean> {
  const wanted = await findLostErasure(readErasures(path) ?? [], privacy);
  if (wanted === null) return false;
  log.error("THE LIST OF ERASURES IS TOO OLD: A RESTORE WOULD BRING BACK ERASED DATA", {
    detail: `the database records an erasure at ${new Date(wanted).toISOString()} that is missing from ${path}: ${LOST_LIST_REMEDY}`,
  });
  return true;
}
