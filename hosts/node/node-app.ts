import { H3 } from "h3";
import { RETRY_AFTER_SECONDS } from "../../contract/limits.ts";
import { API_PREFIX, CACHE_CONTROL, fileOfPath, MANIFEST_FILE, MCP_PATH } from "../../contract/paths.ts";
import { isFormPage } from "../../contract/proxy-headers.ts";
import { PAGE_CACHE_CONTROL, SERVICE_WORKER_FILE, staticFileOf } from "../../contract/static-files.ts";
import { enterBase, pathBelow, putBelow } from "../../contract/text/base-path.ts";
import { createReadHandler, type ReadHandler, type ReadHandlerOptions } from "../../edge/handler.ts";
import { createManifestSource } from "../../edge/manifest.ts";
import { createMcpHandler } from "../../edge/mcp/mcp-handler.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import type { SearchGate } from "../../edge/search/search-index.ts";
import { createFormerPages } from "../pages/former-pages.ts";
import { problemResponse, type Refuse } from "../problem-response.ts";
import { createServerFirst, hasSnapshotOf } from "../server-first.ts";
import type { WriteServer } from "../writes/server-behind.ts";
import { answerOutsideApi, type Outside, type PageHandler } from "./answer-outside-api.ts";
import { createAppliedRules } from "./applied-rules.ts";
import { type Audience, isForAudience, isHostAmong, restrictToAudience } from "./audience.ts";
import { createDistFiles, type DistFiles } from "./dist-files.ts";
import { createCompression } from "./encoding/compress-answer.ts";
import { createEncodedFiles } from "./encoding/encoded-files.ts";
import type { EditingHint } from "./landing.ts";
import { createSearchGate } from "./search-gate.ts";

export interface NodeHostOptions {
  /** Path of the site, "" or `/blog`. Default: none. */
  readonly base?: string;
  /** Public base of the API in `Link`. Default: from the build. */
  readonly baseUrl?: string;
  /**
   * Absolute path of a built folder. It may be rebuilt while the host is running; each request sees
   * its current state.
   */
  readonly distDir: string;
  /** Pages for people. Default: only the page of links. */
  readonly pages?: PageHandler | null;
  /**
   * Answers requests, with any method, that do something on this machine; called before the pages.
   * Default: none.
   */
  readonly actions?: PageHandler | null;
  /** Path of the API's reference among the pages, linked from the page of links. Default: none. */
  readonly referencePath?: string | null;
  /**
   * Shown on the page of links at `/api`, which is also at `/` if nothing else is there; null if
   * that page does not mention editing.
   */
  readonly hint?: EditingHint | null;
  /**
   * Answers its own paths before the read handler does, and `/healthz` and `/readyz`. Without it,
   * these get 503 and 404.
   */
  readonly server?: WriteServer | null;
  /** How long its counts are cached, in milliseconds. Default 0, because it is in this process. */
  readonly countsMaxAgeMs?: number;
  /** Origins, besides the site's own, whose pages may send likes. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Address of the client. Default: the address of the socket. */
  readonly addressOf?: (request: Request, socketAddress: string) => string;
  /**
   * Identifies the client for requests in which clients take turns (searches). Default:
   * `addressOf`, or the socket's address.
   */
  readonly clientOf?: (request: Request, socketAddress: string) => string;
  /** All requests except health checks wait for it, for example for the first build. */
  readonly ready?: Promise<void>;
  /**
   * Whether responses for paths without a hash must be revalidated each time, for authors who look
   * at what they saved. Default: as in the contract.
   */
  readonly revalidate?: boolean;
  /**
   * Which hosts are answered; others get 403. Any site can make its name resolve to this machine
   * (DNS rebinding), and its pages could then read everything that the server shows. Default: all.
   * An audience has its own list.
   */
  readonly isOwnHost?: ((hostname: string) => boolean) | null;
  /**
   * Whether responses without a compressed copy are compressed when sent. Default: false, because a
   * proxy or a build for this host does it.
   */
  readonly compress?: boolean;
  /**
   * Permitted readers if drafts or future posts are shown; null for everybody. Others get 403, and
   * no cache may store a response.
   */
  readonly audience?: Audience | null;
  /** Explains why there is no build yet. Default: the problem's own text. */
  readonly notBuilt?: string;
  /** Called with errors on our side, which the client does not see. */
  readonly onError?: (error: unknown) => void;
}

