import type { KindLabels } from "./kind-labels.ts";

/** A text with a number in it, `{n}`. Languages without a singular have only `other`. */
export interface CountedText {
  readonly one?: string;
  readonly other: string;
}

/** The texts of the pages in one language. `{name}` stands for a value. */
export interface PageWords extends KindLabels {
  /** BCP 47, without a region. */
  readonly language: string;
  readonly skip: string;
  readonly home: string;
  readonly menu: string;
  readonly switchScheme: string;
  readonly about: string;
  readonly search: string;
  readonly archive: string;
  readonly tags: string;
  readonly categories: string;
  readonly authors: string;
  readonly albums: string;
  readonly latest: string;
  readonly allPosts: string;
  readonly contents: string;
  readonly related: string;
  readonly previous: string;
  readonly next: string;
  readonly previousPhoto: string;
  readonly nextPhoto: string;
  readonly newer: string;
  readonly older: string;
  readonly pages: string;
  readonly page: string;
  readonly updated: string;
  readonly minutes: CountedText;
  readonly postCount: CountedText;
  readonly part: string;
  readonly watch: string;
  readonly nothingYet: string;
  readonly yes: string;
  readonly no: string;
  readonly noDate: string;
  readonly taggedWith: string;
  readonly inCategory: string;
  readonly by: string;
  /** The mark on a draft that is shared by link. */
  readonly draft: string;
  readonly readComments: string;
  readonly needsScript: string;
  readonly notFound: string;
  readonly notFoundHint: string;
  readonly source: string;
  readonly demo: string;
  readonly license: string;
  readonly bookStatus: Readonly<Record<"want_to_read" | "reading" | "finished" | "abandoned", string>>;
  readonly projectStatus: Readonly<Record<"planned" | "active" | "maintained" | "archived", string>>;
  readonly availability: Readonly<Record<"open" | "waitlist" | "closed", string>>;
  readonly features: string;
  readonly deliverables: string;
  readonly ask: string;
  readonly rating: string;
  readonly elsewhere: string;
  readonly feed: string;
  readonly publisher: string;
  readonly bookPages: string;
  readonly begun: string;
  readonly finished: string;
  readonly taken: string;
  readonly place: string;
  readonly camera: string;
  readonly exposure: string;
  readonly role: string;
  readonly since: string;
  readonly madeWith: string;
  readonly play: string;
  readonly loadsFrom: string;
  /** Names of the months, from January to December. */
  readonly months: readonly string[];
  /**
   * Pattern of a date, made of `{day}`, `{month}` (its name), `{number}` (of the month) and
   * `{year}`.
   */
  readonly dayPattern: string;
  readonly monthPattern: string;
  /** A day in a list that covers one year. */
  readonly monthDayPattern: string;
  readonly decimalMark: string;
  readonly groupMark: string;
}

/** Replaces each `{name}` in a text with its value. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text with a number in it. */
export function fillCounted(text: CountedText, n: number): string {
  return fillText(n === 1 ? (text.one ?? text.other) : text.other, { n });
}
