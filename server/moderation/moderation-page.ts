import { escapeHtml } from "../../contract/text/escape-html.ts";
import { toMinuteIn } from "../days.ts";
import { DECISION_NAMES, DECISIONS_FROM } from "../owner/moderation-text.ts";
import type { StoredComment } from "../store/comment-types.ts";

export interface ModerationForm {
  /** The revision shown on the page. */
  readonly revision: number;
  readonly token: string;
}

export interface CommentOnPage {
  readonly comment: StoredComment;
  readonly post: { readonly title: string; readonly url: string | null };
  /** Known to this runtime. */
  readonly timeZone: string;
  /** null if there is nothing to decide. */
  readonly form: ModerationForm | null;
}

/** Renders the comment and the decision form as HTML. */
export function renderCommentOnPage({ comment, post, timeZone, form }: CommentOnPage): string {
  const { authorName, authorUrl, createdAt, editedAt, body } = comment;
  const where = post.url === null ? escapeHtml(post.title) : `<a href="${escapeHtml(post.url)}">${escapeHtml(post.title)}</a>`;
  const when = (ms: number): string => `${toMinuteIn(ms, timeZone)} ${escapeHtml(timeZone)}`;
  const lines = (body ?? "").split("\n").map((line) => escapeHtml(line));
  return `<p><strong><bdi>${escapeHtml(authorName ?? "")}</bdi></strong>${authorUrl === null ? "" : ` (<bdi>${escapeHtml(authorUrl)}</bdi>)`}
on <bdi>${where}</bdi>, ${when(createdAt)}${editedAt === null ? "" : `, changed ${when(editedAt)}`}</p>
<blockquote dir="auto">${lines.join("<br>\n")}</blockquote>
${form === null ? "" : renderForm(form)}`;
}

function renderForm({ revision, token }: ModerationForm): string {
  const buttons = DECISIONS_FROM.pending.map(
    (decision) => `<p><button type="submit" name="decision" value="${decision}">${DECISION_NAMES[decision]}</button></p>`,
  );
  return `<form method="post">
<input type="hidden" name="revision" value="${revision}">
<input type="hidden" name="form" value="${token}">
${buttons.join("\n")}
</form>
`;
}
