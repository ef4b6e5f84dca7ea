import type { Diagnostics, Location } from "../diagnostics.ts";
import { createSuggester } from "../suggest.ts";

/** Names within a kind, and where each was first taken. Documents with mistakes count too, so that one mistake is reported once. */
export class Claims {
  readonly #places = new Map<string, Location>();

  /** Takes a name; reports it where it is taken already. */
  claim(name: string, at: Location, field: string, diagnostics: Diagnostics): void {
    const first = this.#places.get(name);
    if (first === undefined) {
      this.#places.set(name, at);
      return;
    }
    const message = `"${name}" is taken by ${first.file}`;
    diagnostics.error(at, { code: `duplicate-${field}`, message, hint: `write another ${field} in one of the two`, field: [field] });
  }

  placeOf(name: string): Location | null {
    return this.#places.get(name) ?? null;
  }

  /** Of all names, once all are taken. */
  readonly suggest = createSuggester(() => this.#places.keys());
}
