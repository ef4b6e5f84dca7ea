import type { CommentSort } from "../../client.ts";
import { createNode } from "../create-node.ts";
import { createFormDraft } from "../form-draft.ts";
import { OctavoElement } from "../octavo-element.ts";
import { describeFailure } from "../texts/problem-words.ts";
import { createCommentActions, showComment } from "./comment-actions.ts";
import { createCommentTree } from "./comment-tree.ts";
import type { CommentsScope } from "./comments-scope.ts";
import { createLocalComments } from "./local-comments.ts";
import { createRememberedPerson } from "./remembered-person.ts";
import { createThreadPages } from "./thread-pages.ts";

const SORTS = ["oldest", "newest", "popular"] as const satisfies CommentSort[];
/** Comments are loaded at this distance before they become visible. */
const AHEAD = "800px";

/** `<octavo-comments slug="…">`: the comments of a post, and the form for new ones. */
export abstract class CommentsElement extends OctavoElement {
  protected override readonly needsSlug: boolean = true;

  protected override start(signal: AbortSignal): Node {
    const { client, wording, locale, context, status } = this;
    const { texts } = wording;
    const slug = this.getAttribute("slug") ?? "";
    const say = (text: string): void => {
      status.textContent = text;
    };
    let offers: Promise<boolean> | undefined;
    const scope: CommentsScope = {
      slug,
      signal,
      api: client.comments,
      wording,
      locale,
      toSafeNodes: context.toSafeNodes,
      kept: createLocalComments(this.baseUrl, slug),
      person: createRememberedPerson(this.baseUrl),
      openDraft: (id = "", edits = false) => createFormDraft(`${this.baseUrl} ${slug} ${id}${edits ? " edit" : ""}`),
      offersNotices: () => {
        offers ??= client.site.settings().then(
          ({ replyNotices }) => replyNotices,
          () => false,
        );
        return offers;
      },
      say,
      fail: (error) => say(describeFailure(error, wording)),
    };
    const actions = createCommentActions(
      scope,
      () => tree,
      ({ id }) => {
        this.tell("octavo-comment", { id, status: "pending" });
        // The server accepted the comment, so it is available again.
        pages.refresh();
      },
    );
    const tree = createCommentTree(scope, actions);
    const heading = createNode("h2", { part: "heading", dir: "auto" }, texts.loading);
    const away = createNode("small", { part: "away" }, texts.away);
    const pages = createThreadPages(scope, tree, {
      onLoaded: ({ totalComments }, isSnapshot) => {
        this.reveal(true);
        if (totalComments > 1) header.append(order);
        heading.replaceChildren(
          totalComments ? wording.count(texts.comments, totalComments) : texts.noComments,
          ...(isSnapshot ? [" ", away] : []),
        );
      },
      onFailed: (error) => {
        // A wrong slug is a mistake in the page, so readers see the page's own fallback.
        if (this.isMistake(error)) return;
        this.reveal(false);
        heading.textContent = describeFailure(error, wording);
        say(heading.textContent);
      },
    });
    const order: HTMLSelectElement = createNode(
      "select",
      { part: "order", "aria-label": texts.order, change: () => pages.sort(order.value as CommentSort) },
      ...SORTS.map((value) => createNode("option", { value }, texts[value])),
    );
    const form = createNode("div", { class: "new" });
    const askWhetherOpen = async (): Promise<boolean> => {
      const told = this.getAttribute("comments-open");
      // If the post cannot be read, the API reports closed comments when a comment is sent.
      const open = told ?? (await client.posts.get(slug).catch(() => null))?.commentsOpen;
      return String(open) !== "false";
    };
    const follow = async (): Promise<void> => {
      const id = findTarget();
      await pages.follow(id);
      const view = tree.views.get(id ?? "");
      if (view) showComment(view);
    };
    const begin = async (): Promise<void> => {
      const open = await askWhetherOpen();
      if (!open) actions.reply = null;
      form.append(open ? actions.createForm() : createNode("p", { part: "notice" }, texts.closed));
      await follow();
    };
    // Waits until the comments are nearly visible.
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
    const header = createNode("header", { part: "header" }, heading);
    const feed = `${this.baseUrl}/posts/${encodeURIComponent(slug)}/comments.atom`;
    const follows = createNode("a", { part: "follow", href: feed, type: "application/atom+xml" }, texts.follow);
    return createNode("section", { part: "comments" }, header, form, tree.waiting, ...pages.nodes, follows);
  }
}

/** The comment id in the page's address. */
function findTarget(): string | null {
  return /^#comment-([\w-]+)$/.exec(location.hash)?.[1] ?? null;
}
