import { randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureErasures } from "../../../server/privacy/erasure-file.ts";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import { MIGRATIONS } from "../../../server/store/engine/migrations.ts";
import { migrate } from "../../../server/store/sqlite/database/migrate.ts";
import { verifyDatabase } from "../../../server/store/sqlite/database/verify.ts";
import { createApiKeys } from "../../../server/tokens.ts";
import { createData, type DataFixture, NOW, newInquiry } from "../data-fixture.ts";
import { post } from "../site-fixture.ts";

const HOUR_MS = 3_600_000;
/** Markers that appear in no other text, each in a different column. */
const MARKERS = ["Zwqkx-name", "zwqkx@mail.example", "https://zwqkx-page.example", "Zwqkx-body", "https://zwqkx-origin.example"];
const INQUIRY_MARKERS = ["Zwqkx-asks", "zwqkx_telegram", "Zwqkx-message", "Zwqkx-note"];
const [NAME = "", EMAIL = "", URL_OF = "", BODY = "", ORIGIN = ""] = MARKERS;
const [ASKS = "", TELEGRAM = "", MESSAGE = "", NOTE = ""] = INQUIRY_MARKERS;

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

/**
 * Files below the folder that contain any marker, each with the markers that it contains.
 */
function findMarkers(folder: string, but: readonly string[] = []): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !but.includes(entry.name))
    .flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name)).toString("latin1").toLowerCase();
      const found = [...MARKERS, ...INQUIRY_MARKERS].filter((marker) => bytes.includes(marker.toLowerCase()));
      return found.length === 0 ? [] : [`${entry.name}: ${found.join(", ")}`];
    });
}

interface Person {
  /** A public comment with a reply. */
  readonly parent: string;
  readonly reply: string;
  /** Id of another person's comment. */
  readonly other: string;
}

/**
 * Stores data of one person in every table, among other people's texts, which are large and numerous
 * enough to fill pages.
 */
async function writePerson(): Promise<Person> {
  const keys = createApiKeys(openSecrets(dirname(data.db), { random: randomBytes }), { random: randomBytes });
  const hash = keys.hash("email", EMAIL);
  const mine = {
    authorName: NAME,
    authorEmail: EMAIL.toUpperCase(),
    authorUrl: URL_OF,
    origin: ORIGIN,
    banKeys: [
      { kind: "email" as const, hash },
      { kind: "address" as const, hash: keys.hash("address", "192.0.2.7") },
    ],
  };
  const parent = await data.comment({ ...mine, body: `${BODY} ${"x".repeat(6_000)}`, state: "approve" });
  const reply = await data.comment({ parentId: parent, authorEmail: "ben@mail.example", body: "I agree.", state: "approve" });
  for (let n = 0; n < 10; n += 1) {
    await data.comment({ body: `Filler ${n} ${"y".repeat(900)}` });
    await data.comment({
      ...mine,
      body: `${BODY} ${n}`,
      idempotency: { scope: "/x", key: `key-of-idempotency-${n}`, bodyHash: hash, status: 202 },
    });
  }
  const other = await data.comment({ authorEmail: "ben@mail.example" });
  await data.use(async ({ inquiries, bans, comments, notices, site }) => {
    const asked = await inquiries.submit(
      newInquiry({ email: EMAIL, name: ASKS, telegram: TELEGRAM, message: `${MESSAGE} ${"z".repeat(4_000)}` }),
    );
    if (asked.kind === "accepted") await inquiries.addNote(asked.id, NOTE);
    await bans.banAuthor({ commentId: parent, note: NOTE });
    // The ban marked the comment as spam.
    await comments.decide({ id: parent, revision: 1, decision: "approve" });
    const spam = await comments.submit({
      ...{
        slug: "thaw",
        parentId: null,
        bodyHtml: "<p>…</p>",
        sanitizerVersion: 1,
        duplicateKey: randomBytes(32),
        quotas: [],
        idempotency: null,
      },
      ...mine,
      body: BODY,
      verdict: { state: "spam", reason: "links" },
    });
    expect(spam.kind).toBe("accepted");
    await site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "UTC", author: null });
    await notices.plan(["mail"]);
    const lease = await notices.lease({ channel: "mail", ms: 1_000 });
    if (lease !== null) await notices.failed(lease, { error: `550 ${EMAIL} is unknown`, retryAt: null });
  }, NOW + HOUR_MS);
  leaveInFreePages();
  return { parent, reply, other };
}

