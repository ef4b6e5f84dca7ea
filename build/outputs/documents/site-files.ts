import { fileOfPath } from "../../../contract/paths.ts";
import { pathOfAddress, putBelow } from "../../../contract/text/base-path.ts";
import { operationIdsOf } from "../../../kinds/document-kind.ts";
import type { ListKind } from "../../../kinds/list-kinds.ts";
import { type Assembled, ownKindsOf } from "../../assemble/assemble.ts";
import type { KindDocuments } from "../../assemble/documents/assemble-documents.ts";
import type { AssembledPost } from "../../assemble/posts/assembled-post.ts";
import type { Memos } from "../../cache/memos.ts";
import type { Discovery } from "../../shared/resolved-config.ts";
import { toBaseUrls } from "../../shared/site-addresses.ts";
import { choosePosts } from "../feeds/feed-options.ts";
import { type LlmsInput, toLlmsFiles } from "../feeds/llms.ts";
import { toSitemapPages } from "../feeds/sitemap-pages.ts";
import type { LateFile, TextFile } from "../index/text-file.ts";
import { describeApi } from "./api-description.ts";
import { toKinds } from "./kind-list.ts";
import { toListFiles } from "./list-files.ts";

export interface SiteFilesInput extends Omit<LlmsInput, "memos" | "fullMax"> {
  /** Path patterns of pages. */
  readonly pages: Readonly<Record<ListKind, string>>;
  /** Scripts for pages, by file name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Size of a media file by its address, for the enclosures of feeds; null if unknown. */
  bytesOf(url: string): number | null;
  readonly memos: Memos;
}

/**
 * Returns all files without a hash in their name except the manifest and the posts: other
 * responses, the API description, feeds and scripts.
 */
export async function toSiteFiles(input: SiteFilesInput): Promise<(TextFile | LateFile)[]> {
  const { site, pages, addresses, discovery, scripts, markdown, bytesOf, memos } = input;
  const kinds = toKinds(site, pages, await toOwnSchemaTexts(input));
  const { siteSettings } = site;
  const { fullText } = discovery.inFeeds;
  const shown = choosePosts(site.posts, discovery.inFeeds.posts);
  const feeds = await memos.remember("feeds", JSON.stringify([siteSettings, fullText, describePosts(shown, bytesOf)]), async () => {
    const { createFeeds } = await import("../feeds/feeds.ts");
    return createFeeds({ site: siteSettings, posts: shown.map((post) => post.toPost()), fullText, bytesOf, memos });
  });
  const sitemaps = discovery.sitemap === null ? {} : await toSitemaps(input, discovery.sitemap.add);
  // Crawlers read only the robots.txt at the root of an origin.
  const robots =
    discovery.robots === null || pathOfAddress(addresses.site) !== "" ? {} : { "robots.txt": createRobots(siteSettings.url, discovery) };
  const described = await describeApi(
    {
      ...toBaseUrls(addresses),
      siteName: siteSettings.name,
      examples: { ...toExamples(site), listKinds: { items: kinds.slice(0, 2).map((kind) => ({ ...kind, schema: {} })) } },
      kinds: ownKindsOf(site).map(({ kind }) => kind),
    },
    memos,
  );
  const made = [...Object.entries(described), ...Object.entries({ ...feeds, ...sitemaps, ...robots }), ...Object.entries(scripts)].map(
    ([path, text]) => ({ path, text }),
  );
  const kindsFile = { path: fileOfPath("/kinds"), text: JSON.stringify({ items: kinds }) };
  return [...toListFiles(site), kindsFile, ...made, ...toLlmsFiles({ site, addresses, discovery, markdown, memos })];
}

/**
 * Schemas of the site's own kinds, as JSON by name. They are cached because they need zod, which
 * takes longer to load than a build of a few documents.
 */
