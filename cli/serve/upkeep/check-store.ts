import { statSync } from "node:fs";
import type { Log } from "../../../server/log.ts";
import { errorFields } from "../../../server/log.ts";
import { checkErasures } from "../../../server/privacy/check-erasures.ts";
import type { Secrets } from "../../../server/secrets/secrets.ts";
import { DEFAULT_RETENTION, type Retention } from "../../../server/store/privacy-types.ts";
import { compactDatabase, unfinishedText } from "../../../server/store/sqlite/database/compaction.ts";
import { describeRescued, listRescuedFiles, rescuedRemedy } from "../../../server/store/sqlite/database/rescued-files.ts";
import type { Store } from "../../../server/store/store.ts";
import { toShellWord } from "../../../server/text/shell-word.ts";
import { toRekeying } from "../../../server/tokens.ts";
import type { WriteServerOptions } from "../write-server-options.ts";

/**
 * How long, in ms, a start waits for other readers of the database before it continues with an
 * unfinished compaction.
 */
const READERS_WAIT_AT_START_MS = 5_000;

/**
 * Repeats erasures, compares secrets, and stores the retention periods.
 * @returns a function that computes the owner's warnings
 */
export async function checkStore(
  store: Store,
  secrets: Secrets,
  { dbFile, log, retention }: WriteServerOptions,
): Promise<() => readonly string[]> {
  const compact = (): string | null =>
    compactDatabase(dbFile, { readersWaitMs: READERS_WAIT_AT_START_MS }).isFinished ? null : unfinishedText(dbFile);
  const erasureWarnings = await checkErasures({ dbFile, privacy: store.privacy, compact, log }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  // Erasures come first, because they find bans by hashes that use the former secrets.
  await checkSecrets(store, secrets, log);
  await keepRetention(store, retention ?? DEFAULT_RETENTION, log);
  const { nlink } = statSync(dbFile);
  if (nlink > 1)
    log.error("THE DATABASE HAS ANOTHER NAME (A HARD LINK)", {
      detail: `a server or another program that opens the database by that name destroys it, and there is no copy. Delete that name: find / -xdev -samefile ${toShellWord(dbFile)}`,
    });
  for (const found of listRescuedFiles(dbFile)) log.warn(describeRescued(found), { file: found.file, detail: rescuedRemedy(found.file) });
  return erasureWarnings;
}

/**
 * Logs if the database was written with other secrets. The server works, but does not recognize
 * earlier visitors.
 */
async function checkSecrets(store: Store, secrets: Secrets, log: Log): Promise<void> {
  try {
    const { fingerprint, previous } = secrets;
    const wanted = await store.secrets.fingerprint();
    if (previous.some((each) => each.fingerprint === wanted)) {
      const { bansLost } = await store.secrets.rekey(toRekeying(secrets));
      log.warn("the database now uses the rotated secrets", { before: wanted, fingerprint, bansLost });
    } else if (wanted === null) await store.secrets.keep(fingerprint);
    else if (wanted !== fingerprint) {
      const detail = `the database uses the secrets ${wanted}, but secrets.json next to it contains ${fingerprint}. Visitors can like again, bans have no effect, and open edit tokens are invalid. Stop the server and put the right secrets.json back; if it is permanently lost, run \`octavo secrets accept\``;
      log.error("SECRETS AND DATABASE DO NOT BELONG TOGETHER", { detail });
    }
  } catch (error) {
    log.warn("the database's secrets cannot be recorded; the next start tries again", errorFields(error));
  }
}

/** Stores the retention for the owner's commands, whose shell may lack the server's settings. */
async function keepRetention(store: Store, retention: Retention, log: Log): Promise<void> {
  try {
    await store.privacy.keepRetention(retention);
  } catch (error) {
    log.warn("the retention of visitors' data cannot be recorded for the command line; the next start tries again", errorFields(error));
  }
}