/** Simulates a tool that does not overwrite deleted content, or a page that was split. */
function leaveInFreePages(): void {
  const database = new Database(data.db);
  database.pragma("secure_delete = OFF");
  const insert = database.prepare("INSERT INTO inquiry (public_id, state, email, message, created_at) VALUES (?, 'new', ?, ?, 1)");
  for (let n = 0; n < 20; n += 1) insert.run(`${n}`.padStart(24, "a"), EMAIL, MESSAGE.repeat(500));
  database.exec("DELETE FROM inquiry WHERE created_at = 1");
  database.close();
}

const erase = (...args: string[]) => data.run(["privacy", "erase", "--email", `${EMAIL} `, ...args], { now: "2026-06-01T15:00:00Z" });

describe("octavo privacy erase", () => {
  it("leaves nothing of a person in any file, and removes nobody else's data", async () => {
    const { parent, reply, other } = await writePerson();
    expect(findMarkers(data.cwd)).toEqual([`octavo.db: ${[...MARKERS, ...INQUIRY_MARKERS].join(", ")}`]);
    const { code, out, err } = await erase("--yes");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /erased: 12 comments, 1 inquiry and \d+ other rows; data\/octavo\.db was rewritten \(\d+ → \d+ bytes\), and its log is empty\n/,
    );
    expect(out).toContain("https://marsh.example/api/v1/posts/first-ice/comments*\n  https://marsh.example/api/v1/comments*\n");
    expect(findMarkers(data.cwd)).toEqual([]);
    await data.use(async ({ comments, inquiries }) => {
      expect(await comments.get(reply)).toMatchObject({ state: "approved", body: "I agree.", parentId: parent });
      expect(await comments.get(parent)).toMatchObject({ state: "deleted", replyCount: 1 });
      expect(await comments.get(other)).toMatchObject({ authorEmail: "ben@mail.example" });
      expect((await comments.countsByState()).pending).toBe(11);
      expect(await inquiries.list()).toEqual([]);
    });
    expect(verifyDatabase(data.db).problems).toEqual([]);
    expect((await data.run(["privacy", "export", "--email", EMAIL])).err).toBe("nothing is stored\n");
  });

  it("leaves nothing in the log or the free pages while another process has the database open", async () => {
    await writePerson();
    await data.use(async ({ comments }) => {
      await comments.list();
      expect((await erase("--yes")).code).toBe(0);
      expect(statSync(`${data.db}-wal`).size).toBe(0);
      expect(findMarkers(data.cwd)).toEqual([]);
    });
    expect(findMarkers(data.cwd)).toEqual([]);
  });

  it("reports that the log still contains the data if somebody keeps reading, and finishes when the command is run again", async () => {
    await writePerson();
    ensureErasures(dirname(data.db));
    const { compactDatabase } = await import("../../../server/store/sqlite/database/compaction.ts");
    const reader = new Database(data.db, { readonly: true });
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM comment").get();
    const second = await data.use(async ({ privacy }) => {
      await privacy.erase({ email: EMAIL, emailHash: null }, NOW + 2 * HOUR_MS);
      expect(compactDatabase(data.db, { readersWaitMs: 50 }).isFinished).toBe(false);
      expect(await privacy.compactionDue()).toBe(true);
      reader.close();
      return await erase("--yes");
    });
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining("erased: nothing was stored") });
    expect(findMarkers(data.cwd)).toEqual([]);
  });

  it("shows what would be erased, and erases it only after confirmation", async () => {
    await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await data.comment({ body: `as ${EMAIL} said` });
    const { code, out } = await erase("--dry-run");
    expect([code, out]).toEqual([0, expect.stringMatching(/^would erase: 12 comments, 1 inquiry and \d+ other rows\n/)]);
    expect(out).toContain("  monday.db, a backup of 2026-06-01 12:00 UTC: octavo db restore erases it again\n");
    expect(out).toMatch(/mentioned by others, and not erased: check these yourself\n {2}comment [a-z2-7]{24}: octavo comments show/);
    const asked = await data.run(["privacy", "erase", "--email", EMAIL], { keys: ["n"] });
    expect([asked.code, asked.out]).toEqual([
      130,
      expect.stringMatching(/delete 12 comments, 1 inquiry and \d+ other rows permanently\? \(y\/n\) no\n$/),
    ]);
    expect(await erase()).toMatchObject({ code: 2, err: expect.stringContaining("hint: use --yes") });
    expect(await data.use(({ inquiries }) => inquiries.list())).toHaveLength(1);
    expect(existsSync(join(data.cwd, "data/erasures.json"))).toBe(false);
  });

  it("renews the snapshot of comments beside the built site, and reports if it cannot", async () => {
    const { parent } = await writePerson();
    await mkdir(join(data.cwd, "content/posts"), { recursive: true });
    await writeFile(join(data.cwd, "content/site.yaml"), "name: Marsh\nurl: https://marsh.example\n");
    await writeFile(join(data.cwd, "content/posts/first-ice.md"), post("First ice", "2026-01-02"));
    expect((await data.run(["build"])).code).toBe(0);
    expect((await data.run(["comments", "snapshot"])).code).toBe(0);
    const dist = join(data.cwd, "dist");
    expect(findMarkers(dist)).not.toEqual([]);
    const { code, out } = await erase("--yes");
    expect([code, out]).toEqual([0, expect.stringContaining("the snapshot of comments in dist was renewed\n")]);
    expect(out).toContain("https://marsh.example/index/v1/comments*\n");
    expect(findMarkers(data.cwd)).toEqual([]);
    expect((await data.use(({ comments }) => comments.get(parent)))?.state).toBe("deleted");

    await writeFile(join(data.cwd, "dist/index/v1/manifest.json"), "{}");
    const failed = await erase("--yes");
    expect([failed.code, failed.err]).toEqual([
      1,
      expect.stringContaining("the snapshot of comments in dist still contains erased data: "),
    ]);
  });

  it("leaves no erased data in public files if the database cannot be rewritten, and can be run again to finish", async () => {
    await writePerson();
    await mkdir(join(data.cwd, "content/posts"), { recursive: true });
    await writeFile(join(data.cwd, "content/site.yaml"), "name: Marsh\nurl: https://marsh.example\n");
    await writeFile(join(data.cwd, "content/posts/first-ice.md"), post("First ice", "2026-01-02"));
    await data.run(["build"]);
    await data.run(["comments", "snapshot"]);
    expect(findMarkers(join(data.cwd, "dist"))).not.toEqual([]);
    // A folder in place of the lock file makes locking fail.
    rmSync(`${data.db}.compaction-lock`, { force: true });
    mkdirSync(`${data.db}.compaction-lock`);
    expect((await erase("--yes")).code).toBe(1);
    expect(findMarkers(join(data.cwd, "dist"))).toEqual([]);
    expect(await data.use(({ privacy }) => privacy.compactionDue())).toBe(true);
    rmSync(`${data.db}.compaction-lock`, { recursive: true });
    expect((await erase("--yes")).code).toBe(0);
    expect(findMarkers(data.cwd)).toEqual([]);
    expect(await data.use(({ privacy }) => privacy.compactionDue())).toBe(false);
  });

  it("erases data dated ahead of the clock, and erases it again in a restored backup", async () => {
    await data.comment({ authorEmail: EMAIL, body: BODY, at: NOW + 9_000 * HOUR_MS });
    await data.run(["db", "backup", "monday.db"]);
    expect((await erase("--yes")).out).toContain("erased: 1 comment, 0 inquiries");
    expect(findMarkers(data.cwd, ["monday.db"])).toEqual([]);
    expect((await data.run(["db", "restore", "monday.db"])).code).toBe(0);
    expect(findMarkers(data.cwd, ["monday.db", "octavo.db.before-restore"])).toEqual([]);
  });

  it("erases one comment and nothing else of a person", async () => {
    const { parent } = await writePerson();
    expect((await data.run(["privacy", "erase", "--comment", parent, "--yes"])).out).toContain("erased: 1 comment, 0 inquiries and ");
    await data.use(async ({ comments }) => {
      expect((await comments.get(parent))?.state).toBe("deleted");
      expect((await comments.countsByState()).pending).toBe(21);
    });
  });
});

