import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { MIGRATIONS, SCHEMA_VERSION } from "../../../../../server/store/engine/migrations.ts";
import { backupDatabase } from "../../../../../server/store/sqlite/backup/backup.ts";
import { restoreDatabase } from "../../../../../server/store/sqlite/backup/restore.ts";
import { migrate } from "../../../../../server/store/sqlite/database/migrate.ts";
import { verifyDatabase } from "../../../../../server/store/sqlite/database/verify.ts";
import { openStore } from "../../../../../server/store/sqlite/sqlite-store.ts";
import { StoreFileError } from "../../../../../server/store/store-errors.ts";
import { createTestStore, temporaryFolder } from "../../file-store.ts";
import { key, NOON, newEvent, publish, seededRandom, submit } from "../../helpers.ts";

/** Damages the database without the store's knowledge. */
function damage(file: string, sql: string): void {
  const database = new Database(file);
  database.pragma("foreign_keys = OFF");
  database.unsafeMode();
  database.exec(sql);
  database.close();
}

describe("a backup", () => {
  test("of a database in use contains the committed data, in one file that verifies and can be opened", async () => {
    const { store, file } = createTestStore();
    const id = await publish(store, { body: "kept" });
    await store.likes.like({ slug: "hello", visitor: key("v"), quotas: [] });
    await store.engagement.record({ events: [newEvent()] });
    const folder = temporaryFolder();
    const target = join(folder, "backup.sqlite");
    const backup = await backupDatabase({ source: file, target });
    expect(backup).toMatchObject({ file: target, version: SCHEMA_VERSION, rows: { comment: 1, post_like: 1, event_pack: 1, inquiry: 0 } });
    expect(backup.bytes).toBe(readFileSync(target).length);
    expect(readdirSync(folder)).toEqual(["backup.sqlite"]);
    expect(verifyDatabase(target).problems).toEqual([]);
    const copy = openStore({ file: target, clock: () => NOON, random: seededRandom() });
    onTestFinished(() => copy.close());
    expect((await copy.comments.get(id))?.body).toBe("kept");
    expect(await copy.counts.all()).toEqual([{ slug: "hello", likeCount: 1, commentCount: 1 }]);
  });

  test("taken while others write shows one moment, and finishes", async () => {
    const { store, file } = createTestStore({ fast: true });
    const many = Array.from({ length: 3_000 }, (_, n) =>
      newEvent({ at: NOON + n, path: `/long/${"x".repeat(900)}/${n % 900}`, slug: null, type: "page_view" }),
    );
    for (let n = 0; n < many.length; n += 100) await store.engagement.record({ events: many.slice(n, n + 100) });
    let done = false;
    const backup = backupDatabase({ source: file, target: join(temporaryFolder(), "b.sqlite") }).finally(() => {
      done = true;
    });
    let written = 0;
    while (!done) {
      await submit(store);
      written += 1;
    }
    expect(written).toBeGreaterThan(0);
    const { rows, file: target } = await backup;
    expect(rows.event_pack).toBe(30);
    expect(rows.comment).toBeLessThanOrEqual(written);
    expect(verifyDatabase(target).problems).toEqual([]);
    expect((await store.comments.countsByState()).pending).toBe(written);
  });

  test("replaces an older one", async () => {
    const { store, file } = createTestStore();
    const target = join(temporaryFolder(), "b.sqlite");
    await backupDatabase({ source: file, target });
    await submit(store);
    expect((await backupDatabase({ source: file, target })).rows.comment).toBe(1);
    expect(verifyDatabase(target).rows.comment).toBe(1);
  });

  test("of a damaged database is refused with the reason, and leaves the older backup alone", async () => {
    const { store, file } = createTestStore();
    const target = join(temporaryFolder(), "b.sqlite");
    await publish(store);
    await backupDatabase({ source: file, target });
    const before = readFileSync(target);
    damage(file, "UPDATE post SET comment_count = 7");
    await expect(backupDatabase({ source: file, target })).rejects.toThrow("comments of hello: 7 stored, 1 counted");
    expect(readFileSync(target).equals(before)).toBe(true);
    expect(existsSync(`${target}.partial`)).toBe(false);
  });

  test("overwrites only an older backup: neither a server's database, running or not, nor any other file", async () => {
    const { file } = createTestStore();
    const other = createTestStore();
    await expect(backupDatabase({ source: file, target: other.file })).rejects.toThrow("is not a backup");
    await expect(backupDatabase({ source: file, target: file })).rejects.toThrow("is not a backup");
    await submit(other.store);
    await other.store.close();
    await expect(backupDatabase({ source: file, target: other.file })).rejects.toThrow("is not a backup");
    expect(verifyDatabase(other.file).rows.comment).toBe(1);
    const text = join(temporaryFolder(), "notes.txt");
    writeFileSync(text, "notes");
    await expect(backupDatabase({ source: file, target: text })).rejects.toThrow("is not a backup");
    expect(readFileSync(text, "utf8")).toBe("notes");
  });

  test("from a missing file, or into a missing folder, is refused", async () => {
    const { file } = createTestStore();
    await expect(
      backupDatabase({ source: join(temporaryFolder(), "none.sqlite"), target: join(temporaryFolder(), "b.sqlite") }),
    ).rejects.toThrow(StoreFileError);
    await expect(backupDatabase({ source: file, target: join(temporaryFolder(), "none", "b.sqlite") })).rejects.toThrow(StoreFileError);
  });
});

