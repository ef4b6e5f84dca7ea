import type { EtagCache } from "./etag-cache.ts";
import type { ApiProblem } from "./generated/api-types.ts";
import type { OperationRow } from "./generated/operation-table.ts";
import { type ClientProblem, createFailure, OctavoError } from "./octavo-error.ts";
import type { ClientFetch, ClientOptions, ClientRuntime, EditOptions, SubmitOptions } from "./request-options.ts";

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** Wait before the first retry at most; each further one waits up to twice as long. */
const BACKOFF_MS = 500;
/** What is to wait for longer is told to the caller instead. */
const RETRY_AFTER_MAX_SECONDS = 30;
/** Of answers that another attempt may change. */
const PASSING_STATUSES: readonly number[] = [0, 408, 429, 500, 502, 503, 504];

/** What a method asks for. */
export interface ClientRequest {
  readonly row: OperationRow;
  /** Absolute, with the query. */
  readonly url: string;
  /** To be sent as JSON; undefined: none. */
  readonly body: unknown;
  readonly options: Partial<EditOptions & SubmitOptions>;
}

export type SendRequest = (request: ClientRequest) => Promise<unknown>;

interface Attempt {
  readonly row: OperationRow;
  readonly url: string;
  readonly init: RequestInit;
  readonly signal: AbortSignal | null;
  readonly timeout: number;
  readonly onResponse: (response: Response) => void;
  readonly describe: DescribeNoAnswer;
}

/** Says why a request may have got no answer. */
export type DescribeNoAnswer = (row: OperationRow, url: string) => string;

/**
 * Sends requests of any operation by its row; retries, times out, and holds answers for their ETags.
 * @param describe for programmers; default: nothing
 */
export function createSender(client: ClientOptions, cache: EtagCache | null = null, describe: DescribeNoAnswer = () => ""): SendRequest {
  const runtime: ClientRuntime = { now: Date.now, random: Math.random, sleep, createKey, ...client.runtime };
  const fetch: ClientFetch = client.fetch ?? ((url, init) => globalThis.fetch(url, init));

  return async ({ row, url, body, options }) => {
    const { signal = null, timeout = client.timeout ?? TIMEOUT_MS, retries = client.retries ?? RETRIES } = options;
    const { method } = row;
    const headers = {
      ...client.headers,
      ...options.headers,
      ...(row.body ? { "Content-Type": "application/json" } : {}),
      ...(row.key ? { "Idempotency-Key": options.idempotencyKey ?? runtime.createKey() } : {}),
      ...(row.token ? { "X-Edit-Token": options.editToken ?? "" } : {}),
    };
    const init: RequestInit = {
      method,
      headers,
      ...(row.body ? { body: JSON.stringify(body) } : {}),
      // Some runtimes have no cookies, and refuse to be asked for them.
      ...(row.cookies && "credentials" in Request.prototype ? { credentials: "include" } : {}),
    };
    const onResponse = (response: Response): void => {
      client.onResponse?.(response);
      options.onResponse?.(response);
    };
    const attempt = { row, url, init, signal, timeout, onResponse, describe };
    const isRepeatable = row.key === true || method === "GET" || method === "DELETE";
    for (let failures = 0; ; failures += 1) {
      try {
        return await sendOnce(attempt, fetch, cache, runtime.now);
      } catch (error) {
        if (!(error instanceof OctavoError)) throw error;
        // An earlier attempt withdrew it, and its answer got lost.
        if (failures > 0 && row.success === "none" && error.problem.code === "not-found") return undefined;
        const wait = isRepeatable && failures < retries ? findWait(error, failures, runtime.random()) : null;
        if (wait === null) throw error;
        await runtime.sleep(wait, signal);
      }
    }
  };
}

/** How long to wait before the next attempt, ms; null: it would not help, or not soon. */
function findWait({ problem, retryAfter }: OctavoError, failures: number, random: number): number | null {
  if (!PASSING_STATUSES.includes(problem.status)) return null;
  const backoff = BACKOFF_MS * 2 ** failures * (0.5 + random / 2);
  if (retryAfter === null) return backoff;
  // Those who were all told the same time come back a little apart.
  return retryAfter > RETRY_AFTER_MAX_SECONDS ? null : retryAfter * 1000 + random * BACKOFF_MS;
}

async function sendOnce(attempt: Attempt, fetch: ClientFetch, cache: EtagCache | null, now: () => number): Promise<unknown> {
  const { row, url, init, signal, timeout, describe } = attempt;
  signal?.throwIfAborted();
  const place = { method: row.method, url };
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal?.addEventListener("abort", abort);
  const timer = timeout > 0 ? setTimeout(abort, timeout) : undefined;
  // Not every `fetch` that is handed in knows signals.
  const aborted = new Promise<never>((_, reject) => controller.signal.addEventListener("abort", reject));
  const answer = readAnswer(attempt, (given) => fetch(url, { ...init, ...given, signal: controller.signal }), cache, now);
  try {
    return await Promise.race([answer, aborted]);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof OctavoError) throw cause;
    throw new OctavoError(
      controller.signal.aborted
        ? createFailure("timeout", "No answer in time", `There was no answer within ${timeout} ms.`)
        : createFailure("network-error", "No answer", describe(row, url)),
      { ...place, cause },
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function readAnswer(
  { row, url, init, onResponse }: Attempt,
  fetch: (given: RequestInit) => Promise<Response>,
  cache: EtagCache | null,
  now: () => number,
): Promise<unknown> {
  const held = row.method === "GET" && !row.cookies ? cache?.get(url) : undefined;
  const response = await fetch(held === undefined ? {} : { headers: { ...init.headers, "If-None-Match": held.etag } });
  onResponse(response);
  const isHeld = held !== undefined && response.status === 304;
  const text = isHeld ? held.text : await response.text();
  if (!response.ok && !isHeld)
    throw new OctavoError(toProblem(response, text), { method: row.method, url, retryAfter: readRetryAfter(response, now) });
  const etag = response.headers.get("ETag");
  if (row.method === "GET" && !row.cookies && !isHeld && etag !== null) cache?.set(url, { etag, text });
  if (row.success === "none") return undefined;
  if (row.success === "text") return text;
  const value = parseObject(text);
  if (value === null) throw new OctavoError(describeUnexpected(response), { method: row.method, url });
  return value;
}

function toProblem(response: Response, text: string): ClientProblem {
  const value: Partial<ApiProblem> | null = parseObject(text);
  // What the API answers is what its description says; codes that this client does not know yet come through as they are.
  if (typeof value?.code === "string" && typeof value.detail === "string") return { errors: [], ...value } as ApiProblem;
  return describeUnexpected(response);
}

function describeUnexpected({ status, headers }: Response): ClientProblem {
  const type = headers.get("Content-Type") ?? "without a type";
  const detail = `The answer (${status}, ${type}) is none of the API: is the client's baseUrl the API's address, /api/v1 included?`;
  return createFailure("unexpected-answer", "Not the API's answer", detail, status);
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
  const value = headers.get("Retry-After");
  if (value === null) return null;
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

/** 128 random bits in hex. `crypto.randomUUID` is missing in pages that came over plain http. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
