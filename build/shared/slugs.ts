import { SLUG_MAX } from "../../contract/limits.ts";
import { isSlug } from "../../contract/slug-pattern.ts";

/** The ASCII forms of letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { æ: "ae", œ: "oe", ø: "o", ß: "ss", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ŋ: "ng" };

/**
 * Converts a text to a slug: `Blåbær & Søl.v2` → `blabaer-sol-v2`. "" if no Latin letter or digit
 * remains, as with a title in Japanese; such a document must state its slug.
 */
export function toSlug(text: string): string {
  if (isSlug(text)) return text;
  const latin = text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’ʼ]/g, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? " ");
  return cutSlug(latin.replace(/[^a-z0-9]+/g, "-"));
}

/**
 * Returns the slug of a tag: NFKC and lower case, with one hyphen for each run of characters other
 * than letters, numbers and marks. `+` and `#` after a letter become words, so that C, C++ and C#
 * stay different: `c-plus-plus`, `c-sharp`. "" if nothing remains.
 */
export function toTagSlug(name: string): string {
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/(?<=[\p{L}\p{N}])\++/gu, (signs) => "-plus".repeat(signs.length))
    .replace(/(?<=[\p{L}\p{N}])#/gu, "-sharp");
  return cutSlug(words.replace(/[^\p{L}\p{N}\p{M}]+/gu, "-"));
}

function cutSlug(text: string): string {
  return text.replace(/^-+/, "").slice(0, SLUG_MAX).replace(/-+$/, "");
}

/**
 * Returns a substitute for an unknown address, with a top-level domain that RFC 2606 reserves:
 * `https://marsh-notes.invalid`.
 */
export function toStandInUrl(siteName: string): string {
  return `https://${toSlug(siteName) || "site"}.invalid`;
}

/** Whether an address is such a substitute, by its top-level domain. */
export function isStandInUrl(url: string): boolean {
  return URL.parse(url)?.hostname.endsWith(".invalid") === true;
}

export interface FileNameParts {
  /** "" if the name has no Latin letter or digit. */
  readonly slug: string;
  /** The date as written in `2024-01-31-hello.md`. It may lack leading zeros. */
  readonly date: string | null;
}

/**
 * Reads slug and date from a path such as `posts/2024/2024-01-31-hello.md` or
 * `posts/hello/index.md`.
 */
export function parseFileName(relative: string): FileNameParts {
  const { name, date } = nameOfFile(relative);
  return { slug: toSlug(name), date };
}

/** Matches `/index` or `/2024-01-31-index` at the end of a path without its extension. */
const INDEX_END = /index$/i;
const DATED_INDEX = /(?<=.)\/(?:(\d{4}-\d{1,2}-\d{1,2})-)?index$/i;

/** The parts of a file name. */
export interface FileName {
  /**
   * The name as written, without date and extension. For `index.md`, it is the name of the folder.
   */
  readonly name: string;
  readonly date: string | null;
  /** The path without the extension and without `/index`. */
  readonly path: string;
}

/**
 * Splits a file name. `posts/2024-01-31-Hello.md`, `posts/Hello/index.md` and
 * `posts/Hello/2024-01-31-index.md` all have the name `Hello`.
 */
export function nameOfFile(relative: string): FileName {
  const dot = relative.lastIndexOf(".");
  const folderEnd = relative.lastIndexOf("/");
  const bare = dot > folderEnd && dot < relative.length - 1 ? relative.slice(0, dot) : relative;
  // Every build reads thousands of names, so the patterns are tried only if they can match.
  const [index = "", date = null] = (INDEX_END.test(bare) && DATED_INDEX.exec(bare)) || [];
  const path = bare.slice(0, bare.length - index.length);
  const last = path.slice(path.lastIndexOf("/") + 1);
  const dated = /^\d/.test(last) ? /^(\d{4}-\d{1,2}-\d{1,2})(?:[-_ ](.+))?$/.exec(last) : null;
  return { name: dated?.[2] ?? last, date: date ?? dated?.[1] ?? null, path };
}

/**
 * Returns the date of the first path with folders for year, month and day: `2024-01-31` for
 * `2024/01/31/hello.md`, or null if no path has such folders.
 */
export function dateInPaths(paths: readonly unknown[]): string | null {
  const found = paths.flatMap((path) => (typeof path === "string" ? (/(?:^|\/)(\d{4}\/\d{1,2}\/\d{1,2})\//.exec(path)?.[1] ?? []) : []));
  return found[0]?.replaceAll("/", "-") ?? null;
}

/**
 * Moves the date of a path to its beginning, as Docusaurus does: `2024/01/31/birds/heron` for
 * `birds/2024-01-31-heron.md` and `birds/2024/01/31/heron.md`. A path without a date stays the
 * same.
 */
export function toDatedPath(relative: string): string {
  const { path } = nameOfFile(relative);
  const [, folder = "", date = "", rest = ""] = /^((?:.*\/)?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/s.exec(path) ?? [];
  return date === "" ? path : [date.replaceAll("-", "/"), folder + rest].filter((part) => part !== "").join("/");
}

/**
 * Removes common differences in the spelling of a name: case, and different forms of the same
 * letter.
 */
export function foldText(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

/** Returns the slug of a post that repeats the slug of another: `ice-2024-01-31`. */
export function toDatedSlug(slug: string, day: string): string {
  return `${slug.slice(0, SLUG_MAX - "-2024-01-31".length).replace(/-$/, "")}-${day}`;
}

/** Removes the date that `toDatedSlug` added. */
export function withoutDay(slug: string): string {
  return slug.replace(/-\d{4}-\d{2}-\d{2}$/, "");
}
