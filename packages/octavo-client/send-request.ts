import type { ApiProblem, ProblemItem } from "./generated/api-types.ts";
import type { OperationRow } from "./generated/operation-table.ts";
import { type ClientProblem, type DescribeFailure, type FailureCode, OctavoError } from "./octavo-error.ts";
import type { ClientFetch, ClientOptions, ClientRuntime, EditOptions, SubmitOptions } from "./request-options.ts";

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** Longest wait before the first retry, in ms. It doubles for each further retry. */
const BACKOFF_MS = 500;
/** The longest wait before a retry. Longer ones are reported to the caller. */
const RETRY_AFTER_MAX_SECONDS = 30;
/** Statuses for which another attempt may succeed. */
const PASSING_STATUSES: readonly number[] = [0, 408, 429, 500, 502, 503, 504];

/** A method's request. */
export interface ClientRequest {
  readonly row: OperationRow;
  /** Absolute, with the query. */
  readonly url: string;
  /** Sent as JSON; undefined for no body. */
  readonly body: unknown;
  readonly options: Partial<EditOptions & SubmitOptions>;
}

export type SendRequest = (request: ClientRequest) => Promise<unknown>;

/** A response with its full text. */
export interface ReadAnswer {
  readonly response: Response;
  readonly text: string;
  /** Whether the response is a success. */
  readonly ok: boolean;
}

/** Fetches a response and reads its text. `headers` are added to the request's. */
export type ReadText = (
  request: Pick<ClientRequest, "row" | "url">,
  fetch: (headers?: Readonly<Record<string, string>>) => Promise<Response>,
) => Promise<ReadAnswer>;

/** Parts that differ between senders. */
export interface SenderParts {
  readonly describe: DescribeFailure;
  /** Default: without a cache. */
  readonly readText?: ReadText;
}

/** One attempt of a request. */
interface Attempt {
  readonly request: ClientRequest;
  readonly parts: Required<SenderParts>;
  readonly timeout: number;
  readonly now: () => number;
  readonly fetch: (headers: Readonly<Record<string, string>> | undefined, signal: AbortSignal) => Promise<Response>;
}

const readFresh: ReadText = async (_, fetch) => {
  const response = await fetch();
  return { response, text: await response.text(), ok: response.ok };
};

/** Sends requests of any operation by its row, with retries and a time limit. */
export function createSender(client: ClientOptions, { describe, readText = readFresh }: SenderParts): SendRequest {
  const runtime: ClientRuntime = { now: Date.now, random: Math.random, sleep, createKey, ...client.runtime };
  const fetch: ClientFetch = client.fetch ?? ((url, init) => globalThis.fetch(url, init));

  return async (request) => {
    const { row, url, body, options } = request;
    const { method } = row;
    const { signal = null, timeout = client.timeout ?? TIMEOUT_MS, retries = client.retries ?? RETRIES } = options;
    const headers = {
      ...client.headers,
      ...options.headers,
      ...(row.body && { "Content-Type": "application/json" }),
      ...(row.key && { "Idempotency-Key": options.idempotencyKey ?? runtime.createKey() }),
      ...(row.token && { "X-Edit-Token": options.editToken ?? "" }),
    };
    const init: RequestInit = {
      method,
      ...(row.body && { body: JSON.stringify(body) }),
      // Some runtimes have no cookies, and throw if cookies are requested.
      ...(row.cookies && "credentials" in Request.prototype && { credentials: "include" }),
    };
    const attempt: Attempt = {
      request,
      parts: { describe, readText },
      timeout,
      now: runtime.now,
      fetch: async (more, given) => {
        const response = await fetch(url, { ...init, headers: { ...headers, ...more }, signal: given });
        client.onResponse?.(response);
        options.onResponse?.(response);
        return response;
      },
    };
    const isRepeatable = row.key === true || method === "GET" || method === "DELETE";
    for (let failures = 0; ; failures += 1) {
      try {
        return await sendOnce(attempt);
      } catch (error) {
        if (!(error instanceof OctavoError)) throw error;
        // An earlier attempt withdrew it, but its response was lost.
        if (failures > 0 && row.success === "none" && error.problem.code === "not-found") return undefined;
        const wait = isRepeatable && failures < retries ? findWait(error, failures, runtime.random()) : null;
        if (wait === null) throw error;
        await runtime.sleep(wait, signal);
      }
    }
  };
}

/** Wait before the next attempt, in ms; null if a retry would be useless or too late. */
function findWait({ problem, retryAfter }: OctavoError, failures: number, random: number): number | null {
  if (!PASSING_STATUSES.includes(problem.status)) return null;
  const backoff = BACKOFF_MS * 2 ** failures * (0.5 + random / 2);
  if (retryAfter === null) return backoff;
  // Clients that were given the same time return slightly apart.
  return retryAfter > RETRY_AFTER_MAX_SECONDS ? null : retryAfter * 1000 + random * BACKOFF_MS;
}

async function sendOnce({ request, parts, timeout, now, fetch }: Attempt): Promise<unknown> {
  const { row, url, options } = request;
  const { signal } = options;
  signal?.throwIfAborted();
  const place = { method: row.method, url };
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal?.addEventListener("abort", abort);
  const timer = timeout > 0 ? setTimeout(abort, timeout) : undefined;
  // A custom `fetch` may ignore signals.
  const aborted = new Promise<never>((_, reject) => controller.signal.addEventListener("abort", reject));
  const fail = (code: FailureCode, response: Response | null, cause?: unknown): OctavoError => {
    const [title, detail] = parts.describe(code, { row, url, timeout, response });
    const problem = { code, type: "about:blank", title, status: response?.status ?? 0, detail, errors: [] };
    return new OctavoError(problem as ClientProblem, { ...place, cause });
  };
  try {
    const reading = parts.readText(request, (headers) => fetch(headers, controller.signal));
    const { response, text, ok } = await Promise.race([reading, aborted]);
    if (ok && row.success !== undefined) return row.success === "text" ? text : undefined;
    const value = parseObject(text);
    const problem = ok ? null : toProblem(value);
    if (problem !== null) throw new OctavoError(problem, { ...place, retryAfter: readRetryAfter(response, now) });
    if (!ok || value === null) throw fail("unexpected-answer", response);
    return value;
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof OctavoError ? cause : fail(controller.signal.aborted ? "timeout" : "network-error", null, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Reads the API's problem; null if the response is not the API's. */
function toProblem(value: Partial<ApiProblem> | null): ApiProblem | null {
  if (typeof value?.code !== "string" || typeof value.detail !== "string") return null;
  // Codes that this client does not know are passed on. A proxy's response may have any content.
  const errors = [value.errors].flat().filter((item): item is ProblemItem => typeof item?.detail === "string");
  return { ...value, errors } as ApiProblem;
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Seconds (RFC 9110, section 10.2.3: seconds or a date). */
function readRetryAfter({ headers }: Response, now: () => number): number | null {
  const value = headers.get("Retry-After") ?? "";
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

function sleep(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort);
  });
}

/** 128 random bits. Pages loaded over plain http lack `crypto.randomUUID`. */
export function createKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
