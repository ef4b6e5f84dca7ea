import { DataPlaces, type FindRange } from "../data-document.ts";
import { createMapping, type Mapping } from "../data-values.ts";
import type { SourceText } from "../source-text.ts";

/** Matches `Title: A heron`, or an indented continuation of the value above. */
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
 * @returns null if the file has no such lines, or they have no title
 */
export function readHeaderLines(source: SourceText): HeaderBlock | null {
  const { text } = source;
  const fields = new Map<string, HeaderField>();
  let last: HeaderField | null = null;
  let at = 0;
  while (at < text.length && !/^[ \t]*(?:\n|$)/.test(text.slice(at, text.indexOf("\n", at) + 1 || undefined))) {
    LINE.lastIndex = at;
    const [line, key, value = "", indent, more = ""] = LINE.exec(text) ?? [];
    // The text begins here without a blank line before it.
    if (line === undefined) break;
    if (key !== undefined) {
      const start = at + line.indexOf(value, line.indexOf(":") + 1);
      last = { key: [at, at + key.length], value: [start, start + value.length], text: value.trim() };
      fields.set(key.toLowerCase(), last);
    } else if (last === null || indent === undefined) break;
    else last.text = `${last.text} ${more.trim()}`.trim();
    at += line.length;
  }
  return fields.has("title") ? toBlock(source, fields, at) : null;
}

/** Matches `# A heron` and any blank lines before the first item of a list. */
const TITLE_LINE = /^(#[ \t]+([^\n]+?)[ \t]*#*[ \t]*\n)(?:[ \t]*\n)*(?=[-*+][ \t])/;
/** Matches `- date: 2024-01-31` or `* **Tags:** birds, rain`. */
const ITEM = /[-*+][ \t]+(?:\*\*|__)?([A-Za-z][\w-]*)(?:\*\*|__)?[ \t]*:(?:\*\*|__)?[ \t]*([^\n]*)(?:\n|$)/y;
const DATE_KEY = /^(?:date|created|published|publish[-_]?date|published[-_]?(?:at|on))$/;

/**
 * Reads metadata written as a list under the title. Every item must be a key and a value, and one
 * must be a date, so that other lists stay text.
 */
export function readTitleList(source: SourceText): HeaderBlock | null {
  const { text } = source;
  const [whole, line = "", title = ""] = TITLE_LINE.exec(text) ?? [];
  if (whole === undefined) return null;
  const start = line.indexOf(title);
  const fields = new Map<string, HeaderField>([["title", { key: [0, 1], value: [start, start + title.length], text: title }]]);
  let at = whole.length;
  while (at < text.length && !text.startsWith("\n", at)) {
    ITEM.lastIndex = at;
    const [item, key = "", value = ""] = ITEM.exec(text) ?? [];
    if (item === undefined) return null;
    const [keyStart, valueStart] = [at + item.indexOf(key), at + item.lastIndexOf(value)];
    fields.set(key.toLowerCase(), {
      key: [keyStart, keyStart + key.length],
      value: [valueStart, valueStart + value.length],
      text: value.trim(),
    });
    at += item.length;
  }
  const isDated = [...fields].some(([key, field]) => DATE_KEY.test(key) && /^\d/.test(field.text));
  return isDated ? toBlock(source, fields, at) : null;
}

/** @param at where the fields end */
function toBlock(source: SourceText, fields: ReadonlyMap<string, HeaderField>, at: number): HeaderBlock {
  const { text } = source;
  const find: FindRange = ([name]) => {
    const field = fields.get(String(name));
    return field === undefined ? { depth: 0, key: [0, 0], value: [0, 0] } : { depth: 1, key: field.key, value: field.value };
  };
  const data = createMapping([...fields].map(([key, field]) => [key, field.text === "" ? null : field.text]));
  const bodyStart = Math.min(text.length, text.startsWith("\n", at) ? at + 1 : at);
  return { data, places: new DataPlaces(source, () => find), body: text.slice(bodyStart), bodyLine: source.lineAt(bodyStart) };
}
