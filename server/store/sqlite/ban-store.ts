import { DAY_MS } from "../../days.ts";
import type { BanKey } from "../request-types.ts";
import { BAN_DAYS_USUAL, type Ban, type BanStore, type SpamWordStore } from "../store.ts";
import { decideComment } from "./comments/comment-changes.ts";
import { findComment } from "./comments/comment-lists.ts";
import type { Connection, StoreContext } from "./store-context.ts";

const COLUMNS = "id, kind, note, created_at AS createdAt, expires_at AS expiresAt";

export function createBans({ connection, read, write }: StoreContext): BanStore {
  return {
    add: ({ kind, hash, note = null, days = BAN_DAYS_USUAL }) => write((now) => addBan(connection, { kind, hash }, { note, now, days })),
    banAuthor: ({ commentId, note = null, days = BAN_DAYS_USUAL }) =>
      write((now) => {
        const comment = findComment(connection, commentId);
        if (comment === null) return null;
        const keys = findAuthorKeys(connection, commentId);
        if (keys.length === 0) return { bans: [], added: [], decided: null };
        const isNew = keys.map((key) => !isBanned(connection, [key], now));
        const bans = keys.map((key) => addBan(connection, key, { note, now, days }));
        const result = decideComment(connection, { id: commentId, revision: comment.revision, decision: "spam" }, now);
        const decided = result.kind === "decided" ? { before: result.before, comment: result.comment } : null;
        return { bans, added: bans.flatMap(({ id }, index) => (isNew[index] ? [id] : [])), decided };
      }),
    list: () => read((now) => connection.all<Ban>(`SELECT ${COLUMNS} FROM ban WHERE expires_at > ? ORDER BY id DESC`, now)),
    revoke: (id) => write(() => connection.run("DELETE FROM ban WHERE id = ?", id) > 0),
  };
}

export function createSpamWords({ connection, read, write }: StoreContext): SpamWordStore {
  const each = (words: readonly string[], sql: string): number =>
    words.reduce((changed, word) => changed + connection.run(sql, word.normalize("NFC").trim().toLowerCase()), 0);
  return {
    list: () => read(() => connection.all<{ word: string }>("SELECT word FROM spam_word ORDER BY word").map((row) => row.word)),
    add: (words) => write(() => each(words, "INSERT INTO spam_word (word) VALUES (?) ON CONFLICT DO NOTHING")),
    remove: (words) => write(() => each(words, "DELETE FROM spam_word WHERE word = ?")),
  };
}

/** Whether one of the keys is banned now. */
export function isBanned(connection: Connection, keys: readonly BanKey[], now: number): boolean {
  return keys.some(
    ({ kind, hash }) => connection.get("SELECT 1 FROM ban WHERE kind = ? AND hash = ? AND expires_at > ?", kind, hash, now) !== undefined,
  );
}

/** Stores the keys of a comment's author, so that the owner can ban the author later. */
export function keepAuthorKeys(connection: Connection, commentId: number, keys: readonly BanKey[], now: number): void {
  for (const { kind, hash } of keys) {
    connection.run(
      "INSERT INTO author_key (comment_id, kind, hash, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      commentId,
      kind,
      hash,
      now,
    );
  }
}

function findAuthorKeys(connection: Connection, commentId: string): BanKey[] {
  return connection.all<BanKey>(
    `SELECT kind, hash FROM author_key WHERE comment_id = (SELECT id FROM comment WHERE public_id = ?) ORDER BY kind, hash`,
    commentId,
  );
}

function addBan(connection: Connection, key: BanKey, { note, now, days }: { note: string | null; now: number; days: number }): Ban {
  const ban = connection.get<Ban>(
    `INSERT INTO ban (kind, hash, note, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, hash) DO UPDATE SET note = coalesce(excluded.note, note), expires_at = max(expires_at, excluded.expires_at)
     RETURNING ${COLUMNS}`,
    key.kind,
    key.hash,
    note,
    now,
    now + days * DAY_MS,
  );
  if (ban === undefined) throw new Error("the new ban was not returned");
  return ban;
}
