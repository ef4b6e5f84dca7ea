import path from "node:path";
import { COLLECTION_NAMES, type CollectionName } from "../../contract/config.ts";
import { type AmbiguousAlias, checkReferences } from "../check-references.ts";
import type { ResolvedConfig } from "../config.ts";
import { createCollectionSchemas } from "../content-schema/collections.ts";
import type { Diagnostics, Location } from "../diagnostics.ts";
import { type Discovered, discover, showPath } from "../discover.ts";
import type { BookEntry, Content, PhotoEntry, PostEntry, ProjectEntry, SeriesEntry, ServiceEntry, SourceFile } from "../entries.ts";
import { mapLimit } from "../parallel.ts";
import { SourceText } from "../source-text.ts";
import { Claims } from "./claims.ts";
import type { ParseContext } from "./context.ts";
import { type RawDocument, readDocument, toDataDocument } from "./document.ts";
import { parseAbout, parseServicesPage, parseSite } from "./documents.ts";
import { fieldNames, type NamedDocument, nameDocument } from "./parse-entry.ts";
import { TagNames } from "./tag-names.ts";
import { Tally } from "./tally.ts";
import { toBook, toPhoto, toProject, toSeries, toService } from "./to-entries.ts";
import { toPost } from "./to-post.ts";
import { toReferring } from "./to-referring.ts";
import { validate } from "./validate.ts";

