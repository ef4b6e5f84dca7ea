import { renderCommentCard, renderDecision } from "../desk/cards/comment-card.ts";
import { hiddenField, renderInstant } from "../desk/desk-html.ts";
import { foreignForm, privatePage } from "../http/pages/private-page.ts";
import type { RouteAnswer } from "../http/respond.ts";
import { decideOne } from "../owner/comment-decisions.ts";
import { inspectComment, listQueue } from "../owner/comment-queue.ts";
import { DECISIONS_FROM } from "../owner/moderation-text.ts";
import { OwnerError } from "../owner/owner-operation.ts";
import { undoSelection } from "../owner/selections/selection-operations.ts";
import type { CommentState, StoredComment } from "../store/comment-types.ts";
import { type CardContext, type CardPage, linkToDesk, redirectToCard, renderCardPage, renderMoreWait } from "./card-page.ts";
import type { CommentLink } from "./moderation-token.ts";

const NOW: Readonly<Record<CommentState, string>> = {
  pending: "The comment is pending",
  approved: "The comment is approved and public",
  rejected: "The comment is rejected",
  spam: "The comment is marked as spam",
  deleted: "The comment is deleted",
};

const QUESTIONS: Readonly<Record<(typeof DECISIONS_FROM.pending)[number], string>> = {
  approve: "Approve this comment?",
  reject: "Reject this comment?",
  spam: "Mark this comment as spam?",
};

interface CardVisit {
  readonly context: CardContext;
  readonly link: CommentLink;
  readonly token: string;
}

/** GET: shows the comment. `?do=approve` puts that button first but decides nothing. */
export async function showCommentCard(visit: CardVisit, query: URLSearchParams): Promise<RouteAnswer> {
  const { context, link } = visit;
  const found = await context.owner(inspectComment, { id: link.id });
  if (found === null) return gone();
  const { state, revision } = found.comment;
  if (state !== "pending")
    return show(visit, found, { title: `${query.has("done") ? "Done" : "Already decided"}. ${NOW[state]}`, notice: null });
  const wish = DECISIONS_FROM.pending.find((each) => each === query.get("do")) ?? null;
  const edited = revision === link.revision ? "" : ", edited since the email";
  const title = wish === null ? `A comment is pending${edited}` : QUESTIONS[wish];
  const notice = query.has("undone") ? { text: "undone: it is pending again", isProblem: false } : null;
  const changed = wish !== null && edited !== "" ? { text: "The comment was edited after the email", isProblem: true } : notice;
  return show(visit, found, { title, notice: changed, wish });
}

/** POST: decides, or undoes a decision. */
export async function actOnCommentCard(visit: CardVisit, form: URLSearchParams): Promise<RouteAnswer> {
  const { context, link, token } = visit;
  const revision = /^[1-9]\d{0,8}$/.test(form.get("revision") ?? "") ? Number(form.get("revision")) : 0;
  if (!context.tokens.isFormToken(form.get("form") ?? "", token, revision)) return foreignForm();
  if (form.get("do") === "undo") return undo(visit);
  const decision = DECISIONS_FROM.pending.find((candidate) => candidate === form.get("do"));
  if (decision === undefined) return foreignForm();
  // If the comment was decided elsewhere while the form was open, the page says so.
  const result = await decideOne(context.owner, decision, { id: link.id, revision, state: "pending" }, true);
  if (result.kind === "decided") return redirectToCard({ done: "" });
  if (result.kind !== "revision-conflict") return showCommentCard(visit, new URLSearchParams());
  return showAgain(visit, "The author has edited the comment in the meantime. Nothing was decided");
}

async function undo(visit: CardVisit): Promise<RouteAnswer> {
  const { context, link } = visit;
  try {
    const { changed } = await context.owner(undoSelection, { selection: link.id });
    if (changed.length === 0) return redirectToCard({ undone: "" });
  } catch (error) {
    if (!(error instanceof OwnerError)) throw error;
  }
  return showAgain(visit, "Nothing was undone: the comment has changed since, or a day has passed");
}

async function showAgain(visit: CardVisit, problem: string): Promise<RouteAnswer> {
  const found = await visit.context.owner(inspectComment, { id: visit.link.id });
  if (found === null) return gone();
  return show(visit, found, { title: NOW[found.comment.state], notice: { text: problem, isProblem: true }, status: 409 });
}

interface FoundComment {
  readonly comment: StoredComment;
  /** When it was decided through an email's link, if that can still be undone; otherwise null. */
  readonly undoableSince: number | null;
}

interface ShownPage extends Pick<CardPage, "title" | "notice"> {
  readonly status?: number;
  /** The decision that the email's button named. */
  readonly wish?: (typeof DECISIONS_FROM.pending)[number] | null;
}

async function show(visit: CardVisit, { comment, undoableSince }: FoundComment, page: ShownPage): Promise<RouteAnswer> {
  const { context, token } = visit;
  const { title, notice, status = 200, wish = null } = page;
  const { owner, tokens, timeZone } = context;
  const { id, state, revision } = comment;
  const formToken = tokens.formToken(token, revision);
  const { countsByState } = await owner(listQueue, { limit: 1 });
  const more = renderMoreWait(context, countsByState.pending - (state === "pending" ? 1 : 0));
  const usual = state === "pending" ? DECISIONS_FROM.pending : [];
  const decisions = wish === null ? usual : [wish, ...usual.filter((each) => each !== wish)];
  const ways = `${decisions.map(renderDecision).join("")}
${linkToDesk(context, `/comments/${id}?open=reply`, "Reply")}${comment.isAuthor ? "" : linkToDesk(context, `/comments/${id}?open=ban`, "Ban")}`;
  const form = decisions.length === 0 ? null : { action: "", token: formToken };
  const card = state === "deleted" ? "" : await renderCommentCard(context, comment, { ways, form, isOwner: false });
  const undoForm =
    undoableSince === null
      ? ""
      : `<form class="undo" method="post">${hiddenField("form", formToken)}${hiddenField("revision", String(revision))}<button type="submit" name="do" value="undo">Undo</button> <span>decided ${renderInstant(undoableSince, timeZone)}, can be undone for a day</span></form>`;
  return renderCardPage(context, { status, title, notice, undo: undoForm, body: `${card}\n${more}` });
}

function gone(): RouteAnswer {
  return privatePage(404, "This comment no longer exists");
}
