import { copyFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { backupDatabase } from "../../../../../server/store/sqlite/backup/backup.ts";
import { restoreDatabase } from "../../../../../server/store/sqlite/backup/restore.ts";
import { verifyDatabase } from "../../../../../server/store/sqlite/database/verify.ts";
import type { Store } from "../../../../../server/store/store.ts";
import { createTestStore, NOON, temporaryFolder } from "../../helpers.ts";

const [LAPTOP, PHONE] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] as const;

function addKey(store: Store, id: string): Promise<unknown> {
  return store.ownerKeys.add({ id, name: id, scopes: ["read"], expiresAt: NOON + 1_000, hash: Buffer.alloc(32, 7) });
}

function keysIn(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare("SELECT id FROM owner_key ORDER BY id").pluck().all();
  } finally {
    database.close();
  }
}

async function createBackup() {
  const { store, file } = createTestStore();
  const backup = join(temporaryFolder(), "b.sqlite");
  await addKey(store, LAPTOP);
  await addKey(store, PHONE);
  await backupDatabase({ source: file, target: backup });
  return { store, file, backup };
}

test("a restore does not bring back a key that was revoked since the backup", async () => {
  const { store, file, backup } = await createBackup();
  await store.ownerKeys.revoke(PHONE);
  await store.close();
  expect((await restoreDatabase({ backup, target: file })).keys).toEqual({ revoked: 1, unconfirmed: 0 });
  expect(keysIn(file)).toEqual([LAPTOP]);
  expect(keysIn(backup)).toEqual([LAPTOP, PHONE]);
  expect(verifyDatabase(file).problems).toEqual([]);
});

test("a revocation that only the log of a crashed server holds counts", async () => {
  const { store, file, backup } = await createBackup();
  await store.ownerKeys.revoke(PHONE);
  // The server's files as a crash leaves them.
  const crashed = join(temporaryFolder(), "octavo.sqlite");
  for (const suffix of ["", "-wal"]) copyFileSync(`${file}${suffix}`, `${crashed}${suffix}`);
  expect(statSync(`${crashed}-wal`).size).toBeGreaterThan(0);
  expect((await restoreDatabase({ backup, target: crashed })).keys).toEqual({ revoked: 1, unconfirmed: 0 });
  expect(keysIn(crashed)).toEqual([LAPTOP]);
});

test("where no database can tell, the keys of the backup stay, and are counted", async () => {
  const { backup } = await createBackup();
  const folder = temporaryFolder();
  const [missing, damaged] = [join(folder, "new.sqlite"), join(folder, "damaged.sqlite")];
  writeFileSync(damaged, "no database at all ".repeat(300));
  for (const target of [missing, damaged]) {
    expect((await restoreDatabase({ backup, target })).keys).toEqual({ revoked: 0, unconfirmed: 2 });
    expect(keysIn(target)).toEqual([LAPTOP, PHONE]);
  }
});
