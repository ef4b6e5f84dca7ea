import type { Decision, StoredComment } from "../../server/store/comment-types.ts";
import type { Store } from "../../server/store/store.ts";
import { plural } from "../build/result-text.ts";
import { describeResult, toDecisionUndo } from "../comments/decide.ts";
import { findReplyProblem, publishReply } from "../comments/reply.ts";
import { type BanUndo, ban, describeMarked, markOthers, takeBanBack } from "../records/ban-author.ts";
import { toSafeLine } from "../text/safe-text.ts";
import type { DeskContext } from "./desk-context.ts";
import type { DeskSession, DeskUndo } from "./desk-gate.ts";
import type { DeskPage } from "./desk-html.ts";
import { composeComment, readId, readPlace, toQueueUrl } from "./queue-page.ts";

/** Decisions that one browser can take back. */
const UNDO_MAX = 50;
const DAYS_MAX = 3_650;
const DECISIONS: readonly Decision[] = ["approve", "reject", "spam"];

/** Where to go next, with a notice in the session; or a page, where a form is to be mended. */
export type ActionAnswer = { readonly location: string } | { readonly page: DeskPage };

/** POST /comments/{id}. null: there is no such comment, or nothing was asked. */
export async function actOnComment(
  context: DeskContext,
  id: string,
  query: URLSearchParams,
  form: URLSearchParams,
): Promise<ActionAnswer | null> {
  const comment = await context.store.comments.get(id);
  if (comment === null) return null;
  const place = query.has("list")
    ? readPlace(new URLSearchParams({ state: query.get("list") ?? "", after: query.get("after") ?? "" }))
    : null;
  const next = readId(query.get("next"));
  const list = place === null ? "/" : toQueueUrl(place);
  const onwards = { location: `${list}${next === null ? "" : `#c-${next}`}` };
  const here = { location: place === null ? `/comments/${id}` : `${list}#c-${id}` };
  const wish = form.get("do") ?? "";
  const revision = readNumber(form.get("revision"), Number.MAX_SAFE_INTEGER);
  if (wish === "ban") {
    const order = { comment, days: readNumber(form.get("days"), DAYS_MAX), others: form.has("others"), location: here.location };
    return (await banFrom(context, order)) ? onwards : here;
  }
  if (wish === "reply") {
    // As the form has it: browsers send CRLF.
    const said = (form.get("text") ?? "").replaceAll("\r\n", "\n");
    const problem = findReplyProblem(said) ?? (await approveAndReply(context, { id, revision, said, location: here.location }));
    if (problem === null) return onwards;
    const page = await composeComment(context, id, { text: said, problem });
    return page === null ? null : { page };
  }
  const decision = DECISIONS.find((each) => each === wish);
  if (decision === undefined) return null;
  return (await decide(context, { id, revision, decision, location: here.location })) ? onwards : here;
}

/** POST /undo: takes back what was decided last, if that is still what the page showed. */
export async function undoLast(context: DeskContext, form: URLSearchParams): Promise<ActionAnswer> {
  const { session } = context;
  const last = session.undos.at(-1);
  if (last === undefined || String(last.step) !== form.get("step")) {
    say(session, "nothing was taken back: something else was decided meanwhile", true);
    return { location: "/" };
  }
  // Before it is done, so that a second press of the same button takes back nothing else.
  session.undos.pop();
  try {
    return await takeBack(context, last);
  } catch (error) {
    session.undos.push(last);
    throw error;
  }
}

async function takeBack(context: DeskContext, last: DeskUndo): Promise<ActionAnswer> {
  const { store, session } = context;
  if (last.ban !== null) {
    const changed = await takeBanBack(store, last.ban);
    const stays = [
      ...(last.ban.isWhole ? [] : ["the ban stays, for there was one before"]),
      ...(changed === 0 ? [] : [`${plural(changed, "comment")} changed since, and ${changed === 1 ? "stays" : "stay"} as it is`]),
    ];
    say(session, [`taken back: ${last.done}`, ...stays].join("; "));
    return { location: last.location };
  }
  // First: below a comment that is not public any more it would stand under nothing.
  const reply = last.reply === null ? null : await takeReplyBack(store, last.reply);
  if (last.reply !== null && reply === null) {
    say(session, `not taken back, for your reply has been answered or deleted since: ${last.done}`, true);
    return { location: `/comments/${last.id}` };
  }
  const result = last.decision === null ? null : await store.comments.undo(last.decision);
  const isDone = result === null || result.kind === "undone";
  if (isDone) say(session, `taken back: ${last.done}`);
  else if (reply === null) say(session, `not taken back, for the comment has changed since: ${last.done}`, true);
  else say(session, "your reply is taken back; the comment has changed since, and stays as it is", true);
  if (reply !== null) {
    const page = await composeComment(context, last.id, { text: reply, problem: null });
    return page === null ? { location: "/" } : { page };
  }
  if (isDone) return { location: last.location };
  return { location: result.kind === "unknown" || result.comment.state === "deleted" ? "/" : `/comments/${last.id}` };
}

/** Deletes a reply. @returns its text, to be written anew; null: it is gone, or somebody has answered it */
async function takeReplyBack({ comments }: Pick<Store, "comments">, id: string): Promise<string | null> {
  const reply = await comments.get(id);
  if (reply?.state !== "approved" || reply.replyCount > 0) return null;
  const result = await comments.decide({ id, revision: reply.revision, decision: "delete" });
  return result.kind === "decided" ? reply.body : null;
}

interface Order {
  readonly id: string;
  readonly revision: number;
  readonly decision: Decision;
  /** Where the comment was shown. */
  readonly location: string;
}

/** False: it is to be looked at again. */
async function decide({ store, session }: DeskContext, { location, ...order }: Order): Promise<boolean> {
  const result = await store.comments.decide(order);
  if (result.kind === "unknown") {
    say(session, "it is gone", true);
    return true;
  }
  const done = describeResult(result, order.decision, nameOf);
  if (result.kind === "decided") {
    remember(session, { id: order.id, decision: toDecisionUndo(result), ban: null, reply: null, done, location });
    return true;
  }
  say(session, done, result.kind !== "unchanged");
  return result.kind !== "revision-conflict";
}

function remember(session: DeskSession, undo: Omit<DeskUndo, "step">): void {
  session.steps += 1;
  session.undos.push({ ...undo, step: session.steps });
  if (session.undos.length > UNDO_MAX) session.undos.shift();
}

/** What keeps it from being published; null: it is. */
async function approveAndReply(
  { store, session }: DeskContext,
  { id, revision, said, location }: Omit<Order, "decision"> & { readonly said: string },
): Promise<string | null> {
  if ((await store.site.get()) === null) return "nobody knows yet as whom to reply: start the server once with this database";
  const approved = await store.comments.decide({ id, revision, decision: "approve" });
  if (approved.kind === "unknown") return "the comment is gone";
  if (approved.kind !== "decided" && approved.kind !== "unchanged") return describeResult(approved, "approve", nameOf);
  const reply = await publishReply(store, id, said);
  if (reply.kind !== "published") return "the comment is not public any more: an answer to it would stand below nothing";
  const isDecided = approved.kind === "decided";
  const done = `${isDecided ? `${describeResult(approved, "approve", nameOf)}; ` : ""}your reply is public`;
  remember(session, { id, decision: isDecided ? toDecisionUndo(approved) : null, ban: null, reply: reply.comment.id, done, location });
  say(session, done);
  return null;
}

interface BanOrder {
  readonly comment: StoredComment;
  readonly days: number;
  /** Marks the author's other pending comments too. */
  readonly others: boolean;
  readonly location: string;
}

/** False: the comment is as it was. */
async function banFrom({ store, session }: DeskContext, { comment, days, others, location }: BanOrder): Promise<boolean> {
  const { id } = comment;
  const banned = await ban(store, id, { days: days === 0 ? null : days, note: null });
  if (banned === null || banned.bans.length === 0) {
    say(session, banned?.text ?? "it is gone", true);
    return false;
  }
  const marked = others ? await markOthers(store, id) : [];
  const undo: BanUndo = { ...banned.undo, decisions: [...banned.undo.decisions, ...marked] };
  const parts = [
    `${toSafeLine(comment.authorName ?? "")} is ${banned.text}`,
    banned.undo.decisions.length > 0 ? "the comment is marked as spam" : null,
    marked.length > 0 ? describeMarked(marked.length) : null,
  ];
  const done = parts.filter((part) => part !== null).join("; ");
  // A ban that was in force before is longer now, which stays. The decisions can be taken back all the same.
  if (undo.isWhole || undo.decisions.length > 0) remember(session, { id, decision: null, ban: undo, reply: null, done, location });
  else say(session, done);
  return undo.decisions.length > 0;
}

function readNumber(value: string | null, max: number): number {
  return value !== null && /^[1-9]\d{0,8}$/.test(value) && Number(value) <= max ? Number(value) : 0;
}

/** Without the id, which nobody needs here. */
function nameOf({ authorName, slug }: StoredComment): string {
  return `${toSafeLine(authorName ?? "the comment")} on ${slug}`;
}

export function say(session: DeskSession, sentence: string, isProblem = false): void {
  session.notice = { text: sentence, isProblem };
}
