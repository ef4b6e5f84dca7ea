import type { Assembled } from "./assemble/assemble.ts";
import { toListFiles } from "./documents.ts";
import { createFeeds } from "./feeds/feeds.ts";
import type { TextFile } from "./index/files.ts";
import { createOpenApiDocument } from "./openapi/document.ts";
import { createProblemDocuments } from "./openapi/problems.ts";

export interface SiteFilesInput {
  readonly site: Assembled;
  /** Public base of the API, `/api/v1` included. */
  readonly baseUrl: string;
  /** Size of a media file by its address, for the enclosures of feeds; null where it is not known. */
  bytesOf(url: string): number | null;
}

/** All files whose names have no hash, but the manifest and the posts: the other answers, the API described, feeds. */
export async function toSiteFiles({ site, baseUrl, bytesOf }: SiteFilesInput): Promise<TextFile[]> {
  const documents = toListFiles(site);
  const feeds = await createFeeds({
    site: site.siteSettings,
    posts: site.posts,
    projects: site.projects,
    books: site.books,
    photos: site.photos,
    bytesOf,
  });
  const openApi = createOpenApiDocument({ baseUrl, siteName: site.siteSettings.name, examples: toExamples(site) });
  return [
    ...documents,
    { path: "api/v1/openapi.json", text: JSON.stringify(openApi) },
    ...Object.entries(createProblemDocuments(baseUrl)).map(([path, problem]) => ({ path, text: JSON.stringify(problem) })),
    ...Object.entries(feeds).map(([path, text]) => ({ path, text })),
  ];
}

/** The site's own answers as examples of the OpenAPI document; an empty list shows nothing, so it gets one that is made up. */
function toExamples(site: Assembled): Record<string, unknown> {
  const list = (items: readonly unknown[]): unknown =>
    items.length === 0
      ? undefined
      : {
          items: items.slice(0, 1),
          pagination: {
            page: 1,
            pageSize: 1,
            totalItems: items.length,
            totalPages: items.length,
            hasNextPage: items.length > 1,
            hasPreviousPage: false,
          },
        };
  const whole = (items: readonly unknown[]): unknown => (items.length === 0 ? undefined : { items: items.slice(0, 3) });
  return {
    listPosts: list(site.summaries),
    getPost: site.posts[0],
    getPostSeries: site.series[0],
    listTags: whole(site.tagCounts.posts),
    listProjects: list(site.projects),
    listBooks: list(site.books),
    listPhotos: list(site.photos),
    listServices: whole(site.services),
    getServicesPage: site.servicesPage,
    getSiteSettings: site.siteSettings,
    getAbout: site.about,
  };
}
