import type { Assembled } from "../../build/assemble/assemble.ts";
import type { DocumentItem } from "../../build/assemble/documents/assembled-document.ts";
import { compareByKeys, compareByNumber, createDater, orderValueOf } from "../../build/assemble/documents/document-order.ts";
import type { RenderedContent } from "../../build/assemble/documents/input.ts";
import { toAlbums } from "../../build/assemble/groups/albums.ts";
import { countAuthors } from "../../build/assemble/groups/authors.ts";
import { countTags } from "../../build/assemble/groups/tag-counts.ts";
import type { AssembledPost } from "../../build/assemble/posts/assembled-post.ts";
import { toSeriesSummaries } from "../../build/assemble/posts/series.ts";
import { countLanguages, toArchive } from "../../build/assemble/site-documents.ts";
import { Memos } from "../../build/cache/memos.ts";
import { MemoryStorage } from "../../build/cache/storage/memory-storage.ts";
import { toListFiles, toPostFiles } from "../../build/outputs/documents/list-files.ts";
import { MarkdownBodies, toMarkdownFiles } from "../../build/outputs/feeds/post-markdown.ts";
import { indexLists } from "../../build/outputs/index/list-index.ts";
import { indexPages } from "../../build/outputs/index/page-index.ts";
import { indexSearch, type SearchOutput } from "../../build/outputs/index/search-index-files.ts";
import { toSearchable } from "../../build/outputs/index/to-search-documents.ts";
import { writeIndex } from "../../build/outputs/index/write-index.ts";
import { Bodies } from "../../build/rows/bodies.ts";

import { byKey } from "../../contract/by-key.ts";
import type { Counts } from "../../contract/schemas/list.ts";

import type { Post, PostSeries, PostSummary } from "../../contract/schemas/post.ts";
import type { SiteSettings } from "../../contract/schemas/site.ts";
import type { Tag } from "../../contract/schemas/values.ts";
import { createReadHandler, type ReadHandler, type ReadHandlerOptions } from "../../edge/handler.ts";

import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";
import { PLAIN_LIST_KINDS } from "../../kinds/list-kinds.ts";
import type { MemberData } from "../../kinds/members/member-data.ts";
import type { Book, Photo, ProjectSummary as Project, ServiceOffering } from "../../packages/octavo-client/generated/api-types.ts";
import { textOfFile } from "../build/factories.ts";
import { DEFAULT_PAGES } from "../helpers/kind-values.ts";

/**
 * Built sites in memory, with documents in the API's own form: a test states what it is about, and
 * everything else has defaults.
 */

export const BASE_URL = "https://fjord.example/api/v1";
const SITE_URL = "https://fjord.example";

export const tags = (...slugs: readonly string[]): { slug: string; name: string }[] =>
  slugs.map((slug) => ({ slug, name: slug.toUpperCase() }));

export function makePost(slug: string, overrides: Partial<Post> = {}): Post {
  const post = {
    slug,
    url: `${SITE_URL}/posts/${slug}`,
    path: `/posts/${slug}`,
    type: "TEXT",
    title: `The "${slug}" post`,
    excerpt: `About ${slug}, {"slug":"decoy" and "likeCount":null,"commentCount":null`,
    cover: null,
    tags: [],
    categories: [],
    authors: [],
    series: null,
    publishedAt: "2024-03-01T12:00:00.000Z",
    updatedAt: null,
    language: "en",
    wordCount: 10,
    readingTimeMinutes: 1,
    hasCode: false,
    codeLanguages: [],
    featured: false,
    likeCount: null,
    commentCount: null,
    video: null,
    images: [],
    extra: {},
    bodyHtml: `<p>The body of ${slug}.</p>`,
    bodyText: `The body of ${slug}.`,
    toc: [],
    previousPost: null,
    nextPost: { slug: "another", title: "Another", url: `${SITE_URL}/posts/another`, path: "/posts/another" },
    related: [],
    commentsOpen: true,
    canonicalUrl: `${SITE_URL}/posts/${slug}`,
    author: null,
    translations: [],
    unlisted: false,
    ...overrides,
  };
  return post as Post;
}

