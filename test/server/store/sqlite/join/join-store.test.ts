import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyDatabase } from "../../../../../server/store/sqlite/database/verify.ts";
import { openJoinSource } from "../../../../../server/store/sqlite/join/join-source.ts";
import { openStore } from "../../../../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../../../server/store/store.ts";
import type { JoinOptions } from "../../../../../server/store/transfer-types.ts";
import { createTestStore, temporaryFolder } from "../../file-store.ts";
import { decide, key, MINUTE, NOON, publish, seededRandom, submit } from "../../helpers.ts";

const OPTIONS: JoinOptions = { erased: { email: () => null, comment: () => null, emailHashes: [] }, dryRun: false, isStopped: () => false };

/**
 * A server's database, and a copy of it from an earlier time, with which the server then continued.
 */
async function createSplit(before: (store: Store) => Promise<void>) {
  const rescued = createTestStore();
  await before(rescued.store);
  await rescued.store.close();
  const file = join(temporaryFolder(), "octavo.db");
  const { copyFileSync } = await import("node:fs");
  copyFileSync(rescued.file, file);
  const clock = rescued.clock;
  const theirs = await rescued.reopen();
  const ours = openStore({ file, clock: () => clock.now, random: seededRandom(7) });
  return {
    clock,
    theirs,
    ours,
    file,
    rescuedFile: rescued.file,
    /** Closes the rescued database, because its process has ended, and joins it. */
    join: async (what: "comments" | "inquiries" = "comments", options: Partial<JoinOptions> = {}) => {
      await theirs.close();
      return ours.joins[what](rescued.file, { ...OPTIONS, ...options });
    },
    close: async () => {
      await ours.close();
      expect(verifyDatabase(file).problems).toEqual([]);
      rmSync(file);
    },
  };
}

const inquiry = (message: string, email = "ada@mail.example") => ({
  ...{ email, message, name: null, telegram: null, serviceId: null, state: "received" as const, origin: null, quotas: [] },
  idempotency: { scope: "/inquiries", key: `key-of-${message}-0123456789`, bodyHash: key(message), status: 201 },
});

test("missing comments are added with their threads, their authors' keys and their repeats, and a second run changes nothing", async () => {
  let first = "";
  const split = await createSplit(async (store) => {
    first = await publish(store, { body: "before" });
  });
  const banKeys = [{ kind: "email" as const, hash: key("ada") }];
  const idempotency = { scope: "/posts/hello/comments", key: "0123456789abcdef", bodyHash: key("body"), status: 202 };
  const reply = await publish(split.theirs, { parentId: first, body: "lost", authorEmail: "ada@mail.example", banKeys, idempotency });
  const deeper = await publish(split.theirs, { parentId: reply, body: "deeper" });
  const subscription = { email: "ben@mail.example", addressHash: key("ben") };
  const waiting = await submit(split.theirs, { slug: "tides", authorEmail: "ben@mail.example", subscription });
  const later = await publish(split.ours, { parentId: first, body: "since" });

  expect(await split.join("comments", { dryRun: true })).toMatchObject({ added: 3, changed: 0, existing: 1 });
  expect(await split.ours.comments.get(reply)).toBeNull();
  expect(await split.join()).toEqual({ added: 3, changed: 0, existing: 1, erased: 0, refused: 0, refusals: [], interrupted: false });
  expect(await split.join()).toMatchObject({ added: 0, changed: 0, existing: 4 });

  const { comments, bans } = split.ours;
  expect(await comments.get(first)).toMatchObject({ replyCount: 3 });
  expect(await comments.get(deeper)).toMatchObject({ state: "approved", parentId: reply, bodyHtml: "<p>deeper</p>" });
  expect(await comments.get(waiting)).toMatchObject({ state: "pending", slug: "tides" });
  expect(await comments.get(later)).toMatchObject({ body: "since" });
  const repeat = await comments.submit({ ...(await repeatOf(comments, reply)), idempotency });
  expect(repeat).toMatchObject({ kind: "replayed", id: reply });
  expect((await bans.banAuthor({ commentId: reply }))?.bans).toHaveLength(1);
  expect((await split.ours.privacy.held({ email: "ben@mail.example", emailHash: null })).replySubscriptions).toHaveLength(1);
  await split.close();
});

async function repeatOf(comments: Store["comments"], id: string) {
  const { newComment } = await import("../../helpers.ts");
  return newComment({ body: (await comments.get(id))?.body ?? "" });
}

