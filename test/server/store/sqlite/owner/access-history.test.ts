import { randomBytes } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { MIGRATIONS } from "../../../../../server/store/engine/migrations.ts";
import { backupDatabase } from "../../../../../server/store/sqlite/backup/backup.ts";
import { restoreDatabase } from "../../../../../server/store/sqlite/backup/restore.ts";
import { migrate } from "../../../../../server/store/sqlite/database/migrate.ts";
import { createTestStore, type TestStore, temporaryFolder } from "../../file-store.ts";
import { NOON } from "../../helpers.ts";

const [LAPTOP, PHONE] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] as const;

function historyIn(database: Database.Database): unknown[] {
  return database.prepare("SELECT id, revoked_at FROM access_history ORDER BY id").raw().all();
}

function openFile(file: string): Database.Database {
  const database = new Database(file);
  onTestFinished(() => void database.close());
  return database;
}

async function addAccess({ store, clock }: TestStore): Promise<void> {
  await store.ownerKeys.add({ id: LAPTOP, name: "laptop", scopes: ["read"], expiresAt: clock.now + 1, hash: randomBytes(32) });
  const passkey = { id: PHONE, credential: "Y3JlZA", publicKey: randomBytes(77), counter: 0, name: "Phone" };
  await store.access.addPasskey({ ...passkey, createdAt: clock.now });
}

test("revoked keys and passkeys are recorded, and missing ones are not", async () => {
  const made = createTestStore();
  await addAccess(made);
  await made.store.ownerKeys.revoke("cccccccccccc");
  expect(historyIn(made.database())).toEqual([]);
  await made.store.ownerKeys.revoke(LAPTOP);
  await made.store.access.removePasskey(PHONE);
  expect(historyIn(made.database())).toEqual([
    [LAPTOP, NOON],
    [PHONE, NOON],
  ]);
});

test("keys and passkeys with revoked ids give no access, even if their rows exist", async () => {
  const made = createTestStore();
  const { ownerKeys, access } = made.store;
  await addAccess(made);
  expect([await ownerKeys.find(LAPTOP), await access.findPasskey("Y3JlZA")]).toMatchObject([{ id: LAPTOP }, { id: PHONE }]);
  const database = made.database();
  database.prepare("INSERT INTO access_history VALUES (?, NULL), (?, NULL)").run(LAPTOP, PHONE);
  expect(await ownerKeys.any(), "a valid first key").toBe(true);
  database.prepare("UPDATE access_history SET revoked_at = 5").run();
  expect([await ownerKeys.find(LAPTOP), await ownerKeys.any(), await ownerKeys.list()]).toEqual([null, false, []]);
  expect(await access.findPasskey("Y3JlZA")).toBeNull();
});

test.for([
  ["valid", null],
  ["revoked", 0],
] as const)("a first key that is %s is recorded when an older database is migrated", ([state, revokedAt]) => {
  const database = openFile(join(temporaryFolder(), "old.sqlite"));
  migrate(database, MIGRATIONS.slice(0, 23));
  database.exec(`INSERT INTO meta (name, value) VALUES ('first-key', '${LAPTOP}')`);
  if (state === "valid") database.exec(`INSERT INTO owner_key VALUES ('${LAPTOP}', zeroblob(32), 'first', '[]', 1, 2, NULL)`);
  migrate(database);
  expect(historyIn(database)).toEqual([[LAPTOP, revokedAt]]);
});

test("a restore keeps the replaced database's record", async () => {
  const made = createTestStore();
  const backup = join(temporaryFolder(), "b.sqlite");
  await addAccess(made);
  await backupDatabase({ source: made.file, target: backup });
  await made.store.ownerKeys.revoke(LAPTOP);
  await made.store.close();
  await restoreDatabase({ backup, target: made.file });
  expect(historyIn(openFile(made.file))).toEqual([[LAPTOP, NOON]]);
});
