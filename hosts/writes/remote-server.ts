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
  /** Origin of the write server: `https://api.ines.example`. A slash at the end is no matter. */
  readonly server: string;
  /** The secret by which the server trusts this host; null: it goes by this host's address. */
  readonly secret: string | null;
  /** Reads the site's files; problems name its public base. */
  readonly read: ReadFile;
  /** Default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** How often a server that is somewhere else is asked for counts, at most. */
export const REMOTE_COUNTS_MAX_AGE_MS = 10_000;
const ANSWER_MAX_MS = 30_000;
/** Statuses by which a proxy in between answers for a server that does not. */
const AWAY = [502, 504];
/** Headers of one connection, and those that are wrong for a body unpacked on the way. */
const DROPPED = ["connection", "keep-alive", "transfer-encoding", "content-encoding", "content-length"];

/** A write server that is somewhere else. */
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
      const unpacked = headers.has("content-encoding");
      for (const name of DROPPED) if (name !== "content-length" || unpacked) headers.delete(name);
      const hasBody = request.method !== "HEAD" && ![204, 304].includes(response.status);
      return new Response(hasBody ? response.body : null, { status: response.status, headers });
    },
  };
}

/**
 * The body; null where there is none or nobody reads it. What the server would refuse for its length is kept from it: it would hang up, and what
 * another visitor sends over the same connection at that moment would be lost.
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

/** As the client sent them, but for what it must not say of itself. */
function toHeaders(request: Request, pathname: string, address: string, secret: string | null): Headers {
  const headers = new Headers(request.headers);
  for (const name of [...STRIPPED_HEADERS, "host", "content-length", "expect"]) headers.delete(name);
  // Names of other hosts' own headers, too: what they say was true of a connection that ends here.
  for (const name of [...headers.keys()]) if (name.startsWith("cf-") || name.startsWith("x-nf-")) headers.delete(name);
  if (!passesCookiesOf(pathname)) headers.delete("cookie");
  if (address !== "") headers.set(CLIENT_ADDRESS_HEADER, address);
  if (secret !== null) headers.set(PROXY_SECRET_HEADER, secret);
  headers.set("accept-encoding", "identity");
  return headers;
}