const NO_PRICE = { amountMinor: null, maxAmountMinor: null, currency: null, unit: null, taxIncluded: null, display: null };

export const makeProject = (slug: string, overrides: Partial<Project> = {}): Project =>
  makeDocument<Project>("projects", slug, { status: "active", ...overrides });
export const makeBook = (slug: string, overrides: Partial<Book> = {}): Book =>
  makeDocument<Book>("books", slug, { status: "finished", ...overrides });
export const makePhoto = (slug: string, overrides: Partial<Photo> = {}): Photo =>
  makeDocument<Photo>("photos", slug, { image: IMAGE, ...overrides });
export const makePage = (slug: string, overrides: Partial<PageItem> = {}): PageItem => makeDocument<PageItem>("pages", slug, overrides);
export const makeService = (slug: string, overrides: Partial<ServiceOffering> = {}): ServiceOffering =>
  makeDocument<ServiceOffering>("services", slug, {
    ...{ id: slug, url: `${SITE_URL}/services`, path: "/services" },
    ...{ pricing: { model: "on_request", ...NO_PRICE }, ...overrides },
  });

const IMAGE = {
  ...{ url: `${SITE_URL}/media/a.jpg`, width: 3, height: 2, alt: "", mimeType: "image/jpeg" },
  ...{ thumbhash: null, dominantColor: null, variants: [] },
};

/** A document of a built-in kind as lists show it. Members that are not given are empty. */
export function makeDocument<T extends object = PlainItem>(name: DocumentKindName, slug: string, overrides: Partial<T> = {}): T {
  const { members, page } = DOCUMENT_KINDS[name];
  const path = (page ?? "").replace(/\{(?:slug|path)\}/, slug);
  const item = Object.entries(members).map(([member, data]) => [member, emptyValue(data)]);
  return { ...Object.fromEntries(item), ...{ slug, title: slug, url: SITE_URL + path, path }, ...overrides } as T;
}

function emptyValue({ type, fallback, hasStandIn }: MemberData): unknown {
  if (fallback !== undefined) return fallback;
  if (type === "language" && hasStandIn === true) return "en";
  if (type === "extra") return {};
  return ["tags", "list", "pictures", "links", "people"].includes(type) ? [] : null;
}

type PlainItem = DocumentItem & Readonly<Record<string, unknown>> & { readonly url: string };

type Documents = Readonly<Partial<Record<DocumentKindName, readonly PlainItem[]>>>;
interface NamedDocuments {
  readonly pages?: readonly PageItem[];
  readonly projects?: readonly Project[];
  readonly books?: readonly Book[];
  readonly photos?: readonly Photo[];
  readonly services?: readonly ServiceOffering[];
}

export interface SiteInput extends NamedDocuments, Omit<Documents, keyof NamedDocuments> {
  readonly redirects?: Assembled["redirects"];
  readonly groupTexts?: Assembled["groupTexts"];
  readonly posts?: readonly Post[];
  readonly series?: readonly PostSeries[];
  readonly aliases?: Readonly<Record<string, string>>;
  readonly counts?: Counts;
  readonly timeZone?: string;
  /**
   * Plain texts of projects and books by slug, as rendering produces them. Default: the HTML
   * without its tags.
   */
  readonly texts?: Readonly<Record<string, string>>;
  /** Whether each post has a file of Markdown. Default false. */
  readonly postsAsMarkdown?: boolean;
  /** Whether there is a full-text index. Default false. */
  readonly search?: boolean;
}

/** The files of a site, as the build writes them: path below the out folder → text. */
export function makeDist(input: SiteInput = {}): Map<string, string> {
  const site = toAssembled(input);
  const memos = new Memos(new MemoryStorage(), { out: "", key: "" });
  const lists = indexLists(site, input.aliases ?? {}, memos);
  const index = writeIndex({
    frame: null,
    site,
    baseUrl: BASE_URL,
    problemBaseUrl: BASE_URL,
    aliases: input.aliases ?? {},
    pages: DEFAULT_PAGES,
    lists,
    counts: input.counts ?? null,
    postsAsMarkdown: input.postsAsMarkdown ?? false,
    campaigns: false,
    resolve: indexPages(site, memos),
    search: input.search === true ? writeSearch(site, input) : null,
  });
  const openapi = [
    { path: "api/v1/openapi.json", text: '{"openapi":"3.1.0"}' },
    { path: "api/v1/kinds.json", text: JSON.stringify({ items: [] }) },
    { path: "api/v1/problems/not-found.json", text: '{"code":"not-found"}' },
  ];
  const markdown = input.postsAsMarkdown ? [...toMarkdownFiles({ site, aliases: input.aliases ?? {}, bodies: new MarkdownBodies() })] : [];
  return new Map(
    [...index.files, ...toListFiles(site), ...toPostFiles(site), ...markdown, ...openapi, index.entry, index.manifest].map((file) => [
      file.path,
      textOfFile(file),
    ]),
  );
}

