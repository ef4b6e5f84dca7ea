import { compareText, type Diagnostics } from "./diagnostics.ts";

/** Files that a notice names. */
const SHOWN_MAX = 3;

/** Hears of keys that are worth a line for all files together. */
export interface KeyCounts {
  unknownKey(name: string): void;
  /** A name that lost to a better one: `"summary" beside "description"`. */
  leftAside(left: string, taken: string): void;
  /** A slug that is not what was written. */
  slugMade(how: SlugMaking, written: string, slug: string): void;
}

/** `folded`: it had capital letters. `hashed`: the file's name is in letters that are not read. */
export type SlugMaking = "folded" | "hashed";

const SLUG_NOTICES: Readonly<Record<SlugMaking, (count: number) => string>> = {
  folded: (count) =>
    count === 1 ? "1 slug has capital letters, and is written small" : `${count} slugs have capital letters, and are written small`,
  hashed: (count) =>
    `${count === 1 ? "1 name is" : `${count} names are`} in letters that cannot be read one by one, and the slug is a hash (slug: in the front matter gives another)`,
};

/** Counts what is worth one line at the end rather than one for each file. */
export class Tally implements KeyCounts {
  readonly #unknownKeys = new Map<string, number>();
  readonly #leftAside = new Map<string, number>();
  readonly #shortcodes: string[] = [];
  readonly #slugs: Readonly<Record<SlugMaking, string[]>> = { folded: [], hashed: [] };

  unknownKey(name: string): void {
    this.#unknownKeys.set(name, (this.#unknownKeys.get(name) ?? 0) + 1);
  }

  leftAside(left: string, taken: string): void {
    const what = `${JSON.stringify(left)} beside ${JSON.stringify(taken)}`;
    this.#leftAside.set(what, (this.#leftAside.get(what) ?? 0) + 1);
  }

  slugMade(how: SlugMaking, written: string, slug: string): void {
    this.#slugs[how].push(`${written} → ${slug}`);
  }

  /** @param file as shown */
  shortcodesIn(file: string): void {
    this.#shortcodes.push(file);
  }

  report(diagnostics: Diagnostics): void {
    if (this.#unknownKeys.size > 0) diagnostics.notice(`unknown keys: ${counts(this.#unknownKeys)}`);
    if (this.#leftAside.size > 0)
      diagnostics.notice(`left aside: ${counts(this.#leftAside)}; frontMatter.names in octavo.config.ts sets which one counts`);
    for (const how of ["folded", "hashed"] as const) {
      const made = this.#slugs[how];
      if (made.length > 0) diagnostics.notice(`${SLUG_NOTICES[how](made.length)}: ${firstOf(made)}`);
    }
    const files = this.#shortcodes;
    if (files.length === 0) return;
    const what = files.length === 1 ? "1 file holds" : `${files.length} files hold`;
    diagnostics.notice(`${what} shortcodes ({{< … >}} or {% … %}), which stay as text: ${firstOf(files)}`);
  }
}

function firstOf(all: readonly string[]): string {
  return all.slice(0, SHOWN_MAX).join(", ") + (all.length > SHOWN_MAX ? ", …" : "");
}

/** Most frequent first: `layout (120 files), weight (1 file)`. */
function counts(map: ReadonlyMap<string, number>): string {
  return [...map]
    .sort(([a, x], [b, y]) => y - x || compareText(a, b))
    .map(([name, count]) => `${name} (${count} ${count === 1 ? "file" : "files"})`)
    .join(", ");
}
