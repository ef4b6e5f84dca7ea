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

function toCompare<T extends Named>(key: OrderKey): Compare<T> {
  const [name = "", first] = key.split("=");
  if (first !== undefined)
    return (a, b) => Number(String(orderValueOf(b, name)) === first) - Number(String(orderValueOf(a, name)) === first);
  const isDescending = name.startsWith("-");
  const member = isDescending ? name.slice(1) : name;
  /** A sort asks for the key of a document many times. */
  const keys = new Map<OrderValue, OrderValue>();
  const keyOf = (document: T): OrderValue => {
    const value = orderValueOf(document, member);
    const key = keys.get(value) ?? toOrderKey(value);
    keys.set(value, key);
    return key;
  };
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return isDescending && one !== null && other !== null ? compareKeys(other, one) : compareKeys(one, other);
  };
}

/** What a list can be ordered by. */
export type OrderValue = string | number | boolean | null;

/** The value of a member of a document. */
export function orderValueOf(document: object, member: string): OrderValue {
  return (document as Readonly<Record<string, OrderValue | undefined>>)[member] ?? null;
}

/** Ascending, nulls last. @param a as `toOrderKey` gives it */
export function compareKeys(a: OrderValue, b: OrderValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const NOT_ASCII = /[\x80-\uffff]/;
/** Surrogates, and what is behind them in a code unit but before them as a code point. */
const FROM_SURROGATES = /[\ud800-\uffff]/g;
const SURROGATES = 0x800;

/** Texts are in order as search folds them, without case and accents, then as they are written; by code point. */
export function toOrderKey(value: OrderValue): OrderValue {
  if (typeof value !== "string") return value;
  if (!NOT_ASCII.test(value)) return `${value.toLowerCase()}\0${value}`;
  return `${foldWord(normalizeText(value))}\0${value}`.replace(FROM_SURROGATES, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - SURROGATES);
  });
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
