import path from "node:path";
import { byKey } from "../../contract/by-key.ts";
import { EXTRA_KINDS } from "../../contract/config/config-names.ts";
import type { SiteFacts } from "../cache/cache-key.ts";
import type { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import { ABOUT_KEYS, parseAbout } from "../kinds/about-kind.ts";
import { createLanguageReader } from "../kinds/addresses/file-language.ts";
import { GROUP_NAMES } from "../kinds/document/entry.ts";
import type { FileContext } from "../kinds/document/name-document.ts";
import { NoticeCounts } from "../kinds/fields/notice-counts.ts";
import type { Content } from "../kinds/kinds.ts";
import { parseServicesPage } from "../kinds/services-page-kind.ts";
import { parseSite } from "../kinds/site-kind.ts";
import { createSiteKinds, type SiteKinds } from "../kinds/site-kinds.ts";
import { type Discovered, discoverContent } from "../listing/discover.ts";
import type { SourceRows } from "../rows/source-rows.ts";
import type { Diagnostics, Location } from "../shared/diagnostics.ts";
import { createYielder } from "../shared/parallel.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { type SourceFile, showPath } from "../shared/source-file.ts";
import { DataPlaces } from "../sources/data-document.ts";
import { type RawDocument, readDocument } from "../sources/files/raw-document.ts";
import { readSource } from "../sources/read-text.ts";
import { SourceText } from "../sources/source-text.ts";
import { AUTHOR_KEYS, AuthorNames, parseAuthors } from "./author-names.ts";
import { FOREIGN_SYNTAX } from "./foreign-syntax.ts";
import { GROUP_KEYS, parseGroupFile } from "./group-files.ts";
import { type LinkContext, linkFiles, type ParsedFiles } from "./link-content.ts";
import { createFileParser, toUnreadable } from "./parse-file.ts";
import { ParsedSource, toEntrySources } from "./parsed-source.ts";
import { TagNames } from "./tag-names.ts";

/**
 * From this many parsed files on, a build limits V8's space for new objects. V8 doubles it during a
 * build, to 32 MiB at the 100th file and 64 MiB at the 150th to 200th, and never shrinks it.
 * Setting the limit before that saves 25 MB at the peak, and costs no measurable time.
 */
const MANY_FILES = 100;

export interface ParseOptions {
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute path to which paths in messages are relative. */
  readonly cwd: string;
  readonly config: ResolvedConfig;
  readonly diagnostics: Diagnostics;
  /** Members of the site that take precedence over site.yaml: `{ url: "http://127.0.0.1:3000" }`
   * for a local build. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (done: number, total: number) => void;
  /** Whether texts stay in memory because they are needed after parsing. Default: true. */
  readonly keepsBodies?: boolean;
  /** Called once, when many files have been parsed. */
  readonly onManyFiles?: () => void;
  /** Records everything that is read. */
  readonly inputs?: Inputs;
  /** The memos of earlier builds. */
  readonly memos?: Memos;
  /** Opens the cached rows; `site` has the settings on which they depend (null if unknown). Without
   * this function, every file is parsed. */
  readonly openRows?: (site: SiteFacts | null) => SourceRows;
}

export interface ParseResult {
  /** null if there is none. */
  readonly content: Content | null;
  /** The text of a content file, by its path in messages. Read on demand. */
  sources(file: string): string | null;
  /** @param absolute path of a file */
  isContent(absolute: string): boolean;
  readonly notices: readonly string[];
}

/**
 * Reads a content folder: finds, reads and checks all files, converts them to the API's form, and
 * reports all mistakes. Documents with invalid values are in the result with their valid ones, so
 * that their bodies, pictures and links are also checked. Before publishing, callers must check
 * `diagnostics.errorCount`.
 */
export async function parseContent(options: ParseOptions): Promise<ParseResult> {
  const files = new Map<string, SourceFile>();
  const content = await parseFolder(options, files);
  const sources = (shown: string): string | null => {
    const file = files.get(shown);
    return file === undefined ? null : (readSource(file)?.text ?? null);
  };
  const isContent = (absolute: string): boolean => files.has(showPath(options.cwd, absolute));
  return { content, sources, isContent, notices: options.diagnostics.notices };
}

async function parseFolder(options: ParseOptions, files: Map<string, SourceFile>): Promise<Content | null> {
  const { config, diagnostics } = options;
  const found = await discoverContent(options);
  if (found === null) return null;
  for (const file of [...Object.values(found.documents), ...Object.values(found.collections).flat()])
    if (file !== null) files.set(file.path, file);
  const read = createSingleReader(options);
  const elsewhere: Location = { file: config.file ?? "octavo.config.ts", line: 1, column: 1 };
  const { site, timeZone, hasValidTimeZone } = readSite(found.documents.site, { read, elsewhere }, options);
  const kinds = createSiteKinds(config);
  const readLanguage = createLanguageReader({ layout: config.translations, locales: site.locales });
  const context: FileContext = { config, timeZone, language: site.language, readLanguage, elsewhere };
  const noticeCounts = new NoticeCounts();
  const sinks = { ...context, diagnostics, noticeCounts };
  const groupFiles = byKey(GROUP_NAMES, (name) => {
    const file = found.documents[name];
    return file === null ? null : parseGroupFile(name, read(file) ?? unread(file), sinks);
  });
  // While the site's time zone is invalid, no row is read from the cache or replaced there. The
  // rows are valid again as soon as site.yaml is.
  const rows =
    options.openRows?.(hasValidTimeZone ? { timeZone, language: site.language, locales: site.locales, url: site.url } : null) ?? null;
  const parsed = await parseFiles(found, { context, rows, kinds }, options);
  const authorsRaw = read(found.documents.authors);
  const authors = authorsRaw === null ? null : parseAuthors(authorsRaw, sinks);
  const collections = linkFiles(parsed, { ...createNames({ groupFiles, authors }, sinks), kinds, noticeCounts });
  const aboutRaw = read(found.documents.about);
  const about = aboutRaw === null ? null : await parseAbout(aboutRaw, sinks);
  const pageRaw = read(found.documents.servicesPage);
  const servicesPage = pageRaw === null ? null : parseServicesPage(pageRaw, sinks);
  noticeCounts.report(diagnostics, {
    knownKeys: (kind) => knownKeys(kinds, kind),
    mayKeep: (kind) => EXTRA_KINDS.some((name) => name === kind),
    foreign: FOREIGN_SYNTAX,
  });
  return { site, about, servicesPage, authors, groupFiles, ...collections };
}

/**
 * Reads a document that a site has at most once. Returns null if there is none, or it cannot be
 * read (reported).
 */
type ReadSingle = (file: SourceFile | null) => RawDocument | null;

function createSingleReader({ config, diagnostics, inputs }: ParseOptions): ReadSingle {
  return (file) => {
    if (file !== null) inputs?.note(file.absolute);
    const document = file === null ? null : readDocument(file, diagnostics, config.frontMatter);
    diagnostics.replay(document?.found ?? []);
    return document;
  };
}

interface SiteReading {
  readonly read: ReadSingle;
  readonly elsewhere: Location;
}

function readSite(
  file: SourceFile | null,
  { read, elsewhere }: SiteReading,
  { contentDir, cwd, config, diagnostics, overrides = {} }: ParseOptions,
) {
  const absolute = path.join(contentDir, "site.yaml");
  return parseSite({
    raw: file === null ? null : (read(file) ?? unread(file)),
    file: file ?? { path: showPath(cwd, absolute), relative: "site.yaml", absolute },
    configured: config.site,
    overrides,
    elsewhere,
    diagnostics,
  });
}

/** The names that files refer to, and the rules for repeated ones. */
function createNames(
  { groupFiles, authors }: Pick<Content, "groupFiles" | "authors">,
  { config, diagnostics, timeZone, language }: FileContext & { readonly diagnostics: Diagnostics },
): Omit<LinkContext, "kinds" | "noticeCounts"> {
  return {
    ...{ diagnostics, groupFiles },
    tagNames: new TagNames("tags", groupFiles.tags, diagnostics),
    categoryNames: new TagNames("categories", groupFiles.categories, diagnostics),
    authorNames: new AuthorNames(authors),
    siteLanguage: language,
    slugTimeZone: config.datesRepeatedSlugs ? timeZone : null,
    ignoresTakenAliases: config.markdown.wikiLinks || config.checks.slugs !== "error",
  };
}

/**
 * Returns the keys to suggest for misspellings.
 * @param kind name of a kind or of a single document
 */
function knownKeys(kinds: SiteKinds, kind: string): readonly string[] {
  const name = kinds.names.find((candidate) => candidate === kind);
  if (name !== undefined) return [...kinds.of(name).fieldNames(), ...Object.values(kinds.of(name).names).flat()];
  if (GROUP_NAMES.some((group) => group === kind)) return GROUP_KEYS;
  return kind === "authors" ? AUTHOR_KEYS : ABOUT_KEYS;
}

/** Parses each file of the collections, or finds it in the cache. */
async function parseFiles(
  found: Discovered,
  { context, rows, kinds }: { readonly context: FileContext; readonly rows: SourceRows | null; readonly kinds: SiteKinds },
  { onProgress, onManyFiles, diagnostics, keepsBodies = true }: ParseOptions,
): Promise<ParsedFiles> {
  const isAnyData = kinds.names.some((name) => kinds.of(name).cells !== undefined);
  const parse = createFileParser(context, kinds, isAnyData ? await import("./parse-entries.ts") : null);
  const reading = { parse, rows };
  const total = kinds.names.reduce((sum, name) => sum + (found.collections[name] ?? []).length, 0);
  const yieldToOthers = createYielder();
  let done = 0;
  /** Number of files that had to be parsed. */
  let anew = 0;
  const result = byKey(kinds.names, (): ParsedSource[] => []);
  for (const kind of kinds.names) {
    const sources = result[kind] ?? [];
    for (const file of found.collections[kind] ?? []) {
      const opened = rows?.open(file, kind) ?? null;
      const isData = kinds.of(kind).cells !== undefined;
      if (opened !== null && opened.parsed !== null) {
        if (isData) sources.push(...toEntrySources(file, opened.parsed, reading));
        else sources.push(new ParsedSource(file, opened.parsed, null, reading));
      } else if (isData) {
        const parsed = await parse.entries(file, kind, opened?.bytes ?? null);
        if (opened !== null) rows?.keepParsed(file, kind, parsed);
        sources.push(...toEntrySources(file, parsed, reading));
      } else {
        anew += 1;
        if (anew === MANY_FILES) onManyFiles?.();
        const raw = readDocument(file, diagnostics, { ...context.config.frontMatter, bytes: opened?.bytes ?? null });
        const { parsed, body } = raw === null ? { parsed: toUnreadable(file, kind), body: "" } : await parse.file(raw, kind);
        if (raw !== null) rows?.keepParsed(file, kind, parsed);
        sources.push(new ParsedSource(file, parsed, keepsBodies ? body : null, reading));
      }
      done += 1;
      onProgress?.(done, total);
      const pause = yieldToOthers();
      if (pause !== undefined) await pause;
    }
  }
  return result;
}

/** Placeholder for a file that cannot be read. That is already reported, so the file must not be
 * reported as missing. */
function unread(file: SourceFile): RawDocument {
  const source = new SourceText(file.path, "");
  return { file, source, data: null, places: DataPlaces.atStart(source), body: "", bodyLine: 1, found: [] };
}
