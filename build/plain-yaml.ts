import { type DataNode, type MapEntry, type MapNode, Numeral, type ScalarNode } from "./data-node.ts";

/*
 * Most front matter is a few lines of `key: value` and `key: [a, b]`, for which a YAML parser does a hundred times the work. This reads those lines
 * alone, and leaves everything else to the parser: a comment, a quoted key, nesting, an escape, a character out of the ordinary.
 */

/** Longer texts are no front matter of the plain kind. */
const LENGTH_MAX = 10_000;
/** Letters and such beyond ASCII: no white space, marks of direction, surrogates. */
const BEYOND = "\\u00c0-\\u024f\\u0370-\\u052f\\u3041-\\u30ff\\u4e00-\\u9fff";
const KEY = /([A-Za-z][\w-]{0,60}):(?: (?! )|(?=\n|$))/y;
const DASH = /( *)- (?! )/y;
/** A text without quotes: it begins with a letter; `: ` and ` #` would end it. */
const PLAIN = new RegExp(`[A-Za-z${BEYOND}](?:[\\w .,'"!?()/+=&*%@;$${BEYOND}-]|:(?=[^\\s]))*`, "y");
/** The same within brackets. */
const PLAIN_IN_FLOW = new RegExp(`[A-Za-z${BEYOND}][\\w .'!?()/+=&*%@;$${BEYOND}-]*`, "y");
const QUOTED = new RegExp(`"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e${BEYOND}]*"|'[\\x20-\\x26\\x28-\\x7e${BEYOND}]*'`, "y");
const INTEGER = /(?:0|[1-9]\d{0,14})(?![\w.:+-])/y;
const DATE = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?/y;
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
/** Other spellings of them, and of nothing. */
const SPECIAL = /^(?:true|false|null)$/i;

/**
 * Reads plain lines as the YAML parser would read them, with the same places.
 *
 * @param base added to all places
 * @returns null where there is anything that is not plain
 */
export function readPlainYaml(text: string, base: number): MapNode | null {
  return text.length > LENGTH_MAX ? null : new PlainReader(text, base).read();
}

class PlainReader {
  readonly #text: string;
  readonly #base: number;
  #at = 0;

  constructor(text: string, base: number) {
    this.#text = text;
    this.#base = base;
  }

  read(): MapNode | null {
    if (this.#text.startsWith("\n")) this.#at = 1;
    const start = this.#base + this.#at;
    const entries = new Map<string, MapEntry>();
    let end = start;
    while (this.#at < this.#text.length) {
      const keyStart = this.#base + this.#at;
      const key = this.#take(KEY);
      const name = key === null ? undefined : key.slice(0, key.indexOf(":"));
      if (key === null || name === undefined || entries.has(name)) return null;
      const isEmpty = key.endsWith(":");
      const node = isEmpty ? this.#blockList() : this.#value();
      if (node === null || !this.#endLine()) return null;
      // The parser counts the line's end to a block.
      end = this.#base + this.#at;
      entries.set(name, { keyStart, keyEnd: keyStart + name.length, node });
    }
    return entries.size === 0 ? null : { kind: "map", start, end, entries };
  }

  /** The text that a sticky pattern matches here. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #endLine(): boolean {
    if (this.#at === this.#text.length) return true;
    this.#at += 1;
    return this.#text[this.#at - 1] === "\n";
  }

  #value(): DataNode | null {
    const first = this.#text[this.#at];
    if (first === "[") return this.#flowList();
    return first === "{" ? this.#flowMap() : this.#scalar(PLAIN);
  }

  #scalar(plain: RegExp): ScalarNode | null {
    const start = this.#base + this.#at;
    const written = this.#take(plain);
    if (written !== null) {
      const text = written.trimEnd();
      // White space at the end of a line may be followed by a comment.
      if (text.length < written.length && plain === PLAIN) return null;
      const known = WORDS.get(text);
      if (known === undefined && SPECIAL.test(text)) return null;
      return { kind: "scalar", start, end: start + text.length, value: known ?? text };
    }
    const quoted = this.#take(QUOTED);
    if (quoted !== null) return { kind: "scalar", start, end: start + quoted.length, value: quoted.slice(1, -1) };
    const integer = this.#take(INTEGER);
    if (integer !== null) return { kind: "scalar", start, end: start + integer.length, value: new Numeral(Number(integer), integer) };
    const date = plain === PLAIN ? this.#take(DATE) : null;
    return date === null ? null : { kind: "scalar", start, end: start + date.length, value: date };
  }

  /** Lines of `- value` below a key. */
  #blockList(): DataNode | null {
    const keyEnd = this.#at;
    const items: DataNode[] = [];
    let indent: string | null = null;
    let start = 0;
    for (let end = keyEnd; ; end = this.#at) {
      this.#at = end + 1;
      const dash = this.#text[end] === "\n" ? this.#take(DASH) : null;
      if (dash === null) {
        this.#at = end;
        break;
      }
      if (indent !== null && dash !== indent) return null;
      if (indent === null) start = this.#base + end + dash.length - 1;
      indent = dash;
      const item = this.#scalar(PLAIN);
      if (item === null) return null;
      items.push(item);
    }
    const end = Math.min(this.#at + 1, this.#text.length);
    return items.length === 0 ? null : { kind: "list", start, end: this.#base + end, items };
  }

  #flowList(): DataNode | null {
    const start = this.#base + this.#at;
    const items: DataNode[] = [];
    const isRead = this.#flow("]", () => {
      const item = this.#scalar(PLAIN_IN_FLOW);
      if (item !== null) items.push(item);
      return item !== null;
    });
    return isRead ? { kind: "list", start, end: this.#base + this.#at, items } : null;
  }

  #flowMap(): DataNode | null {
    const start = this.#base + this.#at;
    const entries = new Map<string, MapEntry>();
    const isRead = this.#flow("}", () => {
      const keyStart = this.#base + this.#at;
      const name = this.#take(KEY)?.slice(0, -2);
      const node = name === undefined || entries.has(name) ? null : this.#scalar(PLAIN_IN_FLOW);
      if (name !== undefined && node !== null) entries.set(name, { keyStart, keyEnd: keyStart + name.length, node });
      return node !== null;
    });
    return isRead ? { kind: "map", start, end: this.#base + this.#at, entries } : null;
  }

  /** Members between brackets, with commas. */
  #flow(closing: string, member: () => boolean): boolean {
    this.#at += 1;
    this.#skipSpaces();
    while (member()) {
      this.#skipSpaces();
      const next = this.#text[this.#at];
      this.#at += 1;
      if (next === closing) return true;
      if (next !== ",") return false;
      this.#skipSpaces();
    }
    return false;
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === " ") this.#at += 1;
  }
}