function toAssembled(input: SiteInput): Assembled {
  const { posts = [], photos = [], series = [], timeZone = "Europe/Oslo", redirects = [] } = input;
  const { groupTexts = { tags: {}, categories: {}, albums: {} } } = input;
  const documents = byKey(DOCUMENT_KIND_NAMES, (name) => (input[name] ?? []) as readonly object[] as readonly PlainItem[]);
  const newest =
    <T extends { slug: string }>(dateOf: (document: T) => string | null) =>
    (a: T, b: T) =>
      compareByNumber(dateOf)(b, a);
  const sorted = posts.toSorted(newest((post) => post.publishedAt));
  const dateOfPhoto = createDater(DOCUMENT_KINDS.photos, timeZone);
  const summaries = sorted.map(toSummary);
  const settings = { name: "Fjord", url: SITE_URL, timeZone } satisfies Partial<SiteSettings>;
  return {
    posts: sorted.map(toAssembledPost),
    facetsId: JSON.stringify(summaries),
    unlisted: [],
    previews: [],
    series,
    kinds: DOCUMENT_KIND_NAMES.map((name) => toDocuments(name, documents[name], name === "photos" ? dateOfPhoto : undefined)),
    languages: countLanguages({ posts: summaries }),
    servicesPage: {} as Assembled["servicesPage"],
    siteSettings: settings as unknown as SiteSettings,
    about: {} as Assembled["about"],
    missing: null,
    tagCounts: { posts: countOf(summaries), ...byKey(PLAIN_LIST_KINDS, (name) => countOf(documents[name])) },
    groups: {
      series: toSeriesSummaries(series),
      categories: countTags(
        summaries.map(({ categories }) => categories),
        withoutPage,
      ),
      authors: countAuthors(sorted, withoutPage),
      archive: toArchive(summaries, timeZone),
      albums: toAlbums(photos.toSorted(newest(dateOfPhoto)), dateOfPhoto, withoutPage),
    },
    groupTexts,
    groupPages: [],
    sitePages: [...toPages("posts", summaries), ...PLAIN_LIST_KINDS.flatMap((name) => toPages(name, documents[name]))],
    redirects,
  };
}

export interface PageItem {
  readonly slug: string;
  readonly url: string;
  readonly path: string;
  readonly title: string;
  readonly excerpt: string | null;
  readonly cover: null;
  readonly tags: readonly Tag[];
  readonly language: string;
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly order: number | null;
  readonly parent: null;
}

function toDocuments(
  name: DocumentKindName,
  items: readonly PlainItem[],
  dateOf?: ReturnType<typeof createDater>,
): Assembled["kinds"][number] {
  const kind = DOCUMENT_KINDS[name];
  const compare = compareByKeys<(typeof items)[number]>(kind.order, (item, member) =>
    dateOf && member === kind.date ? dateOf(item) : orderValueOf(item, member),
  );
  return {
    kind,
    documents: items.toSorted(compare).map((item) => {
      const itemId = JSON.stringify(item);
      const further = "translations" in kind.further && name !== "pages" ? { translations: [] } : {};
      const bytes = (): Buffer => Buffer.from(JSON.stringify({ ...item, ...further }));
      return { item, facets: item, sortable: item, further, translations: [], itemId, id: itemId, bytes };
    }),
  };
}

const toPages = (kind: string, documents: readonly { readonly slug: string; readonly url: string }[]): Assembled["sitePages"] =>
  documents.map(({ slug, url }) => ({ kind, slug, path: new URL(url).pathname, formerPaths: [], listed: true }));

