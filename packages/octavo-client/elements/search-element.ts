import type { Kind, SearchKind, SearchResults } from "../client.ts";
import { createButton, createMoreButton, createNode } from "./create-node.ts";
import { OctavoElement } from "./octavo-element.ts";
import { describeFailure } from "./problem-words.ts";
import { isOutward } from "./safe-html.ts";

/** A question is asked once nothing was typed for so long. */
const DEBOUNCE_MS = 200;
/** Kinds that have a text. The site says what its own are called. */
const isNamed = (label: string): label is "all" | "post" | "page" => /^(all|post|project|book|photo|service|page)$/.test(label);

/**
 * `<octavo-search>`: a field that shows what it finds as one types, as links that the arrow keys reach. With `sync`, the page's address keeps the question, and
 * the hits stay below the field.
 */
export abstract class SearchElement extends OctavoElement {
  protected override start(signal: AbortSignal): Node {
    const { wording, client, status, context } = this;
    const { texts } = wording;
    const isPage = (this.getAttribute("sync") ?? "false") !== "false";
    let asked: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let kind: SearchKind | null = null;
    let page = 1;

    const list = createNode("ol", { part: "results" });
    const facets = createNode("div", { class: "facets", role: "group", "aria-label": texts.all });
    const more = createMoreButton(texts.more, () => ask(page + 1));
    const message = createNode("p", { part: "notice", hidden: true });
    const popup = createNode(
      "div",
      // A press on what is found must not take the focus away before it has become a click.
      { part: isPage ? "found" : "popup", hidden: true, mousedown: (event) => event.preventDefault() },
      ...[facets, message, list, more],
    );
    const input = createNode("input", {
      type: "search",
      part: "input",
      "aria-label": texts.search,
      placeholder: texts.search,
      value: this.getAttribute("q") ?? new URLSearchParams(isPage ? location.search : "").get("q"),
      autocomplete: "off",
      maxlength: 200,
      input: () => {
        clearTimeout(timer);
        asked?.abort();
        timer = setTimeout(() => void ask(1), DEBOUNCE_MS);
      },
      focus: () => setOpen(list.childElementCount > 0),
    });

    const setOpen = (open: boolean): void => {
      popup.hidden = !open && !(isPage && input.value);
    };
    const press = (event: Event): void => {
      const { key, isComposing } = event as KeyboardEvent;
      if (isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step !== undefined) {
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
      asked?.abort();
      if (isPage) history.replaceState(history.state, "", `?q=${encodeURIComponent(q)}`);
      if (q === "") {
        list.replaceChildren();
        setOpen(false);
        return;
      }
      asked = new AbortController();
      const one = asked.signal;
      try {
        const answer = await client.search({ q, kind, page: number }, { signal: one });
        // The browser keeps this answer for five minutes.
        const own = Object.keys(answer.facets).every(isNamed) ? [] : (await client.kinds.list().catch(() => ({ items: [] }))).items;
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
    const showResults = ({ items, pagination, facets: counts }: SearchResults, own: readonly Kind[]): void => {
      if (page === 1) list.replaceChildren();
      for (const { url, title, cover, snippetHtml } of items) {
        // The first variant is the smallest, and large enough.
        const picture = (cover?.variants[0] ?? cover)?.url ?? null;
        const link = createNode(
          "a",
          { href: isOutward(url) && url, part: "result" },
          isOutward(picture) ? createNode("img", { part: "cover", src: picture, alt: "", loading: "lazy" }) : null,
          createNode("span", { part: "title", dir: "auto" }, title),
          createNode("span", { part: "snippet", dir: "auto" }, context.toSafeNodes(snippetHtml, "")),
        );
        list.append(createNode("li", {}, link));
      }
      more.hidden = !pagination.hasNextPage;
      say(wording.count(texts.results, pagination.totalItems), pagination.totalItems === 0);
      const found = Object.entries(counts).filter(([name, n]) => n > 0 || name === kind);
      facets.replaceChildren(
        ...[["all", ""] as const, ...found].map(([label, n]) => {
          const name = label === "all" ? null : label;
          const shown = isNamed(label) ? texts[label] : (own.find((one) => one.name === label)?.words.many ?? label);
          const facet = createButton("facet", `${shown} ${n && wording.number(n)}`, () => {
            kind = name;
            input.focus();
            void ask(1);
          });
          facet.setAttribute("aria-pressed", String(name === kind));
          return facet;
        }),
      );
    };
    signal.addEventListener("abort", () => asked?.abort());
    const root = createNode("div", { role: "search", keydown: press }, input, popup);
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) setOpen(false);
    });
    if (input.value) void ask(1);
    this.reveal(true);
    return root;
  }
}
