import { toSafeLine } from "../../contract/text/safe-text.ts";
import { toDayIn } from "../days.ts";
import { type CommentState, type Decision, OTHERS_MAX, type StoredComment } from "../store/comment-types.ts";
import type { BanOutcome } from "./ban-author.ts";
import type { UndoOutcome } from "./comment-decisions.ts";
import type { DecisionOutcome, ModerationUndo } from "./moderation-schemas.ts";

/** Outcomes of decisions in words. Shared by the terminal, the desk and the pages behind links. */
export const DONE: Readonly<Record<Decision, string>> = {
  approve: "approved",
  reject: "rejected",
  spam: "marked as spam",
  delete: "deleted",
};

/** The decisions possible in each state, besides deleting. */
export const DECISIONS_FROM: Readonly<Record<CommentState, readonly Exclude<Decision, "delete">[]>> = {
  pending: ["approve", "reject", "spam"],
  approved: ["reject", "spam"],
  rejected: ["approve"],
  spam: ["approve"],
  deleted: [],
};

/** Labels of buttons. */
export const DECISION_NAMES = { approve: "Approve", reject: "Reject", spam: "Spam" } as const;

export const NOTHING_KNOWN = "the author can no longer be banned: email and address are deleted after 30 days. Nobody was banned";

/**
 * Describes the outcome of a decision on one line.
 * @param nameOf names a comment; by default with its id, for commands
 */
export function describeOutcome(outcome: DecisionOutcome, decision: Decision, nameOf = nameWithId): string {
  if (outcome.kind === "unknown") return "the comment no longer exists";
  const { comment } = outcome;
  switch (outcome.kind) {
    case "decided":
      return `${DONE[decision]}: ${nameOf(comment)}`;
    case "unchanged":
      return `nothing to do: ${nameOf(comment)} is already ${comment.state}`;
    case "not-allowed":
      return `${nameOf(comment)} is ${comment.state}; ${comment.state === "deleted" ? "this is final" : "it can only be approved or deleted"}`;
    case "revision-conflict":
      return `not ${DONE[decision]}: ${comment.authorName === null ? "the comment" : nameOf(comment)} has been edited since; it is now at revision ${comment.revision}`;
  }
}

function nameWithId({ id, authorName, slug }: StoredComment): string {
  return authorName === null ? `${id} on ${slug}` : `${id} by ${toSafeLine(authorName)} on ${slug}`;
}

/** Names a comment without its id. */
export function nameWithoutId({ authorName, slug }: StoredComment): string {
  return `${toSafeLine(authorName ?? "the comment")} on ${slug}`;
}

/** Describes a ban: what it covers and until when, then the comments that became spam. */
export function describeBan(outcome: BanOutcome & { kind: "banned" }, timeZone: string, nameOf = nameWithId): [string, ...string[]] {
  const { bans, comment, marked, undo } = outcome;
  const until = Math.max(...bans.map(({ expiresAt }) => expiresAt));
  return [
    `banned by ${bans.map(({ id, kind }) => `${kind} (ban ${id})`).join(" and ")} until ${toDayIn(until, timeZone)}`,
    ...(undo.decisions.some(({ id }) => id === comment.id) ? [`marked as spam: ${nameOf(comment)}`] : []),
    ...(marked === 0 ? [] : [`marked as spam: ${marked} more comment${marked === 1 ? "" : "s"}`]),
  ];
}

/** Formats `2 more pending comments have the same email or address`. */
export function describeOthers(count: number): string {
  if (count >= OTHERS_MAX) return `${count} or more pending comments have the same email or address`;
  return `${count} more pending comment${count === 1 ? " has" : "s have"} the same email or address`;
}

/**
 * Describes the outcome of an undo.
 * @param done the description of the step
 */
export function describeUndo(
  { decisions, bans, keepsBan }: ModerationUndo,
  { kind, changed, reply }: UndoOutcome,
  done: string,
): { readonly text: string; readonly isProblem: boolean } {
  const problem = (text: string) => ({ text, isProblem: true });
  if (kind === "reply-stays") return problem(`not undone, because your reply has been answered or deleted since: ${done}`);
  const hasBan = bans.length > 0 || keepsBan;
  if (changed > 0 && !hasBan) {
    if (decisions.some(({ after }) => after.state === "deleted")) return problem("the comment was deleted, which cannot be undone");
    if (reply !== null) return problem("your reply is deleted; the comment has changed since and stays as it is");
    return problem(`not undone, because the comment has changed since: ${done}`);
  }
  const stays = [
    ...(keepsBan ? ["the ban stays, because it existed before"] : []),
    ...(changed === 0
      ? []
      : [`${changed === 1 ? "1 comment has" : `${changed} comments have`} changed since and ${changed === 1 ? "stays" : "stay"}`]),
  ];
  return { text: [`undone: ${done}`, ...stays].join("; "), isProblem: false };
}
