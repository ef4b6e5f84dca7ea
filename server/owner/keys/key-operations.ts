import { z } from "zod";
import { DAY_MS } from "../../days.ts";
import { KEY_SCOPES, type KeyScope } from "../key-scopes.ts";
import { defineOperation } from "../owner-operation.ts";
import { formatKey, hashSecret, newKeyText } from "./key-text.ts";

/** Default scopes of a key: everything except erasing data and copying the database. */
export const USUAL_SCOPES: readonly KeyScope[] = ["read", "moderate", "inquiries", "figures"];
export const KEY_DAYS_USUAL = 365;
export const KEY_DAYS_MAX = 3_650;

const ListedKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  createdAt: z.int(),
  expiresAt: z.int(),
  /** The UTC day of its last use. */
  lastUsedOn: z.string().nullable(),
});
export type ListedKey = z.infer<typeof ListedKey>;

/** The answer contains the key's text, which is not stored. */
export const keyIssue = defineOperation({
  name: "keys.add",
  scope: "owner",
  about: "Creates a key",
  input: z.strictObject({
    name: z.string().trim().min(1).max(100),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1)
      .default([...USUAL_SCOPES]),
    days: z.int().min(1).max(KEY_DAYS_MAX).default(KEY_DAYS_USUAL),
  }),
  output: z.strictObject({ key: z.string(), stored: ListedKey }),
  run: async ({ store: { ownerKeys }, clock, random }, { name, scopes, days }) => {
    const text = newKeyText(random);
    const stored = await ownerKeys.add({
      id: text.id,
      hash: hashSecret(text.secret),
      name,
      scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
      expiresAt: clock() + days * DAY_MS,
    });
    return { key: formatKey(text), stored: { ...stored, scopes: toKeyScopes(stored.scopes) } };
  },
});

export const keyList = defineOperation({
  name: "keys.list",
  scope: "owner",
  about: "Lists keys, oldest first",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(ListedKey) }),
  run: async ({ store: { ownerKeys } }) => ({
    items: (await ownerKeys.list()).map((key) => ({ ...key, scopes: toKeyScopes(key.scopes) })),
  }),
});

/** `found` is false if there is no such key. */
export const keyRevocation = defineOperation({
  name: "keys.revoke",
  scope: "owner",
  about: "Revokes a key",
  input: z.strictObject({ id: z.string().max(100) }),
  output: z.strictObject({ found: z.boolean() }),
  run: async ({ store: { ownerKeys } }, { id }) => ({ found: await ownerKeys.revoke(id) }),
});

/** A scope that this version does not know grants nothing. */
export function toKeyScopes(scopes: readonly string[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}
