import { API_PREFIX, CACHE_CONTROL, MCP_PATH } from "../contract/paths.ts";
import { isFormPage } from "../contract/proxy-headers.ts";
import { HOSTS_FOLDER, STATIC_METHODS, staticFileOf, staticHeaders } from "../contract/static-files.ts";
import { pathBelow } from "../contract/text/base-path.ts";
import { createReadHandler } from "../edge/handler.ts";
import { createMcpHandler } from "../edge/mcp/mcp-handler.ts";
import type { ReadFile } from "../edge/read-file.ts";
import { WORKER_FOLDER } from "./host-files.ts";
import { createFormerPages } from "./pages/former-pages.ts";
import type { AnswerFiles, PageAnswerOptions } from "./pages/page-answers.ts";
import { problemResponse, type Refuse } from "./problem-response.ts";
import { createServerFirst, hasSnapshotOf } from "./server-first.ts";
import type { WriteServer } from "./writes/server-behind.ts";

/** Options of a host that has the files and runs a function before them. */
export interface EdgeAppOptions {
  /** Path of the site, "" or `/blog`. Requests arrive without it. */
  readonly base: string;
  readonly read: ReadFile;
  /** Makes the site's pages on request; null if they are files. */
  readonly pages: ((options: PageAnswerOptions) => AnswerFiles) | null;
  /** Answers from the host's own files, including the owner's pages. */
  readonly serveFile: (request: Request) => Promise<Response>;
  /** The write server; null if there is none. */
  readonly server: WriteServer | null;
  /** Origins, besides the site's own, whose pages may send likes. */
  readonly allowedOrigins: readonly string[];
  /**
   * How long a manifest is cached, in milliseconds; infinity if the function and its files are
   * deployed together.
   */
  readonly manifestMaxAgeMs: number;
}

/**
 * The only pages among our files are media that posts link to. Cloudflare redirects to their
 * addresses without extension.
 */
const LINKED_PAGE = /\.(?:html?|[0-9a-f]{16})$/i;
const NOT_OF_SITE = [`/${HOSTS_FOLDER}/`, `/${WORKER_FOLDER}/`, "/.octavo"];

export type EdgeApp = (request: Request, peer: { readonly address: string }) => Promise<Response>;

/**
 * Answers the API with the read handler and the write server, and adds headers to all other files.
 * Uses only Web APIs.
 */
export function createEdgeApp(options: EdgeAppOptions): EdgeApp {
  const { base, read, serveFile, server, manifestMaxAgeMs, allowedOrigins } = options;
  const api = createReadHandler({ read, base, manifestMaxAgeMs, allowedOrigins, counts: server?.counts, onError: console.error });

  const serverFirst = createServerFirst();
  const formerPage = createFormerPages({ read, base, maxAgeMs: manifestMaxAgeMs });

  const problem: Refuse = (request, code, parts) => problemResponse(read, request, code, { base, ...parts });

  const answerFiles: AnswerFiles = async (request, pathname) => {
    const moved = staticFileOf(pathname) === null ? await formerPage(request).catch(logged) : null;
    return moved ?? answerFile(request, pathname, serveFile, problem);
  };
  const answerPage = options.pages?.({ read, base, manifestMaxAgeMs, answerFiles, problem }) ?? answerFiles;

  const app: EdgeApp = async (request, peer) => {
    const { pathname } = new URL(request.url);
    if (pathname === MCP_PATH) return mcp(request, peer);
    const inApi = pathBelow(API_PREFIX, pathname) !== null;
    if (server !== null && hasSnapshotOf(pathname, request.method)) {
      return serverFirst({ ask: () => server.fetch(request, peer), readFiles: () => api(request) });
    }
    const isForm = isFormPage(pathname);
    if (server !== null && (isForm || server.answers(pathname, request.method))) {
      const answer = await server.fetch(request, peer);
      // On a site without pages, these paths belong to the owner. A posted form cannot be sent
      // again.
      if (answer !== null && !(isForm && answer.status === 404 && request.method !== "POST")) return answer;
      if (!inApi && answer === null) return problem(request, "temporary-reduced-capacity");
    }
    if (inApi) return api(request);
    if (isNotOfSite(pathname)) return problem(request, "not-found");
    return answerPage(request, pathname);
  };
  const mcp = createMcpHandler({ api: app, onError: console.error });
  return app;
}

/** An error in former pages must not affect current ones. */
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

/**
 * Whether a path leads to files that are not part of the site. Encoded characters and extra slashes
 * are removed first, because hosts would still find the file.
 */
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
