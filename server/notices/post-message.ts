import { SendFailure, type SendOptions } from "./owner-message.ts";

/** How long the service may take, and how much of its answer is read. */
const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
/**
 * Maximum number of characters of a refusal to pass on. This is more than the owner sees, so that
 * no secret is cut before it is removed.
 */
const SHOWN_MAX = 4_000;
const RETRY_AFTER_MAX_MS = 6 * 3_600_000;

export interface PostOptions extends SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Default POST. */
  readonly method?: "POST" | "PUT";
  /** Its name in errors. Default `the service`. */
  readonly service?: string;
}

/**
 * Sends text unchanged and any other value as JSON. Redirects are not followed, because the message
 * is meant only for the address that the owner configured.
 * @throws SendFailure if the answer is not 2xx; fetch's error if there is no answer
 */
export async function postMessage(
  url: string | URL,
  body: string | object,
  { signal, headers = {}, method = "POST", timeoutMs = TIMEOUT_MS, service = "the service" }: PostOptions,
): Promise<void> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: { "Content-Type": "application/json; charset=utf-8", "User-Agent": "Octavo", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
    signal: within,
  });
  const answer = await readStart(response);
  if (response.ok) return;
  const moved = response.status >= 300 && response.status < 400 ? "; redirects are not followed: set the address that it redirects to" : "";
  const said = answer.trim() === "" ? "" : `: ${answer.trim().slice(0, SHOWN_MAX)}`;
  throw new SendFailure(`${service} answered ${response.status}${moved}${said}`, readRetryAfter(response.headers.get("Retry-After")));
}

async function readStart({ body }: Response): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk.subarray(0, ANSWER_MAX_BYTES - bytes), { stream: true });
    bytes += chunk.byteLength;
    if (bytes >= ANSWER_MAX_BYTES) break;
  }
  return text;
}

function readRetryAfter(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text) * 1_000, RETRY_AFTER_MAX_MS) : null;
}
