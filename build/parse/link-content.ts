import { byKey } from "../../contract/by-key.ts";
import { isSlug } from "../../contract/slug-pattern.ts";
import { lacksCategory, toPagePath } from "../kinds/addresses/linked-page.ts";
import { PageRegistry } from "../kinds/addresses/page-registry.ts";
import type { DocumentEntry } from "../kinds/document/document-entry.ts";
import { type EntryBase, GROUP_NAMES, type Paged, type Plain, type TagRef } from "../kinds/document/entry.ts";
import type { Refers } from "../kinds/document/kind.ts";
import type { NoticeCounts } from "../kinds/fields/notice-counts.ts";
import type { Content, Entry, PlainEntry } from "../kinds/kinds.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import type { SiteKinds } from "../kinds/site-kinds.ts";
import { checkTranslations } from "../references/check-translations.ts";
import { RowParsedFile, RowPost } from "../rows/row-facts.ts";
import { NONE } from "../rows/row-head.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { isDocumentKey, type KindName, type SpecialKind, shownKind } from "../shared/kind-name.ts";
import { parseFileName } from "../shared/slugs.ts";
import { AlbumTitles } from "./album-titles.ts";
import type { AuthorNames } from "./author-names.ts";
import { type AmbiguousAlias, checkReferences, type Referring, type SlugRegistries } from "./check-references.ts";
import { reportUnusedGroups } from "./group-files.ts";
import type { ParsedSource } from "./parsed-source.ts";
import { dateRepeatedSlugs, SlugRegistry } from "./slug-registry.ts";
import type { TagNames } from "./tag-names.ts";

export interface LinkContext {
  readonly diagnostics: Diagnostics;
  readonly noticeCounts: NoticeCounts;
  readonly groupFiles: Content["groupFiles"];
  readonly tagNames: TagNames;
  readonly kinds: SiteKinds;
  readonly siteLanguage: string;
  /**
   * The site's time zone, for the dates that are added to repeated slugs; null if repeated slugs
   * are errors.
   */
  readonly slugTimeZone: string | null;
  /**
   * Whether an alias that another post already has is ignored, as with `markdown.wikiLinks`, or if
   * the check `slugs` is not an error.
   */
  readonly ignoresTakenAliases: boolean;
  readonly categoryNames: TagNames;
  readonly authorNames: AuthorNames;
}

interface FileContext extends LinkContext {
  readonly albumTitles: AlbumTitles;
  /** New slugs of posts that repeat another post's slug. */
  readonly dated: ReadonlyMap<ParsedSource, string>;
}

type Collections = Pick<Content, SpecialKind | "documents" | "faulty" | "linkNames">;

/** Parsed files by kind. */
export type ParsedFiles = Readonly<Record<KindName, readonly ParsedSource[]>>;

/** Kinds claim slugs in this order. If two claim the same slug, the second is reported. */
const ORDER = ["series", "posts"] as const satisfies readonly SpecialKind[];

/**
 * Links files that were parsed separately: slugs, display names of tags, and references between
 * documents.
 */
export function linkFiles(files: ParsedFiles, context: LinkContext): Collections {
  // The names include the built-in kinds.
  const slugs = byKey(context.kinds.names, () => new SlugRegistry()) as unknown as SlugRegistries;
  const referring: Referring[] = [];
  const faulty: Content["faulty"][number][] = [];
  const albumTitles = new AlbumTitles();
  const dated = context.slugTimeZone === null ? new Map() : dateRepeatedSlugs(files.posts, context.slugTimeZone);
  const ofFiles = { ...context, albumTitles, dated };
  const linked = Object.fromEntries(
    ORDER.map((kind) => [kind, files[kind].flatMap((found) => linkFile(found, slugs[kind], { referring, faulty }, ofFiles) ?? [])]),
  ) as unknown as Pick<Content, SpecialKind>;
  const documents = Object.fromEntries(
    context.kinds.names.filter(isDocumentKey).map((kind) => {
      const registry = slugs[kind] ?? new SlugRegistry();
      const entries = (files[kind] ?? []).flatMap((found) => linkFile(found, registry, { referring, faulty }, ofFiles) ?? []);
      return [shownKind(kind), entries as DocumentEntry[]];
    }),
  );
  albumTitles.report(context.diagnostics);
  // A faulty file may use the group.
  if (faulty.length === 0) {
    const used = { tags: context.tagNames.used, categories: context.categoryNames.used, albums: albumTitles.slugs };
    for (const name of GROUP_NAMES) reportUnusedGroups(name, context.groupFiles[name], used[name], context.diagnostics);
  }
  const entries = { ...linked, ...settlePages({ ...linked, documents, faulty }, context.diagnostics) };
  checkTranslations([...entries.posts, ...Object.values(documents).flat()], context);
  const linkNames = Object.values(files).flatMap((found) =>
    found.flatMap(({ file, parsed }) => (parsed.linkNames === undefined ? [] : [{ file: file.absolute, names: parsed.linkNames }])),
  );
  const { ambiguous } = checkReferences(referring, {
    diagnostics: context.diagnostics,
    slugs,
    ignoresTakenAliases: context.ignoresTakenAliases,
  });
  if (ambiguous.length === 0) return { ...entries, faulty, linkNames };
  const left = Map.groupBy(ambiguous, ({ slug }) => slug);
  return { ...entries, faulty, linkNames, posts: entries.posts.map((post) => withoutAliases(post, left.get(post.slug) ?? [])) };
}

