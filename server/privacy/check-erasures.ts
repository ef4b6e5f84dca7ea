import { dirname, join } from "node:path";
import { causeFields, errorFields, type Log } from "../log.ts";
import { PrivateFileError } from "../private-file.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { ERASURES_FILE, ensureErasures, findMissingErasures, readErasures } from "./erasure-record.ts";
import { replayPendingErasures } from "./replay-erasures.ts";

export interface CheckErasuresOptions {
  readonly dbFile: string;
  readonly privacy: PrivacyStore;
  /** Rewrites the database, so that no free page holds what was erased. */
  readonly compact: () => void;
  readonly log: Pick<Log, "error" | "warn">;
}

/**
 * At a start, before anybody can ask: erases what the list names and the database has not recorded. Makes the list where nobody was ever erased, and says loudly that it is lost
 * where the database knows better.
 * @throws StoreFileError where an erasure cannot be made again
 */
export async function checkErasures({ dbFile, privacy, compact, log }: CheckErasuresOptions): Promise<void> {
  const folder = dirname(dbFile);
  try {
    const { replayed, erased } = await replayPendingErasures(dbFile, privacy);
    if (replayed > 0) {
      const detail = "erasures.json names them, and the database had not recorded them: an older one was copied into its place";
      log.warn("erasures were made again", { erasures: replayed, ...erased.rows, detail });
    }
    await findLostList(folder, privacy, log);
  } catch (error) {
    if (!(error instanceof PrivateFileError)) throw error;
    log.error("THE LIST OF ERASURES CANNOT BE READ: WHAT WAS ERASED MAY BE PUBLIC AGAIN", { detail: `${error.message}: ${error.hint}` });
  }
  try {
    if (await privacy.compactionDue()) compact();
  } catch (error) {
    log.warn("what was erased is still in unused parts of the database's file; the next start rewrites it", causeFields(error));
  }
}

async function findLostList(folder: string, privacy: PrivacyStore, log: Pick<Log, "error" | "warn">): Promise<void> {
  const wanted = await privacy.lastErasure();
  const found = readErasures(join(folder, ERASURES_FILE));
  if (found === null && wanted === null) {
    try {
      ensureErasures(folder);
    } catch (error) {
      log.warn("the list of erasures cannot be made; the next start tries again", errorFields(error));
    }
    return;
  }
  const isMissing = findMissingErasures(found ?? [], await privacy.appliedErasures()).length > 0;
  // A database of before it recorded each of them knows when the last one was.
  const isOlder = wanted !== null && !(found ?? []).some(({ at }) => Date.parse(at) >= wanted);
  if (wanted === null || !(isMissing || isOlder)) return;
  log.error("THE LIST OF ERASURES IS LOST OR TOO OLD: A RESTORE WOULD BRING BACK WHAT WAS ERASED", {
    detail: `the database knows of one at ${new Date(wanted).toISOString()}, which ${join(folder, ERASURES_FILE)} does not have${found === null ? ": it is gone" : ""}. Put the copy that stands beside the newest backup (<backup>.erasures.json) in its place, or erase again: octavo privacy erase`,
  });
}
