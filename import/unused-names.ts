/** Gives each thing a name of its own: `ice`, `ice-2`, `ice-3`. */
export class UnusedNames {
  readonly #taken = new Set<string>();
  /** The number that a name had last: thousands may be alike. */
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
