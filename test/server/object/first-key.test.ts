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

it("adds nothing without a key, and refuses a key with its secret", async () => {
  const { store, clock } = createTestStore();
  await addFirstKey(store, undefined, clock.now);
  await addFirstKey(store, "", clock.now);
  expect(await store.ownerKeys.any()).toBe(false);
  const whole = "octo_abcdefghijkl_0123456789";
  await expect(addFirstKey(store, whole, clock.now)).rejects.toThrow("OCTAVO_OWNER_KEY is not a hashed key");
});
