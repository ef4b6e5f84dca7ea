import type { ZoneOffsets } from "../contract/index-format.ts";
import { pathOfAddress, putBelow } from "../contract/text/base-path.ts";
import { encodeSegment } from "../contract/text/encode-segment.ts";
import type { Image, Kind, OwnDocument, SiteSettings } from "../packages/octavo-client/client.ts";
import { type DateFormat, formatDay } from "./format-values.ts";
import { type Html, html } from "./html.ts";
import { type ListLanguages, primaryOf } from "./list-languages.ts";
import { toListPath } from "./list-paths.ts";
import type { Look } from "./looks.ts";
import { findPageWords } from "./words/find-words.ts";
import type { PageWords } from "./words/page-words.ts";

/** A part of the site that has a page of its own: a list, or the page about the owner. */
export interface Section {
  /** Name of a kind, `archive` or `about`. */
  readonly name: string;
  readonly label: string;
  /** Whole, the site's base included. */
  readonly path: string;
}

/** Everything that pages show besides their documents. */
export interface SiteFrame {
  readonly settings: SiteSettings;
  /** Sections with something in them. */
  readonly sections: readonly string[];
  /** The kinds that the site defines. */
  readonly kinds: readonly (Pick<Kind, "name" | "words" | "date"> & {
    readonly filters: readonly { readonly name: string }[];
    /** Members of documents with the HTML of Markdown fields. */
    readonly texts: readonly string[];
  })[];
  readonly languages: ListLanguages;
  /** Whether there is a full-text index. */
  readonly hasSearch: boolean;
  /**
   * Picture for social networks, of pages that have none of their own. Undefined: there is none.
   */
  readonly card?: Image | undefined;
  /** Offsets of the site's time zone. Undefined: UTC. */
  readonly offsets?: ZoneOffsets | undefined;
  readonly look: Look;
  /** Whether pages have a switch between light and dark. */
  readonly hasSchemeSwitch: boolean;
  /** HTML of the owner's own, for the end of the head and of the page. */
  readonly headHtml: string;
  readonly footerHtml: string;
  /** Whether the pages are no place for search engines. */
  readonly isHidden: boolean;
}

/**
 * The frame as a file of the index, for programs that make pages: the write server, and hosts that
 * make all of them.
 */
export interface FrameFile extends SiteFrame {
  /** 404.md, as the API would answer it; null: there is none, or pages are files. */
  readonly missing: OwnDocument | null;
  /** Whether pages are made when they are asked for. If not, they are files. */
  readonly onRequest: boolean;
}

export type GroupSection = "tags" | "categories" | "series" | "albums" | "authors";

/** The frame, and what views need of it. */
export interface SiteView extends SiteFrame, DateFormat {
  readonly base: string;
  readonly words: PageWords;
  readonly menu: readonly Section[];
  /** A path of the site as it stands in a link: with its base. */
  href(path: string): string;
  /** The page of a tag and the like; null: it has none. */
  groupHref(group: GroupSection, slug: string): string | null;
  /**
   * The list of a kind.
   * @param language Default: the site's own
   */
  listHref(kind: string, language?: string): string;
  day(value: string | null): Html | null;
  /**
   * An address of the site's own as a path, so that a copy of the site elsewhere shows its own
   * files.
   */
  local(url: string): string;
}

export function createSiteView(frame: SiteFrame): SiteView {
  const { settings } = frame;
  const words = findPageWords(settings.language);
  const base = pathOfAddress(settings.url);
  const format = { words, isTranslated: settings.language.toLowerCase().startsWith(words.language), offsets: frame.offsets };
  const href = (path: string): string => putBelow(base, path);
  const own = primaryOf(settings.language);
  const listHref = (kind: string, language = own): string =>
    href((language === own ? "" : `/${language}`) + toListPath(kind, settings.pages[kind] ?? null));
  return {
    ...frame,
    ...format,
    base,
    href,
    listHref,
    menu: frame.sections.map((name) => ({ name, label: labelSection(name, frame, words), path: listHref(name) })),
    groupHref: (group, slug) => {
      const pattern = settings.pages[group] ?? null;
      return pattern === null ? null : href(pattern.replace("{slug}", () => encodeSegment(slug)));
    },
    day: (value) => (value === null ? null : html`<time datetime="${value}">${formatDay(value, format)}</time>`),
    local: (url) => (url.startsWith(`${settings.url}/`) ? href(url.slice(settings.url.length)) : url),
  };
}

/** The name of a kind's list: the site's own word for a kind of its own. */
export function labelSection(name: string, { kinds }: Pick<SiteFrame, "kinds">, words: PageWords): string {
  const own = kinds.find((kind) => kind.name === name);
  if (own !== undefined) return own.words.many;
  const label = words[name as keyof PageWords];
  return typeof label === "string" ? label : name;
}
