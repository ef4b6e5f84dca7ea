import { hash } from "node:crypto";
import { slugOfName, type ToAscii } from "../../build/kinds/addresses/file-slug.ts";

/**
 * Maximum number of characters of a name. File systems allow 255 bytes, including date, extension
 * and the suffix of a temporary file.
 */
const NAME_MAX = 120;
const HASH_LENGTH = 8;

/** Turns names of an export, in any script, into file names. */
export class NameReader {
  readonly #options: { readonly toAscii: ToAscii; readonly language: string; readonly date: null };

  constructor(toAscii: ToAscii, language: string) {
    this.#options = { toAscii, language, date: null };
  }

  /** "" if it cannot be transliterated. */
  read(name: string): string {
    const { slug, isHash } = slugOfName(name, this.#options);
    return isHash ? "" : slug.slice(0, NAME_MAX).replace(/-+$/, "");
  }

  /** Returns a hash if the name cannot be transliterated. */
  readOrHash(name: string): string {
    return this.read(name) || hash("sha256", name.normalize("NFC")).slice(0, HASH_LENGTH);
  }
}
