import type { CollectionName } from "../../contract/config/config-names.ts";
import { type PagePatterns, toOwnAddresses } from "../kinds/addresses/own-addresses.ts";
import { pathInTree, placeInTree } from "../kinds/addresses/page-tree.ts";
import { pagesOfFolder } from "../kinds/document/folder-values.ts";
import type { Kind } from "../kinds/document/kind.ts";
import type { FileContext, NamedDocument } from "../kinds/document/name-document.ts";
import type { PlainEntry } from "../kinds/kinds.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { isOwnKey } from "../shared/kind-name.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { nameOfFile } from "../shared/slugs.ts";
import { isNothing } from "../sources/data-values.ts";

interface AddressingFile {
  readonly named: NamedDocument;
  readonly refers: ParsedFile["refers"];
  readonly context: FileContext;
  readonly pages: PagePatterns | null;
  readonly kind: Kind;
  readonly diagnostics: Diagnostics;
}

/** Adds a document's translation key and, if it has a page, its addresses. */
export function addAddresses(entry: PlainEntry, { named, refers, context, pages, kind, diagnostics }: AddressingFile): PlainEntry {
  const translated = addTranslationKey(entry, named, context.config.translations);
  if (pages === null || entry.kind === "series") return translated;
  const { slug, draft, permalink, redirectFrom } = entry;
  const { pageDate = "publishedAt", localDate = "" } = kind;
  const textOf = (field: string): string | null => ("fields" in entry ? ((entry.fields[field] ?? null) as string | null) : null);
  const date = pageDate === "publishedAt" ? entry.publishedAt : textOf(pageDate);
  // A date without a time does not depend on the time zone.
  const isDay = date !== null && !date.includes("T");
  const language = ("language" in entry ? entry.language : null) ?? context.language;
  const document = {
    ...{ slug, draft, permalink, redirectFrom, language },
    publishedAt: isDay ? null : date,
    localDate: isDay ? date : textOf(localDate),
    pageSlug: named.pageSlug,
    slugText: named.slugText,
    statedSlug: named.statedSlug,
    title: "title" in entry && typeof entry.title === "string" ? entry.title : "",
    isInSiteLanguage: language.toLowerCase() === context.language.toLowerCase(),
    relative: named.named.relative,
    folder: isOwnKey(kind.kind) ? "" : folderOf(pathInTree(named.named.relative, globsOf(kind.kind, context))),
    place: kind.isTree === true ? placeInTree(named.named.relative) : null,
    formerSlugs: (refers?.aliases ?? []).flatMap(({ alias, fromPath }) => (fromPath ? [] : [alias])),
  };
  const missingDate = (pattern: string): void => {
    // An invalid date has already been reported, and so has a missing one that the kind requires.
    if (
      !isNothing(named.data.values[pageDate]) ||
      diagnostics.all().some(({ field, severity }) => severity === "error" && field === pageDate)
    )
      return;
    const finding = {
      code: "missing-date",
      message: `missing: the page's address, ${pattern}, contains the date`,
      hint: `write ${pageDate}: 2024-01-31, or permalink: with the path of its page`,
    };
    diagnostics.error(named.data.locate([]), { ...finding, field: [pageDate] });
  };
  const ofFolder = isOwnKey(kind.kind) ? null : pagesOfFolder(named.file.relative, kind.kind, context.config);
  const patterns = ofFolder === null ? pages : { ...pages, pattern: ofFolder, isOwn: true };
  const own = toOwnAddresses(document, { ...patterns, timeZone: context.timeZone, missingDate });
  return { ...translated, ...own, ...(document.place === null ? {} : { place: document.place }) };
}

/**
 * Adds a translation key. Documents of the same kind that share a key are translations of each
 * other. If file names or folders state languages, the key is the path without the language and the
 * extension.
 */
function addTranslationKey(entry: PlainEntry, { file, named }: NamedDocument, layout: ResolvedConfig["translations"]): PlainEntry {
  // The entries of a data file share the file's name.
  const isAlone = file.entry === undefined;
  if (layout === null || !isAlone || !("translationKey" in entry) || entry.translationKey !== null) return entry;
  return { ...entry, translationKey: `/${named.relative.replace(/\.[^./]+$/, "")}` };
}

/** Globs of a collection, without language folders. */
function globsOf(kind: CollectionName, { config, readLanguage }: FileContext): readonly string[] {
  const globs = config.collections[kind];
  return config.translations === "folder" ? globs.map((glob) => readLanguage(glob).relative) : globs;
}

/** The folders in a path: `2024` for `2024/hello.md` and for `2024/hello/index.md`. */
function folderOf(path: string): string {
  const bare = nameOfFile(path).path;
  return bare.slice(0, Math.max(0, bare.lastIndexOf("/")));
}
