import { byKey } from "../../contract/by-key.ts";
import { PAGE_GROUPS } from "../../contract/config/define-config.ts";
import type { GroupTexts } from "../../contract/index-format.ts";
import type { Archive, LanguageCount, RedirectList } from "../../contract/schemas/list.ts";
import type { Album } from "../../contract/schemas/photo.ts";
import type { PostSeries, SeriesSummary } from "../../contract/schemas/post.ts";
import type { ServicesPage } from "../../contract/schemas/service.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import type { AuthorCount, TagCount } from "../../contract/schemas/values.ts";
import { DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";
import { type GroupPatterns, hasServicePages, toGroupPath } from "../addresses/group-page.ts";
import type { Memos } from "../cache/memos.ts";
import type { OwnKind } from "../config/resolve-kinds.ts";
import type { Discovery } from "../config/resolved-config.ts";
import type { DocumentEntry } from "../kinds/document/document-entry.ts";
import type { Finding } from "../shared/diagnostics.ts";
import { type AlbumPhoto, toAlbums } from "./albums.ts";
import { toArchive } from "./archive.ts";
import { countAuthors, createAuthorFinder } from "./authors.ts";
import { createDater } from "./document-order.ts";
import { assembleDocuments, type KindDocuments } from "./documents/assemble-documents.ts";
import type { DocumentItem } from "./documents/assembled-document.ts";
import type { ReportEntry } from "./documents/compute-fields.ts";
import { createReferenceFinder } from "./documents/find-reference.ts";
import { createGroupPages, type GroupPage, listGroupPages } from "./groups/group-pages.ts";
import type { RenderedContent } from "./input.ts";
import { countLanguages } from "./languages.ts";
import { toNavigation } from "./navigation.ts";
import type { AssembledPost } from "./posts/assembled-post.ts";
import { assemblePosts, assembleUnlisted, type UnlistedPost } from "./posts/assembled-posts.ts";
import { toSeriesSummaries } from "./posts/series.ts";
import { toRedirects } from "./redirects.ts";
import { toAbout, toServicesPage, toSiteSettings } from "./site-documents.ts";
import { type SitePage, toSitePages } from "./site-pages.ts";
import { countTags, createTagNamer, toGroupTexts } from "./tag-counts.ts";
import { createTranslationFinder } from "./translations.ts";

/** Everything the API answers, each list in its order. */
export interface Assembled {
  /** Listed ones alone. */
  readonly posts: readonly AssembledPost[];
  readonly unlisted: readonly UnlistedPost[];
  readonly series: readonly PostSeries[];
  /** Kinds whose documents are made from their members: the built-in ones first. */
  readonly kinds: readonly KindDocuments[];
  readonly servicesPage: ServicesPage;
  readonly siteSettings: SiteSettings;
  readonly about: About;
  readonly languages: readonly LanguageCount[];
  /** By kind that has tags. */
  readonly tagCounts: Readonly<Record<string, readonly TagCount[]>>;
  readonly groups: Groups;
  /** Texts of the groups in use. */
  readonly groupTexts: GroupTexts;
  /** Pages of documents, unlisted ones too, and of tags and the like. */
  readonly sitePages: readonly SitePage[];
  readonly groupPages: readonly GroupPage[];
  /** Former paths of listed pages, by `from`. */
  readonly redirects: RedirectList["items"];
  /** Digest of the facets of all posts, in their order. */
  readonly facetsId: string;
}

/** Documents of a built-in kind, in the order of its list. */
export function itemsOf({ kinds }: Pick<Assembled, "kinds">, name: DocumentKindName): readonly DocumentItem[] {
  return kinds.find(({ kind }) => kind.name === name)?.documents.map(({ item }) => item) ?? [];
}

/** Documents of the kinds that the configuration defines. */
export function ownKindsOf({ kinds }: Pick<Assembled, "kinds">): readonly (KindDocuments & { readonly kind: OwnKind })[] {
  return kinds.filter((documents): documents is KindDocuments & { readonly kind: OwnKind } => !documents.kind.isBuiltIn);
}

/** A document of a kind whose documents are in a language. */
type LanguageItem = DocumentItem & { readonly language: string };

/** Groups of the documents in lists. */
export interface Groups {
  readonly series: readonly SeriesSummary[];
  readonly categories: readonly TagCount[];
  readonly authors: readonly AuthorCount[];
  readonly archive: Archive;
  readonly albums: readonly Album[];
}

export interface AssembleOptions {
  /** Which of them there are. */
  readonly feeds: Discovery["feeds"];
  /** Where what takes long stays for later builds. */
  readonly memos?: Pick<Memos, "read" | "write">;
  /** Patterns of the paths of pages, by built-in kind. */
  readonly urls?: Readonly<Record<string, string>>;
  /** Patterns of the paths of pages of tags and the like. Default: there are none. */
  readonly groupUrls?: Partial<GroupPatterns>;
  /** Pattern of the pages of services, or the page that they share. null: the configuration does not say. */
  readonly servicesUrl?: string | null;
  /** Kinds that the configuration defines. */
  readonly ownKinds?: readonly OwnKind[];
  /** Told what functions of the configuration make wrong. Default: it is thrown. */
  readonly report?: ReportEntry;
}

/** Unless the configuration says otherwise, services share a page. */
const SERVICES_PAGE = "/services";

function throwFinding({ file }: DocumentEntry, { message }: Finding): never {
  throw new Error(`${file.path}: ${message}`);
}

/** Puts published documents together. A pure function of its input: no clock, no disk. */
export function assemble(
  content: RenderedContent,
  { feeds, memos, urls = {}, groupUrls = {}, servicesUrl = null, ownKinds = [], report = throwFinding }: AssembleOptions,
): Assembled {
  const { site } = content;
  const listed = content.posts.filter(({ entry }) => !entry.unlisted);
  const pages = [...listed, ...Object.values(content.documents).flat()];
  const nameTags = createTagNamer(
    pages.map(({ entry }) => entry),
    content.groups.tags,
  );
  const { language, timeZone } = site.document;
  const addressing = { siteUrl: site.addresses.site, language, timeZone, nameTags };

  const nameCategories = createTagNamer(
    listed.map(({ entry }) => ({ file: entry.file, tags: entry.categories })),
    content.groups.categories,
  );
  const findPage = createGroupPages(groupUrls, addressing.siteUrl);
  const findAuthors = createAuthorFinder(content.authors);
  const findTranslations = createTranslationFinder(content, { siteUrl: addressing.siteUrl, language });
  const input = { site, series: content.series, nameTags, nameCategories, findAuthors, findTranslations, findSeriesPage: findPage.series };
  const { posts, series, facetsId } = assemblePosts({ ...input, posts: listed, ...(memos === undefined ? {} : { memos }) });
  const findReference = createReferenceFinder(content, addressing.siteUrl);
  const facets = posts.map((post) => post.facets);
  const servicesPage = servicesUrl ?? SERVICES_PAGE;
  const ownPages = Object.fromEntries(ownKinds.map(({ name, page }) => [name, page]));
  const settings = toSiteSettings(site, feeds, {
    ...urls,
    services: servicesPage,
    ...byKey(PAGE_GROUPS, (group) => groupUrls[group] ?? null),
    ...ownPages,
  });
  const kinds = assembleDocuments([...Object.values(DOCUMENT_KINDS), ...ownKinds], content.documents, {
    ...addressing,
    pageOf: ({ kind, slug, page }) => (kind === "services" ? toGroupPath(servicesPage, slug) : page),
    findReference,
    findTranslations,
    settings,
    itemsOf: (kind) => (kind === "posts" ? posts.map(({ item }) => item) : []),
    report,
  });
  const siteSettings = {
    ...settings,
    navigation: toNavigation({
      written: site.document.navigation,
      entries: pages.map(({ entry }) => entry),
      pages: kinds.find(({ kind }) => kind.isTree)?.documents ?? [],
      siteUrl: addressing.siteUrl,
      findReference,
    }),
  };
  const tagCounts = {
    ...Object.fromEntries(
      kinds.flatMap(({ kind: { name, hasTags }, documents }) =>
        hasTags
          ? [
              [
                name,
                countTags(
                  documents.map(({ item: { tags = [] } }) => tags),
                  findPage.tags,
                ),
              ],
            ]
          : [],
      ),
    ),
    posts: countTags(
      facets.map(({ tags }) => tags),
      findPage.tags,
    ),
  };
  const groups = {
    series: toSeriesSummaries(series),
    categories: countTags(
      facets.map(({ categories }) => categories),
      findPage.categories,
    ),
    authors: countAuthors(posts, findPage.authors),
    archive: toArchive(facets, timeZone),
    albums: toAlbums(
      // Photos have these members.
      itemsOf({ kinds }, "photos") as readonly (DocumentItem & AlbumPhoto)[],
      createDater(DOCUMENT_KINDS.photos, timeZone),
      findPage.albums,
    ),
  };
  // The page that services share by default may not be there.
  // Services have these members.
  const services = itemsOf({ kinds }, "services") as readonly (DocumentItem & { readonly path: string })[];
  const servicesWithPages = servicesUrl === null ? [] : services;
  const groupPages = listGroupPages({ ...groups, tags: Object.values(tagCounts).flat(), services: servicesWithPages }, addressing.siteUrl);
  const sitePages = [
    ...toSitePages(content, addressing.siteUrl),
    ...groupPages.flatMap(({ kind, slug, path }) =>
      kind === "services" && !hasServicePages(servicesUrl) ? [] : [{ kind, slug, path, former: [], listed: true }],
    ),
  ];
  return {
    posts,
    facetsId,
    unlisted: assembleUnlisted({ ...input, posts: content.posts.filter(({ entry }) => entry.unlisted) }),
    series,
    kinds,
    languages: countLanguages({
      posts: facets,
      ...Object.fromEntries(
        kinds.flatMap(({ kind, documents }) =>
          kind.members.language?.hasStandIn === true ? [[kind.name, documents.map(({ item }) => item as LanguageItem)]] : [],
        ),
      ),
    }),
    servicesPage: toServicesPage(content.servicesPage, language),
    siteSettings,
    about: toAbout(content.about),
    tagCounts,
    groups,
    groupTexts: {
      tags: toGroupTexts(content.groups.tags, Object.values(tagCounts).flat()),
      categories: toGroupTexts(content.groups.categories, groups.categories),
      albums: toGroupTexts(content.groups.albums, groups.albums),
    },
    sitePages,
    groupPages,
    redirects: toRedirects(sitePages, groupPages),
  };
}
