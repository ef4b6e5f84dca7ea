import type { CommentSort } from "../../client.ts";
import { createNode } from "../create-node.ts";
import { createFormDraft } from "../form-draft.ts";
import { OctavoElement } from "../octavo-element.ts";
import { describeFailure } from "../problem-words.ts";
import { createCommentActions, showComment } from "./comment-actions.ts";
import { type CommentTree, createCommentTree } from "./comment-tree.ts";
import type { CommentsScope } from "./comments-scope.ts";
import { createLocalComments } from "./local-comments.ts";
import { createRememberedPerson } from "./remembered-person.ts";
import { createThreadPages, type ThreadPages } from "./thread-pages.ts";

const SORTS = ["oldest", "newest", "popular"] as const satisfies CommentSort[];
/** Comments are loaded this long before they become visible. */
const AHEAD = "800px";

/** `<octavo-comments slug="…">`: the comments of a post, and the form for new ones. */
export abstract class CommentsElement extends OctavoElement {
  protected override readonly needsSlug: boolean = true;

  protected override start(signal: AbortSignal): Node {
    const { wording, status } = this;
    const { texts } = wording;
    const slug = this.getAttribute("slug") ?? "";
    const scope = this.#createScope(slug, signal);
    const actions = createCommentActions(
      scope,
      () => tree,
      ({ id }) => {
        this.tell("octavo-comment", { id, status: "pending" });
        // The server took it, so it is reachable again.
        pages.refresh();
      },
    );
    const tree = createCommentTree(scope, actions);
    const heading = createNode("h2", { part: "heading" }, texts.loading);
    const away = createNode("small", { part: "away" }, texts.away);
    const pages = createThreadPages(scope, tree, {
      onLoaded: ({ totalComments }, isSnapshot) => {
        this.reveal(true);
        heading.replaceChildren(wording.count(texts.comments, totalComments), ...(isSnapshot ? [" ", away] : []));
      },
      onFailed: (error) => {
        // A wrong slug is the page's mistake: its readers see the fallback of the page.
        if (this.isMistake(error)) return;
        this.reveal(false);
        heading.textContent = describeFailure(error, wording);
        status.textContent = heading.textContent;
      },
    });
    const order: HTMLSelectElement = createNode(
      "select",
      { part: "order", "aria-label": texts.order, change: () => pages.sort(order.value as CommentSort) },
      ...SORTS.map((value) => createNode("option", { value }, texts[value])),
    );
    const form = createNode("div", { class: "new" });
    this.#loadInSight(signal, { slug, actions, tree, pages, form });
    const header = createNode("header", { part: "header" }, heading, order);
    const feed = `${this.baseUrl}/posts/${encodeURIComponent(slug)}/comments.atom`;
    const follows = createNode("a", { part: "follow", href: feed, type: "application/atom+xml" }, texts.follow);
    return createNode("section", { part: "comments" }, header, form, tree.waiting, ...pages.nodes, follows);
  }

  #createScope(slug: string, signal: AbortSignal): CommentsScope {
    const { client, wording, locale, context, status } = this;
    const say = (text: string): void => {
      status.textContent = text;
    };
    let offers: Promise<boolean> | undefined;
    return {
      ...{ slug, signal, api: client.comments, wording, locale, toSafeNodes: context.toSafeNodes, say },
      localComments: createLocalComments(this.baseUrl, slug),
      person: createRememberedPerson(this.baseUrl),
      openDraft: (id = "", edits = false) => createFormDraft(`${this.baseUrl} ${slug} ${id}${edits ? " edit" : ""}`),
      offersNotices: () => {
        offers ??= client.site.settings().then(
          ({ replyNotices }) => replyNotices,
          () => false,
        );
        return offers;
      },
      fail: (error) => say(describeFailure(error, wording)),
    };
  }

  async #areOpen(slug: string): Promise<boolean> {
    // If the post cannot be read, the API refuses a comment when it is sent.
    const open = this.getAttribute("comments-open") ?? (await this.client.posts.get(slug).catch(() => null))?.commentsOpen;
    return String(open) !== "false";
  }

  /** Waits until the comments are nearly in sight, or named by the page's address. */
  #loadInSight(signal: AbortSignal, { slug, actions, tree, pages, form }: CommentsParts): void {
    const follow = async (): Promise<void> => {
      const id = findTarget();
      await pages.follow(id);
      const view = tree.views.get(id ?? "");
      if (view) showComment(view);
    };
    const begin = async (): Promise<void> => {
      const open = await this.#areOpen(slug);
      if (!open) actions.reply = null;
      form.append(open ? actions.createForm() : createNode("p", { part: "notice" }, this.wording.texts.closed));
      await follow();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting) && findTarget() === null) return;
        observer.disconnect();
        void begin();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
    addEventListener("hashchange", () => findTarget() !== null && void follow(), { signal });
  }
}

interface CommentsParts {
  readonly slug: string;
  readonly actions: ReturnType<typeof createCommentActions>;
  readonly tree: CommentTree;
  readonly pages: ThreadPages;
  readonly form: HTMLElement;
}

/** The id of the comment that the page's address names. */
function findTarget(): string | null {
  return /^#comment-([\w-]+)$/.exec(location.hash)?.[1] ?? null;
}
