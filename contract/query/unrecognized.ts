import type { ProblemItem } from "../problems.ts";
import { QUERY_PARAMETERS } from "./query-parameters.ts";

/**
 * Minimum length of names in which one wrong letter is recognized. Shorter names are too close to
 * other words.
 */
const MISTYPED_LENGTH_MIN = 6;

/** The names of all parameters of the API, each once, sorted. */
export const PARAMETER_NAMES: readonly string[] = [
  ...new Set(Object.values(QUERY_PARAMETERS).flatMap((parameters) => parameters.map(({ name }) => name as string))),
].sort();

/**
 * Explains an unknown parameter that belongs to another route or is a misspelling of one of this
 * route's parameters; null if the route has no parameters, or if the name has nothing to do with
 * the API (such as `utm_source`, `v` or `_`) and must not break a link.
 * @param own names of the path's parameters
 */
export function findUnrecognized(own: readonly string[], name: string): ProblemItem | null {
  if (own.length === 0 || own.includes(name)) return null;
  const meant = findMeant(own, name);
  const elsewhere = PARAMETER_NAMES.includes(name);
  if (meant === undefined && !elsewhere) return null;
  const suggested = meant ?? ofSameEnd(own, name);
  const detail = suggested === undefined ? `this path has no parameter ${name}; it has ${own.join(", ")}` : `did you mean ${suggested}?`;
  return { parameter: name, code: "unrecognized", detail };
}

/** The name or value that a misspelling is meant to be. */
export function findMeant(known: readonly string[], written: string): string | undefined {
  return known.find((each) => toPlainName(each) === toPlainName(written)) ?? known.find((each) => isMistyped(written, each));
}

/** Gives `page_size`, `PageSize` and `pagesizes` the same plain name as `pageSize`. */
function toPlainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "").replace(/s$/, "");
}

/**
 * Suggests `commentsPage` for `page` on routes that list comments, and `page` for `commentsPage` on
 * others.
 */
function ofSameEnd(own: readonly string[], name: string): string | undefined {
  const isEnd = (a: string, b: string): boolean => a.toLowerCase().endsWith(b.toLowerCase());
  return own.find((each) => isEnd(each, name) || isEnd(name, each));
}

/** Whether a name differs from a known one by one extra, missing, wrong or swapped letter. */
function isMistyped(name: string, own: string): boolean {
  if (own.length < MISTYPED_LENGTH_MIN) return false;
  let start = 0;
  while (start < own.length && name[start] === own[start]) start += 1;
  const [rest, ownRest] = [name.slice(start), own.slice(start)];
  const [after, ownAfter] = [rest.slice(1), ownRest.slice(1)];
  const swapped = `${rest[1]}${rest[0]}${rest.slice(2)}`;
  return after === ownRest || rest === ownAfter || after === ownAfter || swapped === ownRest;
}
