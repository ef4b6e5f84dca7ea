import type { Photo } from "../../contract/schemas/photo.ts";
import type { OrderKey } from "../../kinds/list-kind.ts";
import { foldWord, normalizeText } from "../../search/format/fold.ts";
import { toLocalTime } from "../shared/dates.ts";
import { compareText } from "../shared/diagnostics.ts";

/** The total orders of the contract: ties by slug, nulls last. */

interface Named {
  readonly slug: string;
}

type Compare<T> = (a: T, b: T) => number;

/** Ascending, nulls first: the direction of document numbers. */
export function compareNullsFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return compareText(a, b);
}

/** Newest first, nulls last. */
export function compareNewest(a: string | null, b: string | null): number {
  return compareNullsFirst(b, a);
}

/** Order of document numbers; reversed, it is newest first with ties by slug. */
export function compareByNumber<T extends Named>(dateOf: (document: T) => string | null): Compare<T> {
  return (a, b) => compareNullsFirst(dateOf(a), dateOf(b)) || compareText(b.slug, a.slug);
}

/** The order of a list, by the keys of its kind. */
export function compareByKeys<T extends Named>(keys: readonly OrderKey[]): Compare<T> {
  const compares = keys.map((key) => toCompare<T>(key));
  return (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return compareText(a.slug, b.slug);
  };
}

function toCompare<T>(key: OrderKey): Compare<T> {
  const [name = "", first] = key.split("=");
  if (first !== undefined) return (a, b) => Number(String(memberOf(b, name)) === first) - Number(String(memberOf(a, name)) === first);
  const isDescending = name.startsWith("-");
  const member = isDescending ? name.slice(1) : name;
  return (a, b) => {
    const [one, other] = [memberOf(a, member), memberOf(b, member)];
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    const order = one < other ? -1 : one > other ? 1 : 0;
    return isDescending ? -order : order;
  };
}

function memberOf(document: unknown, member: string): string | number | null {
  const value = (document as Readonly<Record<string, string | number | null>>)[member] ?? null;
  return typeof value === "string" ? foldForOrder(value) : value;
}

/** Dates, slugs and the like: nothing in them can be folded. */
const PLAIN = /^[^A-Z\x80-\u{10ffff}]*$/u;

/** Texts are in order as search folds them: without case and accents. */
function foldForOrder(text: string): string {
  return PLAIN.test(text) ? text : foldWord(normalizeText(text));
}

/** When photos were taken, else published, on the site's clock: what lists of them are ordered by. */
export function createPhotoDater(timeZone: string): (photo: Pick<Photo, "slug" | "takenAt" | "publishedAt">) => string | null {
  /** A sort asks for the date of a photo many times. */
  const local = new Map<string, string>();
  return ({ takenAt, publishedAt }) => {
    if (takenAt !== null || publishedAt === null) return takenAt;
    const known = local.get(publishedAt) ?? toLocalTime(Date.parse(publishedAt), timeZone);
    local.set(publishedAt, known);
    return known;
  };
}
