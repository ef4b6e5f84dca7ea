import type { CommentSort, CommentThreads } from "../../client.ts";
import { createButton, createMoreButton, createNode } from "../create-node.ts";
import { describeFailure } from "../problem-words.ts";
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

export function createThreadPages(scope: CommentsScope, tree: CommentTree, events: ThreadPagesEvents): ThreadPages {
  return new ThreadList(scope, tree, events);
}

class ThreadList implements ThreadPages {
  readonly nodes: readonly Node[];
  readonly #scope: CommentsScope;
  readonly #tree: CommentTree;
  readonly #events: ThreadPagesEvents;
  readonly #list = createNode("ol", { part: "list" });
  readonly #earlier: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  #order: CommentSort = "oldest";
  /** Number of the last request: answers to earlier ones are dropped. */
  #requestNumber = 0;
  #first = 1;
  #last = 0;
  #isSnapshot = false;

  constructor(scope: CommentsScope, tree: CommentTree, events: ThreadPagesEvents) {
    this.#scope = scope;
    this.#tree = tree;
    this.#events = events;
    const { texts } = scope.wording;
    this.#earlier = createMoreButton(texts.earlier, () => this.#load(this.#first - 1));
    this.#more = createMoreButton(texts.more, () => this.#load(this.#last + 1));
    this.nodes = [this.#earlier, this.#list, this.#more];
  }

  sort(sort: CommentSort): void {
    this.#order = sort;
    void this.#reload(1);
  }

  refresh(): void {
    if (this.#isSnapshot || this.#last < this.#first) void this.#reload(1);
  }

  async follow(id: string | null): Promise<void> {
    const { views, loadReplies } = this.#tree;
    const { slug, api, localComments } = this.#scope;
    if (views.has(id ?? "")) return;
    // The visitor's own waiting comment has no place yet: a request for it would be an error in the browser's log.
    const hasNoPlace = id === null || localComments.find(id)?.waiting;
    const place = hasNoPlace ? null : await api.get(slug, id, { commentsSort: this.#order }).catch(() => null);
    if (place !== null || this.#last === 0) await this.#reload(place?.commentsPage ?? 1);
    const thread = views.get(place?.threadId ?? "");
    if (place?.beyondReplies && thread !== undefined) while (!views.has(place.comment.id) && (await loadReplies(thread)));
  }

  async #load(page: number): Promise<void> {
    this.#requestNumber += 1;
    const own = this.#requestNumber;
    let answer: CommentThreads;
    try {
      answer = await this.#scope.api.list(
        this.#scope.slug,
        { commentsSort: this.#order, commentsPage: page },
        {
          onResponse: ({ headers }) => {
            this.#isSnapshot = headers.has("X-Octavo-Snapshot");
          },
        },
      );
    } catch (error) {
      if (own === this.#requestNumber) this.#showFailure(error, page);
      return;
    }
    if (own === this.#requestNumber) this.#show(answer, page);
  }

  #show(answer: CommentThreads, page: number): void {
    const { items, pagination } = answer;
    const before = page < this.#first ? this.#list.firstChild : null;
    for (const comment of items) this.#list.insertBefore(this.#tree.add(comment).item, before);
    this.#first = Math.min(this.#first, page);
    this.#earlier.hidden = this.#first === 1;
    if (page > this.#last) this.#more.hidden = !pagination.hasNextPage;
    this.#last = Math.max(this.#last, page);
    this.#events.onLoaded(answer, this.#isSnapshot);
    const isComplete = this.#earlier.hidden && this.#more.hidden && !items.some(({ repliesTruncated }) => repliesTruncated);
    showWaiting(this.#scope, this.#tree, isComplete);
  }

  #showFailure(error: unknown, page: number): void {
    const { wording } = this.#scope;
    const retry = createButton("button", wording.texts.again, () => {
      notice.remove();
      void this.#load(page);
    });
    const isFirst = this.#last < this.#first;
    // For the first page, the heading shows the failure.
    const text = isFirst ? "" : `${describeFailure(error, wording)} `;
    const notice = createNode("li", {}, createNode("p", { part: "notice", role: isFirst ? null : "alert" }, text, retry));
    this.#list.append(notice);
    if (isFirst) this.#events.onFailed(error);
  }

  #reload(page: number): Promise<void> {
    this.#first = page;
    this.#last = page - 1;
    this.#tree.views.clear();
    this.#tree.waiting.replaceChildren();
    this.#list.replaceChildren();
    return this.#load(page);
  }
}
