import { z } from "zod";
import { isAgeRecipient } from "../../backups/age-recipient.ts";
import { defineDownload, defineOperation, noFile } from "../owner-operation.ts";

const Recipient = z.string().refine(isAgeRecipient, "want an age public key: age1…").nullable().default(null);

/** A verified copy. The server's list of backups contains the newest copy that was received. */
export const databaseBackup = defineDownload({
  name: "database.backup",
  scope: "backup",
  about: "Copies the database as of one moment, verifies the copy, and encrypts it if an age public key is given",
  input: z.strictObject({ recipient: Recipient }),
  write: async ({ host: { files } }, { recipient }, target) => {
    if (files === null) throw noFile("database.backup");
    await files.copyInto(target, recipient);
  },
  sent: ({ host: { files }, clock }, target) => files?.noteSent(target, clock()),
});

/** Belongs beside a backup: a restore repeats the erasures in the list. It only contains hashes. */
export const erasureList = defineOperation({
  name: "database.erasures",
  scope: "backup",
  about: "Reads the list of erasures, which a restore repeats",
  input: z.strictObject({}),
  output: z.strictObject({
    /** The file's content; null if nothing was ever erased. */
    text: z.string().nullable(),
  }),
  run: async ({ host }) => ({ text: await host.erasures.text() }),
});
