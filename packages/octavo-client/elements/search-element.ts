import type { KindList, SearchKind, SearchResults } from "../client.ts";
import { createMoreButton, createNode } from "./create-node.ts";
import { OctavoElement } from "./octavo-element.ts";
import { describeFailure } from "./problem-words.ts";
import { isOutward } from "./safe-html.ts";

/** A query is sent after this pause in typing, milliseconds. */
const DEBOUNCE_MS = 200;
/** Kinds with texts of their own. The site provides the names of its own kinds. */
const isNamed = (label: string): label is "post" | "page" => /^(post|project|book|photo|service|page)$/.test(label);

/**
 * `<octavo-search>`: a field that shows hits as one types, as links that the arrow keys reach. With `sync`, the page's address holds the question, and
 * the hits stay below the field.
 */
export abstract class SearchElement extends OctavoElement {
  protected override start(signal: AbortSignal): Node {
    const { wording, client, status, context } = this;
    const isPage = (this.getAttribute("sync") ?? "false") !== "false";
    const panel = new SearchPanel({
      ...{ wording, client, isPage, toSafeNodes: context.toSafeNodes },
      value: this.getAttribute("q") ?? new URLSearchParams(isPage ? location.search : "").get("q"),
      say: (text) => {
        status.textContent = text;
      },
      onAnswer: (q, totalItems) => this.tell("octavo-search", { q, totalItems }),
    });
    signal.addEventListener("abort", () => panel.stop());
    this.reveal(true);
    return panel.root;
  }
}

interface SearchPanelOptions {
  readonly wording: OctavoElement["wording"];
  readonly client: OctavoElement["client"];
  readonly toSafeNodes: OctavoElement["context"]["toSafeNodes"];
  readonly isPage: boolean;
  readonly value: string | null;
  say(text: string): void;
  onAnswer(q: string, totalItems: number): void;
}

class SearchPanel {
  readonly root: HTMLElement;
  readonly #options: SearchPanelOptions;
  readonly #list = createNode("ol", { part: "results" });
  readonly #message = createNode("p", { part: "notice", hidden: true });
  readonly #facets: HTMLElement;
  readonly #more: HTMLButtonElement;
  readonly #popup: HTMLElement;
  readonly #input: HTMLInputElement;
  #request: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #kind: SearchKind | null = null;
  #page = 1;

  constructor(options: SearchPanelOptions) {
    this.#options = options;
    const { wording, isPage, value } = options;
    const { texts } = wording;
    this.#facets = createNode("div", { class: "facets", role: "group", "aria-label": texts.all });
    this.#more = createMoreButton(texts.more, () => this.#ask(this.#page + 1));
    this.#popup = createNode(
      "div",
      // A press on a hit must not take the focus away before it has become a click.
      { part: isPage ? "found" : "popup", hidden: true, mousedown: (event) => event.preventDefault() },
      ...[this.#facets, this.#message, this.#list, this.#more],
    );
    const attributes = { type: "search", part: "input", "aria-label": texts.search, placeholder: texts.search };
    const input = (): void => {
      this.stop();
      this.#timer = setTimeout(() => void this.#ask(1), DEBOUNCE_MS);
    };
    const focus = (): void => this.#setOpen(this.#list.firstChild !== null);
    this.#input = createNode("input", { ...attributes, value, autocomplete: "off", maxlength: 200, input, focus });
    this.root = createNode("div", { role: "search", keydown: (event) => this.#press(event as KeyboardEvent) }, this.#input, this.#popup);
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.root.contains(relatedTarget as Node | null)) this.#setOpen(false);
    });
    if (this.#input.value) void this.#ask(1);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  #setOpen(open: boolean): void {
    this.#popup.hidden = !open && !(this.#options.isPage && this.#input.value);
  }

  #press(event: KeyboardEvent): void {
    const { key, isComposing, target } = event;
    const input = this.#input;
    if (isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      event.preventDefault();
      const places = [input, ...this.#list.querySelectorAll("a")];
      places.at((places.indexOf(target as HTMLAnchorElement) + step) % places.length)?.focus();
    } else if (key === "Enter" && target === input) {
      clearTimeout(this.#timer);
      void this.#ask(1);
    } else if (key === "Escape" && !this.#popup.hidden) {
      event.preventDefault();
      input.focus();
      this.#setOpen(false);
    }
  }

  async #ask(page: number): Promise<void> {
    const { client, wording, isPage, onAnswer } = this.#options;
    const q = this.#input.value.trim();
    this.#request?.abort();
    if (isPage) history.replaceState(history.state, "", `?q=${encodeURIComponent(q)}`);
    if (!q) {
      this.#list.replaceChildren();
      this.#setOpen(false);
      return;
    }
    this.#request = new AbortController();
    const { signal } = this.#request;
    try {
      const answer = await client.search({ q, kind: this.#kind, page }, { signal });
      // The browser caches this answer for five minutes.
      const own = Object.keys(answer.facets).every(isNamed) ? null : await client.kinds.list().catch(() => null);
      signal.throwIfAborted();
      this.#page = page;
      this.#show(answer, own);
      onAnswer(q, answer.pagination.totalItems);
    } catch (error) {
      if (signal.aborted) return;
      this.#list.replaceChildren();
      this.#say(describeFailure(error, wording), true);
    }
    this.#setOpen(true);
  }

  #say(text: string, visible: boolean): void {
    this.#options.say(text);
    this.#message.textContent = text;
    this.#message.hidden = !visible;
  }

  #show({ items, pagination: { totalItems, hasNextPage }, facets }: SearchResults, own: KindList | null): void {
    const { wording, toSafeNodes } = this.#options;
    const { texts } = wording;
    if (this.#page === 1) this.#list.replaceChildren();
    for (const { url, title, cover, snippetHtml } of items) {
      // The first variant is the smallest, and large enough.
      const picture = (cover?.variants[0] ?? cover)?.url;
      const link = createNode(
        "a",
        { href: isOutward(url) && url, part: "result" },
        isOutward(picture) ? createNode("img", { part: "cover", src: picture, alt: "", loading: "lazy" }) : null,
        createNode("span", { part: "title", dir: "auto" }, title),
        createNode("span", { part: "snippet", dir: "auto" }, toSafeNodes(snippetHtml, "")),
      );
      this.#list.append(createNode("li", {}, link));
    }
    this.#more.hidden = !hasNextPage;
    this.#say(wording.count(texts.results, totalItems), totalItems === 0);
    this.#facets.replaceChildren(this.#toFacet(null, texts.all));
    for (const [name, count] of Object.entries(facets)) {
      const label = isNamed(name) ? texts[name] : (own?.items.find((one) => one.name === name)?.words.many ?? name);
      if (count || name === this.#kind) this.#facets.append(this.#toFacet(name, `${label} ${wording.number(count)}`));
    }
  }

  #toFacet(kind: SearchKind | null, text: string): Node {
    const click = (): void => {
      this.#kind = kind;
      this.#input.focus();
      void this.#ask(1);
    };
    return createNode("button", { type: "button", part: "facet", "aria-pressed": String(kind === this.#kind), click }, text);
  }
}