describe("octavo db restore", () => {
  it("repeats the erasures in data/erasures.json, whatever the backup, so no erased byte comes back", async () => {
    const { parent, reply } = await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    const later = await data.comment({ authorEmail: EMAIL, authorName: "Later", at: NOW + 10 * HOUR_MS });
    const noted = readFileSync(join(data.cwd, "data/erasures.json"), "utf8");
    expect(noted).not.toContain("mail.example");
    expect(JSON.parse(noted).erasures).toMatchObject([{ kind: "email", at: "2026-06-01T15:00:00.000Z" }]);
    expect(statSync(join(data.cwd, "data/erasures.json")).mode & 0o777).toBe(0o600);
    await data.run(["db", "backup", "tuesday.db"]);
    expect(readFileSync(join(data.cwd, "tuesday.db.erasures.json"), "utf8")).toBe(noted);
    expect(existsSync(join(data.cwd, "monday.db.erasures.json"))).toBe(false);

    const { code, out, err } = await data.run(["db", "restore", "monday.db"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/\n1 erasure repeated: removed 12 comments, 1 inquiry and \d+ other rows\n$/);
    expect(findMarkers(data.cwd, ["monday.db", "octavo.db.before-restore", "tuesday.db"])).toEqual([]);
    await data.use(async ({ comments }) => {
      expect(await comments.get(reply)).toMatchObject({ parentId: parent, body: "I agree." });
      expect((await comments.countsByState()).pending).toBe(11);
    });
    expect(verifyDatabase(data.db).problems).toEqual([]);

    // The erasure does not affect a person who writes again later.
    const again = await data.run(["db", "restore", "tuesday.db", "--force"]);
    expect(again.out).toContain("1 erasure repeated: the backup contained none of the data to erase\n");
    expect(await data.use(({ comments }) => comments.get(later))).toMatchObject({ authorName: "Later", authorEmail: EMAIL });
  });

  it("removes an erased person's ban, which no comment refers to any more, but keeps a later ban of that person", async () => {
    const keys = createApiKeys(openSecrets(dirname(data.db), { random: randomBytes }), { random: randomBytes });
    const ban = (email: string, at: number) =>
      data.use(({ bans }) => bans.add({ kind: "email", hash: keys.hash("email", email), note: email, days: 90 }), at);
    const notes = () => data.use(async ({ bans }) => (await bans.list()).map(({ note }) => note));
    await ban(EMAIL, NOW);
    await ban("ben@mail.example", NOW);
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    expect((await data.run(["db", "restore", "monday.db"])).code).toBe(0);
    expect(await notes()).toEqual(["ben@mail.example"]);
    await ban(EMAIL, NOW + 10 * HOUR_MS);
    await data.run(["db", "backup", "tuesday.db"]);
    expect((await data.run(["db", "restore", "tuesday.db", "--force"])).code).toBe(0);
    expect(await notes()).toEqual([EMAIL, "ben@mail.example"]);
  });

  it("erases a single comment again, even in a backup with an older schema", async () => {
    rmSync(data.db);
    const older = new Database(data.db);
    migrate(older, MIGRATIONS.slice(0, 4));
    older.pragma("journal_mode = DELETE");
    older.exec(`INSERT INTO post (slug) VALUES ('first-ice');
      INSERT INTO comment (public_id, post_id, depth, state, author_name, author_email, body, body_html, sanitizer_version, created_at)
      VALUES ('${"a".repeat(24)}', 1, 0, 'pending', '${NAME}', 'x@mail.example', '${BODY}', '<p>${BODY}</p>', 1, 1),
        ('${"b".repeat(24)}', 1, 0, 'pending', 'Ben', 'ben@mail.example', 'Kept', '<p>Kept</p>', 1, 1)`);
    older.close();
    expect((await data.run(["db", "backup", "old.db"])).code).toBe(0);
    expect((await data.run(["db", "migrate"])).code).toBe(0);
    expect((await data.run(["privacy", "erase", "--comment", "a".repeat(24), "--yes"])).code).toBe(0);
    const { code, out } = await data.run(["db", "restore", "old.db"]);
    expect([code, out]).toEqual([0, expect.stringContaining("1 erasure repeated: removed 1 comment, 0 inquiries and 0 other rows\n")]);
    expect(findMarkers(data.cwd, ["old.db"])).toEqual([]);
    expect(await data.use(({ comments }) => comments.get("b".repeat(24)))).toMatchObject({ body: "Kept" });
  });

  it("warns if the erasures are unknown or were recorded with other secrets, but not if the list was copied from beside a backup", async () => {
    await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    await data.run(["db", "backup", "tuesday.db"]);
    const erasures = join(data.cwd, "data/erasures.json");
    rmSync(erasures);
    const without = await data.run(["db", "restore", "monday.db", "--quiet"]);
    expect(without).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^WARNING: data\/erasures\.json IS MISSING, SO ERASURES MADE AFTER THIS BACKUP ARE UNKNOWN/),
    });
    expect(findMarkers(dirname(data.db), ["octavo.db.before-restore"])).not.toEqual([]);

    writeFileSync(erasures, readFileSync(join(data.cwd, "tuesday.db.erasures.json")), { mode: 0o600 });
    rmSync(`${data.db}.before-restore`);
    expect(await data.run(["db", "restore", "monday.db"])).toMatchObject({ code: 0, err: "" });
    rmSync(`${data.db}.before-restore`);
    expect(findMarkers(dirname(data.db))).toEqual([]);

    rmSync(join(data.cwd, "data/secrets.json"));
    openSecrets(dirname(data.db), { random: randomBytes });
    const foreign = await data.run(["db", "restore", "monday.db", "--json"]);
    expect(foreign.err).toMatch(
      /^WARNING: 1 ERASURE COULD NOT BE REPEATED: ERASED DATA MAY BE BACK\. data\/secrets\.json does not contain the secrets/,
    );
    expect(JSON.parse(foreign.out)).toMatchObject({ erasures: { known: 1, replayed: 0, fileFound: true, rows: {} } });
  });

  it("changes nothing if the list of erasures is damaged", async () => {
    const { other } = await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    writeFileSync(join(data.cwd, "data/erasures.json"), '{"format":1,"erasures":[{"kind":"email"}]}', { mode: 0o600 });
    for (const args of [
      ["db", "restore", "monday.db"],
      ["db", "backup", "tuesday.db"],
      ["privacy", "erase", "--email", EMAIL, "--yes"],
    ]) {
      const { code, err } = await data.run(args);
      expect([code, err]).toEqual([1, expect.stringContaining("erasures.json is damaged (at erasures.0.hash)")]);
    }
    expect(existsSync(join(data.cwd, "tuesday.db"))).toBe(false);
    expect(await data.use(({ comments }) => comments.get(other))).not.toBeNull();
    expect(await data.use(({ inquiries }) => inquiries.list())).toHaveLength(1);
  });
});

