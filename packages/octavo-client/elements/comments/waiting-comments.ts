import type { Comment } from "../../client.ts";
import { OctavoError } from "../../octavo-error.ts";
import type { CommentTree } from "./comment-tree.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";

/** The most that a timer takes; a later end is looked at again with the next page. */
const TIMER_MAX_MS = 2 ** 31 - 1;
/** The most that the API gives at once. */
const COMMENTS_PAGE = 50;

/**
 * Shows what the visitor has written and is not public yet, until it is; and takes the buttons away once the time for changes is over.
 * @param isWhole all public comments are shown: none of the others has become public
 */
export function showWaiting(scope: CommentsScope, { views, place, settle }: CommentTree, isWhole: boolean): void {
  const { slug, api, kept, signal } = scope;
  /** It may have become public, on a page that is not shown. Lists are looked through: to ask for one that is not public would be a mistake in the log. */
  const findPublic = async ({ id, parentId, createdAt }: LocalComment): Promise<Comment | undefined> => {
    for (let commentsPage = 1; ; commentsPage += 1) {
      const query = { parentId, commentsSort: "newest", commentsPage, commentsPageSize: COMMENTS_PAGE } as const;
      const { items, pagination } = await api.list(slug, query);
      const found = items.find((comment) => comment.id === id);
      // Replies come oldest first, whatever is asked for.
      if (found || !pagination.hasNextPage || (items.at(-1)?.createdAt ?? "") < createdAt === (parentId === null)) return found;
    }
  };
  const ask = async (own: LocalComment): Promise<void> => {
    const found = await findPublic(own).catch((error: unknown) => {
      // The comment that it answers is gone. The next load does not ask again: each time would be
      // an error in the browser's log.
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
