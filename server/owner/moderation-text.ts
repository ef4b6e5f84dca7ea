import { toSafeLine } from "../../contract/text/safe-text.ts";
import { toDayIn } from "../days.ts";
import type { CommentState, Decision, StoredComment } from "../store/comment-types.ts";
import type { BanOutcome } from "./ban-author.ts";
import type { UndoOutcome } from "./comment-decisions.ts";
import type { DecisionOutcome, ModerationUndo } from "./moderation-schemas.ts";

/** The same sentences for the terminal, the desk and pages behind links. */
const DONE: Readonly<Record<Decision, string>> = { approve: "approved", reject: "rejected", spam: "marked as spam", delete: "deleted" };

/** Decisions that can be made from each state, besides deleting. */
export const DECISIONS_FROM: Readonly<Record<CommentState, readonly Exclude<Decision, "delete">[]>> = {
  pending: ["approve", "reject", "spam"],
  approved: ["reject", "spam"],
  rejected: ["approve"],
  spam: ["approve"],
  deleted: [],
};

/** Labels of buttons. */
export const DECISION_NAMES = { approve: "Approve", reject: "Reject", spam: "Spam" } as const;

export const NOTHING_KNOWN = "nothing is known of its author any more: after 30 days e-mail and address are forgotten. Nobody is banned";

/** The outcome of a decision, on one line. @param nameOf names a comment; by default with its id, for commands */
export function describeOutcome(outcome: DecisionOutcome, decision: Decision, nameOf = nameWithId): string {
  if (outcome.kind === "unknown") return "it is gone";
  const { comment } = outcome;
  switch (outcome.kind) {
    case "decided":
      return `${DONE[decision]}: ${nameOf(comment)}`;
    case "unchanged":
      return `it was so already: ${nameOf(comment)} is ${comment.state}`;
    case "not-allowed":
      return `${nameOf(comment)} is ${comment.state}; ${comment.state === "deleted" ? "that is final" : "from there it can be approved or deleted"}`;
    case "revision-conflict":
      return `not ${DONE[decision]}: ${comment.authorName === null ? "the comment" : nameOf(comment)} has been changed since; this is revision ${comment.revision}`;
  }
}

function nameWithId({ id, authorName, slug }: StoredComment): string {
  return authorName === null ? `${id} on ${slug}` : `${id} by ${toSafeLine(authorName)} on ${slug}`;
}

/** Names a comment without its id. */
export function nameWithoutId({ authorName, slug }: StoredComment): string {
  return `${toSafeLine(authorName ?? "the comment")} on ${slug}`;
}

/** The outcome of a ban: by what and until when, then the comments that are spam now. */
export function describeBan(outcome: BanOutcome & { kind: "banned" }, timeZone: string, nameOf = nameWithId): [string, ...string[]] {
  const { bans, comment, marked, undo } = outcome;
  const until = Math.max(...bans.map(({ expiresAt }) => expiresAt));
  return [
    `banned by ${bans.map(({ id, kind }) => `${kind} (ban ${id})`).join(" and ")} until ${toDayIn(until, timeZone)}`,
    ...(undo.decisions.some(({ id }) => id === comment.id) ? [`marked as spam: ${nameOf(comment)}`] : []),
    ...(marked === 0 ? [] : [`marked as spam: ${marked} more comment${marked === 1 ? "" : "s"}`]),
  ];
}

/** `2 more pending comments have the same e-mail or address`. */
export function describeOthers(count: number): string {
  return `${count} more pending comment${count === 1 ? " has" : "s have"} the same e-mail or address`;
}

/** The outcome of an undo. @param done the step, as it was told */
export function describeUndo(
  { decisions, bans, keepsBan }: ModerationUndo,
  { kind, changed, reply }: UndoOutcome,
  done: string,
): { readonly text: string; readonly isProblem: boolean } {
  const problem = (text: string) => ({ text, isProblem: true });
  if (kind === "reply-stays") return problem(`not taken back, for your reply has been answered or deleted since: ${done}`);
  const hasBan = bans.length > 0 || keepsBan;
  if (changed > 0 && !hasBan) {
    if (decisions.some(({ after }) => after.state === "deleted")) return problem("it was deleted for good: that cannot be taken back");
    if (reply !== null) return problem("your reply is taken back; the comment has changed since, and stays as it is");
    return problem(`not taken back, for the comment has changed since: ${done}`);
  }
  const stays = [
    ...(keepsBan ? ["the ban stays, for there was one before"] : []),
    ...(changed === 0
      ? []
      : [`${changed === 1 ? "1 comment has" : `${changed} comments have`} changed since, and ${changed === 1 ? "stays" : "stay"}`]),
  ];
  return { text: [`taken back: ${done}`, ...stays].join("; "), isProblem: false };
}
