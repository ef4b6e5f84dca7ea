import { createHash } from "node:crypto";
import { EVENTS_PATH, LIVE_SCRIPT_PATH, NOT_BUILT } from "../../browser/live/build-events.ts";
import type { Manifest } from "../../contract/index-format.ts";
import { CACHE_CONTROL, HTML_TYPE, MANIFEST_FILE } from "../../contract/paths.ts";
import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import { escapeHtml } from "../../contract/text/escape-html.ts";
import { matchesIfNoneMatch } from "../../contract/text/if-none-match.ts";
import { createManifestSource } from "../../edge/manifest.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import type { PageHandler } from "../../hosts/node/answer-outside-api.ts";
import { createDistFiles, type DistFiles } from "../../hosts/node/dist-files.ts";
import { createPageFiles } from "../../hosts/node/pages/page-files.ts";
import type { PagesOnRequest } from "../../hosts/pages/pages-on-request.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import { once } from "../../server/once.ts";
import { SITE_SCRIPT_PATH, SITE_STYLE_PATH } from "../../views/frame/site-shell.ts";
import { isLoopbackUrl } from "../serve/public-origin.ts";
import type { BuildNewsStream } from "./build-news.ts";
import { isPageFolder, isPublicFile, type PrivatePlaces } from "./page-folders.ts";
import { createReferencePages } from "./reference-pages.ts";

export interface SitePagesOptions {
  /** The site's base path. It is removed from the paths of requests. */
  readonly base: string;
  /**
   * The built site's folder, absolute. It also contains the author's files, from `public` or added
   * after the build.
   */
  readonly folder: string;
  /** Read at each request, because `dev` adopts a new configuration while it runs. */
  places(): PrivatePlaces;

  /** Sends news of builds; null if the site does not change. */
  readonly news: BuildNewsStream | null;
  /** Excludes search engines, whatever address the build states. */
  readonly isPreview: boolean;
  /** States why there is no build, and what to do. */
  readonly notBuilt: string;
}

/** The style sheet and script that the build wrote for pages made on request. */
const SHARED_FILES: Readonly<Record<string, string>> = {
  [SITE_STYLE_PATH]: "text/css; charset=utf-8",
  [SITE_SCRIPT_PATH]: "text/javascript; charset=utf-8",
};

/**
 * The site's pages, from files or made on request, and the API reference. In `dev`, also news of
 * builds.
 */
export function createSitePages({ news, isPreview, notBuilt, base, folder, places }: SitePagesOptions): PageHandler {
  const files = createDistFiles(folder);
  const pageFiles = createPageFiles({
    ...{ base, folder },
    isPageFolder: (root) => isPageFolder(root, places()),
    isPublic: (file) => isPublicFile(file, places()),
  });
  const referencePages = createReferencePages(base);
  const onRequest = createLocalPages(files, { base, isLive: news !== null, notBuilt });
  const liveScript = once(() => loadProgram("live"));
  return async (request, pathname) => {
    if (pathname === LIVE_SCRIPT_PATH && news !== null) {
      return answer(request, await liveScript(), "text/javascript; charset=utf-8");
    }
    if (pathname === EVENTS_PATH) {
      // A stranger's host name may resolve to this machine, but `Host` still contains that name.
      return news !== null && request.method === "GET" && isLoopback(new URL(request.url).hostname) ? news.open() : null;
    }
    const file = (await pageFiles.find(request, pathname)) ?? (await referencePages(request, pathname));
    if (file !== null) return file;
    // An owner's own website is complete, even if the build leaves pages to this server.
    const isOwn = pageFiles.exist() && (await files.read(HOSTS_FOLDER + SITE_STYLE_PATH)) !== null;
    const page = isOwn ? null : await onRequest(request, pathname);
    if (page === null && pageFiles.exist()) return pageFiles.missing(request);
    if (page !== null && (isPreview || (await isPreviewBuild(files)))) page.headers.set("X-Robots-Tag", "noindex");
    return page;
  };
}

/** Pages made from the API's files. A build that wrote page files needs none of these. */
function createLocalPages(
  files: DistFiles,
  { base, isLive, notBuilt }: Pick<SitePagesOptions, "base" | "notBuilt"> & { readonly isLive: boolean },
): PageHandler {
  const read: ReadFile = (path) => files.read(path);
  const manifests = createManifestSource({ read, maxAgeMs: 0, now: () => performance.now() });
  const headHtml = isLive ? liveScriptTag(base) : "";
  // Loaded by the first request for a page, so that a start does not wait for the views.
  const openPages = once(async (): Promise<PagesOnRequest> => {
    const [{ createPagesOnRequest }, { findPage }] = await Promise.all([
      import("../../hosts/pages/pages-on-request.ts"),
      import("../../views/on-request/find-page.ts"),
    ]);
    return createPagesOnRequest({ read, base, manifests, findPage, headHtml });
  });
  return async (request, pathname) => {
    if (!(await hasBuild(files))) return answer(request, notBuiltPage(notBuilt, headHtml), HTML_TYPE, 503);
    const type = SHARED_FILES[pathname];
    const shared = type === undefined ? null : await files.read(HOSTS_FOLDER + pathname);
    if (type !== undefined && shared !== null) return answer(request, new TextDecoder().decode(shared), type);
    const isForPeople = request.headers.get("Accept")?.includes("text/html") === true;
    const pages = await openPages();
    return (await pages.find(request, pathname)) ?? (isForPeople ? pages.missing(request) : null);
  };
}

async function hasBuild(files: DistFiles): Promise<boolean> {
  return (await files.read(MANIFEST_FILE)) !== null;
}

function answer(request: Request, body: string, type: string, status = 200): Response {
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = { "Content-Type": type, "X-Content-Type-Options": "nosniff" };
  if (status !== 200) {
    const shown = { ...headers, "Cache-Control": status === 404 ? CACHE_CONTROL.missing : CACHE_CONTROL.none };
    return new Response(request.method === "HEAD" ? null : body, { status, headers: shown });
  }
  if (matchesIfNoneMatch(request, tag)) return new Response(null, { status: 304, headers: { ETag: tag } });
  const length = { "Content-Length": String(Buffer.byteLength(body)), ETag: tag };
  return new Response(request.method === "HEAD" ? null : body, { status, headers: { ...headers, ...length } });
}

function liveScriptTag(base: string): string {
  return `<script type="module" src="${putBelow(base, LIVE_SCRIPT_PATH)}"></script>\n`;
}

/** Replaces all pages until a build succeeds. */
function notBuiltPage(reason: string, headHtml: string): string {
  return `<!doctype html>
<html lang="en" data-state="${NOT_BUILT}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Nothing is built yet</title>
${headHtml}</head>
<body>
<main><h1>Nothing is built yet</h1><p>${escapeHtml(reason)}</p></main>
</body>
</html>
`;
}

/** Whether a build is for this machine, or for an address that is not the site's own. */
async function isPreviewBuild(files: DistFiles): Promise<boolean> {
  const bytes = await files.read(MANIFEST_FILE);
  if (bytes === null) return true;
  const { site }: Manifest = JSON.parse(new TextDecoder().decode(bytes));
  return isLoopbackUrl(site.baseUrl) || (site.problemBaseUrl ?? site.baseUrl) !== site.baseUrl;
}
