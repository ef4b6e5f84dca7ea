import { API_PREFIX, CACHE_CONTROL, MCP_PATH } from "../contract/paths.ts";
import { HOSTS_FOLDER, STATIC_METHODS, staticFileOf, staticHeaders } from "../contract/static-files.ts";
import { pathBelow } from "../contract/text/base-path.ts";
import { createReadHandler } from "../edge/handler.ts";
import { createMcpHandler } from "../edge/mcp/mcp-handler.ts";
import type { ReadFile } from "../edge/read-file.ts";
import { WORKER_FOLDER } from "./host-files.ts";
import { createFormerPages } from "./pages/former-pages.ts";
import { problemResponse, type Refuse } from "./problem-response.ts";
import { createServerFirst, hasSnapshotOf } from "./server-first.ts";
import { createRemoteServer } from "./writes/remote-server.ts";

/** The site on a host that has the files and runs a function before them. */
export interface EdgeAppOptions {
  /** Path that the site is below, "" or `/blog`; requests come without it. */
  readonly base: string;
  readonly read: ReadFile;
  /** Answers from the host's own files, the owner's pages too. */
  readonly serveFile: (request: Request) => Promise<Response>;
  /** Origin of the write server; null or empty: there is none. */
  readonly server: string | null;
  readonly secret: string | null;
  /** Origins besides the site's own whose pages may like. */
  readonly knownOrigins: readonly string[];
  /** How long the manifest that was read is good, milliseconds: for ever where a function and its files are deployed as one. */
  readonly manifestMaxAgeMs: number;
}

/** No file of ours is a page, but those in media that posts link to. Cloudflare leads to their addresses without the ending. */
const LINKED_PAGE = /\.(?:html?|[0-9a-f]{16})$/i;
const NOT_OF_SITE = [`/${HOSTS_FOLDER}/`, `/${WORKER_FOLDER}/`, "/.octavo"];

export type EdgeApp = (request: Request, peer: { readonly address: string }) => Promise<Response>;

/** Answers the API by the read handler and the write server, and gives the files beside it their headers. Web APIs alone. */
export function createEdgeApp(options: EdgeAppOptions): EdgeApp {
  const { base, read, serveFile, manifestMaxAgeMs, knownOrigins } = options;
  const server = options.server ? createRemoteServer({ server: options.server, secret: options.secret, read }) : null;
  const counts = server === null ? {} : { counts: () => server.counts() };
  const api = createReadHandler({ read, base, manifestMaxAgeMs, knownOrigins, ...counts, onError: (error) => console.error(error) });

  const serverFirst = createServerFirst();
  const formerPage = createFormerPages({ read, base, maxAgeMs: manifestMaxAgeMs });

  const problem: Refuse = (request, code, parts) => problemResponse(read, request, code, { base, ...parts });

  const app: EdgeApp = async (request, peer) => {
    const { pathname } = new URL(request.url);
    if (pathname === MCP_PATH) return mcp(request, peer);
    const inApi = pathBelow(API_PREFIX, pathname) !== null;
    if (server !== null && hasSnapshotOf(pathname, request.method)) {
      return serverFirst({ ask: () => server.fetch(request, peer), readFiles: () => api(request) });
    }
    if (server?.answers(pathname, request.method)) {
      const answer = await server.fetch(request, peer);
      if (answer !== null) return answer;
      if (!inApi) return problem(request, "temporary-reduced-capacity");
    }
    if (inApi) return api(request);
    if (isNotOfSite(pathname)) return problem(request, "not-found");
    const moved = staticFileOf(pathname) === null ? await formerPage(request).catch(logged) : null;
    return moved ?? answerFile(request, pathname, serveFile, problem);
  };
  const mcp = createMcpHandler({ api: app, onError: (error) => console.error(error) });
  return app;
}

/** A mistake in the former pages must not break the present ones. */
function logged(error: unknown): null {
  console.error(error);
  return null;
}

/** Whether a host answers with a page: where JSON or a picture was asked for, the file is not there. */
export function isPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get("Content-Type") ?? "");
}

/** Hosts find a file under a path with a slash too many, and under an encoded one. */
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
  // It may be the home page in the place of one that is not there, which nobody may keep.
  if (isPage(found)) headers.set("Cache-Control", CACHE_CONTROL.manifest);
  if (found.status === 304) headers.delete("Content-Type");
  return new Response(found.body, { status: found.status, headers });
}
