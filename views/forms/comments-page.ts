import { COMMENT_AUTHOR_NAME_MAX, COMMENT_BODY_MAX } from "../../contract/limits.ts";
import type { Comment, CommentThreads } from "../../packages/octavo-client/client.ts";
import type { ElementTexts } from "../../packages/octavo-client/elements/texts/element-texts.ts";
import { renderTitle } from "../document-text.ts";
import { attributes, type Html, html, rawHtml } from "../html.ts";
import type { Page } from "../page.ts";
import type { SiteView } from "../site-view.ts";
import { fillCounted, fillText } from "../words/page-words.ts";
import { type FormState, renderForm } from "./form-fields.ts";

export interface CommentsPageContent {
  readonly post: { readonly slug: string; readonly title: string; readonly path: string | null };
  readonly threads: CommentThreads;
  /** Null if comments are closed. */
  readonly form: FormState | null;
  /** The comment that the form replies to. */
  readonly parent: Pick<Comment, "id" | "authorName"> | null;
  /** Shown above everything else; null if nothing has happened. */
  readonly notice: string | null;
  /** Whether the site sends emails about replies. */
  readonly offersNotices: boolean;
}

/** The public comments of a post, and a form that works without JavaScript. */
export function toCommentsPage(content: CommentsPageContent, site: SiteView, texts: ElementTexts): Page {
  const { post, threads, form, notice } = content;
  const path = commentsPath(post.slug, site);
  const { totalComments } = threads;
  const count = totalComments === 0 ? texts.noComments : fillCounted(counted(texts.comments), totalComments);
  const title = html`${renderTitle(post.title)}`;
  return {
    path,
    title: `${count}: ${post.title}`,
    isHidden: true,
    main: html`<header class="page-header">
<p class="kicker">${post.path === null ? title : html`<a href="${post.path}">${title}</a>`}</p>
<h1><bdi>${count}</bdi></h1>
</header>
${notice !== null && html`<p class="form-notice" role="status" id="sent">${notice}</p>\n`}<ol class="comment-list" role="list">${threads.items.map((comment) => renderComment(comment, content, site, texts))}</ol>
${renderPager(threads.pagination, path, texts)}${form === null ? html`<p>${texts.closed}</p>` : renderCommentForm(content, form, path, texts)}`,
  };
}

export function commentsPath(slug: string, { href }: SiteView): string {
  return href(`/comments/${slug}`);
}

function renderComment(comment: Comment, content: CommentsPageContent, site: SiteView, texts: ElementTexts): Html {
  const { id, authorName, authorUrl, isAuthor, createdAt, editedAt, bodyHtml, deleted, replies } = comment;
  const path = commentsPath(content.post.slug, site);
  const name =
    authorUrl === null
      ? html`<bdi>${authorName}</bdi>`
      : html`<a rel="nofollow ugc noopener" href="${authorUrl}"><bdi>${authorName}</bdi></a>`;
  const { page } = content.threads.pagination;
  const answer = `${path}?${page === 1 ? "" : `page=${page}&`}reply=${id}#form`;
  const shown = deleted
    ? html`<p class="quiet">${texts.removed}</p>`
    : html`<p class="meta"><strong>${name}</strong>${isAuthor && html` <span>${texts.author}</span>`} <span>${site.day(createdAt)}</span>${editedAt !== null && html` <span>${texts.edited}</span>`}</p>
<div class="prose" dir="auto">${rawHtml(bodyHtml ?? "")}</div>
${content.form !== null && html`<p><a rel="nofollow"${attributes({ href: answer, "aria-label": fillText(texts.replyTo, { name: authorName ?? "" }) })}>${texts.reply}</a></p>`}`;
  return html`
<li><article id="comment-${id}">${shown}</article>${replies.length > 0 && html`<ol role="list">${replies.map((reply) => renderComment(reply, content, site, texts))}</ol>`}</li>`;
}

function renderPager({ page, hasNextPage, hasPreviousPage }: CommentThreads["pagination"], path: string, texts: ElementTexts): Html | null {
  if (!hasNextPage && !hasPreviousPage) return null;
  const link = (number: number, label: string): Html => html`<a href="${number === 1 ? path : `${path}?page=${number}`}">${label}</a>`;
  return html`<nav class="pager">${hasPreviousPage && link(page - 1, texts.earlier)} ${hasNextPage && link(page + 1, texts.more)}</nav>
`;
}

function renderCommentForm({ parent, offersNotices }: CommentsPageContent, form: FormState, path: string, texts: ElementTexts): Html {
  const label = parent === null ? texts.comment : fillText(texts.replyTo, { name: parent.authorName ?? "" });
  const rendered = renderForm(
    form,
    {
      action: `${path}#form`,
      submit: texts.send,
      hidden: parent === null ? {} : { parentId: parent.id },
      fields: [
        // Keyboard shortcuts need a script.
        {
          name: "body",
          label: null,
          isLong: true,
          isRequired: true,
          max: COMMENT_BODY_MAX,
          hint: texts.help.replace(/\s*\S*(?:Ctrl|Strg)\+.*$/, ""),
        },
        { name: "authorName", label: texts.name, isRequired: true, max: COMMENT_AUTHOR_NAME_MAX, autocomplete: "name" },
        { name: "authorEmail", label: texts.email, type: "email", autocomplete: "email", hint: texts.secret },
        { name: "authorUrl", label: texts.url, type: "url", autocomplete: "url" },
        ...(offersNotices ? [{ name: "notifyReplies", label: texts.notify, type: "checkbox" } as const] : []),
      ],
    },
    texts,
  );
  return html`<section id="form" aria-labelledby="form-title"><h2 id="form-title"><label for="field-body">${label}</label></h2>
${rendered}</section>`;
}

function counted(text: ElementTexts["comments"]): { readonly one?: string; readonly other: string } {
  const { one, other = "" } = text;
  return one === undefined ? { other } : { one, other };
}
