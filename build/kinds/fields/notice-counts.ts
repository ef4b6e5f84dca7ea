import { compareText, counted, type Diagnostics, firstFew } from "../../shared/diagnostics.ts";
import { shownKind } from "../../shared/kind-name.ts";
import { didYouMean } from "../../shared/suggest.ts";

/** Maximum number of files that a notice lists. */
const SHOWN_MAX = 3;
/** Maximum number of shortcode names in a warning. */
const NAMES_MAX = 12;

/** Receives keys that are reported in one line for all files. */
export interface KeyCounts {
  unknownKey(name: string): void;
  /** A name that was ignored in favour of a better one: `"summary" in favour of "description"`. */
  leftAside(left: string, taken: string): void;
  /** A slug that differs from the written text. */
  slugMade(how: SlugMaking, written: string, slug: string): void;
}

/**
 * `folded`: it had capital letters. `dotted`: it had dots. `hashed`: the file's name has letters
 * that cannot be transliterated. `stated`: the text is not a slug.
 */
export type SlugMaking = "folded" | "dotted" | "hashed" | "stated";

const SLUG_NOTICES: Readonly<Record<SlugMaking, (count: number) => string>> = {
  folded: (count) =>
    count === 1
      ? "1 slug has capital letters, and is converted to lower case"
      : `${count} slugs have capital letters, and are converted to lower case`,
  dotted: (count) => (count === 1 ? "1 slug has dots, which become hyphens" : `${count} slugs have dots, which become hyphens`),
  stated: (count) =>
    count === 1
      ? "1 slug in the front matter has a form that the API does not allow: the page has it as written, and the API has a different one"
      : `${count} slugs in the front matter have a form that the API does not allow: pages have them as written, and the API has different ones`,
  hashed: (count) =>
    `${count === 1 ? "1 name is" : `${count} names are`} in letters that cannot be transliterated, so the slug is a hash (slug: in the front matter sets another)`,
};

const MOVED_DOCUMENT =
  "permalink does not set the address here, because your front end does; redirects in octavo.config.ts can send the old address to the new one";

/** Counts findings that are reported in one line at the end instead of once for each file. */
export class NoticeCounts {
  /** By kind of document. */
  readonly #unknownKeys = new Map<string, Map<string, number>>();
  readonly #published = new Map<string, Map<string, number>>();
  readonly #leftAside = new Map<string, number>();
  /** By name of the syntax. */
  readonly #foreign = new Map<string, ForeignUse[]>();
  readonly #slugs: Readonly<Record<SlugMaking, string[]>> = { folded: [], dotted: [], hashed: [], stated: [] };

