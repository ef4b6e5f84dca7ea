import { EtagCache } from "./etag-cache.ts";
import { describeForProgrammers, describeLack } from "./failure-texts.ts";
import type { KindList, Pagination } from "./generated/api-types.ts";
import type { ClientMethods } from "./generated/client-methods.ts";
import { OPERATION_TABLE, type OperationRow } from "./generated/operation-table.ts";
import { OctavoError } from "./octavo-error.ts";
import { createQueryCheck, describeUnknownKind } from "./own-kinds.ts";
import type { ClientOptions } from "./request-options.ts";
import { type ClientRequest, createSender, type SendRequest } from "./send-request.ts";

/** Responses cached for their ETags outside browsers. */
const CACHE_ENTRIES = 100;

/** The reads of every kind. Names of parameters depend on the kind. */
const KIND_LIST: OperationRow = { method: "GET", path: "/{kind}", page: "page" };
const KIND_GET: OperationRow = { method: "GET", path: "/{kind}/{slug}" };

/**
 * A client of one site's API, with a method for each operation. A method resolves with the API's
 * response, and rejects with an OctavoError, or with the reason of an aborted signal. Mistakes that
 * the client can detect itself are TypeErrors.
 */
export function createClient(options: ClientOptions): ClientMethods {
  const cache = new EtagCache(options.cache ?? (typeof document === "undefined" ? CACHE_ENTRIES : 0));
  const base = resolveBase(options.baseUrl);
  const sendPlain = createSender(options, { describe: describeForProgrammers, readText: cache.read });
  const send: SendRequest = (request) => sendPlain(request).catch(explainNotFound(async () => describeLack(base)));
  const client: Record<string, unknown> = {};
  const bind =
    (name: string, row: OperationRow): Call =>
    async (...args) =>
      send(toRequest(base, name, row, args));
  for (const [name, row] of Object.entries(OPERATION_TABLE)) {
    const call = bind(name, row);
    const [group = "", method] = name.split(".");
    const members = (client[group] ?? (method === undefined ? call : {})) as Record<string, unknown>;
    client[group] = members;
    if (method !== undefined) members[method] = call;
    if (row.page !== undefined) members.all = (...args: readonly unknown[]) => readAll(call, row, row.page ?? "", args);
  }
  const readKinds = async () => ((await bind("kinds.list", { method: "GET", path: "/kinds" })()) as KindList).items;
  const checkQuery = createQueryCheck(readKinds);
  client.kind = (kind: string) => {
    const explain = explainNotFound(async () => describeUnknownKind(kind, await readKinds()));
    const list: Call = async (name, query, options) => {
      await checkQuery(kind, query ?? {});
      return bind(`${kind}.list`, KIND_LIST)(name, query, options).catch(explain);
    };
    return {
      list: (...args: readonly unknown[]) => list(kind, ...args),
      all: (...args: readonly unknown[]) => readAll(list, KIND_LIST, "page", [kind, ...args]),
      get: (...args: readonly unknown[]) => bind(`${kind}.get`, KIND_GET)(kind, ...args),
    };
  };
  // The generated interface and the table are made from the same operations.
  return client as unknown as ClientMethods;
}

/**
 * Returns an error handler that adds an explanation, if there is one, to a "not found" of the API,
 * and throws.
 */
function explainNotFound(describe: () => Promise<string | null>): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof OctavoError) || error.problem.code !== "not-found") throw error;
    const { problem, method, url, retryAfter } = error;
    const reason = await describe().catch(() => null);
    if (reason === null) throw error;
    throw new OctavoError({ ...problem, detail: `${problem.detail} Reason: ${reason}` }, { method, url, retryAfter, cause: error });
  };
}

type Call = (...args: readonly unknown[]) => Promise<unknown>;

interface Page {
  readonly items: readonly unknown[];
  readonly pagination: Pagination;
}

async function* readAll(
  call: Call,
  row: OperationRow,
  parameter: string,
  args: readonly unknown[],
): AsyncGenerator<unknown, void, undefined> {
  const at = row.path.split("{").length - 1;
  const query = (args[at] ?? {}) as Readonly<Record<string, unknown>>;
  for (let page = Number(query[parameter] ?? 1); ; page += 1) {
    const { items, pagination } = (await call(...args.slice(0, at), { ...query, [parameter]: page }, args[at + 1])) as Page;
    yield* items;
    if (!pagination.hasNextPage) return;
  }
}

/** Reads a method's arguments: path parameters, a body, a query, options. */
function toRequest(base: string, name: string, row: OperationRow, args: readonly unknown[]): ClientRequest {
  const rest = [...args];
  const path = row.path.replace(/\{(\w+)\}/g, (_, parameter: string) => toSegment(name, parameter, rest.shift()));
  const body = row.body ? rest.shift() : undefined;
  const query = row.query || row.page ? renderQuery(name, row.query, (rest.shift() ?? {}) as Readonly<Record<string, unknown>>) : "";
  return { row, url: base + path + query, body, options: rest.shift() ?? {} };
}

/** A segment that consists of dots would change the path. */
function toSegment(name: string, parameter: string, value: unknown): string {
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${name}: ${parameter} must be a non-empty text other than dots, not ${JSON.stringify(value)}`);
}

/**
 * Parameters in the order of the table, or else by name, so that equal queries have equal
 * addresses.
 */
function renderQuery(name: string, parameterNames: readonly string[] | undefined, query: Readonly<Record<string, unknown>>): string {
  const names = parameterNames ?? Object.keys(query).sort();
  const unknown = Object.keys(query).find((key) => !names.includes(key));
  // The API would ignore it and answer a query other than the intended one.
  if (unknown !== undefined) throw new TypeError(`${name} has no parameter ${unknown}; it has ${names.join(", ")}`);
  const parameters = new URLSearchParams();
  for (const key of names) {
    const value = query[key];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    parameters.set(key, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Without a final slash. */
function resolveBase(baseUrl: string): string {
  const page = globalThis.document?.baseURI ?? globalThis.location?.href;
  try {
    return new URL(baseUrl, page).href.replace(/\/+$/, "");
  } catch {
    throw new TypeError(`baseUrl: want the API's address such as "https://ines.example/api/v1", not ${JSON.stringify(baseUrl)}`);
  }
}
