import { toLocalTime } from "../../shared/dates.ts";
import { nameOfFile } from "../../shared/slugs.ts";
import { NAME_STYLES } from "./name-styles.ts";
import { encodeSegment } from "./page-path.ts";
import { fillPattern, type PagePlaceholder, placeholdersOf } from "./page-pattern.ts";

/** Addresses of one document, as far as its own file decides. */

export interface OwnAddresses {
  /** Path of its page, or a pattern where other files decide too; null: the configured pattern, which asks for nothing but the slug. */
  readonly ownPage: string | null;
  /** The same of former pages. */
  readonly ownFormer: readonly string[];
}

/** How the pages of a kind are addressed. */
export interface PagePatterns {
  readonly pattern: string;
  /** Patterns of earlier years. */
  readonly former: readonly string[];
}

/** Parts from which addresses are made. */
export interface AddressedDocument {
  /** Path of the file, relative to the content folder. */
  readonly relative: string;
  /** Folders between that of its collection and its file: `2024/may`; "": there are none. */
  readonly folder: string;
  /** Where it stands in the tree of its kind, in place of its path; null: its kind has none. */
  readonly place: string | null;
  readonly slug: string;
  /** The slug as patterns take it: of a translation, without its language. */
  readonly pageSlug: string;
  /** The text that the slug is made of: `{slug:hugo}` takes it. */
  readonly slugText: string;
  readonly draft: boolean;
  /** The instant that dates it: `publishedAt`, or a field of its own kind. */
  readonly publishedAt: string | null;
  /** `2024-01-31…`, where there is no instant. */
  readonly localDate: string | null;
  readonly language: string;
  readonly isInSiteLanguage: boolean;
  readonly permalink: string | null;
  /** As paths. */
  readonly redirectFrom: readonly string[];
  readonly formerSlugs: readonly string[];
}

export interface AddressContext extends PagePatterns {
  readonly timeZone: string;
  /** Told of a date that the pattern asks for, and the document has not. */
  missingDate(pattern: string): void;
}

/** A draft that has no date yet is linked to all the same. */
const UNDATED: Readonly<Record<string, string>> = { year: "0000", month: "00", day: "00", i_month: "0", i_day: "0" };

export function toOwnAddresses(
  document: AddressedDocument,
  { pattern, former: formerPatterns, timeZone, missingDate }: AddressContext,
): OwnAddresses {
  const { permalink } = document;
  const { textOf, lacksDateOf } = readPlaceholders(document, timeZone);
  const fill = (one: string, find: typeof textOf): string => withoutEmpty(fillPattern(withoutLanguage(one, document), find));
  let ownPage = permalink;
  if (permalink === null && !(asksForSlugAlone(pattern) && document.pageSlug === document.slug)) {
    if (lacksDateOf(pattern) && !document.draft) missingDate(pattern);
    ownPage = fill(pattern, (name, style) => textOf(name, style) ?? UNDATED[name] ?? null);
  }
  const former = formerPatterns.filter((one) => !lacksDateOf(one));
  const bySlug = [pattern, ...former].filter((one) => placeholdersOf(one).includes("slug") && !lacksDateOf(one));
  const ownFormer = [
    ...document.redirectFrom,
    ...former.map((one) => fill(one, textOf)),
    ...document.formerSlugs.flatMap((slug) =>
      bySlug.map((one) => fill(one, (name, style) => (name === "slug" ? slug : textOf(name, style)))),
    ),
  ];
  return { ownPage, ownFormer: [...new Set(ownFormer)] };
}

/** The home page has an empty path: `/{path}/` is `/`. */
function withoutEmpty(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

/** `/{lang?}/posts/{slug}` is `/posts/{slug}` in the site's language. */
function withoutLanguage(pattern: string, { isInSiteLanguage }: AddressedDocument): string {
  return isInSiteLanguage ? pattern.replace("/{lang?}", "") : pattern;
}

function asksForSlugAlone(pattern: string): boolean {
  return !pattern.includes("{slug:") && placeholdersOf(pattern).every((name) => name === "slug");
}

/** Values for placeholders from the document's own file. */
function readPlaceholders(document: AddressedDocument, timeZone: string) {
  const { pageSlug, slugText, language, relative, folder, place, publishedAt, localDate } = document;
  let known: string | null | undefined;
  /** `2024-01-31` in the site's time zone. */
  const localDay = (): string | null => {
    known ??= publishedAt === null ? localDate : toLocalTime(Date.parse(publishedAt), timeZone).slice(0, 10);
    return known;
  };
  const values: Partial<Record<PagePlaceholder, () => string | null>> = {
    lang: () => language,
    "lang?": () => language,
    year: () => localDay()?.slice(0, 4) ?? null,
    month: () => localDay()?.slice(5, 7) ?? null,
    day: () => localDay()?.slice(8, 10) ?? null,
    i_month: () => localDay()?.slice(5, 7).replace(/^0/, "") ?? null,
    i_day: () => localDay()?.slice(8, 10).replace(/^0/, "") ?? null,
  };
  /** As written, not encoded. */
  const names: Partial<Record<PagePlaceholder, () => string>> = {
    name: () => nameOfFile(relative).name,
    path: () => place ?? nameOfFile(relative).path,
    dir: () => folder,
  };
  return {
    textOf(name: PagePlaceholder, style: string | null): string | null {
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
