import { linksOf } from "../../owner/comment-facts.ts";
import { inspectComment } from "../../owner/comment-queue.ts";
import { DECISION_NAMES } from "../../owner/moderation-text.ts";
import type { StoredComment } from "../../store/comment-types.ts";
import type { DeskContext } from "../desk-context.ts";
import { bdi, escapeLine, escapeLines, hiddenField, kbd, renderInstant } from "../desk-html.ts";

/** Maximum number of characters shown of the parent comment. */
const QUOTE_MAX = 160;
const BUTTON_KEYS = { approve: "a", reject: "r", spam: "s" } as const;
export type CardDecision = keyof typeof BUTTON_KEYS;

export interface CardOptions {
  /** HTML of buttons and links. */
  readonly ways: string;
  /** Address that the buttons send to, "" for the page's own; null if there are only links. */
  readonly form: { readonly action: string; readonly token: string } | null;
  /** Whether the reader is certainly the owner, who may see the author's email address. */
  readonly isOwner: boolean;
  /** HTML after the form. Default: none. */
  readonly below?: string;
}

/**
 * A comment with everything needed to decide on it: post, author, parent comment, text and links.
 */
export async function renderCommentCard(
  { owner, timeZone, findPost }: Pick<DeskContext, "owner" | "timeZone" | "findPost">,
  comment: StoredComment,
  { ways, form, isOwner, below = "" }: CardOptions,
): Promise<string> {
  const { id, slug, authorName } = comment;
  const post = await findPost(slug);
  const where = post === null ? bdi(slug) : `<a href="${escapeLine(post.url)}" rel="noreferrer" target="_blank">${bdi(post.title)}</a>`;
  const parent = comment.parentId === null ? null : ((await owner(inspectComment, { id: comment.parentId }))?.comment ?? null);
  const facts = listFacts(comment, timeZone, isOwner).map((fact) => `<span>${fact}</span>`);
  const links = linksOf(comment.bodyHtml).map((link) => `<li>${bdi(link)}</li>`);
  const parentText = isOwner || parent?.state === "approved" ? (parent?.body ?? "(deleted)") : "(not public)";
  return `<article id="c-${id}" class="item" data-item tabindex="-1" aria-labelledby="n-${id}">
<header><h2 id="n-${id}">${bdi(authorName ?? "")} <span>on</span> ${where}</h2>
<p class="facts">${facts.join(" ")}</p></header>
${parent === null ? "" : `<p class="quote">In reply to ${bdi(parent.authorName ?? "somebody")}: <q>${bdi(cut(parentText))}</q></p>\n`}<div class="body" dir="auto">${escapeLines(comment.body ?? "")}</div>
${links.length === 0 ? "" : `<ul class="links" aria-label="Links in the comment">${links.join("")}</ul>\n`}${renderForm(comment, ways, form)}
${below}</article>`;
}

function renderForm({ revision }: StoredComment, ways: string, form: CardOptions["form"]): string {
  const all = `<div class="ways">${ways}</div>`;
  if (form === null) return all;
  return `<form method="post"${form.action === "" ? "" : ` action="${form.action}"`}>
${hiddenField("form", form.token)}${hiddenField("revision", String(revision))}
${all}
</form>`;
}

function listFacts(comment: StoredComment, timeZone: string, isOwner: boolean): string[] {
  const { state, authorEmail, authorUrl, createdAt, editedAt, decidedAt, origin, spamReason, isAuthor } = comment;
  const reason = spamReason === null ? "" : ` (${escapeLine(spamReason)})`;
  const decided = `${state === "spam" ? "marked as spam" : state}${decidedAt === null ? "" : ` ${renderInstant(decidedAt, timeZone)}`}${reason}`;
  return [
    // Placed first and not beside the name, because a visitor may write anything into a name.
    isAuthor ? "<b>your own</b>" : "",
    renderInstant(createdAt, timeZone),
    editedAt === null ? "" : `changed ${renderInstant(editedAt, timeZone)}`,
    state === "pending" ? "" : decided,
    authorEmail === null || !isOwner ? "" : bdi(authorEmail),
    authorUrl === null ? "" : bdi(authorUrl),
    origin === null ? (isAuthor ? "" : "not sent from a page") : `from ${bdi(origin)}`,
  ].filter((fact) => fact !== "");
}

export function renderDecision(decision: CardDecision): string {
  const [name, key] = [DECISION_NAMES[decision], BUTTON_KEYS[decision]];
  return `<button type="submit" name="do" value="${decision}" class="${decision}" data-key="${key}">${name}${kbd(key)}</button>`;
}

function cut(value: string): string {
  const characters = [...value];
  return characters.length <= QUOTE_MAX ? value : `${characters.slice(0, QUOTE_MAX - 1).join("")}…`;
}
