import type { Pagination } from "../packages/octavo-client/client.ts";
import { h } from "./element.ts";
import { currentPath } from "./reader-facts.ts";
import type { ReaderWording } from "./words/reader-wording.ts";

/** With more pages than this, there are links to the first and the last too. */
const FAR_PAGES = 3;

/** Links to the pages around the current one, with all filters kept; null where there is one page. */
export function pageLinks(
  { page, totalPages, hasPreviousPage, hasNextPage }: Pagination,
  query: URLSearchParams,
  { words, say, number }: ReaderWording,
): HTMLElement | null {
  if (totalPages <= 1) return null;
  const to = (target: number): string => withParameter(query, "page", target === 1 ? null : String(target));
  const isFar = totalPages > FAR_PAGES;
  return h(
    "nav",
    { class: "pages", "aria-label": words.pages },
    h(
      "span",
      {},
      hasPreviousPage && isFar && h("a", { href: to(1) }, words.first),
      hasPreviousPage && h("a", { href: to(Math.min(page - 1, totalPages)), rel: "prev" }, words.previous),
    ),
    h("span", {}, say(words.pageOf, { page: number(page), total: number(totalPages) })),
    h(
      "span",
      {},
      hasNextPage && h("a", { href: to(page + 1), rel: "next" }, words.next),
      hasNextPage && isFar && h("a", { href: to(totalPages) }, words.last),
    ),
  );
}

/** The same address with another value of a parameter; null removes it. Paging starts over. */
function withParameter(query: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(query);
  next.delete("page");
  if (value === null) next.delete(name);
  else next.set(name, value);
  const text = next.toString();
  return text === "" ? location.origin + location.pathname : `?${text}`;
}

export interface FilterChoice {
  readonly value: string;
  readonly name: string;
  readonly count?: number;
}

/** Makes the menus of a list's filters; choosing a value leads to its address. A filter without values has no menu. */
export function createFilterMenus(query: URLSearchParams, wording: ReaderWording): FilterMenu {
  return (label, name, choices, shown = null) =>
    choices.length === 0 ? null : filterMenu({ label, name, choices, shown, query, wording });
}

/** @param shown the value that the list has if none is chosen; null: all of them */
export type FilterMenu = (label: string, name: string, choices: readonly FilterChoice[], shown?: string | null) => HTMLElement | null;

interface FilterMenuOptions {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly FilterChoice[];
  readonly shown: string | null;
  readonly query: URLSearchParams;
  readonly wording: ReaderWording;
}

function filterMenu({ label, name, choices, shown, query, wording: { words, number } }: FilterMenuOptions): HTMLElement {
  const chosen = query.get(name) ?? shown;
  return h(
    "label",
    { class: "filter" },
    h("span", {}, label),
    h(
      "select",
      {
        onchange: (event) =>
          event.target instanceof HTMLSelectElement && navigateTo(withParameter(query, name, event.target.value || null)),
      },
      shown === null ? h("option", { value: "" }, name === "sort" ? "–" : words.all) : null,
      choices.map((choice) =>
        h(
          "option",
          { value: choice.value, selected: choice.value === chosen },
          choice.count === undefined ? choice.name : `${choice.name} (${number(choice.count)})`,
        ),
      ),
    ),
  );
}

/** Event on the document: the address to show next. */
export const NAVIGATE = "octavo-navigate";

function navigateTo(href: string): void {
  document.dispatchEvent(new CustomEvent(NAVIGATE, { detail: href }));
}

/** Shown in place of an empty list. */
export function emptyNote(query: URLSearchParams, { words }: ReaderWording): HTMLElement {
  const filtered = [...query.keys()].some((name) => name !== "page");
  return filtered
    ? h("p", { class: "note" }, words.noMatch, " ", h("a", { href: currentPath() }, words.showAll))
    : h("p", { class: "note" }, words.nothingYet);
}