describe("a copied database from before an erasure", () => {
  it("has the erasure repeated before any command reads it, and only once", async () => {
    const { parent, reply } = await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    copyFileSync(join(data.cwd, "monday.db"), data.db);
    const { code, out, err } = await data.run(["comments", "list", "--state", "all", "--quiet"]);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /^octavo: data\/octavo\.db lacked 1 erasure listed in erasures\.json: it was repeated, which removed 12 comments, 1 inquiry and \d+ other rows\. If it is an older copy, keys, .*: check octavo keys list and octavo desk access, and revoke them again\n$/,
      ),
    ]);
    expect(out).not.toContain(NAME);
    expect(findMarkers(data.cwd, ["monday.db"])).toEqual([]);
    await data.use(async ({ comments }) => {
      expect([(await comments.get(parent))?.state, (await comments.get(reply))?.state]).toEqual(["deleted", "approved"]);
    });
    // A person who writes again keeps the comment, because the database now has a record of the
    // erasure.
    const later = await data.comment({ authorEmail: EMAIL, authorName: "Later" });
    expect((await data.run(["comments", "show", later])).err).toBe("");
    expect(await data.use(({ comments }) => comments.get(later))).toMatchObject({ authorName: "Later" });
  });

  it("is refused if the secrets are different, and the message names the remedies: to restore the secrets, or to give up the erasures", async () => {
    await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    const secrets = join(data.cwd, "data/secrets.json");
    const right = readFileSync(secrets);
    rmSync(secrets);
    copyFileSync(join(data.cwd, "monday.db"), data.db);
    const refused = {
      code: 1,
      out: "",
      err: expect.stringMatching(
        /may hold erased data: 1 erasure in erasures\.json cannot be repeated without the secrets [0-9a-f]{16}, and .*\nhint: put the secrets\.json from that time/s,
      ),
    };
    expect(await data.run(["comments", "list"])).toMatchObject({ ...refused, err: expect.stringContaining("there is no secrets.json") });
    openSecrets(dirname(data.db), { random: randomBytes });
    expect(await data.run(["comments", "export"])).toMatchObject(refused);
    const other = readFileSync(secrets);
    writeFileSync(secrets, right);
    expect((await data.run(["comments", "list"])).err).toContain("repeated");
    writeFileSync(secrets, other);
    copyFileSync(join(data.cwd, "monday.db"), data.db);
    expect((await data.run(["secrets", "accept"])).err).toContain("WARNING: 1 erasure in erasures.json cannot be repeated");
    expect((await data.run(["comments", "list", "--quiet"])).err).toBe("");
  });

  it("cannot be read by any command if the list is damaged, until the owner accepts the loss", async () => {
    await data.comment();
    const list = join(data.cwd, "data/erasures.json");
    const refused = { code: 1, out: "", err: expect.stringMatching(/erasures\.json .*\nhint: restore it.*octavo privacy accept-loss/) };
    for (const text of ['{"format":1,"era', ""]) {
      writeFileSync(list, text, { mode: 0o600 });
      expect(await data.run(["comments", "list"])).toMatchObject(refused);
      expect(await data.run(["comments", "export"])).toMatchObject(refused);
    }
    rmSync(list);
    mkdirSync(list);
    expect(await data.run(["comments", "list"])).toMatchObject({ ...refused, err: expect.stringContaining("cannot be read (EISDIR)") });
    expect(await data.run(["privacy", "accept-loss"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("the loss of an earlier one is accepted"),
      err: expect.stringContaining("WARNING: data whose erasure was listed only in a lost data/erasures.json may be public again"),
    });
    expect(readdirSync(dirname(data.db)).filter((name) => name.startsWith("erasures.json.lost-"))).toHaveLength(1);
    expect(await data.run(["comments", "list", "--quiet"])).toMatchObject({ code: 0, err: "" });
    expect(await data.use(({ privacy }) => privacy.erasureList())).toMatchObject({ lossAcceptedAt: expect.any(Number) });
  });

  it("is reported as complete by accept-loss if nothing is lost, and nothing is recorded", async () => {
    const nothing = { code: 0, out: expect.stringContaining("nothing is lost: data/erasures.json"), err: "" };
    const acceptedAt = () => data.use(async ({ privacy }) => (await privacy.erasureList()).lossAcceptedAt);
    await writePerson();
    expect(await data.run(["privacy", "accept-loss"])).toMatchObject(nothing);
    await erase("--yes");
    expect(await data.run(["privacy", "accept-loss"])).toMatchObject(nothing);
    expect(await acceptedAt()).toBeNull();
    writeFileSync(join(data.cwd, "data/erasures.json"), '{"format":1,"erasures":[]}', { mode: 0o600 });
    const accepted = await data.run(["privacy", "accept-loss"], { now: "2026-07-01T12:00:00Z" });
    expect(accepted.out).toContain("the loss of an earlier one is accepted");
    const first = await acceptedAt();
    expect(first).toEqual(expect.any(Number));
    expect(await data.run(["privacy", "accept-loss"], { now: "2026-07-02T12:00:00Z" })).toMatchObject(nothing);
    expect(await acceptedAt()).toBe(first);
  });

  it("has the erasure repeated even if others can read the list", async () => {
    await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    copyFileSync(join(data.cwd, "monday.db"), data.db);
    chmodSync(join(data.cwd, "data/erasures.json"), 0o644);
    const { code, out, err } = await data.run(["comments", "list", "--state", "all", "--quiet"]);
    expect([code, err]).toEqual([0, expect.stringContaining("repeated")]);
    expect(out).not.toContain(NAME);
  });

  it("is refused if the list is missing and a backup has a copy, and accepting the loss uses that copy", async () => {
    await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    await data.run(["db", "backup", "tuesday.db"]);
    copyFileSync(join(data.cwd, "monday.db"), data.db);
    rmSync(join(data.cwd, "data/erasures.json"));
    expect(await data.run(["comments", "list"])).toMatchObject({
      ...{ code: 1, out: "" },
      err: expect.stringMatching(/erasures\.json is missing.*\nhint: copy .*tuesday\.db\.erasures\.json to .*accept-loss/),
    });
    expect((await data.run(["privacy", "accept-loss"])).err).toMatch(/lacked 1 erasure.*it was restored\n.*repeated/);
    const { code, out } = await data.run(["comments", "list", "--state", "all"]);
    expect([code, out]).toEqual([0, expect.not.stringContaining(NAME)]);
  });

  it("has the erasure repeated from a list beside a backup if its own list was emptied, and the next backup leaves the lists beside backups alone", async () => {
    await writePerson();
    await data.run(["db", "backup", "monday.db"]);
    await erase("--yes");
    await data.run(["db", "backup", "tuesday.db"]);
    const list = join(data.cwd, "data/erasures.json");
    const noted = readFileSync(list, "utf8");
    writeFileSync(list, '{"format":1,"erasures":[]}', { mode: 0o600 });
    await data.run(["db", "backup", "tuesday.db"]);
    expect(readFileSync(join(data.cwd, "tuesday.db.erasures.json"), "utf8")).toBe(noted);
    copyFileSync(join(data.cwd, "monday.db"), data.db);
    const { err, out } = await data.run(["comments", "list", "--state", "all", "--quiet"]);
    expect(err).toMatch(/erasures\.json lacked 1 erasure found in a list next to a backup; it was restored\n.*repeated/);
    expect(out).not.toContain(NAME);
    expect(readFileSync(list, "utf8")).toBe(noted);
  });
});
