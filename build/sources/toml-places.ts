/** Finds the places of keys and values in a TOML text. smol-toml has already validated the text. */

export interface TomlPlace {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly start: number;
  readonly end: number;
}

/** By `tomlKey` of the path. */
export type TomlPlaces = ReadonlyMap<string, TomlPlace>;

type Path = readonly (string | number)[];

export function tomlKey(path: Path): string {
  return JSON.stringify(path);
}

/** @param text valid TOML */
export function findTomlPlaces(text: string): TomlPlaces {
  return new Scanner(text).scan();
}

const BARE_VALUE = /[^\s,\]}#](?:[^,\]}#\n]*[^\s,\]}#])?/y;
const BLANK = /(?:\s|#[^\n]*)*/y;
const BARE_KEY = /[\w-]*/y;
const SPACES = /[ \t]*/y;

class Scanner {
  readonly #text: string;
  readonly #places = new Map<string, TomlPlace>();
  /** Number of elements in each array of tables. */
  readonly #counts = new Map<string, number>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): TomlPlaces {
    let table: Path = [];
    this.#skip(BLANK);
    while (this.#at < this.#text.length) {
      if (this.#text.charAt(this.#at) === "[") table = this.#header();
      else this.#pair(table);
      this.#skip(BLANK);
    }
    return this.#places;
  }

  /** Reads `[table]` or `[[table]]`. A path through an array of tables means its last element. */
  #header(): Path {
    const array = this.#text.startsWith("[[", this.#at);
    this.#at += array ? 2 : 1;
    const { keys, start, end } = this.#keys();
    this.#at += array ? 2 : 1;
    let path: Path = [];
    for (const [index, key] of keys.entries()) {
      path = [...path, key];
      const last = index === keys.length - 1;
      const name = tomlKey(path);
      this.#note(path, { keyStart: start, keyEnd: end, start, end });
      if (last && array) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
      const count = this.#counts.get(name);
      if (count !== undefined) {
        path = [...path, count - 1];
        this.#note(path, { keyStart: start, keyEnd: end, start, end });
      }
    }
    return path;
  }

  #pair(table: Path): void {
    const { keys, start, end } = this.#keys();
    this.#at += 1; // "="
    this.#skip(SPACES);
    let path = table;
    for (const key of keys.slice(0, -1)) {
      path = [...path, key];
      this.#note(path, { keyStart: start, keyEnd: end, start, end });
    }
    path = [...path, keys.at(-1) ?? ""];
    const from = this.#at;
    this.#value(path);
    this.#places.set(tomlKey(path), { keyStart: start, keyEnd: end, start: from, end: this.#at });
  }

  /** Reads `a.b."c d"`, up to "=" or "]". */
  #keys(): { keys: string[]; start: number; end: number } {
    const keys: string[] = [];
    this.#skip(SPACES);
    const start = this.#at;
    let end = start;
    for (;;) {
      this.#skip(SPACES);
      const quote = this.#text.charAt(this.#at);
      const from = this.#at;
      if (quote === '"' || quote === "'") this.#string();
      else this.#skip(BARE_KEY);
      end = this.#at;
      const written = this.#text.slice(from, end);
      keys.push(quote === '"' ? unescapeKey(written) : quote === "'" ? written.slice(1, -1) : written);
      this.#skip(SPACES);
      if (this.#text.charAt(this.#at) !== ".") return { keys, start, end };
      this.#at += 1;
    }
  }

  #value(path: Path): void {
    const first = this.#text.charAt(this.#at);
    if (first === '"' || first === "'") this.#string();
    else if (first === "[") this.#members("]", (index) => this.#item([...path, index]));
    else if (first === "{") this.#members("}", () => this.#pair(path));
    else this.#skip(BARE_VALUE);
  }

  /** Reads the comma-separated members between brackets. */
  #members(close: string, read: (index: number) => void): void {
    this.#at += 1;
    for (let index = 0; this.#at < this.#text.length; index += 1) {
      this.#skip(BLANK);
      if (this.#text.charAt(this.#at) === close) break;
      read(index);
      this.#skip(BLANK);
      if (this.#text.charAt(this.#at) === ",") this.#at += 1;
    }
    this.#at += 1;
  }

  #item(path: Path): void {
    const start = this.#at;
    this.#value(path);
    this.#places.set(tomlKey(path), { keyStart: start, keyEnd: start, start, end: this.#at });
  }

  #string(): void {
    const quote = this.#text.charAt(this.#at);
    const escapes = quote === '"';
    const long = quote.repeat(3);
    const end = this.#text.startsWith(long, this.#at) ? long : quote;
    this.#at += end.length;
    while (this.#at < this.#text.length && !this.#text.startsWith(end, this.#at))
      this.#at += escapes && this.#text.charAt(this.#at) === "\\" ? 2 : 1;
    this.#at += end.length;
    // Up to two quotes may precede the closing three.
    while (end === long && this.#text.charAt(this.#at) === quote) this.#at += 1;
  }

  #note(path: Path, place: TomlPlace): void {
    const key = tomlKey(path);
    if (!this.#places.has(key)) this.#places.set(key, place);
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    this.#at += pattern.exec(this.#text)?.[0].length ?? 0;
  }
}

function unescapeKey(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
