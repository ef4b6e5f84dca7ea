import { createHash } from "node:crypto";
import { EVENTS_PATH, LIVE_SCRIPT_PATH, NOT_BUILT } from "../../browser/live/build-events.ts";
import type { Manifest } from "../../contract/index-format.ts";
import { API_PREFIX, CACHE_CONTROL, MANIFEST_FILE } from "../../contract/paths.ts";
import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import { matchesIfNoneMatch } from "../../contract/text/if-none-match.ts";
import { createReadHandler } from "../../edge/handler.ts";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import { createDistFiles, type DistFiles } from "../../hosts/node/dist-files.ts";
import type { PageHandler } from "../../hosts/node/node-app.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import { SITE_SCRIPT_PATH, SITE_STYLE_PATH } from "../../views/head.ts";
import { findPage } from "../../views/on-request/find-page.ts";
import type { AskApi } from "../../views/on-request/site-api.ts";
import type { Page } from "../../views/page.ts";
import { toMissingPage } from "../../views/pages/single-pages.ts";
import { renderPage } from "../../views/render-page.ts";
import { createSiteView, FRAME_FILE, type RequestFrame, type SiteView } from "../../views/site-view.ts";
import { isLoopbackUrl } from "../serve/public-origin.ts";
import type { BuildNewsStream } from "./build-news.ts";
import { createOwnPages, type OwnPagesOptions, redirectTo } from "./own-pages.ts";
import { createReferencePages } from "./reference-pages.ts";

export interface SitePagesOptions extends OwnPagesOptions {
  /** Sends news of builds. null: the site does not change. */
  readonly news: BuildNewsStream | null;
  /** Keeps search engines away, whatever the build states as its address. */
  readonly isPreview: boolean;
}

/** The style sheet and the script of pages on request, which the build left for them. */
const SHARED_FILES: Readonly<Record<string, string>> = {
  [SITE_STYLE_PATH]: "text/css; charset=utf-8",
  [SITE_SCRIPT_PATH]: "text/javascript; charset=utf-8",
};
const HTML_TYPE = "text/html; charset=utf-8";

/**
 * The site's pages, from files or made on request, and the API reference. In `dev`, also news of
 * builds.
 */
export function createSitePages({ news, isPreview, ...own }: SitePagesOptions): PageHandler {
  const files = createDistFiles(own.folder);
  const ownPages = createOwnPages(own);
  const referencePages = createReferencePages(own.base);
  const onRequest = createPagesOnRequest(files, { base: own.base, isLive: news !== null });
  let liveScript: Promise<string> | null = null;
  return async (request, pathname) => {
    if (pathname === LIVE_SCRIPT_PATH && news !== null) {
      liveScript ??= loadProgram("live");
      return answer(request, await liveScript, "text/javascript; charset=utf-8");
    }
    if (pathname === EVENTS_PATH) {
      // A stranger's name may lead to this machine, but `Host` still contains that name.
      return news !== null && request.method === "GET" && isLoopback(new URL(request.url).hostname) ? news.open() : null;
    }
    const file = (await ownPages.find(request, pathname)) ?? (await referencePages(request, pathname));
    if (file !== null) return file;
    // An owner's own website is complete.
    if (ownPages.exist()) return ownPages.missing(request);
    const page = await onRequest(request, pathname);
    if (page !== null && (isPreview || (await isPreviewBuild(files)))) page.headers.set("X-Robots-Tag", "noindex");
    return page;
  };
}

/** Pages made from the API's files. A build that wrote page files has none of these. */
function createPagesOnRequest(files: DistFiles, { base, isLive }: { readonly base: string; readonly isLive: boolean }): PageHandler {
  const handle = createReadHandler({ read: (path) => files.read(path) });
  const ask: AskApi = async (path) => {
    const response = await handle(new Request(`http://localhost${API_PREFIX}${path}`));
    if (response.status >= 500) throw new Error(`the pages cannot read ${path}: ${await response.text()}`);
    return response.ok ? response.json() : null;
  };
  const readFrame = createFrameReader(files, isLive ? liveScriptTag(base) : "");
  return async (request, pathname) => {
    const found = await readFrame();
    const isForPeople = request.headers.get("Accept")?.includes("text/html") === true;
    if (found === null) return isLive && (isForPeople || pathname === "/") ? answer(request, notBuiltPage(base), HTML_TYPE, 503) : null;
    const { site, missing } = found;
    const type = SHARED_FILES[pathname];
    if (type !== undefined)
      return answer(request, new TextDecoder().decode((await files.read(HOSTS_FOLDER + pathname)) ?? undefined), type);
    const path = putBelow(base, pathname);
    const page = await findPage(path, site, ask);
    if (page === null) return isForPeople ? answerPage(request, toMissingPage(missing, site), site, 404) : null;
    if (page.path !== null && page.path.endsWith("/") !== path.endsWith("/")) return redirectTo(page.path, request);
    return answerPage(request, page, site);
  };
}

interface OpenFrame {
  readonly site: SiteView;
  readonly missing: RequestFrame["missing"];
}

/**
 * Reads the present build's frame. null: there is none.
 * @param headHtml for the end of each page's head
 */
function createFrameReader(files: DistFiles, headHtml: string): () => Promise<OpenFrame | null> {
  let open: (OpenFrame & { readonly bytes: Uint8Array }) | null = null;
  return async () => {
    const [bytes, manifest] = await Promise.all([files.read(FRAME_FILE), files.read(MANIFEST_FILE)]);
    if (bytes === null || manifest === null) return null;
    // While the file is unchanged, its bytes are the same object.
    if (open?.bytes !== bytes) {
      const { missing, ...frame }: RequestFrame = JSON.parse(new TextDecoder().decode(bytes));
      open = { bytes, missing, site: createSiteView({ ...frame, headHtml: frame.headHtml + headHtml }) };
    }
    return open;
  };
}

function answerPage(request: Request, page: Page, site: SiteView, status = 200): Response {
  const response = answer(request, renderPage(page, site), HTML_TYPE, status);
  if (page.isHidden === true || site.isHidden) response.headers.set("X-Robots-Tag", "noindex");
  return response;
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
function notBuiltPage(base: string): string {
  return `<!doctype html>
<html lang="en" data-state="${NOT_BUILT}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Nothing is built yet</title>
${liveScriptTag(base)}</head>
<body>
<main><h1>Nothing is built yet</h1></main>
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
