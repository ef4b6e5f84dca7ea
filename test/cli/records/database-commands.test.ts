import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../../../server/store/engine/migrations.ts";
import { migrate } from "../../../server/store/sqlite/database/migrate.ts";
import { lockForServer } from "../../../server/store/sqlite/database/server-lock.ts";
import { createData, type DataFixture } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const ids = (): Promise<string[]> => data.use(async ({ comments }) => (await comments.list()).map(({ id }) => id));

describe("octavo db", () => {
  it("backs up a database in use, restores it, and names the secrets that it belongs to", async () => {
    const { fingerprint } = openSecrets(dirname(data.db), { random: randomBytes });
    await data.use(({ secrets }) => secrets.keep(fingerprint));
    const kept = await data.comment();
    const backup = await data.use(() => data.run(["db", "backup", "monday.db"]));
    expect([backup.code, backup.err]).toEqual([0, ""]);
    expect(backup.out).toMatch(/^monday\.db: \d+ bytes, \d+ rows, checked\n/);
    expect(backup.out).toContain(`The database uses the secrets ${fingerprint} in data/secrets.json`);
    expect(statSync(join(data.cwd, "monday.db")).mode & 0o077).toBe(0);

    const lost = await data.comment();
    const restore = await data.run(["db", "restore", "monday.db"]);
    expect(restore).toMatchObject({
      code: 0,
      out: expect.stringContaining("data/octavo.db is restored; the replaced file is now data/octavo.db.before-restore\n"),
    });
    expect(restore.out).toContain(`The database uses the secrets ${fingerprint} in data/secrets.json`);
    expect(await ids()).toEqual([kept]);

    const again = await data.run(["db", "restore", "monday.db"]);
    expect(again.err).toContain("data/octavo.db.before-restore exists from an earlier restore, and would be lost");
    expect((await data.run(["db", "restore", "data/octavo.db.before-restore", "--db", "other.db"])).out).toContain(
      `note: the database uses the secrets ${fingerprint}, but there is no secrets.json. Put that file back`,
    );
    expect((await data.run(["comments", "list", "--db", "other.db"])).out).toContain(lost);
    expect((await data.run(["db", "restore", "monday.db", "--force"])).code).toBe(0);
  });

  it("does not bring back a revoked key, and names keys that may have been revoked", async () => {
    const id = (await data.run(["keys", "add", "laptop"])).out.slice(5, 17);
    await data.run(["db", "backup", "monday.db"]);
    await data.run(["keys", "revoke", id]);
    expect((await data.run(["db", "restore", "monday.db"])).out).toContain("because the replaced database no longer had them: 1 key (");
    expect((await data.run(["keys", "list"])).out).not.toContain(id);
    const elsewhere = await data.run(["db", "restore", "monday.db", "--db", "other.db"]);
    expect(elsewhere.err).toContain("note: 1 key in the backup may have been revoked since");
    expect(JSON.parse((await data.run(["db", "restore", "monday.db", "--force", "--json"])).out).revoked).toEqual({
      ...{ keys: 1, unconfirmedKeys: 0, subscriptions: 0, bans: 0, passkeys: 0 },
    });
  });

  it("records which secrets it was created with: a backup, a restore and a check warn about other secrets until the owner accepts them", async () => {
    expect((await data.run(["db", "backup", "early.db"])).out).toContain("note: there is no data/secrets.json");
    const { fingerprint } = openSecrets(dirname(data.db), { random: randomBytes });
    expect((await data.run(["db", "backup", "early.db"])).out).toContain(
      `data/secrets.json contains the secrets ${fingerprint}; which secrets the database was created with`,
    );
    await data.use(({ secrets }) => secrets.keep("0123456789abcdef"));
    const said = `WARNING: the database uses the secrets 0123456789abcdef, but data/secrets.json contains ${fingerprint}.`;
    expect((await data.run(["db", "backup", "monday.db"])).out).toContain(said);
    expect((await data.run(["db", "restore", "monday.db"])).out).toContain(said);
    expect((await data.run(["db", "verify"])).out).toContain(said);
    expect(JSON.parse((await data.run(["db", "verify", "monday.db", "--json"])).out)).toMatchObject({ wantedSecrets: "0123456789abcdef" });

    expect(await data.run(["secrets", "accept"])).toMatchObject({
      code: 0,
      out: `data/octavo.db uses the secrets ${fingerprint} from now on.\n`,
    });
    expect((await data.run(["db", "verify"])).out).toContain(`The database uses the secrets ${fingerprint} in data/secrets.json`);
    rmSync(join(data.cwd, "data/secrets.json"));
    expect(await data.run(["secrets", "accept"])).toMatchObject({ code: 1, err: expect.stringContaining("there is no data/secrets.json") });
  });

  it("verifies a file against the secrets beside it, or else against the database's", async () => {
    const { fingerprint } = openSecrets(dirname(data.db), { random: randomBytes });
    await data.use(({ secrets }) => secrets.keep(fingerprint));
    const moved = join(data.cwd, "moved");
    mkdirSync(moved);
    await data.run(["db", "backup", "moved/octavo.db"]);
    expect((await data.run(["db", "verify", "moved/octavo.db"])).out).toContain(`the secrets ${fingerprint} in data/secrets.json`);
    const other = openSecrets(moved, { random: randomBytes });
    expect((await data.run(["db", "verify", "moved/octavo.db"])).out).toContain(
      `WARNING: the database uses the secrets ${fingerprint}, but moved/secrets.json contains ${other.fingerprint}.`,
    );
  });

  it("creates a missing database with migrate, only for its owner, but never beside a leftover log", async () => {
    rmSync(data.db);
    expect(await data.run(["db", "migrate"])).toMatchObject({ code: 0, out: `data/octavo.db: made, empty; schema ${SCHEMA_VERSION}\n` });
    expect(statSync(data.db).mode & 0o777).toBe(0o600);
    expect((await data.run(["comments", "list"])).code).toBe(0);
    expect((await data.run(["db", "migrate", "--db", "new/other.db", "--quiet"])).code).toBe(0);
    expect(statSync(join(data.cwd, "new")).mode & 0o777).toBe(0o700);
    writeFileSync(join(data.cwd, "lost.db-wal"), "a log");
    expect(await data.run(["db", "migrate", "--db", "lost.db"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("holds the most recent data from visitors"),
    });
    expect(existsSync(join(data.cwd, "lost.db"))).toBe(false);
  });

  it("migrates a database only at a server's start and with db migrate, which does not wait for a server", async () => {
    rmSync(data.db);
    const older = new Database(data.db);
    migrate(older, MIGRATIONS.slice(0, 3));
    const refused = await data.run(["comments", "list"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain(
      `has version 3 of the schema, but this program needs version ${SCHEMA_VERSION}\nhint: start the server of this version`,
    );
    expect(older.pragma("user_version", { simple: true })).toBe(3);
    older.close();
    expect((await data.run(["db", "verify"])).out).toContain("schema 3, older than this program");

    const server = lockForServer(data.db);
    expect(await data.run(["db", "migrate"])).toMatchObject({ code: 1, err: expect.stringContaining("server has") });
    server.release();
    expect((await data.run(["db", "migrate"])).out).toBe(
      `data/octavo.db: done: ${MIGRATIONS.slice(3)
        .map(({ name }) => name)
        .join(", ")}; schema ${SCHEMA_VERSION}\n`,
    );
    expect((await data.run(["comments", "list"])).code).toBe(0);
  });

  it("does not restore over a database that a process has open", async () => {
    await data.run(["db", "backup", "monday.db"]);
    const refused = await data.use(() => data.run(["db", "restore", "monday.db"]));
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toBe(
      `octavo: ${data.db} is in use\nhint: stop the server (and other octavo commands, and Litestream), then restore\n`,
    );
  });

  it("finds HTML that somebody put into a file, and never serves it", async () => {
    await data.comment({ state: "approve" });
    await data.run(["db", "backup", "monday.db"]);
    const file = new Database(join(data.cwd, "monday.db"));
    file.exec("UPDATE comment SET body_html = '<img src=x onerror=alert(1)>'");
    expect(await data.run(["db", "verify", "monday.db"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^comment [a-z2-7]{24} has HTML that does not match its text\n$/),
    });
    expect((await data.run(["db", "restore", "monday.db"])).code).toBe(0);
    expect((await data.use(({ comments }) => comments.list()))[0]?.bodyHtml).toBe("<p>The creek froze here too.</p>");

    file.exec("CREATE TRIGGER loud AFTER UPDATE ON comment BEGIN SELECT 1; END");
    file.close();
    expect(await data.run(["db", "verify", "monday.db"])).toMatchObject({ code: 1, out: "trigger loud is not part of octavo's schema\n" });
    expect(await data.run(["db", "restore", "monday.db", "--force"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("trigger loud"),
    });
    const live = new Database(data.db);
    live.exec("CREATE INDEX mine ON comment (body)");
    live.close();
    const backup = await data.run(["db", "backup", "tuesday.db"]);
    expect([backup.code, backup.err]).toEqual([
      0,
      expect.stringContaining("warning: index mine is not part of octavo's schema: `octavo db restore` will refuse"),
    ]);
  });

  it("warns only about a backup that git would add", async () => {
    expect((await data.run(["db", "backup", "monday.db"])).err).toBe("");
    execFileSync("git", ["init", "--quiet"], { cwd: data.cwd });
    const warned = await data.run(["db", "backup", "monday.db", "--quiet"]);
    expect([warned.code, warned.out, warned.err]).toEqual([
      0,
      "",
      expect.stringMatching(/^warning: monday\.db is in a git repository that does not ignore it: /),
    ]);
    writeFileSync(join(data.cwd, ".gitignore"), "*.db\n");
    expect((await data.run(["db", "backup", "monday.db"])).err).toBe("");
  });

  it("verifies, and lists mistakes", async () => {
    await data.comment();
    expect(await data.run(["db", "verify"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^data/octavo\\.db is sound: \\d+ rows, schema ${SCHEMA_VERSION}\n$`)),
    });
    const database = new Database(data.db);
    database.exec("UPDATE post SET like_count = 7");
    database.close();
    expect(await data.run(["db", "verify", "data/octavo.db"])).toMatchObject({ code: 1, out: "likes of first-ice: 7 stored, 0 counted\n" });
    writeFileSync(join(data.cwd, "text.db"), "this is no database at all, however long it may be");
    expect(await data.run(["db", "verify", "text.db"])).toMatchObject({ code: 1, err: expect.stringContaining("hint: ") });
  });

  it("migrates an older database once", async () => {
    const old = join(data.cwd, "old.db");
    new Database(old).close();
    expect((await data.run(["db", "migrate", "--db", "old.db"])).out).toBe(
      `old.db: done: ${MIGRATIONS.map(({ name }) => name).join(", ")}; schema ${SCHEMA_VERSION}\n`,
    );
    expect((await data.run(["db", "migrate", "--db", "old.db"])).out).toBe(`old.db: nothing to do; schema ${SCHEMA_VERSION}\n`);
    const newer = new Database(old);
    newer.pragma("user_version = 99");
    newer.close();
    const refused = await data.run(["db", "migrate", "--db", "old.db"]);
    expect(refused.err).toContain(
      `has version 99 of the schema, but this program supports only versions up to ${SCHEMA_VERSION}\nhint: run the newer octavo`,
    );
  });

  it("waits for another process's lock, then reports that nothing was changed", async () => {
    const id = await data.comment();
    const holder = new Database(data.db);
    holder.exec("BEGIN IMMEDIATE");
    try {
      const { code, err, out } = await data.run(["comments", "approve", id]);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain("octavo: data/octavo.db: another process has locked the database for 2000 ms\nhint: try again;");
      expect((await data.run(["comments", "list"])).out).toContain(id);
    } finally {
      holder.exec("ROLLBACK");
      holder.close();
    }
    expect((await data.run(["comments", "approve", id])).code).toBe(0);
  });
});
