import type { ReaderWords } from "./words/english.ts";

/** Data that the server puts into the page. */
export interface ReaderFacts {
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  /** IANA. */
  readonly timeZone: string;
  /** Of the site's URL: its own pictures are there, or below the origin of the page. */
  readonly origin: string;
  /** In the site's language, if the reader has it. */
  readonly words: ReaderWords;
  readonly tagline: string | null;
  /** Sections with content, in the order of the menu. */
  readonly sections: readonly SectionName[];
  /** Kinds that the site defines; those with documents are in the menu. */
  readonly kinds: readonly ReaderKind[];
  /** The site's own menu, as paths or addresses. */
  readonly navigation: readonly { readonly label: string; readonly url: string }[];
  /** For the footer of each page. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** Whether there is a feed at `/feed.xml`. */
  readonly hasFeed: boolean;
  /** Whether `/_octavo/events` streams builds. */
  readonly watching: boolean;
  /** Whether page views are counted. */
  readonly counted: boolean;
}

export interface ReaderKind {
  readonly name: string;
  /** What people call its documents. */
  readonly label: string;
  /** Pattern of the paths of its pages; null: it has none. */
  readonly page: string | null;
  readonly count: number;
}

export type SectionName = "posts" | "projects" | "books" | "photos" | "services" | "about";

/** Id of the element that holds these facts as JSON. */
export const FACTS_ID = "octavo-site";

/** The reader's own pages; those of documents have the addresses that the site gives them. */
export const LIST_PATHS = ["/", "/posts", "/projects", "/books", "/photos", "/services", "/about", "/search"] as const;
export type ListPath = (typeof LIST_PATHS)[number];
