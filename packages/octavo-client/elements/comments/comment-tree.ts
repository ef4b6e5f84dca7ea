import type { Comment } from "../../client.ts";
import { createMoreButton, createNode } from "../create-node.ts";
import { type CommentActions, type CommentContent, type CommentView, createCommentView } from "./comment-view.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";

/** Replies per request: the API's maximum. */
const REPLIES_PAGE = 50;
/** Replies to a comment at this depth are shown at the same depth (CONTRACT.md). */
const DEPTH_MAX = 5;

/** The visible comments: public ones and the visitor's own. */
export interface CommentTree {
  readonly views: Map<string, CommentView>;
  /**
   * Contains the visitor's own comments that are not public and do not reply to a visible comment.
   */
  readonly waiting: HTMLElement;
  /** Creates a public comment with its replies, which the caller inserts. */
  add(comment: Comment): CommentView;
  /** Shows a waiting comment under its parent. */
  place(own: LocalComment): CommentView;
  /** Returns the stored copy of a public comment if it is the visitor's own, or null. */
  settle(comment: Comment): LocalComment | null;
  /** @returns whether there are more */
  loadReplies(thread: CommentView): Promise<boolean>;
}

export function createCommentTree(scope: CommentsScope, actions: CommentActions): CommentTree {
  const { slug, api, kept } = scope;
  const views = new Map<string, CommentView>();
  const waiting = createNode("ol", { part: "list" });

  const show = (comment: CommentContent, own: LocalComment | null): CommentView => {
    views.get(comment.id)?.item.remove();
    const parent = findParent(comment);
    const answered = parent?.comment.depth === DEPTH_MAX ? parent.comment : null;
    const view = createCommentView(comment, own, answered, scope, actions);
    views.set(comment.id, view);
    return view;
  };
  const findParent = ({ parentId }: CommentContent): CommentView | undefined => views.get(parentId ?? "");
  /** @param otherwise the place if the parent is not shown */
  const attach = (view: CommentView, otherwise: HTMLElement): void => {
    const parent = findParent(view.comment);
    const beside = parent?.comment.depth === DEPTH_MAX ? parent.item.parentElement : parent?.replies;
    (beside ?? otherwise).append(view.item);
  };
  const add = (comment: Comment): CommentView => {
    const view = show(comment, settle(comment));
    for (const reply of comment.replies) attach(add(reply), view.replies);
    if (comment.repliesTruncated) {
      const more = createMoreButton(scope.wording.texts.more, async () => {
        more.hidden = !(await loadReplies(view));
      });
      more.hidden = false;
      view.item.append(more);
    }
    if (actions.reply && !comment.deleted) actions.resume(view);
    return view;
  };
  const place = (own: LocalComment): CommentView => {
    const view = show(own, own);
    attach(view, waiting);
    return view;
  };
  const settle = ({ id, body }: Comment): LocalComment | null => {
    const own = kept.find(id);
    // A response from before the edit does not show its result.
    if (own === null || (own.waiting && own.editToken !== null && own.body !== body)) return own;
    const settled = { ...own, waiting: false };
    if (own.editToken === null) kept.drop(id);
    else kept.put(settled);
    return own.editToken === null ? null : settled;
  };
  const loadReplies = async (thread: CommentView): Promise<boolean> => {
    // The oldest replies are already shown.
    const shown = thread.replies.querySelectorAll('article:not([part~="waiting"], [part~="removed"])').length;
    const commentsPage = Math.floor(shown / REPLIES_PAGE) + 1;
    try {
      const { items, pagination } = await api.list(slug, { parentId: thread.comment.id, commentsPage, commentsPageSize: REPLIES_PAGE });
      for (const reply of items) {
        if (views.get(reply.id)?.own?.waiting === false || views.has(reply.id)) continue;
        attach(add(reply), thread.replies);
      }
      return pagination.hasNextPage;
    } catch (error) {
      scope.fail(error);
      return true;
    }
  };
  return { views, waiting, add, place, settle, loadReplies };
}
