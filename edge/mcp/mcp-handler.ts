import { CORS_MAX_AGE_SECONDS, MCP_REQUEST_MAX_BYTES } from "../../contract/limits.ts";
import { API_PREFIX, CACHE_CONTROL, type RouteName, routeOf } from "../../contract/paths.ts";
import { isRecord } from "../manifest.ts";
import { callTool, type ToolAnswer } from "./call-tool.ts";
import { describeOwnTools, findTool, toOwnKinds } from "./own-tools.ts";
import { describeTools, toTarget, writeInstructions } from "./tools.ts";

/**
 * The Model Context Protocol over streamable HTTP, without sessions or streams: one JSON-RPC
 * request per POST, one JSON response. Two generations of clients are supported: those that begin
 * with `initialize` (2025-03-26 to 2025-11-25), and those that name their version in each request
 * (2026-07-28).
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */

const VERSION = "2026-07-28";
/** Newest first. A client with an unknown version is offered the first. */
const FORMER_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];
const META = "io.modelcontextprotocol/";
/** How long a client may cache the list of tools, in milliseconds. */
const LIST_MAX_AGE_MS = 3_600_000;
/** Maximum length of a request id, which is limited because it is sent back. */
const ID_MAX = 256;

const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const PARSE_ERROR = -32_700;
const HEADER_MISMATCH = -32_020;
const UNSUPPORTED_VERSION = -32_022;

const ALLOW = "POST, OPTIONS";
const HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": CACHE_CONTROL.none,
  "X-Content-Type-Options": "nosniff",
};
const PREFLIGHT: Readonly<Record<string, string>> = {
  ...HEADERS,
  Allow: ALLOW,
  "Access-Control-Allow-Methods": ALLOW,
  "Access-Control-Allow-Headers": "Content-Type, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, Last-Event-ID",
  "Access-Control-Max-Age": String(CORS_MAX_AGE_SECONDS),
};

const SERVER_INFO = { name: "octavo", title: "Octavo", version: "1" };

type Members = Readonly<Record<string, unknown>>;
/**
 * Answers a GET of the API: takes path and query, and returns the response of the read handler or
 * the write server.
 */
type AskApi = (target: string) => Promise<Response>;

/** A request that is rejected. */
class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly status: number;
  readonly data: Members | undefined;

  /** @param status HTTP status */
  constructor(code: number, message: string, status = 400, data?: Members) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

export interface McpHandlerOptions<Peer extends readonly unknown[]> {
  /** Answers GETs of the API: the read handler, behind the write server if there is one. */
  readonly api: (request: Request, ...peer: Peer) => Promise<Response>;
  /** Called with the cause of an internal error, for the host's log. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Answers requests to MCP_PATH; never throws. All origins are accepted, as on `/api/v1`, because
 * everything it reads is public. A host that shows unpublished documents refuses foreign origins
 * and host names on all paths.
 */
export function createMcpHandler<Peer extends readonly unknown[]>({
  api,
  onError,
}: McpHandlerOptions<Peer>): (request: Request, ...peer: Peer) => Promise<Response> {
  return async (request, ...peer) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
    let id: unknown = null;
    try {
      if (request.method !== "POST") throw new RpcError(INVALID_REQUEST, `This path allows ${ALLOW}.`, 405);
      const message = await readMessage(request);
      // Notifications need no response. Neither do a client's responses, because this server sends
      // no requests.
      if (typeof message.method !== "string" || message.id === undefined) return new Response(null, { status: 202, headers: HEADERS });
      ({ id } = message);
      const ask: AskApi = (target) => api(new Request(new URL(target, request.url), { signal: request.signal }), ...peer);
      return toAnswer(200, { jsonrpc: "2.0", id, result: await answerMethod(request.headers, message.method, message.params, ask) });
    } catch (error) {
      if (!(error instanceof RpcError)) onError?.(error);
      const { code, message, status, data } =
        error instanceof RpcError ? error : new RpcError(INTERNAL_ERROR, "Something went wrong here.", 500);
      return toAnswer(status, { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } });
    }
  };
}

function toAnswer(status: number, body: Members): Response {
  const headers = { ...HEADERS, "Content-Type": "application/json", ...(status === 405 ? { Allow: ALLOW } : {}) };
  return new Response(JSON.stringify(body), { status, headers });
}

/** @throws RpcError */
async function readMessage(request: Request): Promise<Members> {
  if (!/^application\/json *(?:;|$)/i.test(request.headers.get("Content-Type") ?? ""))
    throw new RpcError(INVALID_REQUEST, "Send Content-Type: application/json.", 415);
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let message: unknown;
  try {
    for await (const part of request.body ?? []) {
      bytes += part.length;
      // Leaving the loop cancels the rest.
      if (bytes > MCP_REQUEST_MAX_BYTES) break;
      text += decoder.decode(part, { stream: true });
    }
    if (bytes <= MCP_REQUEST_MAX_BYTES) message = JSON.parse(text + decoder.decode());
  } catch {
    throw new RpcError(PARSE_ERROR, "The body is not JSON in UTF-8.");
  }
  if (bytes > MCP_REQUEST_MAX_BYTES) throw new RpcError(INVALID_REQUEST, `A request has at most ${MCP_REQUEST_MAX_BYTES} bytes.`, 413);
  if (!isRecord(message) || message.jsonrpc !== "2.0") throw new RpcError(INVALID_REQUEST, "Send one JSON-RPC 2.0 message.");
  const { id } = message;
  const isId = id === undefined || Number.isInteger(id) || (typeof id === "string" && id.length <= ID_MAX);
  if (!isId) throw new RpcError(INVALID_REQUEST, `id: want a whole number, or a text of at most ${ID_MAX} characters.`);
  return message;
}