/**
 * The whole site on one origin, from a dist folder: the API by the read handler and the write
 * server; pictures, feeds and index files unchanged; and a page for people at `/`. It is an h3 app:
 * `app.fetch(request)` answers in process, `listen` (server.ts) opens a port.
 */
export function createNodeHost(options: NodeHostOptions): H3 {
  const { distDir, hint = null, pages = null, actions = null, server = null, addressOf, ready, onError = () => {} } = options;
  const { base = "", clientOf = addressOf, revalidate = false, audience = null, referencePath = null } = options;
  const files = createDistFiles(distDir);
  const searchGate = createSearchGate();
  const read: ReadFile = (path) => files.read(path);
  const rules = createAppliedRules(files, base, createFormerPages({ read, base, maxAgeMs: 0 }));
  const refuse: Refuse = (request, code, parts) => problemResponse(read, request, code, { base, ...parts });
  const api = explainMissingBuild(createReadHandler(toReadOptions(options, read, searchGate)), read, refuse, options);
  const askServer = createServerAnswers(options, api);
  const encoded = createEncodedFiles(files);
  const outside: Outside = { files, encoded, base, refuse, hint, referencePath, formerPage: rules.redirect, pages, actions };
  const isForServer = createServerPaths(server, files);
  const answerAny = async (request: Request, socketAddress: string): Promise<Response> => {
    try {
      const { pathname, search } = new URL(request.url);
      if (pathname === MCP_PATH) return await mcp(request, socketAddress);
      const inApi = pathBelow(API_PREFIX, pathname) !== null;
      const forServer = await isForServer(pathname, request.method);
      if (ready !== undefined && (inApi || !forServer)) await ready;
      const ofServer = forServer ? await askServer(request, pathname, socketAddress) : null;
      if (ofServer !== null) return ofServer;
      if (forServer && !inApi) return await refuse(request, "temporary-reduced-capacity");
      if (inApi) return await encoded.encode(fileOfPath(pathname.slice(API_PREFIX.length)), request, await api(request));
      const answer = await answerOutsideApi(outside, request, pathname, pathname.length + search.length);
      if (staticFileOf(pathname) === null) await rules.addHeaders(pathname, answer);
      return withPageCaching(request, answer);
    } catch (error) {
      onError(error);
      return refuse(request, "internal-error");
    }
  };
  const compress = options.compress === true ? createCompression() : async (_: Request, answer: Response) => answer;
  const mcp = createMcpHandler({ api: answerAny, onError });
  // Paths are checked here as they were sent, malformed encodings included.
  return new H3({ allowMalformedURL: true, silent: true }).use(async ({ req: sent }) => {
    const { ip: address = "" } = sent;
    if (server?.isDeskOnSite === true && isForeignWorker(sent, base)) return refuse(sent, "origin-not-allowed", { detail: OTHER_WORKER });
    if (server?.answersDesk?.(sent) === true) return answerDesk(options, refuse, sent, address);
    const request = enterBase(sent, base);
    if (request === null) return refuse(sent, "not-found", { detail: `This site is at ${base}/.` });
    const refusal = refusalOf(request, options);
    if (refusal !== null) return refuse(request, "origin-not-allowed", { cors: {}, detail: refusal });
    const findClient = (): string => clientOf?.(request, address) ?? address;
    const answer = await compress(request, await searchGate.actFor(findClient, () => answerAny(request, address)));
    if (audience === null) return revalidate ? requireRevalidation(answer) : answer;
    restrictToAudience(answer, request);
    return answer;
  });
}

/**
 * Whether a browser requests a service worker that is not ours. Browsers send the header only for
 * its script.
 */
function isForeignWorker({ headers, url }: Request, base: string): boolean {
  return headers.get("Service-Worker") === "script" && new URL(url).pathname !== putBelow(base, `/${SERVICE_WORKER_FILE}`);
}

/** Forwards a request for the owner's desk to the write server. */
async function answerDesk(options: NodeHostOptions, refuse: Refuse, request: Request, address: string): Promise<Response> {
  const { server = null, addressOf } = options;
  const refusal = refusalOf(request, options);
  const parts = { cors: {}, headers: { "Content-Security-Policy": "sandbox" } };
  if (refusal !== null) return refuse(request, "origin-not-allowed", { ...parts, detail: refusal });
  const answer = await server?.fetch(request, { address: addressOf?.(request, address) ?? address });
  return answer ?? refuse(request, "temporary-reduced-capacity", parts);
}

