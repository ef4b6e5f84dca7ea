/** Makes names unique: `ice`, `ice-2`, `ice-3`. */
export class UnusedNames {
  readonly #taken = new Set<string>();
  /** The last number used for each name, because thousands may be the same. */
  readonly #numbers = new Map<string, number>();

  /** @param second tried before numbers */
  take(name: string, second: string | null = null): string {
    let unused = name;
    if (this.#taken.has(unused) && second !== null) unused = second;
    let number = this.#numbers.get(name) ?? 1;
    while (this.#taken.has(unused)) {
      number += 1;
      unused = `${name}-${number}`;
    }
    this.#numbers.set(name, number);
    this.#taken.add(unused);
    return unused;
  }
}
