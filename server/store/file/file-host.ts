import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type RunCommand, runForResult } from "../../owner/tools/run-for-result.ts";
import { addErasures, BACKUP_ERASURES_SUFFIX, ERASURES_FILE, readErasures } from "../../privacy/erasure-file.ts";
import { openErasureKeys } from "../../privacy/erasure-keys.ts";
import { forgetBackups, listKnownCopies, noteBackup } from "../../privacy/known-copies.ts";
import { readPrivateFile } from "../../private-file.ts";
import { openSecrets } from "../../secrets/secrets-file.ts";
import { createHasher } from "../../tokens.ts";
import type { Compaction, DatabaseFiles, StoreHost } from "../engine/store-host.ts";
import { backupDatabase } from "../sqlite/backup/backup.ts";
import { compactDatabase } from "../sqlite/database/compaction.ts";
import { listRescuedFiles } from "../sqlite/database/rescued-files.ts";
import { sendFile } from "./send-file.ts";

export interface FileHostOptions {
  /**
   * The database, absolute. Its folder contains the secrets, and the lists of erasures and backups.
   */
  readonly file: string;
  /**
   * Runs a command of this program in a separate process, because work on a whole database would
   * block visitors. Returns its standard output. Default: the work is done in this process.
   */
  readonly runCommand?: RunCommand | null;
  /**
   * How long a rewrite of the database waits for its readers, in ms. Default: as in
   * `compactDatabase`. A server answers no requests in the meantime.
   */
  readonly readersWaitMs?: number;
}

/** How long a rewrite of the database in a server waits for readers, in ms. */
export const SERVER_READERS_WAIT_MS = 5_000;

const Compacted = z.strictObject({ bytesBefore: z.int(), bytesAfter: z.int(), isFinished: z.boolean() });

/** A database in a file, with the private files beside it. */
export function openFileHost(options: FileHostOptions): StoreHost {
  const { file } = options;
  const list = join(dirname(file), ERASURES_FILE);
  return {
    erasures: {
      read: async () => readErasures(list),
      add: async (erasures) => {
        addErasures(list, erasures);
        return list;
      },
      text: async () => (existsSync(list) ? readPrivateFile(list) : null),
    },
    erasureKeys: () => openErasureKeys(file),
    presentKeys: () => {
      const { hashKey, fingerprint } = openSecrets(dirname(file), { random: randomBytes });
      return { keys: { hash: createHasher(hashKey) }, fingerprint };
    },
    knownCopies: () => listKnownCopies(file),
    rescuedFiles: () => listRescuedFiles(file),
    compact: () => compact(options),
    recoveryDays: null,
    rowMaxBytes: null,
    files: createFiles(options),
    transfer: null,
  };
}

async function compact({ file, runCommand = null, readersWaitMs }: FileHostOptions): Promise<Compaction> {
  if (runCommand !== null) return runForResult(runCommand, ["db", "compact", "--db", file], Compacted);
  return compactDatabase(file, readersWaitMs === undefined ? {} : { readersWaitMs });
}

function createFiles({ file, runCommand = null }: FileHostOptions): DatabaseFiles {
  return {
    copyInto: async (target, recipient) => {
      if (runCommand === null) return copyHere(file, target, recipient);
      const age = recipient === null ? [] : ["--age", recipient];
      await runForResult(runCommand, ["db", "backup", target, "--db", file, ...age], z.object({ bytes: z.int() }));
      // The command recorded the copy as a permanent backup. `noteSent` records it once it has
      // arrived.
      rmSync(`${target}${BACKUP_ERASURES_SUFFIX}`, { force: true });
      forgetBackups(file, [target]);
    },
    noteSent: (target, at) =>
      noteBackup(file, {
        backup: `${file}, sent by octavo db backup --site`,
        at,
        bytes: statSync(target).size,
      }),
    send: (write, sent) => sendFile(dirname(file), write, sent),
  };
}

async function copyHere(source: string, target: string, recipient: string | null): Promise<void> {
  if (recipient === null) return void (await backupDatabase({ source, target }));
  const { backupEncrypted } = await import("../sqlite/backup/encrypted-backup.ts");
  await backupEncrypted({ source, target, recipient });
}
