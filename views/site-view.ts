import type { ZoneOffsets } from "../contract/index-format.ts";
import { pathOfAddress, putBelow } from "../contract/text/base-path.ts";
import { encodeSegment } from "../contract/text/encode-segment.ts";
import type { Image, Kind, OwnDocument, SiteSettings } from "../packages/octavo-client/client.ts";
import { type DateFormat, formatDay } from "./format-values.ts";
import { type Html, html } from "./html.ts";
import { type ListLanguages, primaryOf } from "./list-languages.ts";
import type { Look } from "./looks.ts";
import type { PageWords } from "./words/page-words.ts";

/**
 * The settings that pages may show. The accent colour is only in the style sheet and in share
 * cards, so changing it changes no page of a site without cards.
 */
type FrameSettings = Omit<SiteSettings, "accentColor" | "updatedAt">;

/** The facts from which a build makes a SiteFrame. */
export interface FrameFacts {
  readonly settings: FrameSettings;
  /** Sections that are not empty. */
  readonly sections: readonly string[];
  /** The kinds that the site defines. */
  readonly kinds: readonly (Pick<Kind, "name" | "words" | "date"> & {
    readonly filters: readonly { readonly name: string }[];
    /** Names of the members that contain the HTML of Markdown fields. */
    readonly texts: readonly string[];
  })[];
  readonly languages: ListLanguages;
  /** Whether there is a full-text index. */
  readonly hasSearch: boolean;
  /** Whether pages have comments, likes and forms, which need a write server. */
  readonly hasWriteServer: boolean;
  /**
   * The pages that send requests to the API and therefore start the service worker on a host that
   * only serves files; null if none.
   */
  readonly workerPages: "all" | "search" | null;
  /**
   * Whether the site's own host serves the write server's pages, to which visitors without
   * JavaScript need a link.
   */
  readonly hasFormPages: boolean;
  /** Picture for social networks, for pages without their own; undefined if there is none. */
  readonly card?: Image | undefined;
  /** Offsets of the site's time zone; undefined for UTC. */
  readonly offsets?: ZoneOffsets | undefined;
  readonly look: Look;
  /** Whether pages have a switch between light and dark. */
  readonly hasSchemeSwitch: boolean;
  /** The owner's HTML, for the end of the head and of the page. */
  readonly headHtml: string;
  readonly footerHtml: string;
  /** Whether the pages are hidden from search engines. */
  readonly isHidden: boolean;
}

/** Facts about the host that serves the pages. */
export type PagesOfHost = Pick<FrameFacts, "workerPages" | "hasFormPages">;

/** Parts of HTML that are the same on every page. */
export interface SiteShell {
  /** Up to the title. */
  readonly start: string;
  /** From the social cards to the script's own attributes. */
  readonly links: string;
  /**
   * From the end of the head to the attributes of `<main>`. Each part ends inside the tag of a link
   * to `link`, which is null for a link to another site and in the last part.
   */
  readonly header: readonly (readonly [text: string, link: string | null])[];
  /** From the end of `<main>`. */
  readonly end: string;
}

/**
 * Everything that pages show besides their documents, for programs that contain no texts in any
 * language.
 */
export interface SiteFrame extends FrameFacts {
  readonly words: PageWords;
  /** By BCP 47 tag, for the languages of documents. */
  readonly languageNames: Readonly<Record<string, string>>;
  /** The sections that are lists with several pages. */
  readonly listedKinds: readonly string[];
  /** Names of lists and other sections. For the site's own kinds, these are the site's words. */
  readonly labels: Readonly<Record<string, string>>;
  /**
   * Paths of lists, relative to the site's base and language, unless the path is `/` and the list's
   * name.
   */
  readonly listPaths: Readonly<Record<string, string>>;
  readonly shell: SiteShell;
}

/**
 * The frame as a file of the index, for programs that make pages: the write server, and hosts that
 * make all of them.
 */
export interface FrameFile extends SiteFrame {
  /** 404.md, as the API returns documents; null if there is none, or if pages are files. */
  readonly missing: OwnDocument | null;
  /** Whether pages are made on request. If not, they are files. */
  readonly onRequest: boolean;
}

export type GroupSection = "tags" | "categories" | "series" | "albums" | "authors";

/** The frame, and functions that views need. */
export interface SiteView extends SiteFrame, DateFormat {
  readonly base: string;
  /** A path of the site with the site's base, for a link. */
  href(path: string): string;
  /** The page of a tag or similar group; null if it has none. */
  groupHref(group: GroupSection, slug: string): string | null;
  /**
   * The list of a kind.
   * @param language Default: the site's own
   */
  listHref(kind: string, language?: string): string;
  day(value: string | null): Html | null;
  /**
   * Converts an address of the site to a path, so that a copy of the site elsewhere shows its own
   * files.
   */
  local(url: string): string;
}

export function createSiteView(frame: SiteFrame): SiteView {
  const { settings, words } = frame;
  const base = pathOfAddress(settings.url);
  const isTranslated = settings.language.toLowerCase().startsWith(words.language);
  const format = { words, isTranslated, offsets: frame.offsets };
  const href = (path: string): string => putBelow(base, path);
  const own = primaryOf(settings.language);
  const listHref = (kind: string, language = own): string =>
    href((language === own ? "" : `/${language}`) + (frame.listPaths[kind] ?? `/${kind}`));
  return {
    ...frame,
    isTranslated,
    base,
    href,
    listHref,
    groupHref: (group, slug) => {
      const pattern = settings.pages[group] ?? null;
      return pattern === null ? null : href(pattern.replace("{slug}", () => encodeSegment(slug)));
    },
    day: (value) => (value === null ? null : html`<time datetime="${value}">${formatDay(value, format)}</time>`),
    local: (url) => (url.startsWith(`${settings.url}/`) ? href(url.slice(settings.url.length)) : url),
  };
}
