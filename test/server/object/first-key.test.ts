import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { addFirstKey, formatFirstKey } from "../../../server/object/first-key.ts";
import { isSecretOf, type KeyText, newKeyText } from "../../../server/owner/keys/key-text.ts";
import { createTestStore, type TestStore } from "../store/file-store.ts";

/** Adds a first key as a starting object does. */
async function add({ store, clock }: Pick<TestStore, "store" | "clock">, text: string | undefined): Promise<string[]> {
  const warned: string[] = [];
  const log = { warn: (message: string) => void warned.push(message) };
  await addFirstKey({ firstKeys: store.ownerKeys, ownerKeys: store.ownerKeys }, text, { clock: () => clock.now, log });
  return warned;
}

const makeKey = (): KeyText => newKeyText((bytes) => randomBytes(bytes));

it("an object adds the first key by its hash, which alone gives no access", async () => {
  const test = createTestStore();
  const key = makeKey();
  const text = formatFirstKey(key);
  expect(text).not.toContain(key.secret);
  expect(await add(test, text)).toEqual([]);
  const found = await test.store.ownerKeys.find(key.id);
  expect(found).toMatchObject({ name: "first", scopes: expect.arrayContaining(["moderate", "erase"]) });
  expect(isSecretOf(key.secret, found?.hash ?? null)).toBe(true);
});

it("an object replaces the previous first key, and restores no replaced or revoked one", async () => {
  const test = createTestStore();
  const { store, clock } = test;
  const [lost, next] = [makeKey(), makeKey()];
  await add(test, formatFirstKey(lost));
  const other = { id: "abcdefghijkl", name: "laptop", scopes: ["read"], expiresAt: clock.now + 1_000, hash: randomBytes(32) };
  await store.ownerKeys.add(other);
  await add(test, formatFirstKey(next));
  await add(test, formatFirstKey(next));
  const ids = async (): Promise<string[]> => (await store.ownerKeys.list()).map(({ id }) => id).sort();
  expect(await ids()).toEqual([other.id, next.id].sort());
  // An earlier version of the Worker is deployed again.
  await add(test, formatFirstKey(lost));
  expect(await ids()).toEqual([other.id, next.id].sort());
  await store.ownerKeys.revoke(next.id);
  test.database().exec("DELETE FROM meta WHERE name = 'first-key'");
  await add(test, formatFirstKey(next));
  await add(test, formatFirstKey(lost));
  expect(await ids()).toEqual([other.id]);
});

it("an object explains how to get a key if none is valid", async () => {
  const test = createTestStore();
  const key = makeKey();
  await add(test, formatFirstKey(key));
  await test.store.ownerKeys.revoke(key.id);
  expect(await add(test, formatFirstKey(key))).toEqual([expect.stringContaining("no key of the owner is valid")]);
});

it("an object adds nothing without a key, and refuses a key with its secret", async () => {
  const test = createTestStore();
  await add(test, undefined);
  await add(test, "");
  expect(await test.store.ownerKeys.any()).toBe(false);
  await expect(add(test, "octo_abcdefghijkl_0123456789")).rejects.toThrow("OCTAVO_OWNER_KEY is not a hashed key");
});
