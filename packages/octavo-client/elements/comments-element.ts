import type { Comment, CommentSort, CommentThreads } from "../client.ts";
import { type CommentContent, type CommentView, createCommentView } from "./comment-view.ts";
import { createButton, createNode } from "./create-node.ts";
import { createLocalComments, type LocalComment, type LocalComments } from "./local-comments.ts";
import { OctavoElement } from "./octavo-element.ts";
import { describeFailure } from "./problem-words.ts";
import { createSubmissionForm, type FormValues } from "./submission-form.ts";

const SORTS = ["oldest", "newest", "popular"] as const satisfies CommentSort[];
/** Replies asked for at once; the most that the API gives. */
const REPLIES_PAGE = 50;
/** Comments are asked for before they come into sight. */
const AHEAD = "800px";

/** `<octavo-comments slug="…">`: the comments of a post, and the form for new ones. */
export abstract class CommentsElement extends OctavoElement {
  #signal!: AbortSignal;
  #loading: AbortController | null = null;
  #own!: LocalComments;
  readonly #views = new Map<string, CommentView>();
  #sort: CommentSort = "oldest";
  /** Pages that are shown. */
  #pages: [first: number, last: number] = [1, 0];
  #open = true;
  #heading!: HTMLElement;
  #form!: HTMLElement;
  #list!: HTMLElement;
  /** The visitor's own that are neither public nor replies to what is shown. */
  #waiting!: HTMLElement;
  #earlier!: HTMLElement;
  #more!: HTMLElement;
  /** What was last written into a form, but for the text. */
  #person: FormValues = {};

