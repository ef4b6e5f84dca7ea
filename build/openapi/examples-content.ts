import { byKey } from "../../contract/by-key.ts";
import type { Archive, KindSummary, Pagination, SearchResults } from "../../contract/schemas/list.ts";
import { Post, type PostSeries, PostSummary, SeriesSummary } from "../../contract/schemas/post.ts";
import { ServicesPage } from "../../contract/schemas/service.ts";
import { About, SiteSettings } from "../../contract/schemas/site.ts";
import { Author } from "../../contract/schemas/values.ts";
import { pathOfAddress, putBelow } from "../../contract/text/base-path.ts";
import { operationIdsOf } from "../../kinds/document-kind.ts";
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";
import { ALWAYS_COUNTED } from "../../kinds/hit-kinds.ts";
import { toPageAddress } from "../shared/site-addresses.ts";
import { createAlbum, createDocumentExample, createImage, fillExample } from "./examples-portfolio.ts";

type TextSummary = Extract<PostSummary, { type: "TEXT" }>;
type TextPost = Extract<Post, { type: "TEXT" }>;

const TIDE_TABLES = "/posts/tide-tables";
const NO_PAGE = { url: null, path: null };
const NO_TEXT = { description: null, cover: null };

/** Creates example responses of content paths, by operationId. */
export function createContentExamples(site: string): Record<string, unknown> {
  const summary = createSummary(site);
  const { excerpt, slug, title, url, path, type, publishedAt, updatedAt, language, cover } = summary;
  const link = { slug, title, url, path };
  const item = { position: 1, ...link, excerpt, type, publishedAt, readingTimeMinutes: 4 };
  const place = { slug: "the-sea-in-numbers", title: "The sea in numbers", position: 1, total: 1 };
  const author = fillExample(Author, { slug: "ines", name: "Ines", url: putBelow(site, "/about") });
  const seriesSummary = fillExample(SeriesSummary, {
    slug: place.slug,
    title: place.title,
    status: "ongoing",
    totalPosts: 1,
    updatedAt,
  });
  const series: PostSeries = { ...seriesSummary, items: [item] };
  return {
    listPosts: { items: [{ ...summary, series: place }], pagination: onePage(1, 20) },
    getPost: createPost(site, summary, {
      authors: [author],
      series: { ...place, description: null, previous: null, next: null, items: [item] },
    }),
    listPostSeries: { items: [seriesSummary] },
    getPostSeries: series,
    getArchive: ARCHIVE,
    listRedirects: { items: [{ from: putBelow(pathOfAddress(site), "/2026/01/tide-tables/"), to: path }] },
    ...createGroupExamples(site, author),
    ...Object.fromEntries(DOCUMENT_KIND_NAMES.flatMap((name) => toDocumentExamples(name, site))),
    getServicesPage: SERVICES_PAGE,
    getSiteSettings: createSettings(site),
    getAbout: ABOUT,
    listKinds: { items: [KIND] },
    listLanguages: { items: [{ language: "en", count: 1, kinds: { posts: 1 } }] },
    listLatest: { items: [{ kind: "posts", ...link, excerpt, cover, language, publishedAt: "2026-01-31T09:30:00.000Z" }] },
    resolvePath: { kind: "posts", slug, path, url, moved: false },
    searchContent: createSearchResults(summary),
  };
}

function createPost(site: string, summary: TextSummary, more: Pick<TextPost, "authors" | "series">): TextPost {
  return fillExample(Post.options[0], {
    ...summary,
    ...more,
    bodyHtml: "<p>A tide table is a promise about the moon.</p>",
    bodyText: "A tide table is a promise about the moon.",
    toc: [{ id: "the-moon", level: 2, title: "The moon" }],
    commentsOpen: true,
    canonicalUrl: summary.url,
    author: { name: "Ines", url: putBelow(site, "/about") },
    unlisted: false,
  });
}

