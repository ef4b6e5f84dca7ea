import type { Comment } from "../../client.ts";
import { createButton, createNode } from "../create-node.ts";
import { setLink } from "../safe-html.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";

/** A visible comment. A waiting one is only shown to its author. */
export type CommentContent = Pick<Comment, "id" | "parentId" | "authorName" | "authorUrl" | "body" | "bodyHtml" | "createdAt"> &
  Partial<Pick<Comment, "depth" | "isAuthor" | "deleted" | "editedAt">>;

export interface CommentActions {
  /** null if comments are closed. */
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
  /** Shows the current state of `comment` and `own`. */
  update(): void;
}

export function createCommentView(
  comment: CommentContent,
  own: LocalComment | null,
  /** The parent, if the comment's place does not show it. */
  answered: CommentContent | null,
  { wording, locale, toSafeNodes }: CommentsScope,
  actions: CommentActions,
): CommentView {
  const { texts } = wording;
  const article = createNode("article", { id: `comment-${comment.id}`, tabindex: -1 });
  const place = createNode("div");
  const replies = createNode("ol", { part: "replies" });

  const update = (): void => {
    const shown = view.own?.waiting ? { ...view.comment, ...view.own } : view.comment;
    const { authorName, authorUrl, body, bodyHtml, createdAt, isAuthor, editedAt, deleted } = shown;
    const waits = view.own?.waiting === true;
    article.setAttribute("part", `comment${waits ? " waiting" : ""}${isAuthor ? " author" : ""}${deleted ? " removed" : ""}`);
    if (deleted) {
      article.replaceChildren(createNode("p", {}, texts.removed));
      return;
    }
    const name = createNode(authorUrl === null ? "span" : "a", { part: "name", dir: "auto", lang: locale }, authorName);
    if (name instanceof HTMLAnchorElement) setLink(name, authorUrl);
    const time = createNode("time", { datetime: createdAt }, wording.date(createdAt));
    const withdraw = createButton("action withdraw", texts.withdraw, () => {
      if (withdraw.textContent === texts.sure) void actions.withdraw(view);
      withdraw.textContent = texts.sure;
    });
    const text = createNode("div", { part: "body", dir: "auto", lang: locale }, toSafeNodes(bodyHtml ?? "", body ?? ""));
    const editable = view.own?.editToken;
    const reply = waits || actions.reply === null ? null : createButton("action reply", texts.reply, () => actions.reply?.(view));
    // Distinguishes the reply buttons.
    reply?.setAttribute("aria-label", wording.say(texts.replyTo, { name: authorName ?? "" }));
    article.replaceChildren(
      createNode("span", { part: "avatar", "aria-hidden": "true" }, [...(authorName ?? "")][0]?.toUpperCase() ?? ""),
      createNode(
        "header",
        {},
        name,
        isAuthor ? createNode("span", { part: "badge" }, texts.author) : null,
        waits ? time : createNode("a", { part: "date", href: linkTo(comment) }, time),
        editedAt ? createNode("small", {}, texts.edited) : null,
        answered?.authorName
          ? createNode(
              "a",
              { part: "answered", href: linkTo(answered) },
              createNode("small", {}, wording.say(texts.inReplyTo, { name: answered.authorName })),
            )
          : null,
      ),
      text,
      ...(waits ? [createNode("p", { part: "notice" }, texts.waiting)] : []),
      createNode(
        "footer",
        {},
        reply,
        editable ? createButton("action edit", texts.edit, () => actions.edit(view)) : null,
        editable ? withdraw : null,
      ),
    );
  };
  const view: CommentView = { item: createNode("li", {}, article, place, replies), article, replies, place, comment, own, update };
  update();
  return view;
}

function linkTo({ id }: CommentContent): string {
  return `${location.pathname}${location.search}#comment-${id}`;
}
