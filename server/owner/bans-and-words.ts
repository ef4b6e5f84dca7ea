import { z } from "zod";
import { toEmailKey } from "../privacy/email-key.ts";
import { BanDays, OwnedBan } from "./moderation-schemas.ts";
import { defineOperation } from "./owner-operation.ts";
import { PersonEmail } from "./privacy/person.ts";

export const banList = defineOperation({
  name: "bans.list",
  scope: "read",
  about: "Lists the bans in force, newest first",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(OwnedBan) }),
  run: async ({ store: { bans } }) => ({ items: await bans.list() }),
});

/** The address is stored as a keyed hash. Pending comments do not change. */
export const banEmail = defineOperation({
  name: "bans.add",
  scope: "moderate",
  about: "Bans an email address, or extends its ban",
  input: z.strictObject({ email: PersonEmail, days: BanDays, note: z.string().nullable().default(null) }),
  output: z.strictObject({ ban: OwnedBan }),
  run: async ({ store: { bans }, host }, { email, days, note }) => {
    // Creates secrets if there are none, so that the first server recognizes the address.
    const hash = host.presentKeys().keys.hash("email", toEmailKey(email));
    return { ban: await bans.add({ kind: "email", hash, note, ...(days === null ? {} : { days }) }) };
  },
});

/** `found` is false if there is no such ban. */
export const revokeBan = defineOperation({
  name: "bans.revoke",
  scope: "moderate",
  about: "Ends a ban",
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.strictObject({ found: z.boolean() }),
  run: async ({ store: { bans } }, { id }) => ({ found: await bans.revoke(id) }),
});

/** An empty word would be found in every comment. */
const Word = z
  .string()
  .max(200)
  .refine((word) => word.trim() !== "", "a word is empty");
const Words = z.strictObject({ words: z.array(Word).min(1).max(10_000) });
const WordChanges = z.strictObject({ changed: z.int(), total: z.int() });

export const listSpamWords = defineOperation({
  name: "spam-words.list",
  scope: "read",
  about: "Lists the words that make a comment spam",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(z.string()) }),
  run: async ({ store: { spamWords } }) => ({ items: await spamWords.list() }),
});

export const addSpamWords = defineOperation({
  name: "spam-words.add",
  scope: "moderate",
  about: "Adds spam words",
  input: Words,
  output: WordChanges,
  run: async ({ store: { spamWords } }, { words }) => ({ changed: await spamWords.add(words), total: (await spamWords.list()).length }),
});

export const removeSpamWords = defineOperation({
  name: "spam-words.remove",
  scope: "moderate",
  about: "Removes spam words",
  input: Words,
  output: WordChanges,
  run: async ({ store: { spamWords } }, { words }) => ({ changed: await spamWords.remove(words), total: (await spamWords.list()).length }),
});