/** Categories, authors, tags and albums. */
function createGroupExamples(site: string, author: Author): Record<string, unknown> {
  const category = { slug: "notes", name: "Notes", count: 1, ...NO_PAGE };
  const tag = { slug: "sea", name: "Sea", count: 3, ...toPageAddress(site, "/tags/sea") };
  const counted = { ...author, count: 1, pageUrl: null, path: null };
  return {
    listCategories: { items: [category] },
    listAuthors: { items: [counted] },
    listTags: { items: [tag] },
    listAlbums: { items: [createAlbum(site)] },
    getCategory: { ...category, ...NO_TEXT },
    getAuthor: { ...counted, description: author.bio },
    getTag: { ...tag, ...NO_TEXT },
    getAlbum: { ...createAlbum(site), description: null },
  };
}

function createSearchResults({ slug, title, url, path, excerpt, language, tags, publishedAt }: TextSummary): SearchResults {
  const hit = { kind: "post", ...{ slug, title, url, path, excerpt, language, tags, publishedAt }, cover: null } as const;
  return {
    items: [{ ...hit, snippetHtml: "A <mark>tide</mark> <mark>table</mark> is a promise about the moon.", score: 14.2071 }],
    pagination: onePage(1, 10),
    facets: byKey(ALWAYS_COUNTED, (kind) => Number(kind === "post")),
  };
}

const ARCHIVE: Archive = { items: [{ year: 2026, count: 1, months: [{ month: 1, count: 1 }] }], undated: 0 };

function toDocumentExamples(name: DocumentKindName, site: string): readonly (readonly [string, unknown])[] {
  const { pageSize, isPaged } = DOCUMENT_KINDS[name];
  const { list, get } = operationIdsOf(DOCUMENT_KINDS[name]);
  const { item, document } = createDocumentExample(name, site);
  return [
    [list, isPaged ? { items: [item], pagination: onePage(1, pageSize) } : { items: [item] }],
    [get, document],
  ];
}

const KIND: KindSummary = {
  ...{ name: "talks", path: "/talks", words: { one: "Talk", many: "Talks" }, builtIn: false, count: 1, page: "/talks/{slug}/" },
  ...{ date: "heldOn", tags: true, search: false, filters: [{ name: "level", type: "oneOf", values: ["intro", "deep"] }] },
  ...{ order: ["-heldOn", "title"], sorts: [], schema: { type: "object" } },
};

export function onePage(totalItems: number, pageSize: number): Pagination {
  return { page: 1, pageSize, totalItems, totalPages: 1, hasNextPage: false, hasPreviousPage: false };
}

function createSummary(site: string): TextSummary {
  return fillExample(PostSummary.options[0], {
    slug: "tide-tables",
    url: putBelow(site, TIDE_TABLES),
    path: putBelow(pathOfAddress(site), TIDE_TABLES),
    type: "TEXT",
    title: "How to read a tide table",
    excerpt: "A tide table is a promise about the moon.",
    cover: createImage(site),
    tags: [{ slug: "sea", name: "Sea" }],
    categories: [{ slug: "notes", name: "Notes" }],
    authors: [{ slug: "ines", name: "Ines", url: putBelow(site, "/about") }],
    publishedAt: "2026-01-31T09:30:00.000Z",
    updatedAt: "2026-01-31T09:30:00.000Z",
    language: "en",
    wordCount: 812,
    readingTimeMinutes: 4,
    hasCode: false,
    featured: true,
  });
}

const SERVICES_PAGE = fillExample(ServicesPage, {
  locale: "en",
  availableLocales: ["en"],
  hero: { title: "Work with me", subtitle: null, image: null, cta: null },
  process: { title: "How it goes", steps: [{ title: "You write", description: null }] },
});

const ABOUT = fillExample(About, {
  headline: "I weave, and write about the sea",
  bioHtml: "<p>I live in Bergen.</p>",
  bioText: "I live in Bergen.",
  location: "Bergen",
});

function createSettings(site: string): SiteSettings {
  return fillExample(SiteSettings, {
    name: "Ines",
    url: site,
    accentColor: "#5c6f7d",
    language: "en",
    locales: ["en"],
    timeZone: "Europe/Oslo",
    author: { name: "Ines", url: putBelow(site, "/about") },
    social: [{ label: "Mastodon", url: "https://social.example/@ines", kind: "mastodon" }],
    feeds: { rss: putBelow(site, "/feed.xml"), json: putBelow(site, "/feed.json") },
    commentsEnabled: true,
    replyNotices: false,
  });
}
