import type { SearchKind, SearchResults } from "../client.ts";
import { createKey } from "../send-request.ts";
import { createButton, createMoreButton, createNode } from "./create-node.ts";
import { OctavoElement } from "./octavo-element.ts";
import { describeFailure } from "./problem-words.ts";
import { isOutward } from "./safe-html.ts";

/** A question is asked once nothing was typed for so long. */
const DEBOUNCE_MS = 200;
/** By kind of a hit; a kind that the site defines shows its name. */
const FACET_TEXTS: Readonly<Record<string, "all" | "post" | "project" | "book" | "photo" | "services" | "page">> = {
  ...{ all: "all", post: "post", project: "project", book: "book", photo: "photo", service: "services", page: "page" },
};

/** `<octavo-search>`: a field that shows what it finds as one types (combobox with a listbox, ARIA APG). */
export abstract class SearchElement extends OctavoElement {
  protected override start(signal: AbortSignal): Node {
    const { wording, client, status, context } = this;
    const { texts } = wording;
    const listId = `list-${createKey()}`;
    let asked: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let kind: SearchKind | null = null;
    let page = 1;
    let active = -1;

    const list = createNode("div", { role: "listbox", id: listId, "aria-label": texts.search, part: "results" });
    const facets = createNode("div", { class: "facets", role: "group", "aria-label": texts.all });
    const more = createMoreButton(texts.more, () => ask(page + 1));
    const message = createNode("p", { part: "notice", hidden: true });
    const popup = createNode(
      "div",
      // A press on what is found must not take the focus away before it has become a click.
      { part: "popup", hidden: true, mousedown: (event) => event.preventDefault() },
      facets,
      message,
      list,
      more,
    );
    const input = createNode("input", {
      type: "search",
      part: "input",
      role: "combobox",
      "aria-label": texts.search,
      placeholder: texts.search,
      value: this.getAttribute("q"),
      "aria-autocomplete": "list",
      "aria-controls": listId,
      "aria-expanded": "false",
      autocomplete: "off",
      maxlength: 200,
      input: () => {
        clearTimeout(timer);
        asked?.abort();
        timer = setTimeout(() => void ask(1), DEBOUNCE_MS);
      },
      keydown: (event) => event instanceof KeyboardEvent && press(event),
      focus: () => list.childElementCount > 0 && setOpen(true),
    });

    const setOpen = (open: boolean): void => {
      popup.hidden = !open;
      input.setAttribute("aria-expanded", String(open && list.childElementCount > 0));
      if (!open) setActive(-1);
    };
    const setActive = (index: number): void => {
      active = index;
      input.removeAttribute("aria-activedescendant");
      for (const [at, option] of [...list.children].entries()) {
        option.setAttribute("aria-selected", String(at === index));
        if (at !== index) continue;
        input.setAttribute("aria-activedescendant", option.id);
        option.scrollIntoView({ block: "nearest" });
      }
    };
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing) return;
      const { length } = list.children;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && length > 0) {
        event.preventDefault();
        if (popup.hidden) setOpen(true);
        // -1 is the field itself.
        setActive(((active + 1 + step + length + 1) % (length + 1)) - 1);
      } else if (event.key === "Enter") {
        const option = list.children[active];
        if (option instanceof HTMLElement) option.click();
        else {
          clearTimeout(timer);
          void ask(1);
        }
      } else if (event.key === "Escape" && !popup.hidden) {
        event.preventDefault();
        setOpen(false);
      }
    };
    const ask = async (number: number): Promise<void> => {
      const q = input.value.trim();
      asked?.abort();
      if (q === "") {
        list.replaceChildren();
        setOpen(false);
        return;
      }
      asked = new AbortController();
      const one = asked.signal;
      try {
        const answer = await client.search({ q, kind, page: number }, { signal: one });
        page = number;
        showResults(answer);
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
    const showResults = ({ items, pagination, facets: counts }: SearchResults): void => {
      const options = items.map(({ url, title, snippetHtml }, index) => {
        return createNode(
          "a",
          {
            role: "option",
            id: `${listId}-${page}-${index}`,
            tabindex: -1,
            href: isOutward(url) && url,
            part: "result",
            "aria-selected": "false",
          },
          createNode("span", { part: "title", dir: "auto" }, title),
          createNode("span", { part: "snippet", dir: "auto" }, context.toSafeNodes(snippetHtml, "")),
        );
      });
      if (page === 1) {
        list.replaceChildren();
        setActive(-1);
      }
      list.append(...options);
      more.hidden = !pagination.hasNextPage;
      say(wording.count(texts.results, pagination.totalItems), pagination.totalItems === 0);
      const sum = Object.values(counts).reduce((total, n) => total + n, 0);
      facets.replaceChildren(
        ...[["all", sum] as const, ...Object.entries(counts)].flatMap(([label, n]) => {
          const name = label === "all" ? null : label;
          if (n === 0 && name !== kind) return [];
          const facet = createButton("facet", `${FACET_TEXTS[label] ? texts[FACET_TEXTS[label]] : label} ${wording.number(n)}`, () => {
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
    const root = createNode("div", { role: "search" }, input, popup);
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) setOpen(false);
    });
    if (input.value) void ask(1);
    this.reveal(true);
    return root;
  }
}
