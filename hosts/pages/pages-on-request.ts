import { CACHE_CONTROL, HTML_TYPE } from "../../contract/paths.ts";
import { PAGE_CACHE_CONTROL } from "../../contract/static-files.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import { matchesIfNoneMatch } from "../../contract/text/if-none-match.ts";
import { toEtag } from "../../edge/answer.ts";
import { createSite } from "../../edge/built-site.ts";
import type { ManifestSource } from "../../edge/manifest.ts";
import { guardRead, type ReadFile } from "../../edge/read-file.ts";
import type { FindPage } from "../../views/on-request/find-document-or-list.ts";
import type { Page } from "../../views/page.ts";
import { toMissingPage } from "../../views/pages/single-pages.ts";
import { renderPage } from "../../views/render-page.ts";
import { createSiteView, type FrameFile, type SiteView } from "../../views/site-view.ts";
import { createSiteData } from "./create-site-data.ts";
import { redirectToPage } from "./page-redirect.ts";

export interface PagesOnRequestOptions {
  readonly read: ReadFile;
  /** Path of the site; requests arrive without it. */
  readonly base: string;
  readonly manifests: ManifestSource;
  /** Finds the pages that are not files. */
  readonly findPage: FindPage;
  /** For the end of each page's head. Default: nothing. */
  readonly headHtml?: string;
}

/** The pages of a site whose build left them to programs. */
export interface PagesOnRequest {
  /** Answers GET and HEAD; null if there is no page at the path, or if pages are files. */
  find(request: Request, pathname: string): Promise<Response | null>;
  /** 404 with the site's page for missing addresses; null if pages are files. */
  missing(request: Request): Promise<Response | null>;
}

interface OpenFrame {
  readonly missing: FrameFile["missing"];
  readonly site: SiteView;
}

/** Makes pages from the API's files, with the same views as the build. Uses only Web APIs. */
export function createPagesOnRequest(options: PagesOnRequestOptions): PagesOnRequest {
  const { read, base, manifests, findPage, headHtml = "" } = options;
  const openSite = createSite(guardRead(read), manifests);
  let cached: { readonly name: string; readonly frame: OpenFrame | null } | null = null;
  const openFrame = async ({ signal }: Request): Promise<OpenFrame | null> => {
    const { frame: name } = await manifests.get();
    if (name === undefined) return null;
    if (cached?.name === name) return cached.frame;
    const file = await openSite(signal).indexFile<FrameFile>(name);
    const site = createSiteView({ ...file, headHtml: file.headHtml + headHtml });
    cached = { name, frame: file.onRequest ? { missing: file.missing, site } : null };
    return cached.frame;
  };
  return {
    async find(request, pathname) {
      const frame = await openFrame(request);
      if (frame === null) return null;
      const path = putBelow(base, pathname);
      const page = await findPage(
        path,
        frame.site,
        createSiteData(() => openSite(request.signal)),
      );
      if (page === null) return null;
      if (page.path !== null && page.path.endsWith("/") !== path.endsWith("/")) return redirectToPage(page.path, request);
      return answerPage(request, page, frame.site);
    },
    async missing(request) {
      const frame = await openFrame(request);
      return frame && answerPage(request, toMissingPage(frame.missing, frame.site), frame.site, 404);
    },
  };
}

async function answerPage(request: Request, page: Page, site: SiteView, status = 200): Promise<Response> {
  const bytes = new TextEncoder().encode(renderPage(page, site));
  const headers = new Headers({ "Cache-Control": status === 404 ? CACHE_CONTROL.missing : PAGE_CACHE_CONTROL });
  if (status === 200) {
    const tag = await toEtag(bytes);
    headers.set("ETag", tag);
    if (matchesIfNoneMatch(request, tag)) return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Type", HTML_TYPE);
  headers.set("Content-Length", String(bytes.byteLength));
  headers.set("X-Content-Type-Options", "nosniff");
  if (page.isHidden === true || site.isHidden) headers.set("X-Robots-Tag", "noindex");
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
}