test("if a comment is in both, the newer text and the newer decision take precedence, and a deleted comment stays deleted", async () => {
  const ids: string[] = [];
  const split = await createSplit(async (store) => {
    for (let n = 0; n < 7; n += 1) ids.push(await publish(store, { body: `Text ${n}` }));
    ids.push(await submit(store), await submit(store));
  });
  const [same = "", edited = "", withdrawn = "", gone = "", spam = "", both = "", held = "", approved = "", newer = ""] = ids;
  const { theirs, ours, clock } = split;
  const edit = (store: Store, id: string, body: string) =>
    store.comments.edit({
      ...{ slug: "hello", id, text: { body, bodyHtml: `<p>${body}</p>`, sanitizerVersion: 1 }, verdict: { state: "pending" } },
    });
  clock.now += MINUTE;
  await edit(theirs, edited, "edited there");
  await theirs.comments.withdraw({ slug: "hello", id: withdrawn });
  await decide(theirs, spam, "spam");
  await edit(theirs, both, "earlier, there");
  await edit(theirs, held, "advertisement");
  await decide(theirs, approved, "approve");
  await decide(theirs, newer, "approve");
  clock.now += MINUTE;
  await decide(ours, gone, "delete");
  await edit(ours, both, "later, here");
  await decide(ours, held, "spam");
  await decide(ours, newer, "reject");

  expect(await split.join()).toMatchObject({ added: 0, changed: 5 });
  const state = async (id: string) => {
    const found = await ours.comments.get(id);
    return [found?.state, found?.revision, found?.body];
  };
  expect(await state(same)).toEqual(["approved", 1, "Text 0"]);
  expect(await state(edited)).toEqual(["pending", 2, "edited there"]);
  expect(await ours.comments.get(edited)).toMatchObject({ bodyHtml: "<p>edited there</p>" });
  expect((await state(withdrawn))[0]).toBe("deleted");
  expect((await state(gone))[0]).toBe("deleted");
  expect((await state(spam))[0]).toBe("spam");
  expect(await state(both)).toEqual(["pending", 2, "later, here"]);
  expect(await state(held)).toEqual(["spam", 2, "advertisement"]);
  expect((await state(approved))[0]).toBe("approved");
  expect((await state(newer))[0]).toBe("rejected");
  expect(await split.join()).toMatchObject({ added: 0, changed: 0, existing: 9 });
  await split.close();
});

test("a person erased since then does not come back, and comments with replies keep only their place", async () => {
  const split = await createSplit(async () => {});
  const answered = await publish(split.theirs, { authorEmail: "ada@mail.example", body: "Zwqkx" });
  const reply = await publish(split.theirs, { parentId: answered });
  const alone = await publish(split.theirs, { authorEmail: "ada@mail.example", body: "Zwqkx" });
  await split.theirs.inquiries.submit(inquiry("Zwqkx"));
  const erased = { ...OPTIONS.erased, email: (email: string) => (email === "ada@mail.example" ? NOON : null) };
  expect(await split.join("comments", { erased })).toMatchObject({ added: 1, erased: 2 });
  expect(await split.join("inquiries", { erased })).toMatchObject({ added: 0, erased: 1 });
  expect(await split.ours.comments.get(answered)).toMatchObject({ state: "deleted", body: null });
  expect(await split.ours.comments.get(reply)).toMatchObject({ state: "approved", parentId: answered });
  expect(await split.ours.comments.get(alone)).toBeNull();
  await split.close();
});

test("inquiries are merged with their notes and due days, and keep the changes made here", async () => {
  const ids: string[] = [];
  const ask = async (store: Store, message: string) => {
    const asked = await store.inquiries.submit(inquiry(message));
    ids.push(asked.kind === "accepted" ? asked.id : "");
  };
  const split = await createSplit(async (store) => {
    for (const message of ["first", "second"]) await ask(store, message);
  });
  const [first = "", second = ""] = ids;
  await ask(split.theirs, "third");
  const third = ids[2] ?? "";
  await split.theirs.inquiries.mark(first, "replied");
  await split.theirs.inquiries.mark(second, "read");
  await split.theirs.inquiries.schedule(first, "2026-04-01");
  for (const id of [first, third]) await split.theirs.inquiries.addNote(id, "noted there");
  await split.ours.inquiries.addNote(first, "noted here");
  await split.ours.inquiries.mark(second, "closed");

  expect(await split.join("inquiries")).toEqual({
    added: 1,
    changed: 1,
    existing: 1,
    erased: 0,
    refused: 0,
    refusals: [],
    interrupted: false,
  });
  expect(await split.join("inquiries")).toMatchObject({ added: 0, changed: 0, existing: 3 });
  const { inquiries } = split.ours;
  expect(await inquiries.get(first)).toMatchObject({ state: "replied", dueOn: "2026-04-01" });
  expect((await inquiries.get(first))?.notes.map(({ text }) => text).sort()).toEqual(["noted here", "noted there"]);
  expect(await inquiries.get(second)).toMatchObject({ state: "closed" });
  expect(await inquiries.get(third)).toMatchObject({ message: "third", notes: [{ text: "noted there" }] });
  expect(await inquiries.submit(inquiry("third"))).toMatchObject({ kind: "replayed", id: third });
  await split.close();
});