function toReadOptions(options: NodeHostOptions, read: ReadFile, searchGate: SearchGate): ReadHandlerOptions {
  const { server = null, countsMaxAgeMs = 0, base = "", baseUrl, allowedOrigins = [], onError = () => {} } = options;
  const counts = server === null ? {} : { counts: () => server.counts(), countsMaxAgeMs };
  return { ...{ read, base, searchGate, onError, allowedOrigins }, ...(baseUrl === undefined ? {} : { baseUrl }), ...counts };
}

/** Answers of the API. While there is no build, they say why. */
function explainMissingBuild(api: ReadHandler, read: ReadFile, refuse: Refuse, { notBuilt }: NodeHostOptions): ReadHandler {
  if (notBuilt === undefined) return api;
  return async (request) => {
    const answer = await api(request);
    if (answer.status !== 503 || (await read(MANIFEST_FILE)) !== null) return answer;
    const headers = { "Retry-After": String(RETRY_AFTER_SECONDS) };
    return refuse(request, "index-unavailable", { detail: notBuilt, headers });
  };
}

/** The owner's pages and files are revalidated each time, unless configured otherwise. */
function withPageCaching({ method }: Request, answer: Response): Response {
  if ((method === "GET" || method === "HEAD") && !answer.headers.has("Cache-Control"))
    answer.headers.set("Cache-Control", PAGE_CACHE_CONTROL);
  return answer;
}

/**
 * Distinguishes the write server's requests from others. Its forms for visitors only exist on sites
 * with pages.
 */
function createServerPaths(server: WriteServer | null, { read }: DistFiles): (pathname: string, method: string) => Promise<boolean> {
  const manifests = createManifestSource({ read, maxAgeMs: 0, now: () => performance.now() });
  return async (pathname, method) => {
    if (server === null) return false;
    if (server.answers(pathname, method)) return true;
    return isFormPage(pathname) && (await manifests.get().catch(() => null))?.frame !== undefined;
  };
}

/**
 * Calls the write server, if there is one. The result is null if it did not answer and there is no
 * snapshot.
 */
function createServerAnswers({ server = null, addressOf }: NodeHostOptions, api: (request: Request) => Promise<Response>) {
  const serverFirst = createServerFirst();
  return async (request: Request, pathname: string, socketAddress: string): Promise<Response | null> => {
    if (server === null) return null;
    const ask = () => server.fetch(request, { address: addressOf?.(request, socketAddress) ?? socketAddress });
    return hasSnapshotOf(pathname, request.method) ? serverFirst({ ask, readFiles: () => api(request) }) : ask();
  };
}

const NOT_PUBLIC =
  "This server shows unpublished documents. It answers under a loopback address (127.0.0.1, localhost) or the host that --site-url names, and to pages from there.";
const OTHER_WORKER =
  "The owner's desk is under a path of this site, so only Octavo's own service worker is allowed: any other could read the desk's forms.";
const OTHER_HOST =
  "This server answers only under an IP address, localhost, the site's own host and the hosts that --public-url, --site-url and --allow-host name. To allow this name, start it with --allow-host.";

/** The reason why the request's host or origin is refused. Null if it is accepted. */
function refusalOf(request: Request, { audience = null, isOwnHost = null }: NodeHostOptions): string | null {
  if (audience !== null) return isForAudience(request, audience) ? null : NOT_PUBLIC;
  return isOwnHost === null || isHostAmong(request, isOwnHost) ? null : OTHER_HOST;
}

/**
 * Values that stay unchanged: hashed files never change, and some responses must never be cached.
 */
const KEPT: readonly (string | null)[] = [CACHE_CONTROL.immutable, CACHE_CONTROL.none];

/** Makes clients revalidate a response each time: authors reload a page to see what they saved. */
function requireRevalidation(answer: Response): Response {
  const { headers } = answer;
  if (!KEPT.includes(headers.get("Cache-Control"))) headers.set("Cache-Control", CACHE_CONTROL.manifest);
  return answer;
}