export interface ParseOptions {
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute: paths in messages are relative to it. */
  readonly cwd: string;
  readonly config: ResolvedConfig;
  readonly diagnostics: Diagnostics;
  /** Members of the site that win over site.yaml: `{ url: "http://127.0.0.1:3000" }` for a local build. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Files read at once: more does not help, and descriptors are finite. */
const READS_AT_ONCE = 32;

export interface ParseResult {
  /** null: the site itself is unusable. */
  readonly content: Content | null;
  /** The text of a content file as it was read, by its shown path. */
  sources(file: string): string | null;
  readonly notices: readonly string[];
}

/**
 * Reads a content folder: every file found, read, checked and given the API's form, everything that is wrong reported. Entries
 * with a wrong value are left out of the result: a caller that publishes looks at `diagnostics.errorCount` first.
 */
export async function parseContent(options: ParseOptions): Promise<ParseResult> {
  const texts = new Map<string, string>();
  const content = await parseFolder(options, texts);
  return { content, sources: (file) => texts.get(file) ?? null, notices: options.diagnostics.notices };
}

async function parseFolder(options: ParseOptions, texts: Map<string, string>): Promise<Content | null> {
  const { contentDir, cwd, config, diagnostics } = options;
  const found = await discover({ contentDir, cwd, config, diagnostics });
  if (found === null) return null;
  if (isEmpty(found)) {
    const hint = "write site.yaml with name and url, and a first post: posts/hello.md";
    diagnostics.error(
      { file: showPath(cwd, contentDir), line: 1, column: 1 },
      { code: "no-content", message: "the content folder holds no .md, .mdx or .yaml files", hint },
    );
    return null;
  }
  const raw = await readAll(found, options);
  for (const { source } of raw.values()) texts.set(source.file, source.text);
  const elsewhere: Location = { file: config.file ?? "quire.config.ts", line: 1, column: 1 };
  const siteFile = found.documents.site ?? {
    path: showPath(cwd, path.join(contentDir, "site.yaml")),
    relative: "site.yaml",
    absolute: path.join(contentDir, "site.yaml"),
  };
  const siteRaw = found.documents.site === null ? null : (raw.get(found.documents.site) ?? unread(found.documents.site));
  const overrides = options.overrides ?? {};
  const { site, timeZone } = parseSite({ raw: siteRaw, file: siteFile, configured: config.site, overrides, elsewhere, diagnostics });
  const context = createContext(config, diagnostics, timeZone, elsewhere);
  const rawOf = (file: SourceFile | null): RawDocument | null => (file === null ? null : (raw.get(file) ?? null));
  const tags = rawOf(found.documents.tags);
  if (tags !== null && tags.data !== null) context.tagNames.read(toDataDocument(tags, elsewhere), diagnostics);
  const collections = await parseCollections(found, raw, context);
  const aboutRaw = rawOf(found.documents.about);
  const about = aboutRaw === null ? null : await parseAbout(aboutRaw, context);
  const pageRaw = rawOf(found.documents.servicesPage);
  const servicesPage = pageRaw === null ? null : parseServicesPage(pageRaw, context);
  const { ambiguous } = checkReferences(context.referring, context);
  context.tally.report(diagnostics);
  return site === null
    ? null
    : {
        site,
        about,
        servicesPage,
        tagNames: context.tagNames.listed,
        ...collections,
        posts: collections.posts.map((post) => withoutAliases(post, ambiguous)),
      };
}

function withoutAliases(post: PostEntry, ambiguous: readonly AmbiguousAlias[]): PostEntry {
  const left = ambiguous.filter(({ slug }) => slug === post.slug).map(({ alias }) => alias);
  return left.length === 0 ? post : { ...post, aliases: post.aliases.filter((alias) => !left.includes(alias)) };
}

interface Collections {
  readonly posts: readonly PostEntry[];
  readonly projects: readonly ProjectEntry[];
  readonly books: readonly BookEntry[];
  readonly photos: readonly PhotoEntry[];
  readonly services: readonly ServiceEntry[];
  readonly series: readonly SeriesEntry[];
}

async function parseCollections(found: Discovered, raw: ReadonlyMap<SourceFile, RawDocument>, context: ParseContext): Promise<Collections> {
  const parse = async <K extends CollectionName, E>(kind: K, toEntry: (named: NamedDocument) => E | null): Promise<E[]> => {
    const entries: E[] = [];
    for (const file of found.collections[kind]) {
      const document = raw.get(file);
      const named = document === undefined ? null : await nameDocument(document, kind, context);
      const entry = named === null ? null : toEntry(named);
      if (entry !== null) entries.push(entry);
    }
    return entries;
  };
  const { schemas } = context;
  const check = checker(context);
  return {
    series: await parse("series", (named) => check("series", schemas.series, named, toSeries)),
    posts: await parse("posts", (named) => check("posts", schemas.posts, named, toPost)),
    projects: await parse("projects", (named) => check("projects", schemas.projects, named, toProject)),
    books: await parse("books", (named) => check("books", schemas.books, named, toBook)),
    photos: await parse("photos", (named) => check("photos", schemas.photos, named, toPhoto)),
    services: await parse("services", (named) => check("services", schemas.services, named, toService)),
  };
}

function checker(context: ParseContext) {
  const { config, diagnostics, tally } = context;
  const otherNames = new Map<CollectionName, string[]>(
    COLLECTION_NAMES.map((kind) => [
      kind,
      Object.values(fieldNames(kind, config).names)
        .flat()
        .filter((name) => !name.includes(".")),
    ]),
  );
  return <V, E>(
    kind: CollectionName,
    schema: Parameters<typeof validate<V>>[1],
    named: NamedDocument,
    toEntry: (values: V, named: NamedDocument, context: ParseContext) => E,
  ): E | null => {
    const { unknownKeys } = config.frontMatter;
    context.referring.push(toReferring(kind, named));
    const values = validate(named.document, schema, { diagnostics, unknownKeys, tally, otherNames: otherNames.get(kind) ?? [] });
    return values === null || named.slug === "" ? null : toEntry(values, named, context);
  };
}

function createContext(config: ResolvedConfig, diagnostics: Diagnostics, timeZone: string, elsewhere: Location): ParseContext {
  const schemas = createCollectionSchemas(timeZone);
  const claims = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, new Claims()])) as Record<CollectionName, Claims>;
  return { config, diagnostics, timeZone, schemas, tagNames: new TagNames(), elsewhere, claims, referring: [], tally: new Tally() };
}

async function readAll(found: Discovered, { diagnostics, onProgress }: ParseOptions): Promise<Map<SourceFile, RawDocument>> {
  const documents = Object.values(found.documents).filter((file) => file !== null);
  const files = [...documents, ...COLLECTION_NAMES.flatMap((name) => found.collections[name])];
  let done = 0;
  const raw = await mapLimit(files, READS_AT_ONCE, async (file) => {
    const document = await readDocument(file, diagnostics);
    done += 1;
    onProgress?.(done, files.length);
    return document;
  });
  const result = new Map<SourceFile, RawDocument>();
  for (const document of raw) if (document !== null) result.set(document.file, document);
  return result;
}

/** A file that could not be read: reported, and not to be reported as missing too. */
function unread(file: SourceFile): RawDocument {
  return { file, source: new SourceText(file.path, ""), data: null, body: "", bodyLine: 1 };
}

function isEmpty(found: Discovered): boolean {
  return found.total === 0 && COLLECTION_NAMES.every((name) => found.collections[name].length === 0);
}
