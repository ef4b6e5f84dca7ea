import type { PluralText } from "../../packages/octavo-client/elements/texts/element-texts.ts";
import { h } from "../element.ts";
import type { ReaderWords } from "./english.ts";

/** The reader's words, and numbers and dates in the site's format. */
export interface ReaderWording {
  readonly words: ReaderWords;
  number(value: number): string;
  /** The plural form of a text for a number. */
  count(text: PluralText, n: number): string;
  /** A text with its values inserted. */
  say(text: string, values: Readonly<Record<string, string>>): string;
  /** The same, but values may be elements. */
  compose(text: string, values: Readonly<Record<string, Node | string | null>>): (Node | string)[];
  /** A day as people write it, in the site's zone. @param value an instant, a date, a month or a year, as the API has them */
  day(value: string | null): HTMLElement | null;
  /** Whole minor units of a currency. */
  money(minor: number, currency: string): string;
}

/** @param site its language, BCP 47, and its time zone, IANA */
export function createReaderWording(words: ReaderWords, site: { readonly language: string; readonly timeZone: string }): ReaderWording {
  // The day of a German site is German even where its words are English.
  const locale = site.language;
  const number = (value: number): string => value.toLocaleString(locale);
  const compose: ReaderWording["compose"] = (text, values) =>
    text.split(/\{(\w+)\}/).flatMap((part, index) => (index % 2 === 0 ? part : (values[part] ?? "")) || []);
  const say: ReaderWording["say"] = (text, values) => compose(text, values).join("");
  return {
    words,
    number,
    compose,
    say,
    count: (text, n) => say(text[new Intl.PluralRules(words.language).select(n)] ?? text.other ?? "", { n: number(n) }),
    day: (value) => (value === null ? null : h("time", { datetime: value }, formatDay(value, locale, site.timeZone))),
    money: (minor, currency) => {
      const format = new Intl.NumberFormat(locale, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });
      return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}

function formatDay(value: string, locale: string, siteZone: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  const options: Intl.DateTimeFormatOptions =
    value.length === 4 ? { year: "numeric" } : value.length === 7 ? { year: "numeric", month: "long" } : { dateStyle: "long" };
  // A calendar date is the same day everywhere.
  const timeZone = value.length > 10 ? siteZone : "UTC";
  return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date);
}
