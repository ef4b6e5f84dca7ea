import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { addFirstKey, formatFirstKey } from "../../../server/object/first-key.ts";
import { isSecretOf, newKeyText } from "../../../server/owner/keys/key-text.ts";
import { createTestStore } from "../store/file-store.ts";

it("adds the key by its hash, which opens nothing by itself", async () => {
  const { store, clock } = createTestStore();
  const key = newKeyText((bytes) => randomBytes(bytes));
  const text = formatFirstKey(key);
  expect(text).not.toContain(key.secret);
  await addFirstKey(store, text, clock.now);
  const found = await store.ownerKeys.find(key.id);
  expect(found).toMatchObject({ name: "first", scopes: expect.arrayContaining(["moderate", "erase"]) });
  expect(isSecretOf(key.secret, found?.hash ?? null)).toBe(true);
});

it("replaces the first key before it, and does not bring back a key that was revoked", async () => {
  const { store, clock } = createTestStore();
  const [lost, next] = [newKeyText((bytes) => randomBytes(bytes)), newKeyText((bytes) => randomBytes(bytes))];
  await addFirstKey(store, formatFirstKey(lost), clock.now);
  const other = { id: "abcdefghijkl", name: "laptop", scopes: ["read"], expiresAt: clock.now + 1_000, hash: randomBytes(32) };
  await store.ownerKeys.add(other);
  await addFirstKey(store, formatFirstKey(next), clock.now);
  await addFirstKey(store, formatFirstKey(next), clock.now);
  expect((await store.ownerKeys.list()).map(({ id }) => id).sort()).toEqual([other.id, next.id].sort());
  await store.ownerKeys.revoke(next.id);
  await addFirstKey(store, formatFirstKey(next), clock.now);
  expect((await store.ownerKeys.list()).map(({ id }) => id)).toEqual([other.id]);
});

it("adds nothing without a key, and refuses a key with its secret", async () => {
  const { store, clock } = createTestStore();
  await addFirstKey(store, undefined, clock.now);
  await addFirstKey(store, "", clock.now);
  expect(await store.ownerKeys.any()).toBe(false);
  const whole = "octo_abcdefghijkl_0123456789";
  await expect(addFirstKey(store, whole, clock.now)).rejects.toThrow("OCTAVO_OWNER_KEY is not a hashed key");
});
