/** An answer and the ETag by which it is asked for anew. */
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
