import { isSlug } from "../../contract/slug-pattern.ts";
import { loadToAscii, needsReading, type ToAscii } from "../kinds/addresses/file-slug.ts";
import type { Kind, ReadEntry } from "../kinds/document/kind.ts";
import { type FileContext, type KindNaming, type NamedDocument, nameDocument, slugSettingOf } from "../kinds/document/name-document.ts";
import { createExtraRules, type ExtraRules } from "../kinds/fields/extra.ts";
import { mendAliases, takeLinkNames } from "../kinds/fields/link-names.ts";
import { mendFrontMatter } from "../kinds/fields/mend-old-posts.ts";
import { createFieldNaming } from "../kinds/fields/rename.ts";
import type { PlainEntry } from "../kinds/kinds.ts";
import { FileCounts, type ParsedFile, parsedNothing } from "../kinds/parsed-file.ts";
import type { SiteKinds } from "../kinds/site-kinds.ts";
import { type Diagnostic, Diagnostics } from "../shared/diagnostics.ts";
import { isOwnKey, type KindName, shownKind } from "../shared/kind-name.ts";
import type { ResolvedConfig, SlugSetting } from "../shared/resolved-config.ts";
import { parseFileName } from "../shared/slugs.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { DataDocument } from "../sources/data-document.ts";
import { createMapping, readBoolean } from "../sources/data-values.ts";
import { type RawDocument, readDocument, toMarkdown } from "../sources/files/raw-document.ts";
import { findTextTags } from "../sources/syntax/wiki-links.ts";
import { addAddresses } from "./add-addresses.ts";
import { findForeignSyntax } from "./foreign-syntax.ts";

export interface FileParser {
  /** Parses a single file. */
  file(raw: RawDocument, kind: KindName): Promise<FreshFile>;
  /** Reads only the body of a file that was parsed before. */
  body(file: SourceFile): Promise<string>;
  /**
   * Parses a data file with all its entries.
   * @param bytes its bytes, if already read
   */
  entries(file: SourceFile, kind: KindName, bytes: Buffer | null): Promise<ParsedFile>;
  /** Returns the document of a file that was parsed before. The file is reread to find the places
   * of its fields. */
  document(file: SourceFile, kind: KindName): DataDocument;
}

/** The functions that read data files. They are loaded only if the site has such a file. */
type EntryParsing = Pick<typeof import("./parse-entries.ts"), "createEntryReader" | "parseEntries">;

export interface FreshFile {
  readonly parsed: ParsedFile;
  readonly body: string;
}

/** @param dataFiles reads the entries of data files; null if no kind has one */
export function createFileParser(context: FileContext, kinds: SiteKinds, dataFiles: EntryParsing | null): FileParser {
  const { config } = context;
  const readers = new Map<KindName, KindReader>();
  /** Created on demand, because most builds read files of only one kind and each schema takes
   * milliseconds. */
  const readerOf = (kind: KindName): KindReader => {
    const reader = readers.get(kind) ?? createKindReader(kinds.of(kind), context);
    readers.set(kind, reader);
    return reader;
  };
  const name: NameFile = (raw, kind, sinks) => nameDocument(raw, kind, { ...context, naming: readerOf(kind).naming, ...sinks });
  /** The last document is kept because mistakes in the same file come one after another. */
  let last: { readonly file: SourceFile; readonly document: DataDocument } | null = null;
  const readEntry = dataFiles?.createEntryReader((kind) => readerOf(kind).kind);
  const parser: FileParser = {
    async entries(file, kind, bytes) {
      if (dataFiles === null) throw new TypeError(`${kind} has no data file`);
      return dataFiles.parseEntries(readerOf(kind).kind, { file, bytes }, (raw, own) => parser.file(raw, own));
    },
    file: (raw, kind) => parseFile(raw, kind, { context, kinds, reader: readerOf(kind), name }),
    async body(file) {
      const raw = readDocument(file, new Diagnostics(), config.frontMatter);
      return raw === null ? "" : toMarkdown(raw, config, new Diagnostics());
    },
    document(file, kind) {
      if (last?.file === file) return last.document;
      const raw = file.entry === undefined ? readDocument(file, new Diagnostics(), config.frontMatter) : (readEntry?.(file, kind) ?? null);
      const document =
        raw === null
          ? emptyDocument(file)
          : name(raw, kind, { diagnostics: new Diagnostics(), noticeCounts: new FileCounts(), toAscii: null }).data;
      last = { file, document };
      return document;
    },
  };
  return parser;
}

