import { isSettled, type Stamp, stampOf, statOf } from "./stamps.ts";

/** Everything of the disk that a build looked at: while all of it looks the same, so would the build. Noted before it is read. */
export class Inputs {
  readonly #stamps = new Map<string, Stamp | null>();
  readonly #digests = new Map<string, string>();

  /** Takes the stamp of a file or folder. @param path absolute */
  note(path: string): void {
    if (this.#stamps.has(path)) return;
    const stat = statOf(path);
    this.#stamps.set(path, stat === null ? null : stampOf(stat));
  }

  /**
   * The same with a stamp that was taken already.
   * @param digest of the content, where it is known
   */
  add(path: string, stamp: Stamp | null, digest: string | null = null): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, stamp);
    if (digest !== null) this.#digests.set(path, digest);
  }

  /** "": not known. */
  digestOf(path: string): string {
    return this.#digests.get(path) ?? "";
  }

  entries(): readonly (readonly [path: string, stamp: Stamp | null])[] {
    return [...this.#stamps];
  }
}

/** Whether all looks as it did to a build that began at `since`. */
export function isAsNoted(inputs: Iterable<readonly [path: string, stamp: Stamp | null]>, since: bigint): boolean {
  for (const [path, stamp] of inputs) {
    const stat = statOf(path);
    if (stat === null ? stamp !== null : stampOf(stat) !== stamp || !isSettled(stat, since)) return false;
  }
  return true;
}
