import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { H3, type H3Event, serve } from "h3";
import type { ServerMiddleware } from "srvx";
import { OWN_REFUSAL_HEADERS, SHARED_REFUSAL_HEADERS } from "../desk-refusals.ts";

/**
 * Size limit of request line and headers together, in bytes: large enough that our own 414 (over 8
 * KiB) comes before Node's 431.
 */
const HEADERS_MAX_BYTES = 32 * 1024;
const CLOSE_GRACE_MS = 5_000;
const SWEEP_EVERY_MS = 50;
/**
 * Time limits for receiving a request, so that slow clients cannot hold connections. Bodies are at
 * most 32 KiB; Node's own limit is five minutes. Responses have no limit.
 */
const ARRIVAL: ArrivalLimits = { headersMs: 15_000, requestMs: 30_000, checkEveryMs: 5_000 };

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** How long requests in progress may take when the server closes, in milliseconds. */
  readonly closeGraceMs?: number;
  readonly arrival?: ArrivalLimits;
  /** Whether the owner's desk has its own host name. Default: false. */
  readonly hasDeskHost?: boolean;
}

/** Time limits for a request. A slower client gets 408, and the connection is closed. */
export interface ArrivalLimits {
  /** For request line and headers, in milliseconds. */
  readonly headersMs: number;
  /** For the whole request, in milliseconds. */
  readonly requestMs: number;
  /** Interval between checks, in milliseconds. */
  readonly checkEveryMs: number;
}

export interface RunningServer {
  /** `http://127.0.0.1:3000`, with the actual port. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting connections, waits for requests in progress (at most 5 s), then closes all
   * connections.
   */
  close(): Promise<void>;
}

/**
 * An h3 app for a handler that also gets the address of the socket's client. The handler gets paths
 * as they were sent.
 */
export function toApp(handle: (request: Request, peer: { readonly address: string }) => Promise<Response>): H3 {
  const app = new H3({ allowMalformedURL: true, silent: true });
  app.use((event: H3Event) => handle(event.req, { address: event.req.ip ?? "" }));
  return app;
}

/**
 * Opens a port for an h3 app.
 * @throws the error of `listen`: EADDRINUSE, EACCES, ENOTFOUND
 */
export async function listen(
  app: H3,
  { host, port, closeGraceMs = CLOSE_GRACE_MS, arrival = ARRIVAL, hasDeskHost = false }: ListenOptions,
): Promise<RunningServer> {
  const server = serve(app, {
    hostname: host,
    port,
    manual: true,
    silent: true,
    // The CLI handles signals; srvx would handle them itself.
    gracefulShutdown: false,
    middleware: [refuseTwoHosts],
    node: {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: arrival.headersMs,
      requestTimeout: arrival.requestMs,
      connectionsCheckingInterval: arrival.checkEveryMs,
    },
  });
  await server.serve();
  const node = server.node?.server;
  const refusal = hasDeskHost ? OWN_REFUSAL_HEADERS : SHARED_REFUSAL_HEADERS;
  node?.on("clientError", (error, socket) => refuseUnreadable(error, socket, refusal));
  const address = node?.address();
  if (node === undefined || !isAddressInfo(address)) throw new Error(`listening on ${host}:${port} gave no address`);
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const ended = server.close();
    const closeIdle = (): void => {
      if ("closeIdleConnections" in node) node.closeIdleConnections();
    };
    closeIdle();
    // Clients keep idle connections open for seconds, which would delay closing.
    const sweep = setInterval(closeIdle, SWEEP_EVERY_MS);
    const timer = setTimeout(() => void server.close(true), closeGraceMs);
    await ended.finally(() => {
      clearInterval(sweep);
      clearTimeout(timer);
    });
  };
  return {
    url: `http://${urlHost(host, address)}:${address.port}`,
    port: address.port,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers as Node does, with headers for the case that the address is one of the owner's desk. */
function refuseUnreadable(
  error: Error & { readonly code?: string },
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
  refusal: Readonly<Record<string, string>>,
): void {
  if (socket.writable && socket._httpMessage?.headersSent !== true) {
    const status = UNREADABLE[error.code ?? ""] ?? "400 Bad Request";
    const all = { Connection: "close", "Content-Type": "text/plain", ...refusal, "Content-Length": String(status.length) };
    const headers = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.write([`HTTP/1.1 ${status}`, ...headers, "", status].join("\r\n"));
  }
  socket.destroy(error);
}

/**
 * Answers 400 as RFC 9112 (section 3.2) requires, because a proxy in front may pick a different
 * host if there are several. Node itself refuses a request without a host, and uses the first of
 * several.
 */
const refuseTwoHosts: ServerMiddleware = (request, next) => {
  const lines = request.runtime?.node?.req.rawHeaders ?? [];
  const hosts = lines.filter((line, index) => index % 2 === 0 && line.toLowerCase() === "host");
  if (hosts.length < 2) return next();
  return new Response(null, { status: 400, headers: { Connection: "close", "Cache-Control": "no-store" } });
};

function isAddressInfo(address: AddressInfo | string | null | undefined): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

/** A host name that a browser can open; localhost if the server listens on all interfaces. */
function urlHost(host: string, address: AddressInfo): string {
  if (host === "0.0.0.0" || host === "::" || host === "") return "localhost";
  return address.family === "IPv6" && host.includes(":") ? `[${host}]` : host;
}
