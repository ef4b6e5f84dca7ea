import type { TomlError } from "smol-toml";
import type { Diagnostics, FieldPath, Finding } from "../shared/diagnostics.ts";
import { DataPlaces, type FoundRange, type ParsedBlock, type SourceBlock } from "./data-document.ts";
import { createMapping, Numeral } from "./data-values.ts";
import { lazyPackage } from "./lazy-package.ts";
import { SourceText } from "./source-text.ts";
import { findTomlPlaces, type TomlPlaces, tomlKey } from "./toml-places.ts";

const loadToml = lazyPackage<typeof import("smol-toml")>("smol-toml");

/**
 * Parses TOML 1.0. Dates stay text as written, because the parser itself reads 2024-02-30 as 1
 * March.
 */
export function parseToml({ source, text, base }: SourceBlock, diagnostics: Diagnostics): ParsedBlock {
  const { parse, TomlError } = loadToml();
  try {
    const parsed = parse(text, { integersAsBigInt: "asNeeded" });
    const ranges = findTomlPlaces(text);
    const places = new DataPlaces(source, () => (path) => find(path, ranges, { text, base }));
    return { value: toValues(parsed, [], { text, ranges }), places };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const offset = Math.min(new SourceText(source.file, text).offsetAt(error.line, Math.max(1, error.column)), text.length);
    diagnostics.error(source.locate(base + offset), explain(error, text.slice(offset)));
    return { value: undefined, places: DataPlaces.atStart(source) };
  }
}

function explain(error: TomlError, rest: string): Finding {
  const message = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
  const date = /date/.test(message) ? /^\d[\dT:Z+. -]*/i.exec(rest)?.[0].trim() : undefined;
  if (date !== undefined) return { code: "bad-date", message: `"${date}" is not a date`, hint: "want 2024-01-31 or 2024-01-31T09:30:00Z" };
  if (/nested structures/.test(message))
    return { code: "toml", message: "lists or tables are nested too deeply here", hint: "remove levels" };
  return { code: "toml", message: `not valid TOML: ${message}`, hint: 'put texts in quotes, and a key before each "="; see toml.io' };
}

interface Written {
  readonly text: string;
  readonly ranges: TomlPlaces;
}

function toValues(value: unknown, path: FieldPath, written: Written): unknown {
  const { text, ranges } = written;
  const { TomlDate } = loadToml();
  if (value instanceof TomlDate || typeof value === "number" || typeof value === "bigint") {
    const place = ranges.get(tomlKey(path));
    const source = place === undefined ? "" : text.slice(place.start, place.end).trim();
    if (value instanceof TomlDate) return /^\d/.test(source) ? source : value.toISOString();
    return new Numeral(Number(value), source || String(value));
  }
  if (Array.isArray(value)) return value.map((item, index) => toValues(item, [...path, index], written));
  if (typeof value !== "object" || value === null) return value;
  return createMapping(Object.entries(value).map(([key, member]) => [key, toValues(member, [...path, key], written)]));
}

function find(path: FieldPath, ranges: TomlPlaces, { text, base }: Pick<SourceBlock, "text" | "base">): FoundRange {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const found = ranges.get(tomlKey(path.slice(0, depth)));
    if (found === undefined) continue;
    return { depth, key: [base + found.keyStart, base + found.keyEnd], value: [base + found.start, base + found.end] };
  }
  const start = base + Math.max(0, text.search(/\S/));
  return { depth: 0, key: [start, start], value: [start, start] };
}