describe("a restore", () => {
  test("replaces the database and keeps the former file", async () => {
    const { store, file } = createTestStore();
    const target = join(temporaryFolder(), "b.sqlite");
    await publish(store, { body: "before" });
    await backupDatabase({ source: file, target });
    await publish(store, { body: "after" });
    await store.close();
    expect(await restoreDatabase({ backup: target, target: file })).toEqual({
      file,
      replacedFile: `${file}.before-restore`,
      erasedRows: {},
      revoked: { keys: 0, unconfirmedKeys: 0, subscriptions: 0, bans: 0, passkeys: 0 },
    });
    const bodies = (name: string): unknown[] => {
      const database = new Database(name, { readonly: true });
      onTestFinished(() => void database.close());
      return database.prepare("SELECT body FROM comment ORDER BY id").pluck().all();
    };
    expect(bodies(file)).toEqual(["before"]);
    expect(bodies(`${file}.before-restore`)).toEqual(["before", "after"]);
    expect(verifyDatabase(file).problems).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)("by root keeps the database's owner, or uses the owner of the folder", async () => {
    const { store, file } = createTestStore();
    const folder = temporaryFolder();
    const backup = join(folder, "b.sqlite");
    await backupDatabase({ source: file, target: backup });
    await store.close();
    const ownerOf = (path: string): number[] => [statSync(path).uid, statSync(path).gid, statSync(path).mode & 0o777];
    chownSync(file, 2001, 3001);
    await restoreDatabase({ backup, target: file });
    expect(ownerOf(file)).toEqual([2001, 3001, 0o600]);
    chownSync(folder, 2002, 3002);
    await restoreDatabase({ backup, target: join(folder, "new.sqlite") });
    expect(ownerOf(join(folder, "new.sqlite"))).toEqual([2002, 3002, 0o600]);
    // An owner of the folder may not be allowed to read visitors' texts.
    await backupDatabase({ source: file, target: join(folder, "c.sqlite") });
    expect(ownerOf(join(folder, "c.sqlite"))[0]).toBe(0);
    chownSync(backup, 2003, 3003);
    await backupDatabase({ source: file, target: backup });
    expect(ownerOf(backup)).toEqual([2003, 3003, 0o600]);
  });

  test("into a missing folder states how to create it", async () => {
    const { file } = createTestStore();
    const folder = join(temporaryFolder(), "data");
    await expect(restoreDatabase({ backup: file, target: join(folder, "b.sqlite") })).rejects.toMatchObject({
      name: "StoreFileError",
      message: `the folder ${folder} does not exist`,
      hint: `create it as the server's user: mkdir -p -m 700 ${folder}`,
    });
  });

  test("is refused while a process has the database open, which stays unchanged", async () => {
    const { store, file } = createTestStore();
    const target = join(temporaryFolder(), "b.sqlite");
    await backupDatabase({ source: file, target });
    const id = await publish(store);
    await expect(restoreDatabase({ backup: target, target: file })).rejects.toThrow("is in use");
    expect(existsSync(`${file}.partial`)).toBe(false);
    expect((await store.comments.get(id))?.state).toBe("approved");
    await publish(store);
  });

  test("is also refused if a server starts while the backup is copied, and nothing that it acknowledges is lost", async () => {
    const { store, file } = createTestStore();
    const target = join(temporaryFolder(), "b.sqlite");
    await backupDatabase({ source: file, target });
    await store.close();
    const refused = expect(restoreDatabase({ backup: target, target: file })).rejects.toThrow("is in use");
    const started = openStore({ file, clock: () => NOON, random: seededRandom() });
    onTestFinished(() => started.close());
    const id = await publish(started);
    await refused;
    expect(verifyDatabase(file).rows.comment).toBe(1);
    expect((await started.comments.get(id))?.state).toBe("approved");
  });

  test("works on a damaged database, which is its purpose, and if there is none", async () => {
    const { store, file } = createTestStore();
    const folder = temporaryFolder();
    const target = join(folder, "b.sqlite");
    await publish(store);
    await backupDatabase({ source: file, target });
    writeFileSync(join(folder, "broken.sqlite"), "rubbish".repeat(1_000));
    expect((await restoreDatabase({ backup: target, target: join(folder, "broken.sqlite") })).replacedFile).toBe(
      join(folder, "broken.sqlite.before-restore"),
    );
    expect(verifyDatabase(join(folder, "broken.sqlite"))).toMatchObject({ problems: [], rows: { comment: 1 } });
    expect((await restoreDatabase({ backup: target, target: join(folder, "new.sqlite") })).replacedFile).toBe(null);
    expect(verifyDatabase(join(folder, "new.sqlite")).rows.comment).toBe(1);
  });

  test("of a damaged backup is refused before anything changes", async () => {
    const { store, file } = createTestStore();
    const target = join(temporaryFolder(), "b.sqlite");
    await publish(store);
    await backupDatabase({ source: file, target });
    damage(target, "DELETE FROM post");
    await store.close();
    const before = readFileSync(file);
    await expect(restoreDatabase({ backup: target, target: file })).rejects.toThrow("of comment refers to a missing row of post");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("of an older version's backup is followed by a migration at the next start", async () => {
    const folder = temporaryFolder();
    const [backup, target] = [join(folder, "old.sqlite"), join(folder, "octavo.sqlite")];
    const old = new Database(backup);
    migrate(old, MIGRATIONS.slice(0, 1));
    old.close();
    await restoreDatabase({ backup, target });
    expect(verifyDatabase(target).version).toBe(1);
    const store = openStore({ file: target, clock: () => NOON, random: seededRandom() });
    await store.close();
    expect(verifyDatabase(target).version).toBe(SCHEMA_VERSION);
  });
});

describe("verification", () => {
  test("finds every wrong count, and dangling references", async () => {
    const { store, file } = createTestStore();
    const root = await publish(store);
    await publish(store, { parentId: root });
    await store.likes.like({ slug: "hello", visitor: key("v"), quotas: [] });
    expect(verifyDatabase(file).problems).toEqual([]);
    await store.close();
    const sound = readFileSync(file);
    const damages: [string, string][] = [
      ["UPDATE post SET thread_count = 9", "threads of hello: 9 stored, 1 counted"],
      ["UPDATE post SET like_count = 9", "likes of hello: 9 stored, 1 counted"],
      ["UPDATE comment SET reply_count = 0 WHERE id = 1", `replies to ${root}: 0 stored, 1 counted`],
      ["UPDATE comment SET visible_count = 3 WHERE id = 1", `visible replies to ${root}: 3 stored, 1 counted`],
      ["DELETE FROM thread_member", `replies listed below ${root}: 1 stored, 0 counted`],
      ["UPDATE comment SET parent_id = 77 WHERE id = 2", "row 2 of comment refers to a missing row of comment"],
    ];
    for (const [sql, problem] of damages) {
      writeFileSync(file, sound);
      damage(file, sql);
      expect(verifyDatabase(file).problems, sql).toContain(problem);
    }
  });

  test("finds an index with missing rows", async () => {
    const { store, file } = createTestStore();
    await publish(store);
    await store.close();
    damage(
      file,
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '(post_id, created_at, id)', '(post_id, id, created_at)') WHERE name = 'comment_by_post'",
    );
    expect(verifyDatabase(file).problems.join("\n")).toMatch(/comment_by_post/);
  });

  test("of a missing file, or of another program's file, fails with the reason", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "text"), "text ".repeat(1_000));
    expect(() => verifyDatabase(join(folder, "none"))).toThrow("does not exist");
    expect(() => verifyDatabase(join(folder, "text"))).toThrow("cannot be read as a database");
    expect(() => verifyDatabase(join(folder, "folder"))).toThrow(StoreFileError);
  });
});