interface NamingSinks {
  readonly diagnostics: Diagnostics;
  readonly noticeCounts: FileCounts;
  readonly toAscii: ToAscii | null;
}

type NameFile = (raw: RawDocument, kind: KindName, sinks: NamingSinks) => NamedDocument;

interface FileParsing {
  readonly context: FileContext;
  readonly kinds: SiteKinds;
  readonly reader: KindReader;
  readonly name: NameFile;
}

async function parseFile(raw: RawDocument, kind: KindName, { context, kinds, reader, name }: FileParsing): Promise<FreshFile> {
  const { config } = context;
  const diagnostics = new Diagnostics();
  diagnostics.replay(raw.found);
  const counts = new FileCounts();
  const toAscii = isAnyToBeRead(raw, slugSettingOf(raw.file, kind, config), config) ? await loadToAscii() : null;
  const named = name(raw, kind, { diagnostics, noticeCounts: counts, toAscii });
  mendFrontMatter({ ...named, body: kind === "posts" && raw.data !== null ? raw.body : null }, config.checks, diagnostics);
  // Pages and the site's own kinds need no front matter, because their first heading is the title.
  const isBare = !isOwnKey(kind) && reader.kind.isTree !== true && hasNoFrontMatter(raw) && !("title" in named.data.values);
  if (isBare) diagnostics.error(raw.source.locate(0), NO_FRONT_MATTER);
  // Invalid YAML gives neither values nor references, but the body can be checked.
  const isSilent = raw.data === null || isBare;
  const said = isSilent ? { diagnostics: new Diagnostics(), noticeCounts: new FileCounts() } : { diagnostics, noticeCounts: counts };
  const { wikiLinks } = config.markdown;
  const linkNames = wikiLinks ? takeLinkNames(named.data, reader.hasAliases, named.slug) : [];
  if (reader.hasAliases && !wikiLinks) mendAliases(named.data, config.checks.slugs, diagnostics, named.slug);
  const read = reader.read(named, { ...said, ...toReading(reader, kind, config) });
  const body = await toMarkdown(raw, config, diagnostics);
  const refers = isSilent ? null : readRefers(reader.kind, named);
  const addressing = { named, refers, context, pages: kinds.pagesOf(kind), kind: reader.kind, diagnostics: said.diagnostics };
  const entry = read === null ? null : addAddresses(read.entry as PlainEntry, addressing);
  const inText = wikiLinks && !isSilent && reader.hasTags ? findTextTags(raw.body) : [];
  const parsed: ParsedFile = {
    kind,
    claim: isSlug(named.slug) ? named.slug : null,
    refers,
    tags: isSilent ? [] : [...(read?.tags ?? []), ...inText],
    ...(linkNames.length === 0 ? {} : { linkNames }),
    categories: isSilent ? [] : (read?.categories ?? []),
    counted: { ...toCounted(counts, findForeign(body, raw, config)), published: isSilent ? [] : named.extra.rest },
    found: withoutEchoes(diagnostics.all()),
    notices: diagnostics.notices,
    entry,
  };
  return { parsed, body };
}

/** Options for reading the keys of a kind and explaining unknown ones. */
function toReading({ kind: { explainKey }, extra, naming }: KindReader, kind: KindName, { frontMatter, checks }: ResolvedConfig) {
  const remedy = isOwnKey(kind)
    ? `if the field was removed, remove the key; if it is new, define it in kinds.${shownKind(kind)}.fields of octavo.config.ts; if it has another name, use kinds.${shownKind(kind)}.names, where "" ignores the key`
    : kind === "series"
      ? ""
      : 'for keys of another tool, frontMatter: { unknownKeys: "collect" } in octavo.config.ts ignores them, and frontMatter.extra publishes them';
  const otherNames = [...(extra?.named ?? []).map(([key = ""]) => key), ...naming.names];
  return { unknownKeys: frontMatter.unknownKeys, otherNames, remedy, explainKey, extra, checks };
}

function toCounted({ unknownKeys, leftAsides, slugs }: FileCounts, foreign: ReturnType<typeof findForeign>) {
  return { unknownKeys, leftAside: leftAsides, foreign, slugs };
}

