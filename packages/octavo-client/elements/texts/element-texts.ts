import english from "./en.json" with { type: "json" };

/**
 * The elements' English texts. Other languages have the same names (texts/). `{name}` is replaced
 * with a value.
 */
export const ENGLISH = english;

/** Forms by the categories of Intl.PluralRules. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type ElementTexts = { readonly [Name in keyof typeof ENGLISH]: (typeof ENGLISH)[Name] extends string ? string : PluralText };

/** Languages with a file beside the script. */
export const TEXT_LANGUAGES = ["de", "en", "es", "fr", "ja"];

/** Texts, numbers, dates and durations in a language. */
export interface Wording {
  /** The language of the texts: English if the page's language has none. */
  readonly language: string;
  readonly texts: ElementTexts;
  /** A text with its values. */
  say(text: string, values: Readonly<Record<string, string>>): string;
  number(n: number): string;
  /** The form of a text for a number. */
  count(text: PluralText, n: number): string;
  date(instant: string): string;
  /** "in 5 minutes" */
  when(seconds: number): string;
}

/** @param locale of the page, BCP 47 */
export function createWording(locale: string, language: string, texts: ElementTexts): Wording {
  const say: Wording["say"] = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const number = (n: number): string => new Intl.NumberFormat(locale).format(n);
  return {
    language,
    texts,
    say,
    number,
    count: (text, n) => say(text[new Intl.PluralRules(language).select(n)] ?? text.other ?? "", { n: number(n) }),
    date: (instant) => new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(new Date(instant)),
    when: (seconds) => {
      const [unit, size] = seconds < 5_400 ? (["minute", 60] as const) : (["hour", 3_600] as const);
      return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / size), unit);
    },
  };
}
