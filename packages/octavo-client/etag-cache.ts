import type { ReadText } from "./send-request.ts";

/** An answer and the ETag by which it is asked for again. */
export interface HeldAnswer {
  readonly etag: string;
  readonly text: string;
}

/** The answers last used, by address. */
export class EtagCache {
  readonly #answers = new Map<string, HeldAnswer>();
  readonly #max: number;

  /** @param max how many it holds; 0: none */
  constructor(max: number) {
    this.#max = max;
  }

  /** Reads answers by their ETags: one that is held is not sent again. */
  readonly read: ReadText = async ({ row: { method, cookies }, url }, fetch) => {
    // An answer that depends on cookies differs for each visitor.
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
    // A Map keeps the order of insertion: the first key is the one unused for longest.
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    if (this.#answers.size > this.#max) this.#answers.delete(this.#answers.keys().next().value ?? "");
  }
}
