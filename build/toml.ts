import { parse, TomlDate, TomlError } from "smol-toml";
import { type DataNode, type MapEntry, Numeral } from "./data-node.ts";
import type { Diagnostics, Finding } from "./diagnostics.ts";
import type { SourceText } from "./source-text.ts";
import { findTomlPlaces, type TomlPlaces, tomlKey } from "./toml-places.ts";

/**
 * Parses `[from, to)` of a file as TOML 1.0. Dates stay text as written: the parser itself reads 2024-02-30 as 1 March.
 *
 * @returns null where it is not TOML (reported)
 */
export function parseToml(source: SourceText, from: number, to: number, diagnostics: Diagnostics): DataNode | null {
  const text = source.text.slice(from, to);
  try {
    const value = parse(text, { integersAsBigInt: "asNeeded" });
    const start = from + Math.max(0, text.search(/\S/));
    return toNode(value, [], { start, end: start }, { text, from, places: findTomlPlaces(text) });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const offset = Math.min(from + offsetOf(text, error.line, error.column), to);
    diagnostics.error(source.locate(offset), explain(error, text.slice(offset - from)));
    return null;
  }
}

function explain(error: TomlError, rest: string): Finding {
  const message = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
  const date = /date/.test(message) ? /^\d[\dT:Z+. -]*/i.exec(rest)?.[0].trim() : undefined;
  if (date !== undefined) return { code: "bad-date", message: `"${date}" is not a date`, hint: "want 2024-01-31 or 2024-01-31T09:30:00Z" };
  if (/nested structures/.test(message))
    return { code: "toml", message: "lists or tables are nested too deep here", hint: "take levels out" };
  return { code: "toml", message: `not valid TOML: ${message}`, hint: 'texts stand in quotes, keys stand before "="; see toml.io' };
}

interface Context {
  readonly text: string;
  readonly from: number;
  readonly places: TomlPlaces;
}

function toNode(value: unknown, path: readonly (string | number)[], near: { start: number; end: number }, context: Context): DataNode {
  const place = context.places.get(tomlKey(path));
  const start = place === undefined ? near.start : context.from + place.start;
  const end = place === undefined ? near.end : context.from + place.end;
  const here = { start, end };
  const source = context.text.slice(start - context.from, end - context.from).trim();
  if (value instanceof TomlDate) return { kind: "scalar", ...here, value: /^\d/.test(source) ? source : value.toISOString() };
  if (typeof value === "number" || typeof value === "bigint")
    return { kind: "scalar", ...here, value: new Numeral(Number(value), source || String(value)) };
  if (Array.isArray(value))
    return { kind: "list", ...here, items: value.map((item, index) => toNode(item, [...path, index], here, context)) };
  if (typeof value === "object" && value !== null) {
    const entries = new Map<string, MapEntry>();
    for (const [key, member] of Object.entries(value)) {
      const childPath = [...path, key];
      const child = context.places.get(tomlKey(childPath));
      const keyStart = child === undefined ? start : context.from + child.keyStart;
      const keyEnd = child === undefined ? start : context.from + child.keyEnd;
      entries.set(key, { keyStart, keyEnd, node: toNode(member, childPath, { start: keyStart, end: keyEnd }, context) });
    }
    return { kind: "map", ...here, entries };
  }
  return { kind: "scalar", ...here, value: typeof value === "string" || typeof value === "boolean" ? value : String(value) };
}

function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let at = 1; at < line; at += 1) offset = text.indexOf("\n", offset) + 1;
  return offset + Math.max(0, column - 1);
}
