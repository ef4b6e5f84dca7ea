import type { Pagination } from "../packages/octavo-client/client.ts";
import { h } from "./element.ts";

/** Above so many pages the first and the last are a step too. */
const FAR_PAGES = 3;

/** Links to the pages around the one shown, with all filters kept; null where there is one page. */
export function pageLinks({ page, totalPages, hasPreviousPage, hasNextPage }: Pagination, query: URLSearchParams): HTMLElement | null {
  if (totalPages <= 1) return null;
  const to = (number: number): string => withParameter(query, "page", number === 1 ? null : String(number));
  const isFar = totalPages > FAR_PAGES;
  return h(
    "nav",
    { class: "pages", "aria-label": "Pages" },
    h(
      "span",
      {},
      hasPreviousPage && isFar && h("a", { href: to(1) }, "First"),
      hasPreviousPage && h("a", { href: to(Math.min(page - 1, totalPages)), rel: "prev" }, "Previous"),
    ),
    h("span", {}, `${page.toLocaleString("en")} of ${totalPages.toLocaleString("en")}`),
    h(
      "span",
      {},
      hasNextPage && h("a", { href: to(page + 1), rel: "next" }, "Next"),
      hasNextPage && isFar && h("a", { href: to(totalPages) }, "Last"),
    ),
  );
}

/** The same address with another value of a parameter; null takes it away. The page begins anew. */
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

/** A menu of values of one filter; choosing one leads to its address. */
export function filterMenu(label: string, name: string, choices: readonly FilterChoice[], query: URLSearchParams): HTMLElement | null {
  if (choices.length === 0) return null;
  const chosen = query.get(name);
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
      h("option", { value: "" }, "All"),
      choices.map((choice) =>
        h(
          "option",
          { value: choice.value, selected: choice.value === chosen },
          choice.count === undefined ? choice.name : `${choice.name} (${choice.count})`,
        ),
      ),
    ),
  );
}

/** Told to the page: the address to show next. */
export const NAVIGATE = "octavo-navigate";

function navigateTo(href: string): void {
  document.dispatchEvent(new CustomEvent(NAVIGATE, { detail: href }));
}

/** What stands where a list is empty. */
export function emptyNote(query: URLSearchParams, one: string): HTMLElement {
  const filtered = [...query.keys()].some((name) => name !== "page");
  return filtered
    ? h("p", { class: "note" }, `No ${one} has all of this. `, h("a", { href: location.pathname }, "Show all"))
    : h("p", { class: "note" }, `No ${one} is published yet.`);
}
