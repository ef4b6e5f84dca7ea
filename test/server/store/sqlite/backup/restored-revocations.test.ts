import { closeSync, copyFileSync, openSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { backupDatabase } from "../../../../../server/store/sqlite/backup/backup.ts";
import { restoreDatabase } from "../../../../../server/store/sqlite/backup/restore.ts";
import { verifyDatabase } from "../../../../../server/store/sqlite/database/verify.ts";
import type { Store } from "../../../../../server/store/store.ts";
import { createTestStore, temporaryFolder } from "../../file-store.ts";
import { key, NOON, submit } from "../../helpers.ts";

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

test("a restored database contains no key that was revoked since the backup", async () => {
  const { store, file, backup } = await createBackup();
  await store.ownerKeys.revoke(PHONE);
  await store.close();
  expect((await restoreDatabase({ backup, target: file })).revoked).toMatchObject({ keys: 1, unconfirmedKeys: 0 });
  expect(keysIn(file)).toEqual([LAPTOP]);
  expect(keysIn(backup)).toEqual([LAPTOP, PHONE]);
  expect(verifyDatabase(file).problems).toEqual([]);
});

test("a revocation that is only in the log of a crashed server counts", async () => {
  const { store, file, backup } = await createBackup();
  await store.ownerKeys.revoke(PHONE);
  // The server's files after a crash.
  const crashed = join(temporaryFolder(), "octavo.sqlite");
  for (const suffix of ["", "-wal"]) copyFileSync(`${file}${suffix}`, `${crashed}${suffix}`);
  expect(statSync(`${crashed}-wal`).size).toBeGreaterThan(0);
  expect((await restoreDatabase({ backup, target: crashed })).revoked).toMatchObject({ keys: 1, unconfirmedKeys: 0 });
  expect(keysIn(crashed)).toEqual([LAPTOP]);
});

test("if there is no database to compare with, the backup's keys stay, and are counted", async () => {
  const { backup } = await createBackup();
  const folder = temporaryFolder();
  const [missing, damaged] = [join(folder, "new.sqlite"), join(folder, "damaged.sqlite")];
  writeFileSync(damaged, "no database at all ".repeat(300));
  for (const target of [missing, damaged]) {
    expect((await restoreDatabase({ backup, target })).revoked).toMatchObject({ keys: 0, unconfirmedKeys: 2 });
    expect(keysIn(target)).toEqual([LAPTOP, PHONE]);
  }
});

test("damaged key rows in a database do not prevent its restore, and its history still revokes keys", async () => {
  const { store, file, backup } = await createBackup();
  await store.ownerKeys.revoke(PHONE);
  await store.close();
  overwritePages(file, ["owner_key", "owner_passkey", "ban"]);
  expect((await restoreDatabase({ backup, target: file })).revoked).toMatchObject({ keys: 1, unconfirmedKeys: 1 });
  expect(keysIn(file)).toEqual([LAPTOP]);
});

/** Damages the first pages of tables, as a failing disk does. */
function overwritePages(file: string, tables: readonly string[]): void {
  const database = new Database(file);
  const size = Number(database.pragma("page_size", { simple: true }));
  const roots = database.prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE tbl_name = ?").pluck();
  const pages = tables.flatMap((table) => roots.all(table)).filter((page) => page > 1);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  const disk = openSync(file, "r+");
  for (const page of pages) writeSync(disk, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size);
  closeSync(disk);
}

function subscribersIn(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare("SELECT email FROM reply_subscription ORDER BY email").pluck().all();
  } finally {
    database.close();
  }
}

function subscribe(store: Store, email: string): Promise<string> {
  return submit(store, { subscription: { email, addressHash: key(email, 32) } });
}

test("a reader who ended a subscription gets no mail after a restore, and a comment lost since then keeps its subscription", async () => {
  const { store, file } = createTestStore();
  const backup = join(temporaryFolder(), "b.sqlite");
  await subscribe(store, "ended@a.example");
  await subscribe(store, "kept@a.example");
  const lost = await subscribe(store, "lost@a.example");
  await backupDatabase({ source: file, target: backup });
  const copy = new Database(backup, { readonly: true });
  const id = copy.prepare<[], string>("SELECT public_id FROM reply_subscription WHERE email = 'ended@a.example'").pluck().get();
  copy.close();
  await store.subscriptions.end(id ?? "");
  await store.comments.decide({ id: lost, revision: 1, decision: "delete" });
  await store.close();
  expect((await restoreDatabase({ backup, target: file })).revoked).toMatchObject({ subscriptions: 1 });
  expect(subscribersIn(file)).toEqual(["kept@a.example", "lost@a.example"]);
});

test("a revoked ban is not restored, but a database that never had it proves nothing", async () => {
  const { store, file } = createTestStore();
  const backup = join(temporaryFolder(), "b.sqlite");
  for (const name of ["ada", "eve"]) await store.bans.add({ kind: "email", hash: key(name, 32), note: name });
  await backupDatabase({ source: file, target: backup });
  const [first] = await store.bans.list();
  await store.bans.revoke(first?.id ?? 0);
  await store.close();
  expect((await restoreDatabase({ backup, target: file })).revoked).toMatchObject({ bans: 1 });
  const { store: newer, file: empty } = createTestStore();
  await newer.close();
  expect((await restoreDatabase({ backup, target: empty })).revoked).toMatchObject({ bans: 0, subscriptions: 0 });
});

test("sessions, one-time links and removed passkeys of a backup do not become valid again", async () => {
  const { store, file } = createTestStore();
  const backup = join(temporaryFolder(), "b.sqlite");
  await backupDatabase({ source: file, target: backup });
  await store.close();
  const change = (of: string, sql: string): void => {
    const database = new Database(of);
    database.exec(sql);
    database.close();
  };
  const passkey = (id: string): string => `INSERT INTO owner_passkey VALUES ('${id.repeat(12)}', '${id}', x'01', 0, 'phone', 1, NULL);`;
  change(
    backup,
    `${passkey("a")}${passkey("b")}
     INSERT INTO owner_session VALUES ('cccccccccccc', zeroblob(32), zeroblob(32), 'Phone', 'link', 1, 1, 1, 9, NULL, '[]');
     INSERT INTO owner_link VALUES (zeroblob(32), 'invite', NULL, 9, NULL);`,
  );
  change(file, passkey("a"));
  expect((await restoreDatabase({ backup, target: file })).revoked).toMatchObject({ passkeys: 1 });
  const restored = new Database(file, { readonly: true });
  const count = (table: string): unknown => restored.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect([count("owner_session"), count("owner_link"), count("owner_passkey")]).toEqual([0, 0, 1]);
  restored.close();
});
