import { escapeHtml } from "../../contract/text/escape-html.ts";
import type { RouteAnswer } from "../http/respond.ts";
import type { StoredComment } from "../store/comment-types.ts";

/** On every answer below /moderate/, whatever it says: the address is a secret, and the page is a stranger's text beside the owner's buttons. */
export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "X-Robots-Tag": "noindex, nofollow",
};

export interface ModerationForm {
  /** Of what the page shows. */
  readonly revision: number;
  readonly token: string;
}

export interface CommentOnPage {
  readonly comment: StoredComment;
  readonly post: { readonly title: string; readonly url: string | null };
  /** null: nothing is to be decided. */
  readonly form: ModerationForm | null;
}

/** A page without script and style, for a phone as for anything else. */
export function moderationPage(
  status: number,
  title: string,
  shown: CommentOnPage | null = null,
  headers: Record<string, string> = {},
): RouteAnswer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${shown === null ? "" : renderComment(shown)}</body>
</html>
`;
  return { status, body, headers: { ...PAGE_HEADERS, ...headers } };
}

function renderComment({ comment, post, form }: CommentOnPage): string {
  const { authorName, authorUrl, createdAt, editedAt, body } = comment;
  const where = post.url === null ? escapeHtml(post.title) : `<a href="${escapeHtml(post.url)}">${escapeHtml(post.title)}</a>`;
  const when = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const lines = (body ?? "").split("\n").map((line) => escapeHtml(line));
  return `<p><strong><bdi>${escapeHtml(authorName ?? "")}</bdi></strong>${authorUrl === null ? "" : ` (<bdi>${escapeHtml(authorUrl)}</bdi>)`}
on <bdi>${where}</bdi>, ${when(createdAt)}${editedAt === null ? "" : `, changed ${when(editedAt)}`}</p>
<blockquote dir="auto">${lines.join("<br>\n")}</blockquote>
${form === null ? "" : renderForm(form)}`;
}

function renderForm({ revision, token }: ModerationForm): string {
  return `<form method="post">
<input type="hidden" name="revision" value="${revision}">
<input type="hidden" name="form" value="${token}">
<p><button name="decision" value="approve">Approve</button></p>
<p><button name="decision" value="reject">Reject</button></p>
<p><button name="decision" value="spam">Spam</button></p>
</form>
`;
}
