import type { Comment } from "../../client.ts";
import { createButton, createNode } from "../create-node.ts";
import { setLink } from "../safe-html.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";

/** A public comment, or a waiting one that only its author sees. */
export type CommentContent = Pick<Comment, "id" | "parentId" | "authorName" | "authorUrl" | "body" | "bodyHtml" | "createdAt"> &
  Partial<Pick<Comment, "depth" | "isAuthor" | "deleted" | "editedAt">>;

export interface CommentActions {
  /** null: comments are closed. */
  reply: ((view: CommentView) => void) | null;
  /** Opens the reply that was unfinished when the page was left, if there is one. */
  resume(view: CommentView): void;
  edit(view: CommentView): void;
  withdraw(view: CommentView): Promise<void>;
}

/** A comment on the page, with its replies. */
export interface CommentView {
  readonly item: HTMLLIElement;
  /** The target of a link to the comment. */
  readonly article: HTMLElement;
  readonly replies: HTMLOListElement;
  /** The place for a form that belongs to the comment. */
  readonly place: HTMLElement;
  comment: CommentContent;
  own: LocalComment | null;
  /** Shows the present state of `comment` and `own`. */
  update(): void;
}

export function createCommentView(
  comment: CommentContent,
  own: LocalComment | null,
  /** The answered comment, if the place of this one does not show it. */
  answered: CommentContent | null,
  scope: CommentsScope,
  actions: CommentActions,
): CommentView {
  const { wording, locale, toSafeNodes } = scope;
  const { texts } = wording;
  const article = createNode("article", { id: `comment-${comment.id}`, tabindex: -1 });
  const place = createNode("div");
  const replies = createNode("ol", { part: "replies" });

  const update = (): void => {
    const waits = view.own?.waiting === true;
    const shown = waits ? { ...view.comment, ...view.own } : view.comment;
    const { isAuthor, deleted } = shown;
    article.setAttribute("part", `comment${waits ? " waiting" : ""}${isAuthor ? " author" : ""}${deleted ? " removed" : ""}`);
    if (deleted) {
      article.replaceChildren(createNode("p", {}, texts.removed));
      return;
    }
    const { authorName, body, bodyHtml } = shown;
    article.replaceChildren(
      createNode("span", { part: "avatar", "aria-hidden": "true" }, [...(authorName ?? "")][0]?.toUpperCase() ?? ""),
      createHeader(shown, waits, answered, scope),
      createNode("div", { part: "body", dir: "auto", lang: locale }, toSafeNodes(bodyHtml ?? "", body ?? "")),
      ...(waits ? [createNode("p", { part: "notice" }, texts.waiting)] : []),
      createFooter(view, authorName ?? "", scope, actions),
    );
  };
  const view: CommentView = { item: createNode("li", {}, article, place, replies), article, replies, place, comment, own, update };
  update();
  return view;
}

function createHeader(
  shown: CommentContent,
  waits: boolean,
  answered: CommentContent | null,
  { wording, locale }: CommentsScope,
): HTMLElement {
  const { texts } = wording;
  const { authorName, authorUrl, createdAt, isAuthor, editedAt } = shown;
  const name = createNode(authorUrl === null ? "span" : "a", { part: "name", dir: "auto", lang: locale }, authorName);
  if (name instanceof HTMLAnchorElement) setLink(name, authorUrl);
  const time = createNode("time", { datetime: createdAt }, wording.date(createdAt));
  return createNode(
    "header",
    {},
    name,
    isAuthor ? createNode("span", { part: "badge" }, texts.author) : null,
    waits ? time : createNode("a", { part: "date", href: linkTo(shown) }, time),
    editedAt ? createNode("small", {}, texts.edited) : null,
    answered?.authorName
      ? createNode(
          "a",
          { part: "answered", href: linkTo(answered) },
          createNode("small", {}, wording.say(texts.inReplyTo, { name: answered.authorName })),
        )
      : null,
  );
}

function createFooter(view: CommentView, name: string, { wording }: CommentsScope, actions: CommentActions): HTMLElement {
  const { texts } = wording;
  const withdraw = createButton("action withdraw", texts.withdraw, () => {
    if (withdraw.textContent === texts.sure) void actions.withdraw(view);
    withdraw.textContent = texts.sure;
  });
  const editable = view.own?.editToken;
  const reply = view.own?.waiting || actions.reply === null ? null : createButton("action reply", texts.reply, () => actions.reply?.(view));
  // Tells the many reply buttons apart.
  reply?.setAttribute("aria-label", wording.say(texts.replyTo, { name }));
  const edit = editable ? createButton("action edit", texts.edit, () => actions.edit(view)) : null;
  return createNode("footer", {}, reply, edit, editable ? withdraw : null);
}

function linkTo({ id }: CommentContent): string {
  return `${location.pathname}${location.search}#comment-${id}`;
}
