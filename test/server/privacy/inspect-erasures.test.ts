import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openErasureKeys } from "../../../server/privacy/erasure-keys.ts";
import { addErasures, toAppliedErasure, toErasure, writeErasures } from "../../../server/privacy/erasure-record.ts";
import { inspectErasures } from "../../../server/privacy/inspect-erasures.ts";
import { openSecrets } from "../../../server/secrets.ts";
import { openStore } from "../../../server/store/sqlite/sqlite-store.ts";
import { NOON, temporaryFolder } from "../store/helpers.ts";

test("tells what the database has not recorded, what is of other secrets, and what the list lacks; makes nothing", async () => {
  const folder = temporaryFolder();
  const dbFile = join(folder, "octavo.db");
  const file = join(folder, "erasures.json");
  expect(inspectErasures(dbFile)).toEqual({ file, listed: null, pending: 0, foreign: 0, missing: 0 });
  expect(readdirSync(folder)).toEqual([]);

  openSecrets(folder, { random: randomBytes });
  const [keys] = openErasureKeys(dbFile);
  if (keys === undefined) throw new Error("no keys");
  const [ada, ben] = ["ada", "ben"].map((name, n) => toErasure({ email: `${name}@mail.example` }, NOON + n, keys));
  const foreign = toErasure({ commentId: "abc" }, NOON, { ...keys, fingerprint: "0".repeat(16) });
  if (ada === undefined || ben === undefined) throw new Error("no erasures");
  const store = openStore({ file: dbFile, clock: () => NOON, random: randomBytes });
  await store.privacy.recordErasures([ada, ben].map(toAppliedErasure));
  addErasures(file, [ada, ben, foreign]);
  expect(inspectErasures(dbFile)).toMatchObject({ listed: 3, pending: 1, foreign: 1, missing: 0 });
  writeErasures(file, [ada, { ...ben, at: new Date(NOON + 9).toISOString() }]);
  expect(inspectErasures(dbFile)).toMatchObject({ listed: 2, pending: 1, foreign: 0, missing: 0 });
  writeErasures(file, [ada]);
  expect(inspectErasures(dbFile)).toMatchObject({ listed: 1, pending: 0, missing: 1 });
  rmSync(file);
  expect(inspectErasures(dbFile)).toMatchObject({ listed: null, pending: 0, missing: 2 });
  await store.close();
});