describe("a file that somebody prepared", () => {
  const TRIGGER = "CREATE TRIGGER publish AFTER INSERT ON comment BEGIN UPDATE comment SET state = 'approved'; END";

  async function createBackup(sql: string): Promise<{ backup: string; target: string }> {
    const { store, file } = createTestStore();
    await publish(store, { body: "*kept*", bodyHtml: "<p><em>kept</em></p>", authorUrl: "https://ada.example/" });
    const backup = join(temporaryFolder(), "b.sqlite");
    await backupDatabase({ source: file, target: backup });
    damage(backup, sql);
    return { backup, target: join(temporaryFolder(), "octavo.sqlite") };
  }

  test("with a trigger is detected by verify, and a restore refuses it and says what to do", async () => {
    const { backup, target } = await createBackup(TRIGGER);
    expect(verifyDatabase(backup).problems).toEqual(["trigger publish is not part of octavo's schema"]);
    const restored = restoreDatabase({ backup, target });
    await expect(restored).rejects.toThrow(
      expect.objectContaining({
        name: "StoreFileError",
        message: expect.stringContaining("trigger publish"),
        hint: expect.stringContaining("DROP TRIGGER"),
      }),
    );
    expect(existsSync(target)).toBe(false);
  });

  test("with an address that runs as a script is refused", async () => {
    const { backup, target } = await createBackup("UPDATE comment SET author_url = 'javascript:alert(1)'");
    await expect(restoreDatabase({ backup, target })).rejects.toThrow(/has an address that is not an http\(s\) URL/);
  });

  test("with HTML that does not match its text is restored with the HTML of its text", async () => {
    const { backup, target } = await createBackup("UPDATE comment SET body_html = '<script>alert(1)</script>', sanitizer_version = 1000");
    await restoreDatabase({ backup, target });
    const store = openStore({ file: target, clock: () => NOON, random: seededRandom() });
    onTestFinished(() => store.close());
    expect((await store.comments.list())[0]).toMatchObject({ body: "*kept*", bodyHtml: "<p><em>kept</em></p>" });
  });

  test("that is a live database is still backed up, with a warning that a restore will refuse it", async () => {
    const { store, file } = createTestStore();
    await publish(store);
    damage(file, TRIGGER);
    const copy = await backupDatabase({ source: file, target: join(temporaryFolder(), "b.sqlite") });
    expect(copy.foreign).toEqual(["trigger publish is not part of octavo's schema"]);
  });
});
