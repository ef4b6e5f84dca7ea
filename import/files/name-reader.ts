import { hash } from "node:crypto";
import { slugOfName, type ToAscii } from "../../build/kinds/addresses/file-slug.ts";

/** Characters of a name: file systems take 255 bytes with date, ending and what a temporary file adds. */
const NAME_MAX = 120;
const HASH_LENGTH = 8;

/** Cleans names of an export, in whatever script, for names of files. */
export class NameReader {
  readonly #options: { readonly toAscii: ToAscii; readonly language: string; readonly date: null };

  constructor(toAscii: ToAscii, language: string) {
    this.#options = { toAscii, language, date: null };
  }

  /** "" where nothing of it can be read. */
  read(name: string): string {
    const { slug, isHash } = slugOfName(name, this.#options);
    return isHash ? "" : slug.slice(0, NAME_MAX).replace(/-+$/, "");
  }

  /** A hash stands for what cannot be read. */
  readOrHash(name: string): string {
    return this.read(name) || hash("sha256", name.normalize("NFC")).slice(0, HASH_LENGTH);
  }
}