async function toOwnSchemaTexts({ site, memos }: SiteFilesInput): Promise<Readonly<Record<string, string>>> {
  const kinds = ownKindsOf(site).map(({ kind }) => kind);
  if (kinds.length === 0) return {};
  return memos.remember("own-schemas", JSON.stringify(kinds), async () => {
    const { toOwnSchemas } = await import("../../openapi/own-schemas.ts");
    return Object.fromEntries(Object.entries(toOwnSchemas(kinds)).map(([name, schema]) => [name, JSON.stringify(schema)]));
  });
}

/** Describes everything that decides how feeds show posts, without reading a body. */
function describePosts(shown: readonly AssembledPost[], bytesOf: SiteFilesInput["bytesOf"]): unknown {
  return shown.map(({ id, item }) => {
    return [id, [item.cover, item.video?.poster, ...item.images].map((image) => (image ? bytesOf(image.url) : null))];
  });
}

/** @param added paths from the configuration */
function toSitemaps({ site, addresses, memos }: SiteFilesInput, added: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const pages = toSitemapPages(site, addresses, added);
  return memos.remember("sitemaps", JSON.stringify(pages), async () => {
    const { createSitemaps } = await import("../feeds/sitemaps.ts");
    return createSitemaps(addresses.site, pages);
  });
}

function toOwnExamples({ kind, documents }: KindDocuments): readonly (readonly [string, unknown])[] {
  const ids = operationIdsOf(kind);
  const items = documents.map(({ item }) => item);
  const [first] = documents;
  return [
    [ids.list, kind.isPaged ? list(items) : whole(items)],
    [ids.get, first && { ...first.item, ...first.further }],
  ];
}

function list(items: readonly unknown[], total = items.length): unknown {
  if (total === 0) return undefined;
  const pagination = { page: 1, pageSize: 1, totalItems: total, totalPages: total, hasNextPage: total > 1, hasPreviousPage: false };
  return { items: items.slice(0, 1), pagination };
}

function whole(items: readonly unknown[]): unknown {
  return items.length === 0 ? undefined : { items: items.slice(0, 3) };
}

/**
 * The site's own responses, as examples in the OpenAPI document. An empty list gets an invented
 * example.
 */
function toExamples(site: Assembled): Record<string, unknown> {
  const newest = site.posts.slice(0, 1).map(({ item }) => item);
  return {
    listPosts: list(newest, site.posts.length),
    getPost: site.posts[0]?.toPost(),
    getPostSeries: site.series[0],
    listPostSeries: whole(site.groups.series),
    listCategories: whole(site.groups.categories),
    listAuthors: whole(site.groups.authors),
    getArchive: site.groups.archive.items.length === 0 ? undefined : site.groups.archive,
    listTags: whole(site.tagCounts.posts ?? []),
    listLanguages: whole(site.languages),
    listRedirects: whole(site.redirects),
    listAlbums: whole(site.groups.albums),
    getServicesPage: site.servicesPage,
    getSiteSettings: site.siteSettings,
    getAbout: site.about,
    ...Object.fromEntries(site.kinds.flatMap(toOwnExamples)),
  };
}

/** Creates robots.txt (RFC 9309), with the paths that crawlers are asked not to read. */
export function createRobots(siteUrl: string, { robots, sitemap }: Discovery): string {
  const disallowed = robots?.disallow ?? [];
  const paths = disallowed.filter((one) => one.startsWith("/"));
  // If two rules with the same length match a path, `Allow` takes precedence.
  const allowed = paths.includes("/") ? [] : ["Allow: /"];
  const groups = [
    ...disallowed.filter((one) => !one.startsWith("/")).map((agent) => ({ agent, rules: ["Disallow: /"] })),
    { agent: "*", rules: [...paths.map((path) => `Disallow: ${path}`), ...allowed] },
  ];
  const texts = groups.map(({ agent, rules }) => [`User-agent: ${agent}`, ...rules].join("\n"));
  return `${[...texts, ...(sitemap === null ? [] : [`Sitemap: ${putBelow(siteUrl, "/sitemap.xml")}`])].join("\n\n")}\n`;
}
