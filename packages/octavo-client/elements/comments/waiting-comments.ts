import type { Comment } from "../../client.ts";
import { OctavoError } from "../../octavo-error.ts";
import type { CommentTree } from "./comment-tree.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";

/** The longest delay of a timer. A later expiry is checked again when the next page loads. */
const TIMER_MAX_MS = 2 ** 31 - 1;
/** The API's maximum in one response. */
const COMMENTS_PAGE = 50;

/**
 * Shows the visitor's comments until they are public, and removes the buttons when they can no
 * longer be edited.
 * @param isWhole whether all public comments are shown, so that the others are certainly not public
 */
export function showWaiting(scope: CommentsScope, { views, place, settle }: CommentTree, isWhole: boolean): void {
  const { slug, api, kept, signal } = scope;
  /**
   * Searches lists for a comment that may have become public on another page. Requesting a comment
   * that is not public would log an error in the browser.
   */
  const findPublic = async ({ id, parentId, createdAt }: LocalComment): Promise<Comment | undefined> => {
    for (let commentsPage = 1; ; commentsPage += 1) {
      const query = { parentId, commentsSort: "newest", commentsPage, commentsPageSize: COMMENTS_PAGE } as const;
      const { items, pagination } = await api.list(slug, query);
      const found = items.find((comment) => comment.id === id);
      // Replies always come oldest first.
      if (found || !pagination.hasNextPage || (items.at(-1)?.createdAt ?? "") < createdAt === (parentId === null)) return found;
    }
  };
  const ask = async (own: LocalComment): Promise<void> => {
    const found = await findPublic(own).catch((error: unknown) => {
      // Its parent no longer exists. This is stored, because each further request would log an
      // error in the browser.
      if (error instanceof OctavoError && error.problem.code === "not-found") kept.put({ ...own, isOrphan: true });
    });
    const view = views.get(own.id);
    if (!found || !view) return;
    view.comment = found;
    view.own = settle(found);
    view.update();
  };
  const forgetTokens = (): void => {
    for (const view of views.values()) {
      if (view.own === null) continue;
      view.own = kept.find(view.comment.id);
      view.update();
    }
  };
  let ends = Number.POSITIVE_INFINITY;
  for (const own of kept.list()) {
    if (own.editToken !== null) ends = Math.min(ends, Date.parse(own.editableUntil));
    if (views.has(own.id) || !own.waiting) continue;
    place(own);
    if (!isWhole && !own.isOrphan) void ask(own);
  }
  if (ends === Number.POSITIVE_INFINITY) return;
  const timer = setTimeout(forgetTokens, Math.min(ends - Date.now() + 1_000, TIMER_MAX_MS));
  signal.addEventListener("abort", () => clearTimeout(timer));
}
