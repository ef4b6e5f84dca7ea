import type { CommentSort, CommentThreads } from "../../client.ts";
import { createButton, createMoreButton, createNode } from "../create-node.ts";
import { describeFailure } from "../texts/problem-words.ts";
import type { CommentTree } from "./comment-tree.ts";
import type { CommentsScope } from "./comments-scope.ts";
import { showWaiting } from "./waiting-comments.ts";

/** The loaded pages of comments. */
export interface ThreadPages {
  readonly nodes: readonly Node[];
  /** Starts again with another order. */
  sort(sort: CommentSort): void;
  /**
   * Shows the page of a comment, or the first page without one. Nothing is loaded if the comment is
   * already shown.
   */
  follow(id: string | null): Promise<void>;
  /** Tries again if nothing could be loaded or if the comments came from the snapshot. */
  refresh(): void;
}

export interface ThreadPagesEvents {
  /**
   * @param isSnapshot whether the server is unavailable and the response comes from its last
   * snapshot
   */
  onLoaded(answer: CommentThreads, isSnapshot: boolean): void;
  /** Called if nothing can be shown. */
  onFailed(error: unknown): void;
}

export function createThreadPages(scope: CommentsScope, tree: CommentTree, { onLoaded, onFailed }: ThreadPagesEvents): ThreadPages {
  const { slug, api, wording } = scope;
  const { views } = tree;
  let order: CommentSort = "oldest";
  /** Counts requests, to ignore responses to earlier ones. */
  let requestNumber = 0;
  let first = 1;
  let last = 0;
  let isSnapshot = false;
  const list = createNode("ol", { part: "list" });
  const earlier = createMoreButton(wording.texts.earlier, () => load(first - 1));
  const more = createMoreButton(wording.texts.more, () => load(last + 1));

  const load = async (page: number): Promise<void> => {
    requestNumber += 1;
    const own = requestNumber;
    let answer: CommentThreads;
    try {
      answer = await api.list(
        slug,
        { commentsSort: order, commentsPage: page },
        {
          onResponse: ({ headers }) => {
            isSnapshot = headers.has("X-Octavo-Snapshot");
          },
        },
      );
    } catch (error) {
      if (own === requestNumber) showFailure(error, page);
      return;
    }
    if (own !== requestNumber) return;
    const { items, pagination } = answer;
    const before = page < first ? list.firstChild : null;
    for (const comment of items) list.insertBefore(tree.add(comment).item, before);
    first = Math.min(first, page);
    earlier.hidden = first === 1;
    if (page > last) more.hidden = !pagination.hasNextPage;
    last = Math.max(last, page);
    onLoaded(answer, isSnapshot);
    showWaiting(scope, tree, earlier.hidden && more.hidden && !items.some(({ repliesTruncated }) => repliesTruncated));
  };
  const showFailure = (error: unknown, page: number): void => {
    const retry = createButton("button", wording.texts.again, () => {
      notice.remove();
      void load(page);
    });
    const isFirst = last < first;
    // For the first page, the heading shows the failure.
    const text = isFirst ? "" : `${describeFailure(error, wording)} `;
    const notice = createNode("li", {}, createNode("p", { part: "notice", role: isFirst ? null : "alert" }, text, retry));
    list.append(notice);
    if (isFirst) onFailed(error);
  };
  const reload = (page: number): Promise<void> => {
    first = page;
    last = page - 1;
    views.clear();
    tree.waiting.replaceChildren();
    list.replaceChildren();
    return load(page);
  };
  return {
    nodes: [earlier, list, more],
    sort(sort) {
      order = sort;
      void reload(1);
    },
    refresh() {
      if (isSnapshot || last < first) void reload(1);
    },
    async follow(id) {
      if (views.has(id ?? "")) return;
      // A visitor's waiting comment has no place yet, and requesting it would log an error in the
      // browser.
      const place = id === null || scope.kept.find(id)?.waiting ? null : await api.get(slug, id, { commentsSort: order }).catch(() => null);
      if (place !== null || last === 0) await reload(place?.commentsPage ?? 1);
      const thread = views.get(place?.threadId ?? "");
      if (place?.beyondReplies && thread !== undefined) while (!views.has(place.comment.id) && (await tree.loadReplies(thread)));
    },
  };
}