test("a large database is joined in parts, and a stopped run continues where it was", async () => {
  const split = await createSplit(async () => {});
  for (let n = 0; n < 230; n += 1) await submit(split.theirs);
  const answers = [false, true];
  expect(await split.join("comments", { isStopped: () => answers.shift() ?? true })).toMatchObject({ added: 200, interrupted: true });
  expect(await split.join()).toMatchObject({ added: 30, existing: 200, interrupted: false });
  await split.close();
});

test("every inquiry of a large database is joined once", async () => {
  const split = await createSplit(async () => {});
  for (let n = 0; n < 230; n += 1) await split.theirs.inquiries.submit(inquiry(`no. ${n}`));
  expect(await split.join("inquiries")).toMatchObject({ added: 230, existing: 0 });
  await split.close();
});

test("rows with impossible values are reported and left out, the others are added, and nothing is written partially", async () => {
  const split = await createSplit(async () => {});
  const changes = [
    "created_at = 8640000000000000000, decided_at = 9000000000000000000, edited_at = 9000000000000000000, revision = 9007199254740993",
    "decided_at = 253402300800000",
    "revision = 9007199254740993",
    "author_url = 'javascript:alert(1)'",
    "author_name = 'A' || char(27) || '[2J'",
    "body = 'a' || char(0) || 'b'",
    `body = '${"x".repeat(5_001)}'`,
    `author_name = '${"x".repeat(81)}'`,
    "id = 9007199254740993",
    "id = -1",
  ];
  const ids: string[] = [];
  for (const _ of changes) ids.push(await submit(split.theirs));
  const whole = await submit(split.theirs, { body: "line\n\tline" });
  const first = await split.theirs.inquiries.submit(inquiry("first"));
  await split.theirs.inquiries.submit(inquiry("second"));
  await split.theirs.close();
  const { default: Database } = await import("better-sqlite3");
  const handle = new Database(split.rescuedFile);
  handle.pragma("foreign_keys = OFF");
  for (const [index, change] of changes.entries()) handle.prepare(`UPDATE comment SET ${change} WHERE public_id = ?`).run(ids[index]);
  for (const table of ["author_key", "duplicate_mark"])
    handle.exec(`DELETE FROM ${table} WHERE comment_id NOT IN (SELECT id FROM comment)`);
  handle.exec("UPDATE inquiry SET created_at = 9000000000000000000 WHERE message = 'first'");
  handle.close();

  const problems = verifyDatabase(split.rescuedFile, { values: "all" }).problems.join("\n");
  for (const id of ids.slice(0, 10)) expect(problems).toContain(`comment ${id} has `);
  const report = await split.ours.joins.comments(split.rescuedFile, OPTIONS);
  expect(report).toMatchObject({ added: 1, refused: changes.length, interrupted: false });
  for (const id of ids) expect(report.refusals.join("\n")).toContain(id);
  expect(await split.ours.comments.get(whole)).toMatchObject({ state: "pending", body: "line\n\tline" });
  for (const id of ids) expect(await split.ours.comments.get(id)).toBeNull();
  const asked = first.kind === "accepted" ? first.id : "";
  expect(await split.ours.joins.inquiries(split.rescuedFile, OPTIONS)).toMatchObject({
    added: 1,
    refused: 1,
    refusals: [`inquiry ${asked} has an impossible time (created_at)`],
  });
  await split.close();
});

test("a damaged file, or one of an older version, is refused with a remedy", async () => {
  const { file, store, database } = createTestStore();
  await submit(store);
  database().exec("CREATE TRIGGER other AFTER INSERT ON comment BEGIN SELECT 1; END");
  expect(() => openJoinSource(file)).toThrow("trigger other is not part of octavo's schema");
  const older = createTestStore();
  await older.store.close();
  const { default: Database } = await import("better-sqlite3");
  const { migrate } = await import("../../../../../server/store/sqlite/database/migrate.ts");
  const { MIGRATIONS } = await import("../../../../../server/store/engine/migrations.ts");
  const path = join(temporaryFolder(), "older.db");
  const handle = new Database(path);
  migrate(handle, MIGRATIONS.slice(0, 12));
  handle.close();
  expect(() => openJoinSource(path)).toThrow(expect.objectContaining({ hint: expect.stringContaining(`octavo db migrate --db ${path}`) }));
});
