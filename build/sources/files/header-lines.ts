import { DataPlaces, type FindRange } from "../data-document.ts";
import { createMapping, type Mapping } from "../data-values.ts";
import type { SourceText } from "../source-text.ts";

/** `Title: A heron`, or an indented continuation of the value above. */
const LINE = /([A-Za-z][\w-]*)[ \t]*:[ \t]*([^\n]*)(?:\n|$)|([ \t]+)(\S[^\n]*)(?:\n|$)/y;

interface HeaderBlock {
  readonly data: Mapping;
  readonly places: DataPlaces;
  readonly body: string;
  readonly bodyLine: number;
}

interface HeaderField {
  readonly key: readonly [start: number, end: number];
  /** Place of the first line of the value. */
  readonly value: readonly [start: number, end: number];
  text: string;
}

/**
 * Reads the header lines at the beginning of Pelican and MultiMarkdown files: keys and texts up to
 * a blank line, without delimiters. The case of keys is ignored.
 * @returns null: the file has no such lines, or they have no title
 */
export function readHeaderLines(source: SourceText): HeaderBlock | null {
  const { text } = source;
  const fields = new Map<string, HeaderField>();
  let last: HeaderField | null = null;
  let at = 0;
  while (at < text.length && !/^[ \t]*(?:\n|$)/.test(text.slice(at, text.indexOf("\n", at) + 1 || undefined))) {
    LINE.lastIndex = at;
    const [line, key, value = "", indent, more = ""] = LINE.exec(text) ?? [];
    // The text begins here, without a blank line.
    if (line === undefined) break;
    if (key !== undefined) {
      const start = at + line.indexOf(value, line.indexOf(":") + 1);
      last = { key: [at, at + key.length], value: [start, start + value.length], text: value.trim() };
      fields.set(key.toLowerCase(), last);
    } else if (last === null || indent === undefined) break;
    else last.text = `${last.text} ${more.trim()}`.trim();
    at += line.length;
  }
  if (!fields.has("title")) return null;
  const find: FindRange = ([name]) => {
    const field = fields.get(String(name));
    return field === undefined ? { depth: 0, key: [0, 0], value: [0, 0] } : { depth: 1, key: field.key, value: field.value };
  };
  const data = createMapping([...fields].map(([key, field]) => [key, field.text === "" ? null : field.text]));
  const bodyStart = Math.min(text.length, text.startsWith("\n", at) ? at + 1 : at);
  return { data, places: new DataPlaces(source, () => find), body: text.slice(bodyStart), bodyLine: source.lineAt(bodyStart) };
}
