/** Paths of lists, relative to the site's base. */

/** Lists whose path does not come from a pattern. */
const FIXED_PATHS: Readonly<Record<string, string>> = { archive: "/archive", about: "/about", search: "/search" };

/** Number of items on a numbered page of a list. The first page has up to twice as many. */
const LIST_PAGE_SIZE = 20;
/** Largest number of items on the first page. */
const FIRST_PAGE_MAX = 2 * LIST_PAGE_SIZE;

/**
 * The path of the list of a kind, or of all tags and similar groups: the folder that contains its
 * pages. `/blog/{slug}` → `/blog`, `/{year}/{slug}` → `/posts`.
 * @param pattern of the pages in the list; null if they have none
 */
export function toListPath(name: string, pattern: string | null): string {
  const fixed = FIXED_PATHS[name];
  if (fixed !== undefined) return fixed;
  const [folder = ""] = (pattern ?? "").replace("/{lang?}", "").split("{");
  const path = pattern?.includes("{") ? folder.slice(0, folder.lastIndexOf("/")) : folder;
  if (path === "") return `/${name}`;
  return path + (pattern?.endsWith("/") === true && !path.endsWith("/") ? "/" : "");
}

/**
 * The path of a page of a list.
 * @param number null for the first page, which has the newest items
 */
export function toListPagePath(path: string, number: number | null): string {
  if (number === null) return path;
  const end = path.endsWith("/") ? "/" : "";
  return `${path.replace(/\/$/, "")}/page/${number}${end}`;
}

/** A part of a list that forms one page. */
export interface ListPage {
  /** Null for the first page, which is at the path of the list. */
  readonly number: number | null;
  readonly start: number;
  readonly end: number;
  /** Numbers of the pages before and after it; undefined if there is none. */
  readonly newer: number | undefined;
  readonly older: number | undefined;
}

/**
 * Splits a list, newest first, into pages that are numbered from the oldest, so that page n never
 * changes when something newer is added. The first page has the newest 20 to 39 items, or all items
 * of a list of at most 40.
 */
export function cutList(total: number): readonly ListPage[] {
  const numbered = countNumbered(total);
  return Array.from({ length: numbered + 1 }, (_, at) => cutPage(total, at === 0 ? null : numbered - at + 1)).filter(
    (page) => page !== null,
  );
}

/**
 * One page of a split list; null if the list has no page with that number. Each numbered page links
 * to the next number, so the number after the last one is a second address of the first page.
 */
export function cutPage(total: number, asked: number | null): ListPage | null {
  const numbered = countNumbered(total);
  const number = asked ?? numbered + 1;
  if (number > numbered + 1 || (numbered === 0 && asked !== null)) return null;
  const isFirst = number > numbered;
  const end = total - (number - 1) * LIST_PAGE_SIZE;
  return {
    number: isFirst ? null : number,
    start: isFirst ? 0 : end - LIST_PAGE_SIZE,
    end,
    newer: isFirst ? undefined : number + 1,
    older: number - 1 || undefined,
  };
}

/** Number of pages besides the first. */
function countNumbered(total: number): number {
  return total <= FIRST_PAGE_MAX ? 0 : Math.floor(total / LIST_PAGE_SIZE) - 1;
}
