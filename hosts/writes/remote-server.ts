import { corsHeaders } from "../../contract/cors-headers.ts";
import { BODY_MAX_BYTES } from "../../contract/limits.ts";
import {
  CLIENT_ADDRESS_HEADER,
  isForServer,
  matchServerRoute,
  PROXY_SECRET_HEADER,
  passesCookiesOf,
  STRIPPED_HEADERS,
} from "../../contract/proxy-headers.ts";
import { createHttpCounts } from "../../edge/counts/http-counts.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import { problemResponse } from "../problem-response.ts";
import type { WriteServer } from "./server-behind.ts";

export interface RemoteServerOptions {
  /** Origin of the write server: `https://api.ines.example`. A final slash makes no difference. */
  readonly server: string;
  /**
   * The secret that makes the server trust this host. Default: the server trusts this host's
   * address.
   */
  readonly secret?: string | null | undefined;
  /** Reads the site's files, because problems contain its public base. */
  readonly read: ReadFile;
  /** Default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Shortest interval between requests for counts from a remote server. */
export const REMOTE_COUNTS_MAX_AGE_MS = 10_000;
const ANSWER_MAX_MS = 30_000;
/** Statuses from a proxy in between if the server does not answer. */
const AWAY = [502, 504];
/**
 * Headers of a single connection, and `content-encoding`, which is wrong for a body that was
 * decoded on the way.
 */
const DROPPED = ["connection", "keep-alive", "transfer-encoding", "content-encoding"];

/** A write server on another machine. */
export function createRemoteServer(options: RemoteServerOptions): WriteServer {
  const origin = options.server.replace(/\/+$/, "");
  const ask = options.fetch ?? ((url, init) => fetch(url, init));
  return {
    answers: isForServer,
    counts: createHttpCounts({ origin, fetch: ask }),
    async fetch(request, { address }) {
      const { pathname, search } = new URL(request.url);
      const body = await readBody(request, pathname);
      if (body === "too-large") {
        return problemResponse(options.read, request, "content-too-large", {
          cors: corsHeaders(matchServerRoute(pathname)?.route ?? null),
        });
      }
      const init: RequestInit = {
        method: request.method,
        headers: toHeaders(request, pathname, address, options.secret),
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_MAX_MS),
      };
      const response = await ask(origin + pathname + search, init).catch(() => null);
      if (response === null || AWAY.includes(response.status)) {
        await response?.body?.cancel();
        return null;
      }
      const headers = new Headers(response.headers);
      if (headers.has("content-encoding")) headers.delete("content-length");
      for (const name of DROPPED) headers.delete(name);
      const hasBody = request.method !== "HEAD" && ![204, 304].includes(response.status);
      return new Response(hasBody ? response.body : null, { status: response.status, headers });
    },
  };
}

/**
 * The body; null if there is none, or it is not needed. A body that exceeds the server's limit is
 * not sent: the server would hang up, and another visitor's request on the same connection would be
 * lost.
 */
async function readBody(request: Request, pathname: string): Promise<Uint8Array<ArrayBuffer> | null | "too-large"> {
  if (request.body === null || matchServerRoute(pathname)?.route.name === "like") return null;
  const body = new Uint8Array(BODY_MAX_BYTES);
  let length = 0;
  for await (const part of request.body) {
    // Leaving the loop cancels the rest.
    if (length + part.length > body.length) return "too-large";
    body.set(part, length);
    length += part.length;
  }
  return body.slice(0, length);
}

/** The client's headers without those that a client must not set. */
function toHeaders(request: Request, pathname: string, address: string, secret: RemoteServerOptions["secret"]): Headers {
  const headers = new Headers(request.headers);
  for (const name of [...STRIPPED_HEADERS, "host", "content-length", "expect"]) headers.delete(name);
  // Also removes other hosts' own headers, which described a connection that ends here.
  for (const name of [...headers.keys()]) if (name.startsWith("cf-") || name.startsWith("x-nf-")) headers.delete(name);
  if (!passesCookiesOf(pathname)) headers.delete("cookie");
  if (address) headers.set(CLIENT_ADDRESS_HEADER, address);
  if (secret) headers.set(PROXY_SECRET_HEADER, secret);
  headers.set("accept-encoding", "identity");
  return headers;
}
