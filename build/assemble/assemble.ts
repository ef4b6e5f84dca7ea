import { byKey } from "../../contract/by-key.ts";
import { PAGE_GROUPS } from "../../contract/config/config-names.ts";
import type { GroupTexts } from "../../contract/index-format.ts";
import type { Archive, LanguageCount, RedirectList } from "../../contract/schemas/list.ts";
import type { Album } from "../../contract/schemas/photo.ts";
import type { PostSeries, SeriesSummary } from "../../contract/schemas/post.ts";
import type { ServicesPage } from "../../contract/schemas/service.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import type { AuthorCount, TagCount } from "../../contract/schemas/values.ts";
import { DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";
import type { Memos } from "../cache/memos.ts";
import type { Cards } from "../cards/make-cards.ts";
import { hasServicePages, toGroupPath, toServicesPattern } from "../kinds/addresses/group-page.ts";
import type { DocumentEntry } from "../kinds/document/document-entry.ts";
import { GROUP_NAMES } from "../kinds/document/entry.ts";
import type { Finding } from "../shared/diagnostics.ts";
import type { Discovery, GroupPatterns, OwnKind } from "../shared/resolved-config.ts";
import { assembleDocuments, type KindDocuments } from "./documents/assemble-documents.ts";
import type { AssembledDocument, DocumentItem } from "./documents/assembled-document.ts";
import type { ReportEntry } from "./documents/compute-fields.ts";
import type { AnswerContext } from "./documents/document-answers.ts";
import { createDater } from "./documents/document-order.ts";
import { createReferenceFinder } from "./documents/find-reference.ts";
import type { RenderedContent, RenderedDocument } from "./documents/input.ts";
import { createTranslationFinder } from "./documents/translations.ts";
import { type AlbumPhoto, toAlbums } from "./groups/albums.ts";
import { countAuthors, createAuthorFinder } from "./groups/authors.ts";
import { createGroupPages, type FindGroupPage, type GroupPage, listGroupPages } from "./groups/group-pages.ts";
import { type SitePage, toSitePages } from "./groups/site-pages.ts";
import { countTags, createTagNamer, toGroupTexts } from "./groups/tag-counts.ts";
import { toNavigation } from "./navigation.ts";
import type { AssembledPost } from "./posts/assembled-post.ts";
import { assemblePosts, assemblePreviews, assembleUnlisted, type PreviewPost, type UnlistedPost } from "./posts/assembled-posts.ts";
import { toSeriesSummaries } from "./posts/series.ts";
import { countLanguages, toAbout, toArchive, toRedirects, toServicesPage, toSiteSettings } from "./site-documents.ts";

/** All API responses, with each list in order. */
export interface Assembled {
  /** Only listed posts. */
  readonly posts: readonly AssembledPost[];
  readonly unlisted: readonly UnlistedPost[];
  /** Drafts shared by link. They have only HTML pages. */
  readonly previews: readonly PreviewPost[];
  readonly series: readonly PostSeries[];
  /** Kinds that are defined by their members, built-in ones first. */
  readonly kinds: readonly KindDocuments[];
  readonly servicesPage: ServicesPage;
  readonly siteSettings: SiteSettings;
  readonly about: About;
  /**
   * The owner's page for missing addresses (404.md), which is not in any list; null if there is
   * none.
   */
  readonly missing: AssembledDocument | null;
  /** Share cards of the pages. Missing or null if the site has none. */
  readonly cards?: Cards | null;
  readonly languages: readonly LanguageCount[];
  /** By kind; only kinds that have tags. */
  readonly tagCounts: Readonly<Record<string, readonly TagCount[]>>;
  readonly groups: Groups;
  /** Descriptions and covers of the groups in use. */
  readonly groupTexts: GroupTexts;
  /** Pages of documents, including unlisted ones, and of tags and other groups. */
  readonly sitePages: readonly SitePage[];
  readonly groupPages: readonly GroupPage[];
  /** Former paths of listed pages, sorted by `from`. */
  readonly redirects: RedirectList["items"];
  /** Digest of all posts' facets, in post order. */
  readonly facetsId: string;
}

/** Documents of a built-in kind, in the order of its list. */
export function itemsOf({ kinds }: Pick<Assembled, "kinds">, name: DocumentKindName): readonly DocumentItem[] {
  return kinds.find(({ kind }) => kind.name === name)?.documents.map(({ item }) => item) ?? [];
}

/** The documents of the site's own kinds. */
export function ownKindsOf({ kinds }: Pick<Assembled, "kinds">): readonly (KindDocuments & { readonly kind: OwnKind })[] {
  return kinds.filter((documents): documents is KindDocuments & { readonly kind: OwnKind } => !documents.kind.isBuiltIn);
}

/** A document of a kind with a language. */
type LanguageItem = DocumentItem & { readonly language: string };

/** Groups of listed documents. */
export interface Groups {
  readonly series: readonly SeriesSummary[];
  readonly categories: readonly TagCount[];
  readonly authors: readonly AuthorCount[];
  readonly archive: Archive;
  readonly albums: readonly Album[];
}

export interface AssembleOptions {
  /** Which feeds the site has. */
  readonly feeds: Discovery["feeds"];
  /** Stores expensive results for later builds. */
  readonly memos?: Pick<Memos, "read" | "write">;
  /** Path patterns of pages, by built-in kind. */
  readonly urls?: Readonly<Record<string, string>>;
  /** Path patterns of the pages of tags and other groups. Default: none. */
  readonly groupUrls?: Partial<GroupPatterns>;
  /** Path pattern of service pages, or the path of their shared page; null if not configured. */
  readonly servicesUrl?: string | null;
  /** The site's own kinds. */
  readonly ownKinds?: readonly OwnKind[];
  /** 404.md of a site with pages. */
  readonly missing?: RenderedDocument | null;
  /** Called for mistakes in the configuration's functions. Default: throws. */
  readonly report?: ReportEntry;
}

function throwFinding({ file }: DocumentEntry, { message }: Finding): never {
  throw new Error(`${file.path}: ${message}`);
}

/**
 * Assembles published documents. It is a pure function of its input and uses neither clock nor
 * disk.
 */
export function assemble(content: RenderedContent, options: AssembleOptions): Assembled {
  const { memos, groupUrls = {}, servicesUrl = null } = options;
  const { site } = content;
  const { language, timeZone } = site.document;
  const siteUrl = site.addresses.site;
  const listed = content.posts.filter(({ entry }) => !entry.unlisted);
  const entries = [...listed, ...Object.values(content.documents).flat()].map(({ entry }) => entry);
  const nameTags = createTagNamer(entries, content.groups.tags);
  const categorized = listed.map(({ entry }) => ({ file: entry.file, tags: entry.categories }));
  const nameCategories = createTagNamer(categorized, content.groups.categories);
  const findPage = createGroupPages(groupUrls, siteUrl);
  const findAuthors = createAuthorFinder(content.authors);
  const findTranslations = createTranslationFinder(content, { siteUrl, language });
  const servicesPage = toServicesPattern(servicesUrl);
  const pageOf = ({ kind, slug, page }: DocumentEntry): string | null => (kind === "services" ? toGroupPath(servicesPage, slug) : page);
  const findReference = createReferenceFinder(content, { siteUrl, pageOf });
  const input = { site, series: content.series, nameTags, nameCategories, findAuthors, findTranslations, findSeriesPage: findPage.series };
  const { posts, series, facetsId } = assemblePosts({ ...input, posts: listed, ...(memos === undefined ? {} : { memos }) });
  const settings = assembleSettings(site, options);
  const context: Omit<AnswerContext, "report"> = {
    ...{ siteUrl, language, timeZone, nameTags, pageOf, findReference, findTranslations, settings },
    itemsOf: (kind) => (kind === "posts" ? posts.map(({ item }) => item) : []),
  };
  const kinds = assembleKinds(content.documents, options, context);
  const pages = kinds.find(({ kind }) => kind.isTree)?.documents ?? [];
  const navigation = toNavigation({ written: site.document.navigation, entries, pages, siteUrl, language, findReference });
  const tagCounts = countTagsOfKinds(posts, kinds, findPage.tags);
  const groups = assembleGroups({ posts, series, kinds }, { findPage, timeZone });
  const tags = Object.values(tagCounts).flat();
  // The default shared page may not exist. The cast adds the members that services have.
  const services = servicesUrl === null ? [] : (itemsOf({ kinds }, "services") as readonly (DocumentItem & { readonly path: string })[]);
  const groupPages = listGroupPages({ ...groups, tags, services }, siteUrl);
  const sitePages = [
    ...toSitePages(content, siteUrl),
    ...groupPages.flatMap(({ kind, slug, path }) =>
      kind === "services" && !hasServicePages(servicesUrl) ? [] : [{ kind, slug, path, formerPaths: [], listed: true }],
    ),
  ];
  const apart = assembleApart(content, input);
  const groupTexts = byKey(GROUP_NAMES, (name) => toGroupTexts(content.groups[name], { ...groups, tags }[name]));
  return {
    ...{ ...apart, posts, facetsId, series, kinds, tagCounts, groups, groupTexts, sitePages, groupPages },
    languages: countLanguages({ posts: posts.map(({ facets }) => facets), ...withLanguages(kinds) }),
    servicesPage: toServicesPage(content.servicesPage, language),
    siteSettings: { ...settings, navigation },
    about: toAbout(content.about),
    missing: assembleMissing(options.missing ?? null, context),
    redirects: toRedirects(sitePages, groupPages),
  };
}

/** Posts that appear in no list. */
function assembleApart(
  { posts, previews }: RenderedContent,
  input: Omit<Parameters<typeof assembleUnlisted>[0], "posts">,
): Pick<Assembled, "unlisted" | "previews"> {
  return {
    unlisted: assembleUnlisted({ ...input, posts: posts.filter(({ entry }) => entry.unlisted) }),
    previews: assemblePreviews({ ...input, posts: previews }),
  };
}

function assembleSettings(
  site: RenderedContent["site"],
  { feeds, urls = {}, groupUrls = {}, servicesUrl = null, ownKinds = [] }: AssembleOptions,
): SiteSettings {
  return toSiteSettings(site, feeds, {
    ...urls,
    services: toServicesPattern(servicesUrl),
    ...byKey(PAGE_GROUPS, (group) => groupUrls[group] ?? null),
    ...Object.fromEntries(ownKinds.map(({ name, page }) => [name, page])),
  });
}

function assembleKinds(
  documents: RenderedContent["documents"],
  { ownKinds = [], report = throwFinding }: Pick<AssembleOptions, "ownKinds" | "report">,
  context: Omit<AnswerContext, "report">,
): readonly KindDocuments[] {
  return assembleDocuments([...Object.values(DOCUMENT_KINDS), ...ownKinds], documents, { ...context, report });
}

/** Assembles 404.md like the other pages, but separately. */
function assembleMissing(page: RenderedDocument | null, context: Omit<AnswerContext, "report">): AssembledDocument | null {
  if (page === null) return null;
  return assembleKinds({ pages: [page] }, {}, context).flatMap(({ documents }) => documents)[0] ?? null;
}

/** Counts tags by kind, for kinds that have tags. */
function countTagsOfKinds(
  posts: readonly AssembledPost[],
  kinds: readonly KindDocuments[],
  findPage: FindGroupPage,
): Assembled["tagCounts"] {
  const tagsOf = ({ documents }: KindDocuments) => documents.map(({ item: { tags = [] } }) => tags);
  const tagged = kinds.filter(({ kind }) => kind.hasTags).map((one) => [one.kind.name, countTags(tagsOf(one), findPage)] as const);
  const ofPosts = posts.map(({ facets }) => facets.tags);
  return { ...Object.fromEntries(tagged), posts: countTags(ofPosts, findPage) };
}

function assembleGroups(
  { posts, series, kinds }: Pick<Assembled, "posts" | "series" | "kinds">,
  { findPage, timeZone }: { readonly findPage: ReturnType<typeof createGroupPages>; readonly timeZone: string },
): Groups {
  const facets = posts.map((post) => post.facets);
  const categories = facets.map((post) => post.categories);
  // Photos have the members that the cast adds.
  const photos = itemsOf({ kinds }, "photos") as readonly (DocumentItem & AlbumPhoto)[];
  return {
    series: toSeriesSummaries(series),
    categories: countTags(categories, findPage.categories),
    authors: countAuthors(posts, findPage.authors),
    archive: toArchive(facets, timeZone),
    albums: toAlbums(photos, createDater(DOCUMENT_KINDS.photos, timeZone), findPage.albums),
  };
}

/** Items by kind, for kinds with a language. */
function withLanguages(kinds: readonly KindDocuments[]): Readonly<Record<string, readonly LanguageItem[]>> {
  const inLanguages = kinds.filter(({ kind }) => kind.members.language?.hasStandIn === true);
  return Object.fromEntries(inLanguages.map(({ kind, documents }) => [kind.name, documents.map(({ item }) => item as LanguageItem)]));
}
