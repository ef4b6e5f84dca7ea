import { API_PREFIX, CACHE_CONTROL, MCP_PATH } from "../contract/paths.ts";
import { isFormPage } from "../contract/proxy-headers.ts";
import { HOSTS_FOLDER, STATIC_METHODS, staticFileOf, staticHeaders } from "../contract/static-files.ts";
import { pathBelow } from "../contract/text/base-path.ts";
import { createReadHandler } from "../edge/handler.ts";
import { createManifestSource } from "../edge/manifest.ts";
import { createMcpHandler } from "../edge/mcp/mcp-handler.ts";
import type { ReadFile } from "../edge/read-file.ts";
import { WORKER_FOLDER } from "./host-files.ts";
import { createFormerPages } from "./pages/former-pages.ts";
import type { PagesOnRequest, PagesOnRequestOptions } from "./pages/pages-on-request.ts";
import { problemResponse, type Refuse } from "./problem-response.ts";
import { createServerFirst, hasSnapshotOf } from "./server-first.ts";
import { createRemoteServer } from "./writes/remote-server.ts";

/** Options of a host that has the files and runs a function before them. */
export interface EdgeAppOptions {
  /** Path of the site, "" or `/blog`. Requests arrive without it. */
  readonly base: string;
  readonly read: ReadFile;
  /** Makes the site's pages when they are asked for. null: they are files. */
  readonly pages: ((options: PagesOnRequestOptions) => PagesOnRequest) | null;
  /** Answers from the host's own files, including the owner's pages. */
  readonly serveFile: (request: Request) => Promise<Response>;
  /** Origin of the write server. null or empty: there is none. */
  readonly server: string | null;
  readonly secret: string | null;
  /** Origins, besides the site's own, whose pages may send likes. */
  readonly allowedOrigins: readonly string[];
  /**
   * How long a manifest is cached, milliseconds. Forever if the function and its files are deployed
   * together.
   */
  readonly manifestMaxAgeMs: number;
}

/**
 * The only pages among our files are media that posts link to. Cloudflare redirects to their
 * addresses without extension.
 */
const LINKED_PAGE = /\.(?:html?|[0-9a-f]{16})$/i;
/** Files of the host's come before pages at such paths. */
const FILE_NAME = /\.[^/]*$/;
const NOT_OF_SITE = [`/${HOSTS_FOLDER}/`, `/${WORKER_FOLDER}/`, "/.octavo"];

export type EdgeApp = (request: Request, peer: { readonly address: string }) => Promise<Response>;

/**
 * Answers the API with the read handler and the write server, and adds headers to all other files.
 * Only Web APIs.
 */
export function createEdgeApp(options: EdgeAppOptions): EdgeApp {
  const { base, read, serveFile, manifestMaxAgeMs, allowedOrigins } = options;
  const server = options.server ? createRemoteServer({ server: options.server, secret: options.secret, read }) : null;
  const counts = server === null ? {} : { counts: () => server.counts() };
  const api = createReadHandler({ read, base, manifestMaxAgeMs, allowedOrigins, ...counts, onError: (error) => console.error(error) });

  const serverFirst = createServerFirst();
  const formerPage = createFormerPages({ read, base, maxAgeMs: manifestMaxAgeMs });

  const manifests = createManifestSource({ read, maxAgeMs: manifestMaxAgeMs, now: () => performance.now() });
  const hasPages = async (): Promise<boolean> => (await manifests.get().catch(() => null))?.frame !== undefined;
  const problem: Refuse = (request, code, parts) => problemResponse(read, request, code, { base, ...parts });

  const pages = options.pages?.({ read, base, manifests, manifestMaxAgeMs }) ?? null;
  const answerPage = async (request: Request, pathname: string): Promise<Response> => {
    const isPage = pages !== null && staticFileOf(pathname) === null && (request.method === "GET" || request.method === "HEAD");
    const page = isPage && !FILE_NAME.test(pathname) ? await pages.find(request, pathname) : null;
    if (page !== null) return page;
    const answer = await answerFile(request, pathname, serveFile, problem);
    if (!isPage || answer.status !== 404) return answer;
    await answer.body?.cancel();
    return (await pages.find(request, pathname)) ?? (await pages.missing(request)) ?? problem(request, "not-found");
  };

  const app: EdgeApp = async (request, peer) => {
    const { pathname } = new URL(request.url);
    if (pathname === MCP_PATH) return mcp(request, peer);
    const inApi = pathBelow(API_PREFIX, pathname) !== null;
    if (server !== null && hasSnapshotOf(pathname, request.method)) {
      return serverFirst({ ask: () => server.fetch(request, peer), readFiles: () => api(request) });
    }
    if (server !== null && (server.answers(pathname, request.method) || (isFormPage(pathname) && (await hasPages())))) {
      const answer = await server.fetch(request, peer);
      if (answer !== null) return answer;
      if (!inApi) return problem(request, "temporary-reduced-capacity");
    }
    if (inApi) return api(request);
    if (isNotOfSite(pathname)) return problem(request, "not-found");
    const moved = staticFileOf(pathname) === null ? await formerPage(request).catch(logged) : null;
    if (moved !== null) return moved;
    return answerPage(request, pathname).catch((error: unknown) => logged(error) ?? problem(request, "temporary-reduced-capacity"));
  };
  const mcp = createMcpHandler({ api: app, onError: (error) => console.error(error) });
  return app;
}

/** An error in former pages must not affect present ones. */
function logged(error: unknown): null {
  console.error(error);
  return null;
}

/**
 * Whether a host answered with a page. If JSON or a picture was requested, the file does not exist.
 */
export function isPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get("Content-Type") ?? "");
}

/** Whether a path has an extra slash or is encoded. Hosts would find a file for such paths. */
function isNotOfSite(pathname: string): boolean {
  const plain = pathname.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return NOT_OF_SITE.some((start) => plain.replaceAll(/\/+/g, "/").startsWith(start));
}

async function answerFile(request: Request, pathname: string, serveFile: EdgeAppOptions["serveFile"], problem: Refuse): Promise<Response> {
  const file = staticFileOf(pathname);
  if (file === null) return serveFile(request);
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: STATIC_METHODS } });
  if (request.method !== "GET" && request.method !== "HEAD")
    return problem(request, "method-not-allowed", { headers: { Allow: STATIC_METHODS } });
  const found = await serveFile(request);
  const isForeign = found.status === 200 && isPage(found) && !LINKED_PAGE.test(pathname);
  if (isForeign || (found.status >= 400 && found.status !== 416)) {
    await found.body?.cancel();
    return problem(request, "not-found");
  }
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(staticHeaders(file))) headers.set(name, value);
  // It may be the home page in place of a missing page, which must not be cached.
  if (isPage(found)) headers.set("Cache-Control", CACHE_CONTROL.manifest);
  if (found.status === 304) headers.delete("Content-Type");
  return new Response(found.body, { status: found.status, headers });
}
