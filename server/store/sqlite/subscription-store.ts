import { DAY_MS, dayOf } from "../../days.ts";
import { toEmailKey } from "../../privacy/email-key.ts";
import type { NewSubscription, ReplySubscription, SubscriptionStore } from "../subscription-types.ts";
import type { Connection, StoreContext } from "./store-context.ts";

/** Maximum number of emails planned at once. */
const PLANNED_MAX = 50;
/** How long an unconfirmed subscription is kept, in ms. */
export const UNCONFIRMED_MS = 30 * DAY_MS;

export function createSubscriptions({ connection, read, write }: StoreContext): SubscriptionStore {
  return {
    get: (id) => read(() => findSubscription(connection, id)),
    confirm: (id) =>
      write((now) => {
        if (connection.get("SELECT 1 FROM reply_subscription WHERE public_id = ?", id) === undefined) return false;
        // Earlier replies are already on the page.
        connection.run(
          "UPDATE reply_subscription SET confirmed_at = ?, asked_at = coalesce(asked_at, ?), due = 0 WHERE public_id = ? AND confirmed_at IS NULL",
          now,
          now,
          id,
        );
        return true;
      }),
    end: (id) => write(() => connection.run("DELETE FROM reply_subscription WHERE public_id = ?", id) > 0),
  };
}

function findSubscription(connection: Connection, id: string): ReplySubscription | null {
  const row = connection.get<Omit<ReplySubscription, "isPublic" | "isConfirmed"> & { isPublic: number; isConfirmed: number }>(
    `SELECT s.public_id AS id, s.email, post.slug, comment.state = 'approved' AS isPublic, s.confirmed_at IS NOT NULL AS isConfirmed
     FROM reply_subscription AS s JOIN comment ON comment.id = s.comment_id JOIN post ON post.id = comment.post_id WHERE s.public_id = ?`,
    id,
  );
  return row === undefined ? null : { ...row, isPublic: row.isPublic === 1, isConfirmed: row.isConfirmed === 1 };
}

/** Runs in the transaction of the comment. */
export function addSubscription(
  connection: Connection,
  { id, commentId, now }: { readonly id: string; readonly commentId: number; readonly now: number },
  { email, addressHash }: NewSubscription,
): void {
  const sql = "INSERT INTO reply_subscription (public_id, comment_id, email, address_hash, created_at) VALUES (?, ?, ?, ?, ?)";
  connection.run(sql, id, commentId, email, addressHash, now);
}

/**
 * Follows the approval of a comment: its author can now be asked to confirm, and the author of its
 * parent notified. Runs in the transaction of the decision.
 */
export function followApproval(connection: Connection, commentId: number): void {
  connection.run("UPDATE reply_subscription SET due = 1 WHERE comment_id = ? AND asked_at IS NULL", commentId);
  const reply = connection.get<{ parent_id: number | null; author_email: string | null }>(
    "SELECT parent_id, author_email FROM comment WHERE id = ?",
    commentId,
  );
  if (reply?.parent_id == null) return;
  const pending = connection.get<{ id: number; email: string }>(
    "SELECT id, email FROM reply_subscription WHERE comment_id = ? AND confirmed_at IS NOT NULL",
    reply.parent_id,
  );
  // Nobody is notified of their own reply.
  if (pending === undefined || (reply.author_email !== null && toEmailKey(reply.author_email) === toEmailKey(pending.email))) return;
  connection.run("UPDATE reply_subscription SET due = 1 WHERE id = ?", pending.id);
}

export interface PlannedMail {
  readonly kind: "confirmation" | "replies";
  readonly id: string;
}

export function hasDueSubscriptions(connection: Connection): boolean {
  return connection.get("SELECT 1 FROM reply_subscription WHERE due = 1 LIMIT 1") !== undefined;
}

/**
 * Due emails that may be sent now. An address gets one confirmation email per UTC day, and one
 * notification per 24 hours. The others wait.
 */
export function planSubscriptions(connection: Connection, now: number): PlannedMail[] {
  const due = connection.all<{ id: number; publicId: string; addressHash: Uint8Array; confirmedAt: number | null; state: string }>(
    `SELECT s.id, s.public_id AS publicId, s.address_hash AS addressHash, s.confirmed_at AS confirmedAt, comment.state
     FROM reply_subscription AS s JOIN comment ON comment.id = s.comment_id
     WHERE s.due = 1 AND coalesce(s.told_at, 0) <= ?
       AND (s.confirmed_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM quota WHERE day = ? AND key = 'confirmation:' || hex(s.address_hash)))
     ORDER BY s.id LIMIT ${PLANNED_MAX}`,
    now - DAY_MS,
    dayOf(now),
  );
  return due.flatMap(({ id, publicId, addressHash, confirmedAt, state }): PlannedMail[] => {
    if (state !== "approved") {
      // The comment was hidden again before an email went out. It will be due again once approved.
      connection.run("UPDATE reply_subscription SET due = 0 WHERE id = ?", id);
      return [];
    }
    if (confirmedAt !== null) {
      connection.run("UPDATE reply_subscription SET due = 0, told_at = ? WHERE id = ?", now, id);
      return [{ kind: "replies", id: publicId }];
    }
    const key = `confirmation:${Buffer.from(addressHash).toString("hex").toUpperCase()}`;
    // Two comments from one address were approved together.
    if (connection.run("INSERT INTO quota (day, key, used) VALUES (?, ?, 1) ON CONFLICT DO NOTHING", dayOf(now), key) === 0) return [];
    connection.run("UPDATE reply_subscription SET due = 0, asked_at = ? WHERE id = ?", now, id);
    return [{ kind: "confirmation", id: publicId }];
  });
}
