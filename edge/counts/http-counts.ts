import { routeOf } from "../../contract/paths.ts";
import type { Counts } from "../../contract/schemas/list.ts";
import { toApiBase } from "../../contract/text/base-path.ts";

/** How long an answer may take, milliseconds. Nobody waits for it so long; a later request gains by it. */
const ANSWER_MAX_MS = 5_000;
/** The counts of 50,000 posts are about 4 MB. Bytes. */
const ANSWER_MAX_BYTES = 8_000_000;

export interface HttpCountsOptions {
  /** Where the write server is: `https://api.ines.example`, without a slash at the end. */
  readonly origin: string;
  /** Sent along: the shared secret, for one. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Says when to give an answer up; for tests. Default: after 5 seconds. */
  readonly deadline?: () => AbortSignal;
}

/**
 * Asks a write server for its `/counts`: what the read handler's `counts` takes, on a host that has the server elsewhere.
 * @returns rejects where the server is away, refuses, leads elsewhere, takes too long or sends what is no JSON or has no end. What the JSON holds is
 * for the read handler to check
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
