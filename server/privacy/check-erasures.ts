import { dirname, join } from "node:path";
import { causeFields, errorFields, type Log } from "../log.ts";
import { PrivateFileError } from "../private-file.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { ERASURES_FILE, ensureErasures, LOST_LIST_REMEDY, readErasures } from "./erasure-record.ts";
import { findLostErasure } from "./open-erasure-list.ts";
import { replayPendingErasures } from "./replay-erasures.ts";

export interface CheckErasuresOptions {
  readonly dbFile: string;
  readonly privacy: PrivacyStore;
  /** Rewrites the database, so that no free page holds what was erased. @returns what is still to be done; null: nothing */
  readonly compact: () => string | null;
  readonly log: Pick<Log, "error" | "warn">;
}

/**
 * At a start, before anybody can ask: erases what the list names and the database has not recorded. Makes the list where nobody was ever erased, and says loudly that it is too old
 * where the database knows better.
 * @returns what /readyz says about the list while the server runs
 * @throws StoreFileError where an erasure cannot be made again
 * @throws PrivateFileError where the list is lost
 */
export async function checkErasures({ dbFile, privacy, compact, log }: CheckErasuresOptions): Promise<() => readonly string[]> {
  const path = join(dirname(dbFile), ERASURES_FILE);
  const { replayed, erased, recovered } = await replayPendingErasures(dbFile, privacy);
  if (recovered > 0) {
    const detail = `${path} lacked them; lists beside known backups name them, and they are in it again`;
    log.warn("erasures were put back into the list", { erasures: recovered, detail });
  }
  if (replayed > 0) {
    const detail = "erasures.json names them, and the database had not recorded them: an older one was copied into its place";
    log.warn("erasures were made again", { erasures: replayed, ...erased.rows, detail });
  }
  const isMade = await keepList(dirname(dbFile), privacy, log);
  const isOld = await isListOld(path, privacy, log);
  try {
    const rest = (await privacy.compactionDue()) ? compact() : null;
    if (rest !== null) log.warn("what was erased is still in unused parts of the database's file", { detail: rest });
  } catch (error) {
    log.warn("what was erased is still in unused parts of the database's file; the next start rewrites it", causeFields(error));
  }
  return () => [...(isOld ? ["the list of erasures is older than the database"] : []), ...(isMade ? describeLoss(path) : [])];
}

/** Describes the loss of a list that was there when the server started. Names no path. */
function describeLoss(path: string): string[] {
  const text = "the list of erasures is gone or cannot be read: the next start is refused until it is back, or its loss is accepted";
  try {
    return readErasures(path) === null ? [text] : [];
  } catch (error) {
    if (error instanceof PrivateFileError) return [text];
    throw error;
  }
}

/** True: the list is there, and the database knows it. */
async function keepList(folder: string, privacy: PrivacyStore, log: Pick<Log, "warn">): Promise<boolean> {
  try {
    ensureErasures(folder);
    await privacy.keepErasureList();
    return true;
  } catch (error) {
    log.warn("the list of erasures cannot be made or noted; the next start tries again", errorFields(error));
    return false;
  }
}

async function isListOld(path: string, privacy: PrivacyStore, log: Pick<Log, "error">): Promise<boolean> {
  const wanted = await findLostErasure(readErasures(path) ?? [], privacy);
  if (wanted === null) return false;
  log.error("THE LIST OF ERASURES IS TOO OLD: A RESTORE WOULD BRING BACK WHAT WAS ERASED", {
    detail: `the database knows of one at ${new Date(wanted).toISOString()}, which ${path} does not have: ${LOST_LIST_REMEDY}`,
  });
  return true;
}