/** @throws RpcError */
async function answerMethod(headers: Headers, method: string, given: unknown, ask: AskApi): Promise<Members> {
  const params = isRecord(given) ? given : {};
  const meta = isRecord(params._meta) ? params._meta : {};
  const isModern = meta[`${META}protocolVersion`] !== undefined;
  if (isModern) checkModern(headers, method, params, meta);
  else if (method !== "initialize") checkFormer(headers.get("Mcp-Protocol-Version"));
  const complete = { resultType: "complete", _meta: { [`${META}serverInfo`]: SERVER_INFO } };
  const listed = { ...complete, ttlMs: LIST_MAX_AGE_MS, cacheScope: "public" };
  switch (`${isModern} ${method}`) {
    case "true server/discover":
      return { ...listed, supportedVersions: [VERSION], capabilities: { tools: {} }, instructions: await introduce(ask) };
    case "false initialize": {
      const [newest] = FORMER_VERSIONS;
      const protocolVersion = FORMER_VERSIONS.find((version) => version === params.protocolVersion) ?? newest;
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER_INFO, instructions: await introduce(ask) };
    }
    case "false ping":
      return {};
    case "true tools/list":
    case "false tools/list":
      return { ...(isModern ? listed : {}), tools: await listTools(ask) };
    case "true tools/call":
    case "false tools/call": {
      const tool = findTool(params.name);
      if (tool === undefined) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${toShown(params.name)}`, 200);
      const { arguments: values = {} } = params;
      if (!isRecord(values)) throw new RpcError(INVALID_PARAMS, "arguments: want an object.", 200);
      return {
        ...(isModern ? complete : {}),
        ...(await callTool(tool, values, async (called, asked) => readAnswer(await ask(toTarget(called, asked))))),
      };
    }
    default:
      throw new RpcError(METHOD_NOT_FOUND, `There is no method ${method.slice(0, ID_MAX)} here.`, isModern ? 404 : 200);
  }
}

/**
 * Checks that the headers repeat the request's method and name, which proxies need.
 * @throws RpcError
 */
function checkModern(headers: Headers, method: string, params: Members, meta: Members): void {
  const requested = meta[`${META}protocolVersion`];
  if (requested !== VERSION) throw unsupported(requested);
  if (!isRecord(meta[`${META}clientCapabilities`])) throw new RpcError(INVALID_PARAMS, `_meta: ${META}clientCapabilities is required.`);
  const pairs: readonly (readonly [header: string, value: unknown])[] = [
    ["Mcp-Protocol-Version", VERSION],
    ["Mcp-Method", method],
    ...(method === "tools/call" ? ([["Mcp-Name", params.name]] as const) : []),
  ];
  for (const [name, value] of pairs) {
    if (decodeHeader(headers.get(name)) !== value)
      throw new RpcError(HEADER_MISMATCH, `The header ${name} is missing, or differs from the body.`);
  }
}

/** `=?base64?…?=` encodes values that a header cannot hold. */
function decodeHeader(value: string | null): string | null {
  const encoded = /^=\?base64\?([\w+/=]*)\?=$/.exec(value ?? "")?.[1];
  if (encoded === undefined) return value;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** @throws RpcError */
function checkFormer(version: string | null): void {
  if (version === VERSION) throw new RpcError(INVALID_PARAMS, `_meta: ${META}protocolVersion is required.`);
  if (version !== null && !FORMER_VERSIONS.includes(version)) throw unsupported(version);
}

function unsupported(requested: unknown): RpcError {
  const supported = [VERSION, ...FORMER_VERSIONS];
  return new RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", 400, {
    supported,
    requested: toShown(requested),
  });
}

/**
 * A received value as text, to be sent back. Objects are left out: they may not be serializable,
 * and deep ones overflow the stack.
 */
function toShown(value: unknown): string {
  return typeof value === "object" ? "no text" : String(value).slice(0, ID_MAX);
}

async function readAnswer(response: Response): Promise<ToolAnswer> {
  const body: unknown = await response.json();
  return response.ok ? { body } : { problem: body, retryAfter: response.headers.get("Retry-After") };
}

async function listTools(ask: AskApi): Promise<readonly object[]> {
  const [document, kinds] = await Promise.all([readDocument(ask, "openapi"), readDocument(ask, "kinds").catch(() => null)]);
  return [...describeTools(document), ...describeOwnTools(toOwnKinds(kinds))];
}

async function introduce(ask: AskApi): Promise<string> {
  return writeInstructions(await readDocument(ask, "site-settings").catch(() => null));
}

/** @throws RpcError if there is none */
async function readDocument(ask: AskApi, route: RouteName): Promise<unknown> {
  const response = await ask(API_PREFIX + routeOf(route).path);
  if (!response.ok) throw new RpcError(INTERNAL_ERROR, "The site is not complete yet. Try again later.", 503);
  return response.json();
}
