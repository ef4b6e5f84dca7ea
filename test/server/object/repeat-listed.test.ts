import { expect, it } from "vitest";
import type { ObjectErasures } from "../../../server/object/erasure-object.ts";
import { repeatListedErasures } from "../../../server/object/repeat-listed.ts";
import { type Erasure, toErasure } from "../../../server/privacy/erasure-record.ts";
import { createHasher } from "../../../server/tokens.ts";
import { createTestStore } from "../store/file-store.ts";
import { NOON } from "../store/helpers.ts";

const KEYS = { keys: { hash: createHasher(new Uint8Array(32).fill(7)) }, fingerprint: "0123456789abcdef" };
const LOG = { warn: () => {}, error: () => {} };

/** The list of erasures, and how many times all of it was read. */
function openList() {
  const list = { revision: null as string | null, erasures: [] as Erasure[], reads: 0 };
  const erasures: Pick<ObjectErasures, "read" | "revision"> = {
    revision: async () => list.revision,
    read: async () => {
      list.reads += 1;
      return list.revision === null ? null : list.erasures;
    },
  };
  return { list, host: { erasures, erasureKeys: () => [KEYS] } };
}

it("an object reads a list once per revision, and again for an earlier state of the database", async () => {
  const { store, database } = createTestStore();
  const { list, host } = openList();
  const warnings: string[] = [];
  const log = { ...LOG, warn: (text: string, fields?: object) => void warnings.push(`${text} ${JSON.stringify(fields)}`) };
  const wake = (): Promise<void> => repeatListedErasures(store.privacy, host, log);
  await wake();
  expect(list.reads, "a list that may be lost is read").toBe(1);
  Object.assign(list, { revision: "one", erasures: [toErasure({ email: "ada@ada.example" }, NOON, KEYS)] });
  for (let n = 0; n < 3; n += 1) await wake();
  expect([list.reads, (await store.privacy.appliedErasures()).length]).toEqual([2, 1]);
  Object.assign(list, { revision: "two", erasures: [...list.erasures, toErasure({ email: "bob@bob.example" }, NOON, KEYS)] });
  for (let n = 0; n < 3; n += 1) await wake();
  expect([list.reads, (await store.privacy.appliedErasures()).length]).toEqual([3, 2]);
  // The platform recovers the database as it was before the second erasure.
  database().exec("UPDATE meta SET value = 'one' WHERE name = 'repeated-list'; DELETE FROM applied_erasure");
  await wake();
  expect([list.reads, (await store.privacy.appliedErasures()).length]).toEqual([4, 2]);
  expect(warnings.at(-1)).toContain("keys, passkeys and browsers that have been revoked since may be valid again");
});
