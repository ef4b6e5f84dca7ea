import { toSafeLine } from "../../contract/text/safe-text.ts";
import { banAuthor } from "../owner/ban-author.ts";
import { decideOne, undoModeration } from "../owner/comment-decisions.ts";
import { inspectComment } from "../owner/comment-queue.ts";
import { BAN_DAYS_MAX } from "../owner/moderation-schemas.ts";
import { type DECISION_NAMES, describeBan, describeOutcome, describeUndo, NOTHING_KNOWN, nameWithoutId } from "../owner/moderation-text.ts";
import { findReplyProblem, replyToComment } from "../owner/owner-replies.ts";
import type { Decision, StoredComment } from "../store/comment-types.ts";
import type { ActionAnswer, DeskContext, DeskForm } from "./desk-context.ts";
import type { DeskSession, DeskUndo } from "./desk-gate.ts";
import { composeComment, readId, readPlace, toQueueUrl } from "./queue-page.ts";

/** Number of decisions that one browser can undo. */
const UNDO_MAX = 50;

/** Finds the comment of a form, and where to go after the decision: onwards, or back to the comment. */
async function locate({ owner }: DeskContext, { id, query, form }: DeskForm) {
  const { comment } = (await owner(inspectComment, { id })) ?? {};
  if (comment === undefined) return null;
  const place = query.has("list") ? readPlace(query, "list") : null;
  const next = readId(query.get("next"));
  const list = place === null ? "/" : toQueueUrl(place);
  return {
    comment,
    revision: readNumber(form.get("revision"), Number.MAX_SAFE_INTEGER),
    onwards: { location: `${list}${next === null ? "" : `#c-${next}`}` },
    here: { location: place === null ? `/comments/${id}` : `${list}#c-${id}` },
  };
}

/** POST /comments/{id} with a decision. */
export async function decideOnComment(
  context: DeskContext,
  decision: keyof typeof DECISION_NAMES,
  sent: DeskForm,
): Promise<ActionAnswer | null> {
  const found = await locate(context, sent);
  if (found === null) return null;
  const { revision, onwards, here } = found;
  return (await decide(context, { id: sent.id, revision, decision, location: here.location })) ? onwards : here;
}

/** POST /comments/{id} with `ban`. */
export async function banAuthorFrom(context: DeskContext, sent: DeskForm): Promise<ActionAnswer | null> {
  const found = await locate(context, sent);
  if (found === null) return null;
  const { comment, onwards, here } = found;
  const days = readNumber(sent.form.get("days"), BAN_DAYS_MAX);
  return (await banFrom(context, { comment, days, others: sent.form.has("others"), location: here.location })) ? onwards : here;
}

/** POST /comments/{id} with `reply`. */
export async function replyFrom(context: DeskContext, sent: DeskForm): Promise<ActionAnswer | null> {
  const found = await locate(context, sent);
  if (found === null) return null;
  const { revision, onwards, here } = found;
  const text = readText(sent.form);
  const problem = findReplyProblem(text) ?? (await approveAndReply(context, { id: sent.id, revision, text, location: here.location }));
  if (problem === null) return onwards;
  const page = await composeComment(context, sent.id, { draft: { of: "reply", text, problem, preview: null }, query: sent.query });
  return page === null ? null : { page };
}

/** Converts the CRLF that browsers send. */
export function readText(form: URLSearchParams): string {
  return (form.get("text") ?? "").replaceAll("\r\n", "\n");
}

/** POST /undo: undoes the last decision, if it is still the one that the page showed. */
export async function undoLast(context: DeskContext, form: URLSearchParams): Promise<ActionAnswer> {
  const { session } = context;
  const last = session.undos.at(-1);
  if (last === undefined || String(last.step) !== form.get("step")) {
    say(session, "nothing was reverted: something else has been decided in the meantime", true);
    return { location: "/" };
  }
  // Removed first, so that a second press of the button undoes nothing else.
  session.undos.pop();
  try {
    return await takeBack(context, last);
  } catch (error) {
    session.undos.push(last);
    throw error;
  }
}

async function takeBack(context: DeskContext, { undo, done, location }: DeskUndo): Promise<ActionAnswer> {
  const { owner, session } = context;
  const outcome = await owner(undoModeration, undo);
  const { text, isProblem } = describeUndo(undo, outcome, done);
  say(session, text, isProblem);
  if (outcome.reply !== null) {
    const page = await composeComment(context, undo.id, { draft: { of: "reply", text: outcome.reply, problem: null, preview: null } });
    return page === null ? { location: "/" } : { page };
  }
  if (!isProblem) return { location };
  return { location: outcome.comment === null ? "/" : `/comments/${undo.id}` };
}

interface Order {
  readonly id: string;
  readonly revision: number;
  readonly decision: Decision;
  /** Where the comment was shown. */
  readonly location: string;
}

/** Returns false if the comment must be reviewed again. */
async function decide({ owner, session }: DeskContext, { location, decision, ...seen }: Order): Promise<boolean> {
  const outcome = await decideOne(owner, decision, seen);
  const done = describeOutcome(outcome, decision, nameWithoutId);
  if (outcome.kind === "decided") remember(session, { undo: outcome.undo, done, location });
  else say(session, done, outcome.kind !== "unchanged");
  return outcome.kind !== "revision-conflict";
}

function remember(session: DeskSession, undo: Omit<DeskUndo, "step">): void {
  session.steps += 1;
  session.undos.push({ ...undo, step: session.steps });
  if (session.undos.length > UNDO_MAX) session.undos.shift();
}

/** Returns why the reply could not be published; null if it was published. */
async function approveAndReply(
  { owner, session }: DeskContext,
  { id, revision, text, location }: Omit<Order, "decision"> & { readonly text: string },
): Promise<string | null> {
  const result = await owner(replyToComment, { id, revision, text });
  switch (result.kind) {
    case "published": {
      const { approved, undo } = result;
      const done = `${approved === null ? "" : `${describeOutcome({ id, kind: "decided", comment: approved, undo }, "approve", nameWithoutId)}; `}your reply is public`;
      remember(session, { undo, done, location });
      say(session, done);
      return null;
    }
    case "no-author":
      return "the site's author is not known yet: start the server once with this database";
    case "unknown":
      return "the comment no longer exists";
    case "not-public":
      return "the comment is no longer public, so you cannot reply to it";
    default:
      return describeOutcome({ ...result, id }, "approve", nameWithoutId);
  }
}

interface BanOrder {
  readonly comment: StoredComment;
  readonly days: number;
  /** Whether to mark the author's other pending comments as spam too. */
  readonly others: boolean;
  readonly location: string;
}

/** Returns false if the comment is unchanged. */
async function banFrom({ owner, session, timeZone }: DeskContext, { comment, days, others, location }: BanOrder): Promise<boolean> {
  const outcome = await owner(banAuthor, { id: comment.id, days: days === 0 ? null : days, others });
  if (outcome.kind !== "banned") {
    say(session, outcome.kind === "unknown" ? "the comment no longer exists" : NOTHING_KNOWN, true);
    return false;
  }
  const { undo } = outcome;
  const done = `${toSafeLine(comment.authorName ?? "")} is ${describeBan(outcome, timeZone, nameWithoutId).join("; ")}`;
  // An earlier ban stays in force. The decisions can still be undone.
  if (!undo.keepsBan || undo.decisions.length > 0) remember(session, { undo, done, location });
  else say(session, done);
  return undo.decisions.length > 0;
}

export function readNumber(value: string | null, max: number): number {
  return value !== null && /^[1-9]\d{0,8}$/.test(value) && Number(value) <= max ? Number(value) : 0;
}

export function say(session: Pick<DeskSession, "notice">, sentence: string, isProblem = false): void {
  session.notice = { text: sentence, isProblem };
}
