import type { Decision, StoredComment } from "../../server/store/comment-types.ts";
import { describeResult } from "../comments/decide.ts";
import { ban } from "../comments/list-comments.ts";
import { findReplyProblem, publishReply } from "../comments/reply.ts";
import { toSafeLine } from "../text/display.ts";
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
    await banFrom(context, { id, days: readNumber(form.get("days"), DAYS_MAX), location: here.location });
    return here;
  }
  if (wish === "reply") {
    // As the form has it: browsers send CRLF.
    const said = (form.get("text") ?? "").replaceAll("\r\n", "\n");
    const problem = findReplyProblem(said) ?? (await approveAndReply(context, { id, revision, said }));
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

async function takeBack({ store, session }: DeskContext, last: DeskUndo): Promise<ActionAnswer> {
  for (const id of last.bans) await store.bans.revoke(id);
  if (last.decision === null) {
    say(session, `taken back: ${last.done}`);
    return { location: last.location };
  }
  const result = await store.comments.undo({ id: last.id, ...last.decision });
  if (result.kind === "undone") {
    say(session, `taken back: ${last.done}`);
    return { location: last.location };
  }
  say(session, `not taken back, for the comment has changed since: ${last.done}`, true);
  return { location: result.kind === "unknown" || result.comment.state === "deleted" ? "/" : `/comments/${last.id}` };
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
    remember(session, { id: order.id, decision: toUndo(result), bans: [], done, location });
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

function toUndo({ before, comment }: { before: StoredComment; comment: StoredComment }): DeskUndo["decision"] {
  const { state, revision, decidedAt } = comment;
  return {
    before: { state: before.state, spamReason: before.spamReason, decidedAt: before.decidedAt },
    after: { state, revision, decidedAt },
  };
}

/** What keeps it from being published; null: it is. */
async function approveAndReply(
  { store, session }: DeskContext,
  { id, revision, said }: { id: string; revision: number; said: string },
): Promise<string | null> {
  if ((await store.site.get()) === null) return "nobody knows yet as whom to reply: start the server once with this database";
  const approved = await store.comments.decide({ id, revision, decision: "approve" });
  if (approved.kind === "unknown") return "the comment is gone";
  if (approved.kind !== "decided" && approved.kind !== "unchanged") return describeResult(approved, "approve", nameOf);
  const reply = await publishReply(store, id, said);
  if (reply.kind !== "published") return "the comment is not public any more: an answer to it would stand below nothing";
  // The approval is not to be taken back alone: the answer would stand below a tombstone.
  say(session, `${approved.kind === "decided" ? `${describeResult(approved, "approve", nameOf)}; ` : ""}your reply is public`);
  return null;
}

async function banFrom(
  { store, session }: DeskContext,
  { id, days, location }: { id: string; days: number; location: string },
): Promise<void> {
  const comment = await store.comments.get(id);
  const banned = await ban(store, id, { days: days === 0 ? null : days, note: null });
  if (comment === null || banned === null || banned.bans.length === 0) {
    say(session, banned?.text ?? "it is gone", true);
    return;
  }
  const done = `${toSafeLine(comment.authorName ?? "")} is ${banned.text.replace(/;.*$/, "")}`;
  // One that was there before is longer now, which cannot be told apart from what it was.
  if (banned.made.length === banned.bans.length) remember(session, { id, decision: null, bans: banned.made, done, location });
  else say(session, done);
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