  /** @param kind kind of the document: `posts`, `about` */
  unknownKey(name: string, kind: string): void {
    count(this.#unknownKeys, kind, name);
  }

  /** Counts a key that is published because all keys are. */
  publishedKey(name: string, kind: string): void {
    count(this.#published, kind, name);
  }

  leftAside(left: string, taken: string): void {
    const what = `${JSON.stringify(left)} in favour of ${JSON.stringify(taken)}`;
    this.#leftAside.set(what, (this.#leftAside.get(what) ?? 0) + 1);
  }

  slugMade(how: SlugMaking, written: string, slug: string): void {
    this.#slugs[how].push(`${written} → ${slug}`);
  }

  /**
   * Counts syntax that stays text.
   * @param file path in messages
   */
  foreignSyntax([syntax, line, names, uses]: ForeignFound, file: string): void {
    const found = this.#foreign.get(syntax) ?? [];
    found.push({ file, line, names, uses });
    this.#foreign.set(syntax, found);
  }

  report(diagnostics: Diagnostics, { knownKeys, mayKeep, foreign }: ReportOptions): void {
    for (const [kind, found] of this.#unknownKeys) {
      const near = nearKeys(found, knownKeys(kind));
      const extra = byCount(found).filter((name) => !near.has(name) && isExtraKey(name));
      const line = `frontMatter: { extra: { ${kind}: { document: ${JSON.stringify(extra).replaceAll(",", ", ")} } } }`;
      const remedy =
        mayKeep(kind) && extra.length > 0 ? `; ${line} in octavo.config.ts publishes ${extra.length === 1 ? "it" : "them"}` : "";
      const address = found.has("permalink") && !knownKeys(kind).includes("permalink") ? `; ${MOVED_DOCUMENT}` : "";
      diagnostics.notice(`${shownKind(kind)}: keys that are not published: ${counts(found, near)}${remedy}${address}`);
    }
    for (const [kind, found] of this.#published) {
      const near = nearKeys(found, knownKeys(kind));
      const doubtful = new Map([...found].filter(([name]) => near.has(name)));
      if (doubtful.size > 0) diagnostics.notice(`${kind}: published as extra, but similar to a known key: ${counts(doubtful, near)}`);
    }
    if (this.#leftAside.size > 0)
      diagnostics.notice(`ignored: ${counts(this.#leftAside)}; frontMatter.names in octavo.config.ts decides which one is used`);
    for (const [how, made] of Object.entries(this.#slugs))
      if (made.length > 0) diagnostics.notice(`${SLUG_NOTICES[how as SlugMaking](made.length)}: ${firstFew(made, SHOWN_MAX)}`);
    for (const [name, row] of Object.entries(foreign)) warnOfForeign(this.#foreign.get(name) ?? [], row, diagnostics);
  }
}

/** Syntax of other tools in a file. */
type ForeignFound = readonly [syntax: string, line: number, names: readonly string[], uses: number];

interface ForeignUse {
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
  readonly uses: number;
}

/** Warns once for all files, at the place of the first occurrence. */
function warnOfForeign(
  found: readonly ForeignUse[],
  { shown, remedy, becomes = "stay as text" }: ForeignText,
  diagnostics: Diagnostics,
): void {
  const [first, ...others] = found;
  if (first === undefined) return;
  const uses = found.reduce((sum, one) => sum + one.uses, 0);
  const files = new Map<string, number>();
  for (const name of found.flatMap(({ names }) => names)) files.set(name, (files.get(name) ?? 0) + 1);
  const names = files.size === 0 ? "" : `: ${firstFew(counts(files).split(/(?<=\)), /), NAMES_MAX)}`;
  const otherFiles = others.map(({ file }) => file);
  const also = others.length === 0 ? "" : `; also in ${firstFew(otherFiles, SHOWN_MAX)}`;
  const message = `${shown} ${becomes}, ${counted(uses, "time")} in ${counted(found.length, "file")}${names}${also}`;
  diagnostics.warning({ file: first.file, line: first.line, column: 1 }, { code: "foreign-syntax", message, hint: remedy });
}

/** Whether `frontMatter.extra` can name a key. */
function isExtraKey(name: string): boolean {
  return !name.includes("[]") && name.split(".").every((part) => part.trim() !== "");
}

interface ReportOptions {
  /** All keys of a kind, used to detect misspellings. */
  readonly knownKeys: (kind: string) => readonly string[];
  /** Whether a kind can publish the author's own keys. */
  readonly mayKeep: (kind: string) => boolean;
  /** For each syntax that stays text: its name and a remedy. */
  readonly foreign: Readonly<Record<string, ForeignText>>;
}

interface ForeignText {
  readonly shown: string;
  /** Default: "stay as text". */
  readonly becomes?: string;
  readonly remedy: string;
}

function count(kinds: Map<string, Map<string, number>>, kind: string, name: string): void {
  const found = kinds.get(kind) ?? new Map<string, number>();
  kinds.set(kind, found.set(name, (found.get(name) ?? 0) + 1));
}

/** Finds the key that was probably meant, by the name as written. */
function nearKeys(found: ReadonlyMap<string, number>, keys: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    [...found.keys()].flatMap((name) => {
      const hint = name.includes(".") ? null : didYouMean(name, keys);
      return hint === null ? [] : [[name, hint] as const];
    }),
  );
}

/** Most frequent first. */
function byCount(map: ReadonlyMap<string, number>): string[] {
  return [...map].sort(([a, x], [b, y]) => y - x || compareText(a, b)).map(([name]) => name);
}

/** Formats `layout (120 files), titel (1 file; did you mean "title"?)`. */
function counts(map: ReadonlyMap<string, number>, near: ReadonlyMap<string, string> = new Map()): string {
  const describe = (name: string): string => {
    const number = map.get(name) ?? 0;
    const hint = near.has(name) ? `; ${near.get(name)}` : "";
    return `${name === "" ? '""' : name} (${counted(number, "file")}${hint})`;
  };
  return byCount(map).map(describe).join(", ");
}
