import { CACHE_CONTROL, type CacheClass, INDEX_PREFIX, MANIFEST_FILE, MEDIA_PREFIX, SNAPSHOT_ENTRY, SNAPSHOT_PREFIX } from "./paths.ts";

/** The files of `dist` outside the API that every host serves, with their headers. */

/** By extension. Other files are sent as OTHER_CONTENT_TYPE, which browsers download. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json; charset=utf-8",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  webm: "video/webm",
  webp: "image/webp",
  woff2: "font/woff2",
  xml: "application/xml; charset=utf-8",
  zip: "application/zip",
};
/** For the site's pages, their style sheet and their script. */
export const PAGE_CACHE_CONTROL = "public, max-age=0, must-revalidate";
export const OTHER_CONTENT_TYPE = "application/octet-stream";

/**
 * The service worker. It answers the API in the browser on hosts that only serve files. It is at
 * the root because a worker only controls its own folder and the folders below it.
 */
export const SERVICE_WORKER_FILE = "octavo-sw.js";
/** Registers the service worker on a website's pages. */
export const WORKER_START_FILE = "octavo-sw-start.js";

/**
 * Files at the root of a site that control Netlify, Cloudflare Workers and Cloudflare Pages. The
 * last one may be a folder.
 */
export const HOST_CONTROL_FILES = ["_headers", "_redirects", "_routes.json", "_worker.js"] as const;

/**
 * Drafts shared by link: an unpublished post to which its author gave a secret word has a page
 * under this path.
 */
export const PREVIEW_PREFIX = "/preview";

/**
 * A folder that hosts do not serve, because it is not part of the site. It never contains secrets.
 */
export const HOSTS_FOLDER = "_hosts";

const PAGE_SCRIPTS = ["engagement", "elements", "embeds", "diagrams"] as const;
const ELEMENT_LANGUAGES = ["de", "en", "es", "fr", "ja"] as const;
/** Scripts for the pages of a site, with their texts. Every build writes them. */
export const SCRIPT_FILES = [
  ...PAGE_SCRIPTS.map((name) => `octavo-${name}.js` as const),
  ...ELEMENT_LANGUAGES.map((language) => `octavo-elements.${language}.json` as const),
];

/** The part of /site.js with elements and menus. Builds read it; it is not a file of dist. */
export const SITE_SCRIPT_PART = "octavo-site.js";

/** Mermaid, copied from the package that the owner installed. Only sites with diagrams have it. */
export const MERMAID_FILE = "octavo-mermaid.js";

const ROOT_TYPES = {
  "feed.xml": "application/rss+xml",
  "feed.json": "application/feed+json",
  "sitemap.xml": "application/xml",
  "robots.txt": "text/plain",
  "llms.txt": "text/plain",
  "llms-full.txt": "text/plain",
};
const ROOT_SCRIPTS = [SERVICE_WORKER_FILE, WORKER_START_FILE, ...SCRIPT_FILES, MERMAID_FILE];
/** Content types of the files at the root of the site, by path. These files change in place. */
export const ROOT_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...Object.entries(ROOT_TYPES),
    ...ROOT_SCRIPTS.map((name) => [name, name.endsWith(".json") ? "application/json" : "text/javascript"] as const),
  ].map(([name, type]) => [`/${name}`, `${type}; charset=utf-8`]),
);
/**
 * Parts of the sitemap of a site with more than 50,000 pages. PCRE and RE2 interpret the pattern in
 * the same way.
 */
export const SITEMAP_PART = "^/sitemap-[0-9]+\\.xml$";

/** Methods for files outside the API. */
export const STATIC_METHODS = "GET, HEAD, OPTIONS";

/** Prevents a picture or page in a media folder from running scripts on the site's origin. */
const MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

export interface StaticFile {
  /** Relative to the out folder. */
  readonly name: string;
  readonly contentType: string;
  readonly cache: CacheClass;
}

/** The file in `dist` for a path outside the API, or null. */
export function staticFileOf(pathname: string): StaticFile | null {
  const contentType = new RegExp(SITEMAP_PART).test(pathname) ? ROOT_FILES["/sitemap.xml"] : ownRootFile(pathname);
  if (contentType !== undefined) {
    const name = pathname.slice(1);
    return { name, contentType, cache: name === SERVICE_WORKER_FILE ? "manifest" : "document" };
  }
  if (pathname === `/${MANIFEST_FILE}` || pathname === `/${SNAPSHOT_ENTRY}`) {
    return { name: pathname.slice(1), contentType: contentTypeOf(pathname), cache: "manifest" };
  }
  if (pathname.startsWith(SNAPSHOT_PREFIX)) return { name: pathname.slice(1), contentType: contentTypeOf(pathname), cache: "snapshot" };
  if (pathname.startsWith(`${MEDIA_PREFIX}/`) || pathname.startsWith(`${INDEX_PREFIX}/`)) {
    return { name: pathname.slice(1), contentType: contentTypeOf(pathname), cache: "immutable" };
  }
  return null;
}

function ownRootFile(pathname: string): string | undefined {
  return Object.hasOwn(ROOT_FILES, pathname) ? ROOT_FILES[pathname] : undefined;
}

function contentTypeOf(pathname: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(pathname)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(CONTENT_TYPES, extension) ? CONTENT_TYPES[extension] : undefined) ?? OTHER_CONTENT_TYPE;
}

/** Headers of a static file except ETag and length. */
export function staticHeaders({ name, contentType, cache }: StaticFile): Record<string, string> {
  return {
    "Content-Type": contentType,
    "Cache-Control": CACHE_CONTROL[cache],
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ...(`/${name}`.startsWith(`${MEDIA_PREFIX}/`) ? { "Content-Security-Policy": MEDIA_POLICY } : {}),
  };
}
