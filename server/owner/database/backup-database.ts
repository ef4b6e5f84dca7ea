import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { isAgeRecipient } from "../../backups/age-recipient.ts";
import { BACKUP_ERASURES_SUFFIX, ERASURES_FILE } from "../../privacy/erasure-record.ts";
import { forgetBackups, noteBackup } from "../../privacy/known-copies.ts";
import { readPrivateFile } from "../../private-file.ts";
import { backupDatabase } from "../../store/sqlite/backup/backup.ts";
import { defineDownload, defineOperation } from "../owner-operation.ts";
import { runForResult } from "../tools/run-for-result.ts";

const Recipient = z.string().refine(isAgeRecipient, "want a public key of age: age1…").nullable().default(null);

/** A verified copy. The server's list of backups names the newest one that arrived. */
export const databaseBackup = defineDownload({
  name: "database.backup",
  scope: "backup",
  about: "Copies the database as of one moment, verified, and encrypted if a public key of age is given",
  input: z.strictObject({ recipient: Recipient }),
  write: async ({ file, runCommand }, { recipient }, target) => {
    if (runCommand === null) return makeHere(file, target, recipient);
    const age = recipient === null ? [] : ["--age", recipient];
    await runForResult(runCommand, ["db", "backup", target, "--db", file, ...age], z.object({ bytes: z.int() }));
    // The command treats it as a backup that stays. `sent` records it once it has arrived.
    rmSync(`${target}${BACKUP_ERASURES_SUFFIX}`, { force: true });
    forgetBackups(file, [target], newSuffix());
  },
  sent: ({ file, clock }, target) =>
    noteBackup(file, {
      backup: `${file}, sent by octavo db backup --site`,
      at: clock(),
      bytes: statSync(target).size,
      suffix: newSuffix(),
    }),
});

async function makeHere(source: string, target: string, recipient: string | null): Promise<void> {
  if (recipient === null) return void (await backupDatabase({ source, target }));
  const { backupEncrypted } = await import("../../store/sqlite/backup/encrypted-backup.ts");
  await backupEncrypted({ source, target, recipient });
}

/** Belongs beside a backup: a restore erases again what the list names. It holds hashes only. */
export const erasureList = defineOperation({
  name: "database.erasures",
  scope: "backup",
  about: "Reads the list of erasures, which a restore repeats",
  input: z.strictObject({}),
  output: z.strictObject({
    /** The file's content; null if nothing was ever erased. */
    text: z.string().nullable(),
  }),
  run: async ({ file }) => {
    const list = join(dirname(file), ERASURES_FILE);
    return { text: existsSync(list) ? readPrivateFile(list) : null };
  },
});

function newSuffix(): string {
  return randomBytes(8).toString("hex");
}
