import { routeOf } from "../../contract/paths.ts";
import type { Counts } from "../../contract/schemas/list.ts";
import { toApiBase } from "../../contract/text/base-path.ts";

/**
 * Time limit for a response, in milliseconds. No request waits this long, but a later one may use
 * the result.
 */
const ANSWER_MAX_MS = 5_000;
/** Size limit in bytes. The counts of 50,000 posts take about 4 MB. */
const ANSWER_MAX_BYTES = 8_000_000;

export interface HttpCountsOptions {
  /** Origin of the write server: `https://api.ines.example`, without a final slash. */
  readonly origin: string;
  /** Additional request headers, such as the shared secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Creates the signal that aborts a request; for tests. Default: a signal that aborts after 5
   * seconds.
   */
  readonly deadline?: () => AbortSignal;
}

/**
 * Loads `/counts` from a write server, for the read handler's `counts` on a host whose server is
 * elsewhere.
 * @returns a function; it rejects if the server is unavailable, refuses, redirects, is too slow, or
 * sends too much or invalid JSON. The read handler checks the content
 */
export function createHttpCounts(options: HttpCountsOptions): () => Promise<Counts> {
  const { origin, headers = {}, deadline = () => AbortSignal.timeout(ANSWER_MAX_MS) } = options;
  const ask = options.fetch ?? ((url, init) => fetch(url, init));
  const url = toApiBase(origin) + routeOf("counts").path;
  return async () => {
    const init: RequestInit = { headers: { Accept: "application/json", ...headers }, redirect: "manual", signal: deadline() };
    const response = await ask(url, init);
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`${url} answers ${response.status}`);
    }
    return JSON.parse(await readText(response));
  };
}

/** @throws Error past ANSWER_MAX_BYTES, and TypeError for bytes that are not UTF-8 */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > ANSWER_MAX_BYTES) {
      await reader?.cancel();
      throw new Error(`counts of more than ${ANSWER_MAX_BYTES} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
