import { pathBelow, toApiBase } from "../contract/text/base-path.ts";
import type { LanguageCount } from "../packages/octavo-client/client.ts";
import type { ReaderWords } from "./words/english.ts";

/** Data that the server puts into the page. */
export interface ReaderFacts {
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  /** IANA. */
  readonly timeZone: string;
  /** Origin of the site's URL. The site's pictures are there, or below the origin of the page. */
  readonly origin: string;
  /** In the site's language, if the reader has it. */
  readonly words: ReaderWords;
  readonly tagline: string | null;
  /** Sections with content, in the order of the menu. */
  readonly sections: readonly SectionName[];
  /** All kinds but posts; those with documents are in the menu. */
  readonly kinds: readonly ReaderKind[];
  /** Addresses of the reader's own pages where the site has a document: `/about` → `pages about`. */
  readonly replaced: Readonly<Record<string, string>>;
  /** The site's own menu. */
  readonly navigation: readonly MenuLink[];
  /** Whether the owner wrote that menu, which then is the whole one. */
  readonly isMenuWritten: boolean;
  /** Languages of documents; the most frequent one first. */
  readonly languages: readonly Pick<LanguageCount, "language" | "kinds">[];
  /** For the footer of each page. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** Whether there is a feed at `/feed.xml`. */
  readonly hasFeed: boolean;
  /** Whether `/_octavo/events` streams builds. */
  readonly watching: boolean;
  /** Whether page views are counted. */
  readonly counted: boolean;
}

/** A link of the menu, by a path or an address. */
export interface MenuLink {
  readonly label: string;
  readonly url: string;
  readonly children: readonly Omit<MenuLink, "children">[];
}

export interface ReaderKind {
  readonly name: string;
  /** Name of its list, for people. */
  readonly label: string;
  /** Language of the label, BCP 47. */
  readonly language: string;
  readonly count: number;
  /** Members that a list shows of a built-in kind; null: the kind is the site's own. */
  readonly inBrief: readonly string[] | null;
}

export type SectionName = "posts" | "services" | "about";

/** Id of the element that holds these facts as JSON. */
export const FACTS_ID = "octavo-site";

/**
 * The reader's own pages in addition to the lists of kinds. Pages of documents have the addresses
 * that the site gives them.
 */
export const LIST_PATHS = ["/", "/posts", "/services", "/about", "/search"] as const;
export type ListPath = (typeof LIST_PATHS)[number];

/** The path that the site is below: "" or `/blog`. Links and views name paths below it. */
export function readBase(): string {
  return globalThis.document?.documentElement.dataset.base ?? "";
}

/** Base address of the API. */
export function apiAddress(): string {
  return new URL(toApiBase(readBase()), location.href).href;
}

/** A path below the base; null: it is outside. */
export function toSitePath(pathname: string): string | null {
  return pathBelow(readBase(), pathname);
}

/** Path of this page, below the base. */
export function currentPath(): string {
  return toSitePath(location.pathname) ?? "/";
}
