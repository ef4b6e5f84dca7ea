import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../log.ts";
import type { BackupState, OwnBackups } from "./backup-plan.ts";
import {
  backupName,
  deleteOldBackups,
  isBackupDue,
  listOwnBackups,
  newestBackup,
  type OwnBackup,
  recordUnnamedBackups,
  removePartialBackups,
} from "./own-backups.ts";

/**
 * Time until the first check for a due backup, and time between checks, in ms. The first check
 * waits so that it does not delay the first requests.
 */
const FIRST_LOOK_MS = 10_000;
const LOOK_MS = 60_000;
/**
 * Wait after the first failure, in ms. It doubles with each further failure, up to RETRY_MAX_MS.
 */
const RETRY_FIRST_MS = 5 * 60_000;
const RETRY_MAX_MS = 3_600_000;

export interface BackupTimerOptions {
  readonly plan: OwnBackups;
  readonly dbFile: string;
  /**
   * Makes a backup in a separate process. Rejects with the reason, and must then leave no file
   * named `target`.
   */
  readonly makeBackup: (target: string, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A monotonic clock, in ms. */
  readonly monotonic: () => number;
  readonly setTimer: (task: () => void, ms: number) => () => void;
  readonly log: Pick<Log, "info" | "warn">;
}

export interface BackupTimer {
  readonly state: () => BackupState;
  /** Stops a running backup, which leaves no files behind. */
  stop(): Promise<void>;
}

/**
 * Makes a backup whenever one is due, and then deletes old ones. After a failure it checks again
 * even if none is due, because a missing backup may be back, for example after its disk was mounted
 * again.
 */
export function startBackups(options: BackupTimerOptions): BackupTimer {
  const { plan, dbFile, monotonic, setTimer, log } = options;
  const stopping = new AbortController();
  let state: BackupState = { failure: null };
  let failures = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const attempt = async (): Promise<void> => {
    try {
      await makeAndRotate(options, stopping.signal);
      failures = 0;
      state = { failure: null };
    } catch (error) {
      if (stopping.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      notBefore = monotonic() + Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MAX_MS);
      failures += 1;
      state = { failure: { at: options.clock(), reason } };
      log.warn("a backup failed; it will be tried again", { folder: plan.folder, detail: reason });
    }
  };
  const look = (): void => {
    cancel = setTimer(look, LOOK_MS);
    if (running !== null) return;
    removeOldPartials(plan, options.clock());
    if (monotonic() < notBefore || (state.failure === null && !isDue(dbFile, plan, options.clock()))) return;
    running = attempt().finally(() => {
      running = null;
    });
  };
  let cancel = setTimer(look, FIRST_LOOK_MS);
  return {
    state: () => state,
    stop: async () => {
      cancel();
      stopping.abort();
      await running;
    },
  };
}

/**
 * Removes files that a killed server left behind, even if no backup is due, because a partial file
 * may not be encrypted. Ignores an unreadable folder, which the next attempt reports.
 */
function removeOldPartials({ folder }: OwnBackups, now: number): void {
  try {
    removePartialBackups(folder, null, now);
  } catch {}
}

/** An unreadable folder counts as due, because the attempt then reports the problem. */
function isDue(dbFile: string, plan: OwnBackups, now: number): boolean {
  try {
    return isBackupDue(listOwnBackups(dbFile, plan.folder), plan, now);
  } catch {
    return true;
  }
}

async function makeAndRotate(options: BackupTimerOptions, signal: AbortSignal): Promise<void> {
  const { plan, dbFile, clock, log } = options;
  const isNew = isDue(dbFile, plan, clock());
  const newest = isNew ? await make(options, signal) : newestBackup(listOwnBackups(dbFile, plan.folder), clock());
  if (newest === null) throw new Error(`${plan.folder} no longer has a backup`);
  recordUnnamedBackups(dbFile, plan.folder);
  const deleted = deleteOldBackups(dbFile, plan, newest);
  log.info(isNew ? "a backup was made" : "the newest backup is sound again", { file: newest.file, deleted: deleted.length });
}

async function make({ plan, dbFile, makeBackup, clock }: BackupTimerOptions, signal: AbortSignal): Promise<OwnBackup> {
  const at = clock();
  const target = join(plan.folder, backupName(at, plan, dbFile));
  if (existsSync(target)) throw new Error(`${target} exists: did the clock jump back?`);
  try {
    await makeBackup(target, signal);
  } finally {
    removePartialBackups(plan.folder, target, at);
  }
  const made = listOwnBackups(dbFile, plan.folder).find(({ file }) => file === target);
  if (made === undefined) throw new Error(`${target} is not the backup that backups.json records beside the database`);
  return made;
}
