import { API_PREFIX, CACHE_CONTROL, HTML_TYPE, INDEX_PREFIX } from "../../contract/paths.ts";
import { PAGE_CACHE_CONTROL } from "../../contract/static-files.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import { matchesIfNoneMatch } from "../../contract/text/if-none-match.ts";
import { toEtag } from "../../edge/answer.ts";
import { createReadHandler } from "../../edge/handler.ts";
import type { ManifestSource } from "../../edge/manifest.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import { findPage } from "../../views/on-request/find-page.ts";
import type { AskApi } from "../../views/on-request/site-api.ts";
import type { Page } from "../../views/page.ts";
import { toMissingPage } from "../../views/pages/single-pages.ts";
import { renderPage } from "../../views/render-page.ts";
import { createSiteView, type FrameFile, type SiteView } from "../../views/site-view.ts";
import { redirectToPage } from "./page-redirect.ts";

export interface PagesOnRequestOptions {
  readonly read: ReadFile;
  /** Path of the site; requests arrive without it. */
  readonly base: string;
  readonly manifests: ManifestSource;
  /** For the end of each page's head. Default: nothing. */
  readonly headHtml?: string;
  readonly manifestMaxAgeMs?: number;
}

/** The pages of a site whose build left them to programs. */
export interface PagesOnRequest {
  /** Whether the present build did so. */
  areMade(): Promise<boolean>;
  /** Answers GET and HEAD. null: there is no page at the path. */
  find(request: Request, pathname: string): Promise<Response | null>;
  /** 404, with the page for it. null: the build has no pages. */
  missing(request: Request): Promise<Response | null>;
}

interface OpenFrame {
  readonly name: string;
  readonly file: FrameFile;
  readonly site: SiteView;
}

/** Makes pages from the API's files, with the views that the build has. Only Web APIs. */
export function createPagesOnRequest(options: PagesOnRequestOptions): PagesOnRequest {
  const { read, base, manifests, headHtml = "", manifestMaxAgeMs = 0 } = options;
  const handle = createReadHandler({ read, manifestMaxAgeMs });
  const ask: AskApi = async (path) => {
    const response = await handle(new Request(`http://localhost${API_PREFIX}${path}`));
    if (response.status >= 500) throw new Error(`the pages cannot read ${path}: ${await response.text()}`);
    return response.ok ? response.json() : null;
  };
  let cached: OpenFrame | null = null;
  const openFrame = async (): Promise<OpenFrame | null> => {
    const { frame: name } = await manifests.get();
    if (name === undefined) return null;
    if (cached?.name === name) return cached;
    const bytes = await read(`${INDEX_PREFIX.slice(1)}/${name}`);
    if (bytes === null) throw new Error(`there is no ${name}`);
    const file: FrameFile = JSON.parse(new TextDecoder().decode(bytes));
    cached = { name, file, site: createSiteView({ ...file, headHtml: file.headHtml + headHtml }) };
    return cached;
  };
  return {
    areMade: async () => (await openFrame())?.file.onRequest === true,
    async find(request, pathname) {
      const frame = await openFrame();
      if (frame === null || !frame.file.onRequest) return null;
      const path = putBelow(base, pathname);
      const page = await findPage(path, frame.site, ask);
      if (page === null) return null;
      if (page.path !== null && page.path.endsWith("/") !== path.endsWith("/")) return redirectToPage(page.path, request);
      return answerPage(request, page, frame.site);
    },
    async missing(request) {
      const frame = await openFrame();
      return frame === null ? null : answerPage(request, toMissingPage(frame.file.missing, frame.site), frame.site, 404);
    },
  };
}

async function answerPage(request: Request, page: Page, site: SiteView, status = 200): Promise<Response> {
  const bytes = new TextEncoder().encode(renderPage(page, site));
  const headers = new Headers({
    "Content-Type": HTML_TYPE,
    "Content-Length": String(bytes.byteLength),
    "Cache-Control": status === 404 ? CACHE_CONTROL.missing : PAGE_CACHE_CONTROL,
    "X-Content-Type-Options": "nosniff",
  });
  if (page.isHidden === true || site.isHidden) headers.set("X-Robots-Tag", "noindex");
  if (status === 200) {
    const tag = await toEtag(bytes);
    if (matchesIfNoneMatch(request, tag))
      return new Response(null, { status: 304, headers: { ETag: tag, "Cache-Control": PAGE_CACHE_CONTROL } });
    headers.set("ETag", tag);
  }
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
}
