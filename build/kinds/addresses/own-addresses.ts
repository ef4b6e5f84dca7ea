import { encodeSegment } from "../../../contract/text/encode-segment.ts";
import { toLocalTime } from "../../shared/dates.ts";
import { nameOfFile } from "../../shared/slugs.ts";
import { formatDate } from "./date-format.ts";
import { NAME_STYLES } from "./name-styles.ts";
import { fillPattern, type PagePlaceholder, placeholdersOf } from "./page-pattern.ts";

/** Addresses of one document, as far as its own file determines them. */

export interface OwnAddresses {
  /**
   * Path of its page, or a pattern if other files determine parts of it; null to use the configured
   * pattern, which needs only the slug.
   */
  readonly ownPage: string | null;
  /** Paths or patterns of former pages. */
  readonly ownFormer: readonly string[];
}

/** Path patterns of a kind's pages. */
export interface PagePatterns {
  readonly pattern: string;
  /** Former patterns. */
  readonly formerPatterns: readonly string[];
}

/** The parts of a document from which addresses are made. */
export interface AddressedDocument {
  /** Path of the file, relative to the content folder. */
  readonly relative: string;
  /** Folders between the collection's folder and the file: `2024/may`; "" if there are none. */
  readonly folder: string;
  /**
   * Its position in the tree of its kind, which replaces its path; null if the kind has no tree.
   */
  readonly place: string | null;
  readonly slug: string;
  /** The slug for patterns. For a translation, it has no language. */
  readonly pageSlug: string;
  /** The text from which the slug is derived. `{slug:hugo}` uses it. */
  readonly slugText: string;
  /** The slug that the document states, as written; null if it states none. */
  readonly statedSlug: string | null;
  readonly title: string;
  readonly draft: boolean;
  /** The instant that dates the document: `publishedAt`, or a field that its kind defines. */
  readonly publishedAt: string | null;
  /** `2024-01-31…` if there is no instant. */
  readonly localDate: string | null;
  readonly language: string;
  readonly isInSiteLanguage: boolean;
  readonly permalink: string | null;
  /** Paths, not full addresses. */
  readonly redirectFrom: readonly string[];
  readonly formerSlugs: readonly string[];
}

export interface AddressContext extends PagePatterns {
  /** Whether the pattern differs from the kind's pattern. */
  readonly isOwn?: boolean;
  readonly timeZone: string;
  /** Called if the pattern needs a date that the document lacks. */
  missingDate(pattern: string): void;
}

/** Placeholders for a draft without a date, so that it can be linked to. */
const UNDATED: Readonly<Record<string, string>> = { year: "0000", month: "00", day: "00", i_month: "0", i_day: "0", date: "0" };

export function toOwnAddresses(
  document: AddressedDocument,
  { pattern, formerPatterns, isOwn = false, timeZone, missingDate }: AddressContext,
): OwnAddresses {
  const { permalink } = document;
  const { textOf, lacksDateOf } = readPlaceholders(document, timeZone);
  const fill = (one: string, find: typeof textOf): string => withoutEmpty(fillPattern(withoutLanguage(one, document), find));
  let ownPage = permalink;
  if (permalink === null && (isOwn || !asksForSlugAlone(pattern) || document.pageSlug !== document.slug)) {
    if (lacksDateOf(pattern) && !document.draft) missingDate(pattern);
    ownPage = fill(pattern, (name, style) => textOf(name, style) ?? UNDATED[name] ?? null);
  }
  const datedPatterns = formerPatterns.filter((one) => !lacksDateOf(one));
  const bySlug = [pattern, ...datedPatterns].filter((one) => placeholdersOf(one).includes("slug") && !lacksDateOf(one));
  const ownFormer = [
    ...document.redirectFrom,
    ...datedPatterns.map((one) => fill(one, textOf)),
    ...document.formerSlugs.flatMap((slug) =>
      bySlug.map((one) => fill(one, (name, style) => (name === "slug" ? slug : textOf(name, style)))),
    ),
  ];
  return { ownPage, ownFormer: [...new Set(ownFormer)] };
}

/** Removes empty segments. The home page has an empty path, so `/{path}/` becomes `/`. */
function withoutEmpty(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

/** Resolves `{lang?}`: in the site's language, `/{lang?}/posts/{slug}` is `/posts/{slug}`. */
function withoutLanguage(pattern: string, { isInSiteLanguage }: AddressedDocument): string {
  return isInSiteLanguage ? pattern.replace(/\/\{lang\?(?::\w+)?\}/, "") : pattern;
}

function asksForSlugAlone(pattern: string): boolean {
  return !pattern.includes("{slug:") && placeholdersOf(pattern).every((name) => name === "slug");
}

/** Values for placeholders from the document's own file. */
function readPlaceholders(document: AddressedDocument, timeZone: string) {
  const { pageSlug, slugText, statedSlug, language, relative, folder, place, publishedAt, localDate } = document;
  let localTime: string | null | undefined;
  /** `2024-01-31T10:30:00` in the site's time zone. For a day, only the date. */
  const localDay = (): string | null => {
    localTime ??= publishedAt === null ? localDate : toLocalTime(Date.parse(publishedAt), timeZone);
    return localTime;
  };
  const values: Partial<Record<PagePlaceholder, () => string | null>> = {
    year: () => localDay()?.slice(0, 4) ?? null,
    month: () => localDay()?.slice(5, 7) ?? null,
    day: () => localDay()?.slice(8, 10) ?? null,
    i_month: () => localDay()?.slice(5, 7).replace(/^0/, "") ?? null,
    i_day: () => localDay()?.slice(8, 10).replace(/^0/, "") ?? null,
  };
  /** Values as written, not encoded. */
  const names: Partial<Record<PagePlaceholder, () => string>> = {
    name: () => nameOfFile(relative).name,
    path: () => place ?? nameOfFile(relative).path,
    slug_or_name: () => statedSlug ?? nameOfFile(relative).name,
    slug_or_file: () => statedSlug ?? nameOfFile(relative).path.replace(/^.*\//s, ""),
    title: () => document.title,
    dir: () => folder,
    section: () => (relative.includes("/") ? relative.slice(0, relative.indexOf("/")) : ""),
    lang: () => language,
    "lang?": () => language,
  };
  return {
    textOf(name: PagePlaceholder, style: string | null): string | null {
      const day = name === "date" ? localDay() : null;
      if (day !== null) return toSegments(formatDate(style ?? "", day), (part) => part);
      const styled = (style === null ? undefined : NAME_STYLES[style]) ?? ((part: string): string => part);
      if (name === "slug") return style === null ? pageSlug : toSegments(slugText, styled);
      const written = names[name]?.();
      return written === undefined ? (values[name]?.() ?? null) : toSegments(written, styled);
    },
    lacksDateOf: (pattern: string): boolean => placeholdersOf(pattern).some((name) => name in UNDATED) && localDay() === null,
  };
}

function toSegments(path: string, styled: (part: string) => string): string {
  return path
    .split("/")
    .map((part) => encodeSegment(styled(part)))
    .join("/");
}