/** Assigns each page to one document, and each former page to a document that no longer has it. */
function settlePages(
  linked: Pick<Collections, "posts" | "documents" | "faulty">,
  diagnostics: Diagnostics,
): Pick<Collections, "posts" | "documents"> {
  const pages = new PageRegistry(new Set(linked.faulty.map(({ file }) => file.path)));
  const documents: readonly PagedEntry[] = [...linked.posts, ...Object.values(linked.documents).flat().filter(hasPage)];
  // An invalid slug is already reported, and its document has no page.
  for (const document of documents) if (isSlug(document.slug)) pages.claim(document, diagnostics);
  const formerPagesOf = pages.settleFormerPages(documents, diagnostics);
  const settle = <E extends PagedEntry>(entry: E): E => {
    if (entry.formerPages.length === 0) return entry;
    const formerPages = formerPagesOf.get(entry) ?? [];
    return entry instanceof RowPost ? Object.assign(entry, { formerPages }) : { ...entry, formerPages };
  };
  return {
    posts: linked.posts.map(settle),
    documents: Object.fromEntries(
      Object.entries(linked.documents).map(([kind, entries]) => [kind, entries.map((entry) => (hasPage(entry) ? settle(entry) : entry))]),
    ),
  };
}

type PagedEntry = PostEntry | PagedDocumentEntry;
type PagedDocumentEntry = DocumentEntry & Paged;

function hasPage(entry: DocumentEntry): entry is PagedDocumentEntry {
  return entry.page !== null;
}

/** The results of linking, in addition to the entries. */
interface Found {
  readonly referring: Referring[];
  readonly faulty: Content["faulty"][number][];
}

function linkFile(found: ParsedSource, slugs: SlugRegistry, { referring, faulty }: Found, context: FileContext): Entry | null {
  const { file, parsed, body } = found;
  const { diagnostics, noticeCounts } = context;
  const { kind, claim, refers, counted } = parsed;
  const entry = parsed instanceof RowParsedFile ? parsed.linkable : parsed.entry;
  diagnostics.replay(parsed.found);
  for (const notice of parsed.notices) diagnostics.notice(notice);
  const slug = context.dated.get(found) ?? claim;
  if (slug !== null) slugs.claim(slug, found, diagnostics, claim ?? slug);
  if (parsed.entries !== undefined && parsed.found.some(({ severity }) => severity === "error")) slugs.isIncomplete = true;
  for (const name of counted.unknownKeys) noticeCounts.unknownKey(name, kind);
  for (const name of counted.published) noticeCounts.publishedKey(name, kind);
  for (const [left, taken] of counted.leftAside) noticeCounts.leftAside(left, taken);
  for (const [how, written, slug] of counted.slugs) noticeCounts.slugMade(how, written, slug);
  for (const foreign of counted.foreign) noticeCounts.foreignSyntax(foreign, file.path);
  if (refers !== null && saysAnything(refers))
    referring.push({ ...refers, slug: slug ?? refers.slug, kind, file: file.path, ...placesOf(found) });
  if ((entry === null && parsed.entries === undefined) || parsed.found.some(({ severity }) => severity === "error"))
    faulty.push({ kind, file, page: findFuturePage(found, slug, context) });
  if (entry === null) return null;
  const tags = resolveTags(found, parsed.tags, context.tagNames, diagnostics);
  const categories = resolveTags(found, parsed.categories, context.categoryNames, diagnostics);
  if (entry.kind === "posts") context.authorNames.check((entry as PostEntry).authors, found, diagnostics);
  if (entry.kind === "photos") context.albumTitles.add(entry as Plain<DocumentEntry>, found);
  const paged = toPages(entry, categories, found, context);
  const own = slug ?? entry.slug;
  if (entry instanceof RowPost && paged !== null)
    return entry.link(found, { slug: own, tags, categories, ...paged }) as unknown as PostEntry;
  return {
    ...entry,
    slug: own,
    file,
    ...placesOf(found),
    body: body ?? "",
    ...(body === null ? { loadBody: () => found.loadBody() } : {}),
    tags,
    ...(kind === "posts" ? { categories } : {}),
    ...(paged ?? (isDocumentKey(kind) ? WITHOUT_PAGE : null)),
  } as Entry;
}

