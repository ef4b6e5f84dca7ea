import type { Assembled } from "../assemble/assemble.ts";
import type { Memos } from "../cache/memos.ts";
import type { Discovery } from "../config/resolved-config.ts";
import { type Addresses, toBaseUrls, toCanonicalUrl } from "../config/site-addresses.ts";
import { toLlmsFiles } from "../feeds/llms.ts";
import type { LateFile, TextFile } from "../index/text-file.ts";
import type { MarkdownBodies } from "../markdown-text/post-markdown.ts";
import { toListFiles } from "./list-files.ts";

export interface SiteFilesInput {
  readonly site: Assembled;
  readonly addresses: Addresses;
  readonly discovery: Discovery;
  /** Where the posts are published as Markdown: their bodies; null: they are not. */
  readonly markdown: Pick<MarkdownBodies, "of"> | null;
  /** Scripts for pages, by name of file. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Size of a media file by its address, for the enclosures of feeds; null where it is not known. */
  bytesOf(url: string): number | null;
  readonly memos: Memos;
}

/** All files whose names have no hash, but the manifest and the posts: the other answers, the API described, feeds, scripts. */
export async function toSiteFiles(input: SiteFilesInput): Promise<(TextFile | LateFile)[]> {
  const { site, addresses, discovery, scripts, markdown, bytesOf, memos } = input;
  const feeds = await memos.remember("feeds", JSON.stringify(describeFeeds(site, { addresses, discovery, bytesOf })), async () => {
    const { createFeeds } = await import("../feeds/feeds.ts");
    const { siteSettings, projects, books, photos } = site;
    const posts = site.posts.map((post) => post.toPost());
    return createFeeds({ site: siteSettings, addresses, discovery, posts, projects, books, photos, bytesOf });
  });
  const options = { ...toBaseUrls(addresses), siteName: site.siteSettings.name, examples: toExamples(site) };
  const described = await memos.remember("api", JSON.stringify(options), async () => {
    const [{ createOpenApiDocument }, { createProblemDocuments }] = await Promise.all([
      import("../openapi/openapi-document.ts"),
      import("../openapi/problem-answers.ts"),
    ]);
    const problems = Object.entries(createProblemDocuments(options.problemBaseUrl)).map(
      ([path, problem]) => [path, JSON.stringify(problem)] as const,
    );
    return { "api/v1/openapi.json": JSON.stringify(createOpenApiDocument(options)), ...Object.fromEntries(problems) };
  });
  const made = [...Object.entries(described), ...Object.entries(feeds), ...Object.entries(scripts)].map(([path, text]) => ({ path, text }));
  return [...toListFiles(site), ...made, ...toLlmsFiles({ site, addresses, discovery, markdown, memos })];
}

/** Everything that decides what is in feeds and sitemap, without reading a body. */
function describeFeeds(
  site: Assembled,
  { addresses, discovery, bytesOf }: Pick<SiteFilesInput, "addresses" | "discovery" | "bytesOf">,
): unknown {
  const { siteSettings, posts, projects, books, photos } = site;
  const shown = posts.slice(0, discovery.inFeeds.posts).map(({ id, summary }) => {
    return [id, [summary.cover, summary.video?.poster, ...summary.images].map((image) => (image ? bytesOf(image.url) : null))];
  });
  return [
    siteSettings,
    addresses,
    discovery,
    shown,
    posts.map(({ facets: { url, updatedAt }, canonicalUrl }) => [url, canonicalUrl === toCanonicalUrl(url, addresses), updatedAt]),
    [...projects, ...books].map(({ url, updatedAt }) => [url, updatedAt]),
    photos.map(({ url, publishedAt }) => [url, publishedAt]),
  ];
}

/** The site's own answers as examples of the OpenAPI document; an empty list shows nothing, so it gets one that is made up. */
function toExamples(site: Assembled): Record<string, unknown> {
  const list = (items: readonly unknown[], total = items.length): unknown =>
    total === 0
      ? undefined
      : {
          items: items.slice(0, 1),
          pagination: {
            page: 1,
            pageSize: 1,
            totalItems: total,
            totalPages: total,
            hasNextPage: total > 1,
            hasPreviousPage: false,
          },
        };
  const whole = (items: readonly unknown[]): unknown => (items.length === 0 ? undefined : { items: items.slice(0, 3) });
  return {
    listPosts: list(
      site.posts.slice(0, 1).map(({ summary }) => summary),
      site.posts.length,
    ),
    getPost: site.posts[0]?.toPost(),
    getPostSeries: site.series[0],
    listPostSeries: whole(site.groups.series),
    listCategories: whole(site.groups.categories),
    listAuthors: whole(site.groups.authors),
    getArchive: site.groups.archive.items.length === 0 ? undefined : site.groups.archive,
    listTags: whole(site.tagCounts.posts),
    listProjects: list(site.projects),
    getProject: site.projects[0],
    listBooks: list(site.books),
    getBook: site.books[0],
    listPhotos: list(site.photos),
    getPhoto: site.photos[0],
    listRedirects: whole(site.redirects),
    listAlbums: whole(site.groups.albums),
    listServices: whole(site.services),
    getService: site.services[0],
    getServicesPage: site.servicesPage,
    getSiteSettings: site.siteSettings,
    getAbout: site.about,
  };
}
