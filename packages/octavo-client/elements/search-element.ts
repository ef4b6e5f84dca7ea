import type { KindList, SearchKind, SearchResults } from "../client.ts";
import { createMoreButton, createNode } from "./create-node.ts";
import { OctavoElement } from "./octavo-element.ts";
import { isOutward } from "./safe-html.ts";
import { describeFailure } from "./texts/problem-words.ts";

/** A query is sent after this pause in typing, in milliseconds. */
const DEBOUNCE_MS = 200;
/** Kinds with texts here. The site provides the names of its own kinds. */
const isNamed = (label: string): label is "post" | "page" => /^(post|project|book|photo|service|page)$/.test(label);

/**
 * `<octavo-search>`: a search field that shows hits as the visitor types, as links that the arrow
 * keys reach. With `sync`, the query is kept in the page's address, and the hits stay under the
 * field.
 */
export abstract class SearchElement extends OctavoElement {
  protected override start(signal: AbortSignal): Node {
    const { wording, client, status, context } = this;
    const { texts } = wording;
    const isPage = (this.getAttribute("sync") ?? "false") !== "false";
    let request: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let kind: SearchKind | null = null;
    let page: number;

    const list = createNode("ol", { part: "results" });
    const facets = createNode("div", { class: "facets", role: "group", "aria-label": texts.all });
    const more = createMoreButton(texts.more, () => ask(page + 1));
    const message = createNode("p", { part: "notice", hidden: true });
    const popup = createNode(
      "div",
      // Pressing a hit must not move the focus before the click.
      { part: isPage ? "found" : "popup", hidden: true, mousedown: (event) => event.preventDefault() },
      ...[facets, message, list, more],
    );
    const input = createNode("input", {
      type: "search",
      part: "input",
      "aria-label": texts.search,
      placeholder: texts.search,
      value: this.getAttribute("q") ?? (isPage && new URL(location.href).searchParams.get("q")),
      autocomplete: "off",
      maxlength: 200,
      input: () => {
        clearTimeout(timer);
        request?.abort();
        timer = setTimeout(ask, DEBOUNCE_MS, 1);
      },
      focus: () => setOpen(!!list.firstChild),
    });

    const setOpen = (open: boolean): void => {
      popup.hidden = !open && !(isPage && input.value);
    };
    const press = (event: Event): void => {
      const { key, isComposing } = event as KeyboardEvent;
      if (isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step) {
        event.preventDefault();
        const places = [input, ...list.querySelectorAll("a")];
        places.at((places.indexOf(event.target as HTMLAnchorElement) + step) % places.length)?.focus();
      } else if (key === "Enter" && event.target === input) {
        clearTimeout(timer);
        void ask(1);
      } else if (key === "Escape" && !popup.hidden) {
        event.preventDefault();
        input.focus();
        setOpen(false);
      }
    };
    const ask = async (number: number): Promise<void> => {
      const q = input.value.trim();
      request?.abort();
      if (isPage) {
        // The page's other parameters stay.
        const address = new URL(location.href);
        address.searchParams.set("q", q);
        history.replaceState(history.state, "", address);
      }
      if (!q) {
        list.replaceChildren();
        return setOpen(false);
      }
      request = new AbortController();
      const { signal: one } = request;
      try {
        const answer = await client.search({ q, kind, page: number }, { signal: one });
        // The browser caches this response for five minutes.
        const own = Object.keys(answer.facets).every(isNamed) ? null : await client.kinds.list().catch(() => null);
        one.throwIfAborted();
        page = number;
        showResults(answer, own);
        this.tell("octavo-search", { q, totalItems: answer.pagination.totalItems });
      } catch (error) {
        if (one.aborted) return;
        list.replaceChildren();
        say(describeFailure(error, wording), true);
      }
      setOpen(true);
    };
    const say = (text: string, visible: boolean): void => {
      status.textContent = text;
      message.textContent = text;
      message.hidden = !visible;
    };
    const showResults = ({ items, pagination: { totalItems, hasNextPage }, facets: counts }: SearchResults, own: KindList | null): void => {
      if (page === 1) {
        // A removed hit would take the focus with it, and the popup would close.
        if (list.querySelector(":focus")) input.focus();
        list.replaceChildren();
      }
      for (const { url, title, cover, snippetHtml } of items) {
        // The first variant is the smallest one, which is large enough.
        const picture = (cover?.variants[0] ?? cover)?.url;
        const link = createNode(
          "a",
          { href: isOutward(url) && url, part: "result" },
          isOutward(picture) ? createNode("img", { part: "cover", src: picture, alt: "", loading: "lazy" }) : null,
          createNode("span", { part: "title", dir: "auto" }, title),
          createNode("span", { part: "snippet", dir: "auto" }, context.toSafeNodes(snippetHtml, "")),
        );
        list.append(createNode("li", {}, link));
      }
      more.hidden = !hasNextPage;
      say(wording.count(texts.results, totalItems), !totalItems);
      const toFacet = (name: SearchKind | null, text: string): Node => {
        const click = (): void => {
          kind = name;
          input.focus();
          void ask(1);
        };
        return createNode("button", { type: "button", part: "facet", "aria-pressed": String(name === kind), click }, text);
      };
      facets.replaceChildren(toFacet(null, texts.all));
      for (const [name, n] of Object.entries(counts)) {
        const label = isNamed(name) ? texts[name] : (own?.items.find((one) => one.name === name)?.words.many ?? name);
        if (n || name === kind) facets.append(toFacet(name, `${label} ${wording.number(n)}`));
      }
    };
    signal.addEventListener("abort", () => request?.abort());
    const leave = (event: Event): void => {
      if (!root.contains((event as FocusEvent).relatedTarget as Node | null)) setOpen(false);
    };
    const root = createNode("div", { role: "search", keydown: press, focusout: leave }, input, popup);
    if (input.value) void ask(1);
    this.reveal(true);
    return root;
  }
}