const WITHOUT_PAGE = { page: null, formerPages: NONE };

/** Whether there is anything to check. */
function saysAnything({ series, aliases, references, id }: Refers): boolean {
  return series !== null || aliases.length > 0 || references.length > 0 || id !== null;
}

function placesOf(found: ParsedSource): Pick<EntryBase, "locate" | "written"> {
  return { locate: (field, within) => found.locate(field, within), written: (field) => found.written(field) };
}

/**
 * The page that a file with mistakes will have, if it follows from the kind's pattern and the slug.
 */
function findFuturePage({ file, parsed }: ParsedSource, slug: string | null, { kinds }: LinkContext): string | null {
  const pattern = kinds.pagesOf(parsed.kind)?.pattern ?? null;
  if (pattern === null || file.entry !== undefined) return null;
  const path = pattern.replace("/{lang?}", "").replace("{slug}", () => slug ?? parseFileName(file.relative).slug);
  return path.includes("{") ? null : path;
}

/** Current and former paths of a document's page. */
function toPages(entry: PlainEntry, tags: readonly TagRef[], found: ParsedSource, { kinds, diagnostics }: LinkContext): Paged | null {
  const pages = kinds.pagesOf(entry.kind);
  if (pages === null || entry.kind === "series") return null;
  const { draft, ownPage, ownFormer } = entry;
  // A row may have the dated slug from the last build.
  const slug = found.parsed.claim ?? entry.slug;
  const values = { slug, categories: tags.length === 0 ? NONE : tags.map((tag) => tag.slug) };
  const pattern = ownPage ?? pages.pattern;
  if (!draft && lacksCategory(pattern, values)) {
    const message = `missing: the page's address, ${pages.pattern}, contains a category`;
    const hint = `write categories: [name], or permalink: with the path of its page; frontMatter.defaults can set a category for all documents without one`;
    diagnostics.error(found.locate(["categories"]), { code: "missing-category", message, hint, field: ["categories"] });
  }
  const ownFormerPages = ownFormer.filter((one) => !lacksCategory(one, values)).map((one) => toPagePath(one, values));
  const formerPages = ownFormerPages.length === 0 ? NONE : ownFormerPages;
  return { page: toPagePath(pattern, values), formerPages };
}

/** A document's tags or categories, without duplicates. */
function resolveTags(found: ParsedSource, written: readonly string[], names: TagNames, diagnostics: Diagnostics): readonly TagRef[] {
  if (written.length === 0) return NONE;
  const resolved: TagRef[] = [];
  for (const [index, name] of written.entries()) {
    const tag = names.resolve(name, index, found, diagnostics);
    if (tag !== null && !resolved.some(({ slug }) => slug === tag.slug)) resolved.push(tag);
  }
  return resolved;
}

function withoutAliases(post: PostEntry, ambiguous: readonly AmbiguousAlias[]): PostEntry {
  const left = new Set(ambiguous.map(({ alias }) => alias));
  if (left.size === 0) return post;
  const aliases = post.aliases.filter((alias) => !left.has(alias));
  return post instanceof RowPost ? Object.assign(post, { aliases }) : { ...post, aliases };
}
