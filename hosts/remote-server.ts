import { BODY_MAX_BYTES } from "../contract/limits.ts";
import { API_PREFIX } from "../contract/paths.ts";
import { CLIENT_ADDRESS_HEADER, isForServer, PROXY_SECRET_HEADER, STRIPPED_HEADERS, takesCookies } from "../contract/proxy.ts";
import type { Counts } from "../contract/schemas/list.ts";
import { createHttpCounts } from "../edge/http-counts.ts";

export interface RemoteServerOptions {
  /** Origin of the write server: `https://api.ines.example`. A slash at the end is no matter. */
  readonly server: string;
  /** What the server believes us by; null: it tells us from others by our address. */
  readonly secret: string | null;
  /** Default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The write server somewhere else, as a host passes requests on to it. */
export interface RemoteServer {
  /** Whether a path (without the query) is its to answer. */
  answers(path: string, method: string): boolean;
  /**
   * Its answer; null where it is away, takes too long, or something before it says so.
   * @param peer the client; "" where that is not known
   */
  fetch(request: Request, peer: { readonly address: string }): Promise<Response | null>;
  counts(): Promise<Counts | null>;
}

const ANSWER_MAX_MS = 30_000;
/** What a proxy in between says for a server that does not answer. */
const AWAY = [502, 504];
/** Of one connection, or not true of a body that was unpacked on the way. */
const DROPPED = ["connection", "keep-alive", "transfer-encoding", "content-encoding", "content-length"];

export function createRemoteServer(options: RemoteServerOptions): RemoteServer {
  const origin = options.server.replace(/\/+$/, "");
  const ask = options.fetch ?? ((url, init) => fetch(url, init));
  return {
    answers: isForServer,
    counts: createHttpCounts({ origin, fetch: ask }),
    async fetch(request, { address }) {
      const { pathname, search } = new URL(request.url);
      const init: RequestInit = {
        method: request.method,
        headers: toHeaders(request, pathname, address, options.secret),
        body: await readBody(request),
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_MAX_MS),
      };
      const response = await ask(origin + pathname + search, init).catch(() => null);
      if (response === null || AWAY.includes(response.status)) {
        await response?.body?.cancel();
        return null;
      }
      const headers = new Headers(response.headers);
      const unpacked = headers.has("content-encoding");
      for (const name of DROPPED) if (name !== "content-length" || unpacked) headers.delete(name);
      const hasBody = request.method !== "HEAD" && ![204, 304].includes(response.status);
      return new Response(hasBody ? response.body : null, { status: response.status, headers });
    },
  };
}

/**
 * The body, or as much of it as shows the server that it is too large: what is longer is refused whatever it holds, and a host keeps no more of it.
 * null where there is none.
 */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return null;
  const body = new Uint8Array(BODY_MAX_BYTES + 1);
  let length = 0;
  for await (const part of request.body) {
    const kept = part.subarray(0, body.length - length);
    body.set(kept, length);
    length += kept.length;
    // Leaving the loop cancels the rest.
    if (length === body.length) break;
  }
  return body.slice(0, length);
}

/** As the client sent them, but for what it must not say of itself. */
function toHeaders(request: Request, pathname: string, address: string, secret: string | null): Headers {
  const headers = new Headers(request.headers);
  for (const name of [...STRIPPED_HEADERS, "host", "content-length", "expect"]) headers.delete(name);
  // Names of other hosts' own headers, too: what they say was true of a connection that ends here.
  for (const name of [...headers.keys()]) if (name.startsWith("cf-") || name.startsWith("x-nf-")) headers.delete(name);
  if (!takesCookies(pathname)) headers.delete("cookie");
  if (address !== "") headers.set(CLIENT_ADDRESS_HEADER, address);
  if (secret !== null) headers.set(PROXY_SECRET_HEADER, secret);
  headers.set("accept-encoding", "identity");
  return headers;
}

/** Whether a path is one of the API. */
export function isApiPath(pathname: string): boolean {
  return pathname === API_PREFIX || pathname.startsWith(`${API_PREFIX}/`);
}
