import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "../pictures/picture-names.ts";
import { PACKAGE_ROOT } from "../shared/package-root.ts";
import { type FontTables, readFont } from "./font-tables.ts";

/**
 * Folder of Source Sans 3 Semibold by Adobe, under the SIL Open Font License, with Latin, Greek and
 * Cyrillic.
 */
const FONTS_FOLDER = join(PACKAGE_ROOT, "templates/fonts");

/** The fonts of share cards. System fonts are not used, so cards are the same everywhere. */
export class CardFonts {
  readonly #fonts: readonly FontTables[];
  /** Digest of all fonts. */
  readonly id: string;

  private constructor(fonts: readonly FontTables[]) {
    this.#fonts = fonts;
    this.id = digestOf(fonts.map(({ file }) => digestOf(file)).join());
  }

  /**
   * Loads the owner's font, then the package's fonts.
   * @param own bytes of the owner's font; null if there is none
   * @returns null if the owner's font cannot be read
   */
  static load(own: Buffer | null): CardFonts | null {
    const names = readdirSync(FONTS_FOLDER).filter((name) => name.endsWith(".woff"));
    const files = [...(own === null ? [] : [own]), ...names.sort().map((name) => readFileSync(join(FONTS_FOLDER, name)))];
    const fonts = files.map(readFont).filter((font) => font !== null);
    return fonts.length === files.length ? new CardFonts(fonts) : null;
  }

  /** Whether the fonts have every character of a text. */
  covers(text: string): boolean {
    return [...text].every((character) => /\s/.test(character) || this.#widthOf(character) !== null);
  }

  /**
   * Width of a line relative to the size of its letters. Kerning is ignored, because it only makes
   * lines shorter.
   */
  measure(line: string): number {
    let width = 0;
    for (const character of line) width += this.#widthOf(character) ?? 0;
    return width;
  }

  /**
   * Writes the fonts to a folder, from which a program can load them.
   * @returns their paths
   */
  writeFiles(folder: string): readonly string[] {
    mkdirSync(folder, { recursive: true });
    return this.#fonts.map(({ file }) => {
      const path = join(folder, `${digestOf(file).slice(0, 16)}.ttf`);
      writeFileSync(path, file);
      return path;
    });
  }

  #widthOf(character: string): number | null {
    const codePoint = character.codePointAt(0) ?? 0;
    for (const font of this.#fonts) {
      const width = font.widthOf(codePoint);
      if (width !== null) return width;
    }
    return null;
  }
}