  get #slug(): string {
    return this.getAttribute("slug") ?? "";
  }

  protected override start(signal: AbortSignal): Node {
    const { texts } = this.wording;
    this.#signal = signal;
    this.#own = createLocalComments(this.baseUrl);
    this.#heading = createNode("h2", { part: "heading" }, texts.loading);
    this.#form = createNode("div", { class: "new" }, this.#createForm());
    this.#list = createNode("ol", { part: "list", class: "loading" });
    this.#waiting = createNode("ol", { part: "list" });
    this.#earlier = this.#createMore(texts.earlier, () => this.#load(this.#pages[0] - 1));
    this.#more = this.#createMore(texts.more, () => this.#load(this.#pages[1] + 1));
    const order: HTMLSelectElement = createNode(
      "select",
      {
        part: "order",
        "aria-label": texts.order,
        change: () => {
          this.#sort = order.value as CommentSort;
          void this.#reload(1);
        },
      },
      ...SORTS.map((value) => createNode("option", { value }, texts[value])),
    );
    this.#begin(signal);
    return createNode(
      "section",
      { part: "comments" },
      createNode("header", { part: "header" }, this.#heading, order),
      this.#form,
      this.#waiting,
      this.#earlier,
      this.#list,
      this.#more,
    );
  }

  /** Waits until the comments are nearly in sight. */
  #begin(signal: AbortSignal): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting) && findTarget() === null) return;
        observer.disconnect();
        void this.#askWhetherOpen().then(() => this.#follow());
      },
      { rootMargin: AHEAD },
    );
    observer.observe(this);
    signal.addEventListener("abort", () => {
      observer.disconnect();
      this.#loading?.abort();
    });
    addEventListener("hashchange", () => findTarget() !== null && void this.#follow(), { signal });
  }

  async #askWhetherOpen(): Promise<void> {
    const told = this.getAttribute("comments-open");
    // Where the post cannot be read, the API says it when a comment is sent.
    this.#open =
      told === null
        ? await this.client.posts.get(this.#slug).then(
            ({ commentsOpen }) => commentsOpen,
            () => true,
          )
        : told !== "false";
    if (!this.#open) this.#form.replaceChildren(createNode("p", { part: "notice" }, this.wording.texts.closed));
  }

  /** Shows the comment that the page's address names, or the first page. */
  async #follow(): Promise<void> {
    const id = findTarget();
    let view = this.#views.get(id ?? "");
    if (view === undefined) {
      const sort = { commentsSort: this.#sort };
      const options = { signal: this.#signal };
      const place = id === null ? null : await this.client.comments.get(this.#slug, id, sort, options).catch(() => null);
      if (place !== null || this.#pages[1] === 0) await this.#reload(place?.commentsPage ?? 1);
      const thread = this.#views.get(place?.threadId ?? "");
      if (place?.beyondReplies && thread !== undefined) while (!this.#views.has(place.comment.id) && (await this.#loadReplies(thread)));
      view = this.#views.get(id ?? "");
    }
    if (view !== undefined) show(view);
  }

  async #reload(page: number): Promise<void> {
    this.#pages = [page, page - 1];
    this.#views.clear();
    this.#list.replaceChildren();
    this.#waiting.replaceChildren();
    await this.#load(page);
  }

  async #load(page: number): Promise<void> {
    const { wording, client } = this;
    this.#loading?.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    let answer: CommentThreads;
    this.#list.classList.add("loading");
    try {
      answer = await client.comments.list(this.#slug, { commentsSort: this.#sort, commentsPage: page }, { signal });
    } catch (error) {
      if (!signal.aborted) this.#fail(error, page);
      return;
    }
    this.#list.classList.remove("loading");
    this.#heading.textContent = wording.count(wording.texts.comments, answer.totalComments);
    const [first, last] = this.#pages;
    const before = page < first ? this.#list.firstChild : null;
    for (const comment of answer.items) this.#list.insertBefore(this.#add(comment).item, before);
    this.#pages = [Math.min(first, page), Math.max(last, page)];
    this.#earlier.hidden = this.#pages[0] <= 1;
    if (page >= last) this.#more.hidden = !answer.pagination.hasNextPage;
    this.#showWaiting();
  }

  #fail(error: unknown, page: number): void {
    const { texts } = this.wording;
    this.#list.classList.remove("loading");
    const retry = createButton("button", texts.again, () => {
      notice.remove();
      void this.#load(page);
    });
    const notice = createNode("li", { part: "notice", role: "alert" }, `${describeFailure(error, this.wording)} `, retry);
    this.#list.append(notice);
  }

  /** A comment with its replies, for the caller to put where it belongs. */
  #add(comment: Comment): CommentView {
    const view = this.#view(comment, this.#settle(comment));
    view.replies.append(...comment.replies.map((reply) => this.#add(reply).item));
    if (comment.repliesTruncated) {
      const more = this.#createMore(this.wording.texts.more, async () => {
        more.hidden = !(await this.#loadReplies(view));
      });
      more.hidden = false;
      view.item.append(more);
    }
    return view;
  }

  #view(comment: CommentContent, own: LocalComment | null): CommentView {
    const { wording, locale, context } = this;
    this.#views.get(comment.id)?.item.remove();
    const view = createCommentView(comment, own, {
      wording,
      locale,
      toSafeNodes: context.toSafeNodes,
      actions: {
        reply: this.#open ? (to) => openForm(to, this.#createForm(to)) : null,
        edit: (of) => openForm(of, this.#createForm(of, of.own)),
        withdraw: (of) => void this.#withdraw(of),
      },
    });
    this.#views.set(comment.id, view);
    return view;
  }

  /** What is kept of a public comment, if it is the visitor's own; null: nothing. */
  #settle({ id, body }: Comment): LocalComment | null {
    const own = this.#own.list(this.#slug).find((comment) => comment.id === id) ?? null;
    // An answer from before it was changed does not say what became of the change.
    if (own === null || (own.waiting && own.editToken !== null && own.body !== body)) return own;
    if (own.editToken === null) this.#own.drop(id);
    else this.#own.put({ ...own, waiting: false });
    return own.editToken === null ? null : { ...own, waiting: false };
  }

  #showWaiting(): void {
    let ends = Number.POSITIVE_INFINITY;
    for (const own of this.#own.list(this.#slug)) {
      if (own.editToken !== null) ends = Math.min(ends, Date.parse(own.editableUntil));
      if (this.#views.has(own.id) || !own.waiting) continue;
      this.#place(own);
      void this.#askForOwn(own);
    }
    if (ends < Number.POSITIVE_INFINITY) {
      const timer = setTimeout(() => this.#forgetTokens(), ends - Date.now() + 1_000);
      this.#signal.addEventListener("abort", () => clearTimeout(timer));
    }
  }

  #place(own: LocalComment): CommentView {
    const view = this.#view(own, own);
    (this.#views.get(own.parentId ?? "")?.replies ?? this.#waiting).append(view.item);
    return view;
  }

  /** It may have become public, on a page that is not shown. */
  async #askForOwn({ id }: LocalComment): Promise<void> {
    const place = await this.client.comments.get(this.#slug, id, {}, { signal: this.#signal, retries: 0 }).catch(() => null);
    const view = this.#views.get(id);
    if (place === null || view === undefined || this.#signal.aborted) return;
    view.comment = place.comment;
    view.own = this.#settle(place.comment);
    view.update();
  }

  #forgetTokens(): void {
    const own = this.#own.list(this.#slug);
    for (const view of this.#views.values()) {
      if (view.own === null) continue;
      view.own = own.find(({ id }) => id === view.comment.id) ?? null;
      view.update();
    }
  }

  /** @returns whether there are more */
  async #loadReplies(thread: CommentView): Promise<boolean> {
    const parentId = thread.comment.id;
    // The oldest are there.
    const shown = thread.replies.querySelectorAll('article:not([part~="waiting"], [part~="removed"])').length;
    const query = { parentId, commentsPage: Math.floor(shown / REPLIES_PAGE) + 1, commentsPageSize: REPLIES_PAGE };
    try {
      const { items, pagination } = await this.client.comments.list(this.#slug, query, { signal: this.#signal });
      for (const reply of items) {
        if (this.#views.get(reply.id)?.own?.waiting === false || this.#views.has(reply.id)) continue;
        (this.#views.get(reply.parentId ?? "") ?? thread).replies.append(this.#add(reply).item);
      }
      return pagination.hasNextPage;
    } catch (error) {
      this.status.textContent = describeFailure(error, this.wording);
      return true;
    }
  }

  /** For a new comment; for a reply `to` one; for a change of one's own. */
  #createForm(to: CommentView | null = null, own: LocalComment | null = null): HTMLFormElement {
    const { wording, client } = this;
    const { texts, say } = wording;
    const signal = this.#signal;
    const values: FormValues = own === null ? this.#person : { authorName: own.authorName, authorUrl: own.authorUrl ?? "" };
    const label = own !== null ? texts.edit : to === null ? texts.comment : say(texts.replyTo, { name: to.comment.authorName ?? "" });
    const form = createSubmissionForm({
      wording,
      label,
      fields: [
        { name: "body", label, hint: "", type: "long", required: true, value: own?.body ?? "" },
        { name: "authorName", label: texts.name, type: "text", required: true, autocomplete: "name", value: values.authorName },
        ...(own === null
          ? [
              {
                name: "authorEmail",
                label: texts.email,
                hint: texts.secret,
                type: "email",
                autocomplete: "email",
                value: values.authorEmail,
              } as const,
            ]
          : []),
        { name: "authorUrl", label: texts.url, type: "url", autocomplete: "url", value: values.authorUrl },
      ],
      submit: own === null ? texts.send : texts.save,
      ...(to === null ? {} : { cancel: () => closeForm(to) }),
      send: async ({ body = "", authorName = "", ...more }, idempotencyKey) => {
        if (own !== null && to !== null) {
          const { editToken } = own;
          const edit = { body, authorName, authorUrl: more.authorUrl ?? "" };
          const edited = await client.comments.edit(this.#slug, own.id, edit, { editToken: editToken ?? "", signal });
          to.own = { ...own, ...edited, waiting: true };
          this.#own.put(to.own);
          closeForm(to);
          to.update();
          show(to);
        } else {
          const parentId = to?.comment.id ?? null;
          const options = { idempotencyKey, signal };
          const { status, ...submitted } = await client.comments.submit(this.#slug, { body, authorName, ...more, parentId }, options);
          this.#person = { authorName, ...more };
          this.#own.put({ ...submitted, slug: this.#slug, waiting: true });
          if (to === null) form.replaceWith(this.#createForm());
          else closeForm(to);
          show(this.#place({ ...submitted, slug: this.#slug, waiting: true }));
          this.tell("octavo-comment", { id: submitted.id, status });
        }
        this.status.textContent = texts.sent;
      },
    });
    return form;
  }

  async #withdraw(view: CommentView): Promise<void> {
    const { id } = view.comment;
    try {
      await this.client.comments.withdraw(this.#slug, id, { editToken: view.own?.editToken ?? "", signal: this.#signal });
    } catch (error) {
      this.status.textContent = describeFailure(error, this.wording);
      view.update();
      return;
    }
    this.#own.drop(id);
    view.own = null;
    view.comment = { ...view.comment, deleted: true };
    view.update();
    if (view.replies.childElementCount === 0) view.item.remove();
    this.#views.delete(id);
    this.status.textContent = this.wording.texts.withdrawn;
  }

  /** A button that is not there until there is more. */
  #createMore(text: string, click: () => Promise<void>): HTMLElement {
    const button = createButton("button more", text, () => void click());
    button.hidden = true;
    return button;
  }
}

/** The id of the comment that the page's address names. */
function findTarget(): string | null {
  return /^#comment-([\w-]+)$/.exec(location.hash)?.[1] ?? null;
}

function show({ article }: CommentView): void {
  article.scrollIntoView({ block: "center" });
  article.focus({ preventScroll: true });
}

function openForm({ place }: CommentView, form: HTMLFormElement): void {
  place.replaceChildren(form);
  form.querySelector("textarea")?.focus();
}

function closeForm({ place, article }: CommentView): void {
  place.replaceChildren();
  article.focus();
}