const withoutPage = () => ({ url: null, path: null });
const countOf = (documents: readonly { readonly tags?: readonly Tag[] }[]) =>
  countTags(
    documents.map(({ tags = [] }) => tags),
    withoutPage,
  );

const BODY_MEMBERS = [
  "bodyHtml",
  "bodyText",
  "toc",
  "previousPost",
  "nextPost",
  "related",
  "commentsOpen",
  "canonicalUrl",
  "author",
  "translations",
  "unlisted",
];

function toAssembledPost(post: Post): AssembledPost {
  const summary = toSummary(post);
  const bodies = new Bodies(new MemoryStorage(), "");
  const { bodyHtml, bodyText, toc, ...others } = post;
  const { previousPost, nextPost, related, commentsOpen, canonicalUrl, author, translations, unlisted, ...head } = others;
  const tail = { previousPost, nextPost, related, commentsOpen, canonicalUrl, author, translations, unlisted };
  const body = { ...post, html: bodyHtml, text: bodyText, toc, ids: [] };
  return {
    facets: summary,
    item: summary,
    sortable: summary,
    itemId: JSON.stringify(summary),
    authors: post.authors,
    body: bodies.open(body, bodies.put(body)),
    id: JSON.stringify(post),
    translations,
    commentsOpen,
    canonicalUrl,
    toPost: () => post,
    bytes: () => Buffer.from(JSON.stringify({ ...head, bodyHtml, bodyText, toc, ...tail })),
  };
}

/**
 * A post as lists show it: without its body, with only its place in the series and the names of its
 * authors.
 */
export function toSummary(post: Post): PostSummary {
  const place = post.series && {
    slug: post.series.slug,
    title: post.series.title,
    position: post.series.position,
    total: post.series.total,
  };
  const authors = post.authors.map(({ slug, name, url }) => ({ slug, name, url }));
  const members = Object.entries({ ...post, authors, series: place }).filter(([name]) => !BODY_MEMBERS.includes(name));
  return Object.fromEntries(members) as unknown as PostSummary;
}

function writeSearch(site: Assembled, { texts = {} }: SiteInput): SearchOutput {
  const plain = (slug: string, html: string | null): string => texts[slug] ?? (html ?? "").replace(/<[^>]*>/g, " ").trim();
  const bodies = new Bodies(new MemoryStorage(), "");
  const toRendered = (slug: string, html: string | null) => {
    const facts = { html: html ?? "", text: plain(slug, html), toc: [], ids: [], excerpt: "", wordCount: 1, readingTimeMinutes: 1 };
    const body = { ...facts, hasCode: false, codeLanguages: [] };
    return { entry: { slug }, body: bodies.open(body, bodies.put(body)) };
  };
  const documents = site.kinds.map(({ kind, documents: all }) => {
    const [html = ""] = Object.entries(kind.members).find(([, { type }]) => type === "html") ?? [];
    return [kind.name, all.map(({ item }) => toRendered(item.slug, (item as unknown as PlainItem)[html] as string | null))] as const;
  });
  const content = { documents: Object.fromEntries(documents) };
  // Search reads only slugs and bodies.
  return indexSearch(toSearchable(site, content as unknown as RenderedContent, DEFAULT_PAGES));
}

export interface ServedSite {
  readonly dist: Map<string, string>;
  /** Paths read so far, in order. */
  readonly reads: string[];
  readonly handle: ReadHandler;
  /** GET of a path below the API's base, with its query. */
  get(target: string, init?: RequestInit): Promise<Response>;
}

const encoder = new TextEncoder();

/** A read handler over files in memory. Changing `dist` is a deployment. */
export function serve(dist: Map<string, string>, options: Partial<ReadHandlerOptions> = {}): ServedSite {
  const reads: string[] = [];
  const handle = createReadHandler({
    read: async (path) => {
      reads.push(path);
      const text = dist.get(path);
      return text === undefined ? null : encoder.encode(text);
    },
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  return { dist, reads, handle, get: (target, init) => handle(new Request(`http://127.0.0.1:3000/api/v1${target}`, init)) };
}
