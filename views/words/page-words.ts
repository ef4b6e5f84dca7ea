import type { EN_PAGE_WORDS } from "./en.ts";

/** A text with a number in it, `{n}`. Languages without a singular have only `other`. */
export interface CountedText {
  readonly one?: string;
  readonly other: string;
}

type Worded<Text> = Text extends string
  ? string
  : Text extends CountedText
    ? CountedText
    : { readonly [Name in keyof Text]: Worded<Text[Name]> };

/** The texts of the pages in one language. Their names and parameters are those of English. */
export type PageWords = Worded<typeof EN_PAGE_WORDS>;

/** Replaces each `{name}` in a text with its value. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text with a number in it. */
export function fillCounted(text: CountedText, n: number): string {
  return fillText(n === 1 ? (text.one ?? text.other) : text.other, { n });
}