function findForeign(body: string, { file, bodyLine, body: written }: RawDocument, { markdown }: ResolvedConfig) {
  return findForeignSyntax(body, {
    hasPlugins: markdown.remarkPlugins.length > 0,
    hasMath: markdown.math,
    isMdx: /\.mdx$/i.test(file.relative),
    bodyLine,
    source: markdown.wikiLinks ? written : null,
  });
}

/** Whether a slug may be derived from letters that need transliteration. */
function isAnyToBeRead({ file, data }: RawDocument, setting: SlugSetting | null, { checks }: ResolvedConfig): boolean {
  if (needsReading(file.relative)) return true;
  const isOfTitle = typeof setting === "string" && setting.includes("{title}");
  if (!isOfTitle && checks.slugs === "error") return false;
  return Object.values(data ?? {}).some((value) => typeof value === "string" && needsReading(value));
}

/** How to read the files of a kind. */
interface KindReader {
  readonly kind: Kind;
  readonly naming: KindNaming;
  readonly extra: ExtraRules | null;
  readonly hasAliases: boolean;
  readonly hasTags: boolean;
  readonly read: ReadEntry;
}

function createKindReader(kind: Kind, { config, timeZone }: FileContext): KindReader {
  const { names, splitAt } = config.frontMatter;
  const extra = extraRulesOf(kind, config);
  const configured = isOwnKey(kind.kind) ? kind.own?.names : names[kind.kind];
  const fields = new Set(kind.fieldNames());
  const hasTranslations = fields.has("translationKey");
  const naming = {
    ...kind,
    ...createFieldNaming(kind.names, configured, { splitAt, ownFields: kind.own?.fields ?? [] }),
    extra,
    hasTranslations,
  };
  return { kind, naming, extra, hasAliases: fields.has("aliases"), hasTags: fields.has("tags"), read: kind.createReader(timeZone) };
}

function extraRulesOf({ kind, names, fieldNames }: Kind, { frontMatter, extraSchemas }: ResolvedConfig): ExtraRules | null {
  if (kind === "series" || kind === "pages" || isOwnKey(kind)) return null;
  const keys = frontMatter.extra[kind];
  return keys === undefined ? null : createExtraRules({ kind, keys, schema: extraSchemas[kind] ?? null, fields: fieldNames(), names });
}

const NO_FRONT_MATTER = {
  code: "front-matter",
  message: "has no front matter",
  hint: "begin the file with a line of ---, a line with title: …, and another line of ---",
};

function hasNoFrontMatter({ file, data, bodyLine }: RawDocument): boolean {
  return data !== null && Object.keys(data).length === 0 && bodyLine === 1 && /\.(?:mdx?|html?)$/i.test(file.relative);
}

function readRefers(kind: Kind, { data: { values }, slug, inDrafts }: NamedDocument): ParsedFile["refers"] {
  const draft = inDrafts || readBoolean(values.draft) === true;
  return { slug, draft, series: null, aliases: [], references: [], id: null, ...kind.readRefers?.(values, slug) };
}

/** Matches the hint for a misspelt date key: `publishdAt`, `dat`. */
const MISSPELT_DATE = /^did you mean "(?:publishedAt|\w*date)"\?$/i;

/** Removes the warning about a missing date if an error says the same or reports a misspelt date
 * key. */
function withoutEchoes(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const isMissing = ({ code }: Diagnostic): boolean => code === "missing-date";
  const isSaid = ({ code, severity, hint }: Diagnostic): boolean =>
    severity === "error" && (code === "missing-date" || (code === "unknown-key" && MISSPELT_DATE.test(hint ?? "")));
  if (!found.some(isSaid)) return found;
  return found.filter((one) => !isMissing(one) || one.severity === "error");
}

/**
 * Placeholder for a file of a collection that cannot be read. Its slug counts as taken, so that no
 * mistakes are reported that only follow from this one.
 */
export function toUnreadable(file: SourceFile, kind: KindName): ParsedFile {
  // `Кино-2024.md` would become 2024, which may be another file's slug.
  const slug = needsReading(file.relative) ? "" : parseFileName(file.relative).slug;
  return { ...parsedNothing(kind), claim: slug === "" ? null : slug };
}

/** A document for an unreadable file. All its mistakes are placed at its beginning. */
function emptyDocument({ path }: SourceFile): DataDocument {
  const elsewhere = { file: path, line: 1, column: 1 };
  return new DataDocument({ values: createMapping(), origins: new Map(), places: null, elsewhere });
}
