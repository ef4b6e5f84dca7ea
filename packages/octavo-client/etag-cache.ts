import type { ReadText } from "./send-request.ts";

/** A response and the ETag for its revalidation. */
export interface HeldAnswer {
  readonly etag: string;
  readonly text: string;
}

/** The most recently used responses, by address. */
export class EtagCache {
  readonly #answers = new Map<string, HeldAnswer>();
  readonly #max: number;

  /** @param max number of responses; 0 for none */
  constructor(max: number) {
    this.#max = max;
  }

  /** Reads responses by their ETags. The body of a cached response is not sent again. */
  readonly read: ReadText = async ({ row: { method, cookies }, url }, fetch) => {
    // A response that depends on cookies differs for each visitor.
    const isHeld = method === "GET" && !cookies;
    const held = isHeld ? this.get(url) : undefined;
    const response = await fetch(held && { "If-None-Match": held.etag });
    if (held !== undefined && response.status === 304) return { response, text: held.text, ok: true };
    const { ok, headers } = response;
    const text = await response.text();
    const etag = headers.get("ETag");
    if (isHeld && ok && etag !== null) this.set(url, { etag, text });
    return { response, text, ok };
  };

  get(url: string): HeldAnswer | undefined {
    const answer = this.#answers.get(url);
    if (answer !== undefined) this.set(url, answer);
    return answer;
  }

  set(url: string, answer: HeldAnswer): void {
    // A Map iterates in insertion order, so its first key is the least recently used one.
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    if (this.#answers.size > this.#max) this.#answers.delete(this.#answers.keys().next().value ?? "");
  }
}
