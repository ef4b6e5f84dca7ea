import type { ListFilter } from "../../../kinds/list-filter.ts";
import type { OrderKey } from "../../../kinds/list-kind.ts";
import { foldWord, normalizeText } from "../../../search/format/fold.ts";
import { toLocalTime } from "../../shared/dates.ts";
import { compareText } from "../../shared/diagnostics.ts";

/** The total orders of the contract. Ties are broken by slug. */

interface Named {
  readonly slug: string;
}

type Compare<T> = (a: T, b: T) => number;

/** Ascending, nulls first: the order of document numbers. */
export function compareNullsFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return compareText(a, b);
}

/** Newest first, nulls last. */
export function compareNewest(a: string | null, b: string | null): number {
  return compareNullsFirst(b, a);
}

/** The order of document numbers. Reversed, it is newest first, with ties broken by slug. */
export function compareByNumber<T extends Named>(dateOf: (document: T) => string | null): Compare<T> {
  return (a, b) => compareNullsFirst(dateOf(a), dateOf(b)) || compareText(b.slug, a.slug);
}

/** The order of a list by its kind's keys. */
export function compareByKeys<T extends Named>(keys: readonly OrderKey[], read: ReadValue<T> = orderValueOf): Compare<T> {
  const compares = keys.map((key) => toCompare(key, read));
  return (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return compareText(a.slug, b.slug);
  };
}

type ReadValue<T> = (document: T, member: string) => OrderValue;

function toCompare<T extends Named>(key: OrderKey, read: ReadValue<T>): Compare<T> {
  const [name = "", first] = key.split("=");
  if (first !== undefined) return (a, b) => Number(String(read(b, name)) === first) - Number(String(read(a, name)) === first);
  const isDescending = name.startsWith("-");
  const member = isDescending ? name.slice(1) : name;
  /** Cached because sorting needs the key of a document many times. */
  const keys = new Map<OrderValue, OrderValue>();
  const keyOf = (document: T): OrderValue => {
    const value = read(document, member);
    const key = keys.get(value) ?? toOrderKey(value);
    keys.set(value, key);
    return key;
  };
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return isDescending && one !== null && other !== null ? compareKeys(other, one) : compareKeys(one, other);
  };
}

/** A value by which a list can be ordered. */
export type OrderValue = string | number | boolean | null;

/** The value of a document's member. */
export function orderValueOf(document: object, member: string): OrderValue {
  return (document as Readonly<Record<string, OrderValue | undefined>>)[member] ?? null;
}

/**
 * Ascending, nulls last.
 * @param a key from `toOrderKey`
 */
export function compareKeys(a: OrderValue, b: OrderValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const NOT_ASCII = /[\x80-\uffff]/;
/** Matches surrogates, and the code units above them, which sort first by code point. */
const FROM_SURROGATES = /[\ud800-\uffff]/g;
const SURROGATES = 0x800;

/**
 * Makes a sort key. Texts are compared in folded form, without case and accents, as in search, and
 * then as written. Both comparisons are by code point.
 */
export function toOrderKey(value: OrderValue): OrderValue {
  if (typeof value !== "string") return value;
  if (!NOT_ASCII.test(value)) return `${value.toLowerCase()}\0${value}`;
  return `${foldWord(normalizeText(value))}\0${value}`.replace(FROM_SURROGATES, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - SURROGATES);
  });
}

/**
 * Creates a function that returns the local date of a document. If there is none, it is derived
 * from the instant that the kind names, in the site's time zone.
 */
export function createDater(
  { date, filters }: { readonly date: string | null; readonly filters: readonly ListFilter[] },
  timeZone: string,
): (document: object) => string | null {
  const period = filters.find(({ type }) => type === "period");
  const otherwise = period?.type === "period" ? period.otherwise : undefined;
  /** Cached because sorting needs the date of a document many times. */
  const local = new Map<string, string>();
  const textOf = (document: object, member: string): string | null => orderValueOf(document, member) as string | null;
  return (document) => {
    const own = date === null ? null : textOf(document, date);
    const instant = own !== null || otherwise === undefined ? null : textOf(document, otherwise);
    if (instant === null) return own;
    const localTime = local.get(instant) ?? toLocalTime(Date.parse(instant), timeZone);
    local.set(instant, localTime);
    return localTime;
  };
}
