import { readFile } from "node:fs/promises";
import type { FieldPath } from "../shared/diagnostics.ts";
import { DataPlaces, type FoundRange } from "../sources/data-document.ts";
import { isMapping } from "../sources/data-values.ts";
import { SourceText } from "../sources/source-text.ts";

/**
 * Reads a configuration file to find the places of its values.
 * @param shown the file's name in messages
 */
export async function readConfigPlaces(config: unknown, file: string, shown: string): Promise<DataPlaces> {
  const source = new SourceText(shown, (await readFile(file, "utf8")).replace(/\r\n?/g, "\n"));
  return new DataPlaces(source, () => (path) => findConfigRange(config, source.text, path));
}

/**
 * Finds the place of a configuration's value in its text by searching for each key after its
 * parent's place. Code is not parsed, so computed values and values spread from elsewhere get the
 * beginning of the file.
 */
function findConfigRange(config: unknown, text: string, path: FieldPath): FoundRange {
  let found: FoundRange = { depth: 0, key: [0, 0], value: [0, 0] };
  let value = config;
  let at = Math.max(0, text.search(/\bexport\s+default\b/));
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(value)) return typeof value[Number(key)] === "string" ? findItem(value[Number(key)], text, found) : found;
    if (!isMapping(value) || !(key in value)) return found;
    value = value[key];
    const pattern = new RegExp(`(?<![\\w$.])(["'\`]?)${toPattern(String(key))}\\1\\s*:\\s*`, "g");
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return { depth: depth + 1, key: [0, 0], value: [0, 0] };
    const keyStart = match.index + (match[1]?.length ?? 0);
    at = match.index + match[0].length;
    const literal = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w.-]+)/.exec(text.slice(at));
    const end = at + (isMapping(value) || Array.isArray(value) ? 0 : (literal?.[0].length ?? 0));
    found = { depth: depth + 1, key: [keyStart, keyStart + String(key).length], value: [at, end] };
  }
  return found;
}

/** Finds a text in a list without nested lists. Other items get the list's place. */
function findItem(item: string, text: string, list: FoundRange): FoundRange {
  const [start] = list.value;
  const [written = ""] = /^\[[^\]]*/.exec(text.slice(start)) ?? [];
  const match = new RegExp(`(["'\`])${toPattern(item)}\\1`).exec(written);
  if (match === null) return list;
  const range = [start + match.index, start + match.index + match[0].length] as const;
  return { depth: list.depth + 1, key: range, value: range };
}

function toPattern(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}
