import { REQUEST_HEADERS } from "../../contract/cors-headers.ts";
import { API_PREFIX, routeOf } from "../../contract/paths.ts";
import { isForServer, takesCookies } from "../../contract/proxy-headers.ts";
import { pathBelow, putBelow } from "../../contract/text/base-path.ts";
import { createHttpCounts } from "../../edge/counts/http-counts.ts";
import type { StartTimer } from "../../edge/counts/live-counts.ts";
import { createReadHandler } from "../../edge/handler.ts";
import { IndexUnavailable } from "../../edge/read-file.ts";
import { createServerFirst, hasSnapshotOf } from "../server-first.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { createStoredFiles } from "./stored-files.ts";

/**
 * How long a manifest is used without revalidation, in milliseconds: a page sends several requests
 * at once.
 */
const MANIFEST_MAX_AGE_MS = 10_000;
/** The only path of the API with a file's extension. */
const OPENAPI_PATH = API_PREFIX + routeOf("openapi").path;
const MEGABYTE = 1024 * 1024;
/** Limits of the browser's storage for a site. */
const INDEX_BOUNDS = { maxFiles: 1_000, maxBytes: 32 * MEGABYTE };
const DOCUMENT_BOUNDS = { maxFiles: 500, maxBytes: 16 * MEGABYTE };
/**
 * Headers of a page's request that the write server accepts. Any other would fail the preflight.
 */
const FORWARDED_HEADERS = ["Accept", ...REQUEST_HEADERS];

export interface ServiceWorkerOptions {
  /** Folder of the worker's file with a final slash: the root of the site. */
  readonly base: string;
  /**
   * Origin of the write server, which is the site's own if a proxy forwards to it; null if unknown.
   */
  readonly server: string | null;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  /** Checks for a newer worker, because this one does not understand the site's index. */
  readonly update: () => void;
  readonly startTimer?: StartTimer;
  readonly now?: () => number;
}

export interface ServiceWorkerApp {
  /**
   * Answers synchronously, as the browser requires; null if the request is not ours, so that the
   * browser handles it as without a worker.
   */
  respond(request: Request): Promise<Response> | null;
  /** Deletes caches of earlier workers of this site, and no others on the origin. */
  dropOldCaches(): Promise<void>;
}

/**
 * The API of a site on a host that only has files: reads are answered in the browser, requests for
 * the write server go to the network.
 */
export function createServiceWorkerApp(options: ServiceWorkerOptions): ServiceWorkerApp {
  const { base, server, caches, fetch, update, startTimer = startRealTimer, now = Date.now } = options;
  const { origin, pathname: root } = new URL(base);
  const prefix = `octavo:${root}:`;
  const names = { index: `${prefix}index-1`, documents: `${prefix}documents-1` };
  const hashed = new BoundedCache({ caches, name: names.index, base, ...INDEX_BOUNDS });
  const changing = new BoundedCache({ caches, name: names.documents, base, ...DOCUMENT_BOUNDS });
  const read = createStoredFiles({ base, fetch, hashed, changing, startTimer, now });
  const handle = createReadHandler({
    read,
    now,
    manifestMaxAgeMs: MANIFEST_MAX_AGE_MS,
    ...(server === null ? {} : { counts: createHttpCounts({ origin: server, fetch }) }),
    onError: (error) => {
      if (error instanceof IndexUnavailable) update();
    },
  });
  const answerFromFiles = ({ method, headers }: Request, target: string): Promise<Response> =>
    handle(new Request(putBelow(origin, target), { method, headers }));
  const serverFirst = createServerFirst({ now, startTimer });
  const askServer = (request: Request, path: string, target: string): Promise<Response> => {
    const absent = new Request(request.url, { method: request.method, headers: request.headers });
    const ask = () => askOrigin(options, origin, request, { path, target });
    const readFiles = (): Promise<Response> => answerFromFiles(absent, target);
    if (hasSnapshotOf(path, request.method)) return serverFirst({ ask, readFiles });
    return ask()
      .catch(() => null)
      .then((response) => response ?? readFiles());
  };

  return {
    respond(request) {
      const url = new URL(request.url);
      const path = pathBelow(root.slice(0, -1), url.pathname);
      if (url.origin !== origin || path === null || pathBelow(API_PREFIX, path) === null) return null;
      if (isForServer(path, request.method)) {
        // A beacon may outlive the worker, and nobody waits for its response.
        const alone = request.keepalive && (server === null || server === origin);
        return alone ? null : askServer(request, path, path + url.search);
      }
      // `posts.json` is not a path of the API, but a file that pages can also read without a
      // worker.
      if (path.endsWith(".json") && path !== OPENAPI_PATH) return null;
      return answerFromFiles(request, path + url.search);
    },
    dropOldCaches: () => dropCaches(caches, prefix, Object.values(names)),
  };
}

async function dropCaches(caches: CacheStorage, prefix: string, currentNames: readonly string[]): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && !currentNames.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns null if the host answered with its own page, because there is then no server. */
async function askOrigin(
  { server, fetch }: ServiceWorkerOptions,
  origin: string,
  request: Request,
  { path, target }: { readonly path: string; readonly target: string },
): Promise<Response | null> {
  const response = await fetch(server === null || server === origin ? request : await toServer(request, path, server + target));
  return isOfServer(response) ? response : null;
}

/** The same request to another origin. */
async function toServer(request: Request, path: string, url: string): Promise<Request> {
  const { method, keepalive } = request;
  const headers = FORWARDED_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const body = await request.arrayBuffer();
  return new Request(url, {
    method,
    headers,
    keepalive,
    mode: "cors",
    credentials: takesCookies(path) ? "include" : "omit",
    ...(body.byteLength > 0 ? { body } : {}),
  });
}

/**
 * Our server answers with JSON or without a body; a plain host answers with a page. A proxy's
 * refusal is returned unchanged.
 */
function isOfServer({ status, headers }: Response): boolean {
  if ([204, 304, 413, 429].includes(status)) return true;
  return /^application\/(?:(?:problem\+)?json|atom\+xml)\b/.test(headers.get("Content-Type") ?? "");
}

const startRealTimer: StartTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
