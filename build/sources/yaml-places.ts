import type { Document } from "yaml";
import type { FieldPath, Finding } from "../shared/diagnostics.ts";
import type { FoundRange, TextRange } from "./data-document.ts";
import { lazyPackage } from "./lazy-package.ts";

/*
 * The `yaml` package records all places and has good messages, but takes five times as long. It is
 * used only for files with mistakes.
 */
const loadYaml = lazyPackage<typeof import("yaml")>("yaml");

export interface YamlMistake {
  readonly range: TextRange;
  readonly finding: Finding;
}

export interface OpenedYaml {
  readonly mistakes: readonly YamlMistake[];
  find(path: FieldPath): FoundRange;
}

/** @param base offset added to all places */
export function openYaml(text: string, base: number): OpenedYaml {
  const { isAlias, isNode, parseDocument } = loadYaml();
  const document = parseDocument(text, { version: "1.2", schema: "core", prettyErrors: false });
  const rangeOf = (node: unknown): TextRange => {
    const [start, end] = (isNode(node) ? node.range : null) ?? [0, 0];
    return [base + start, base + end];
  };
  const broken = findBroken(document, text, base);
  return {
    mistakes: broken.length > 0 ? broken : findRefused(document).map(({ node, finding }) => ({ range: rangeOf(node), finding })),
    find(path) {
      let node: unknown = document.contents;
      let found: FoundRange = { depth: 0, key: rangeOf(node), value: rangeOf(node) };
      for (const [depth, segment] of path.entries()) {
        const member = memberOf(isAlias(node) ? node.resolve(document) : node, segment);
        if (member === null) break;
        const key = rangeOf(member.key);
        node = member.value;
        found = { depth: depth + 1, key, value: node === null ? key : rangeOf(node) };
      }
      return found;
    },
  };
}

function memberOf(node: unknown, segment: string | number): { readonly key: unknown; readonly value: unknown } | null {
  const { isMap, isScalar, isSeq } = loadYaml();
  if (isMap(node)) return node.items.find(({ key }) => isScalar(key) && (String(key.value) === segment || key.source === segment)) ?? null;
  const item = isSeq(node) ? node.items[Number(segment)] : undefined;
  return item === undefined ? null : { key: item, value: item };
}

/**
 * Finds text that is not YAML. Errors after a broken line are usually consequences of it, but a
 * duplicate key is a separate mistake.
 */
function findBroken({ errors, warnings }: Document.Parsed, text: string, base: number): YamlMistake[] {
  const all = [...errors, ...warnings];
  const indented = findIndentedStart(text, all[0]?.pos[0] ?? 0, base);
  if (indented !== null) return [indented];
  const chosen = all.filter((error, index) => index === 0 || error.code === "DUPLICATE_KEY" || error.code === "TAG_RESOLVE_FAILED");
  return chosen.map(({ code, message, pos }) => {
    const [start, end] = pos.map((offset) => Math.min(offset, text.length)) as [number, number];
    const around = { character: text.slice(start, start + 1), above: lineAbove(text, start) };
    return { range: [base + start, base + end], finding: describe(code, message, around) };
  });
}

/** Finds the first part that is valid YAML but not allowed in front matter. */
function findRefused(document: Document.Parsed): { readonly node: unknown; readonly finding: Finding }[] {
  const { isScalar, visit } = loadYaml();
  const found: { node: unknown; finding: Finding }[] = [];
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key)) return undefined;
      found.push({ node: key, finding: { code: "yaml", message: "a key is not plain text", hint: "put it in quotes" } });
      return visit.BREAK;
    },
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return undefined;
      const message = `*${alias.source} refers to an anchor that does not exist`;
      found.push({ node: alias, finding: { code: "yaml", message, hint: `put a text that begins with * in quotes: "*${alias.source}"` } });
      return visit.BREAK;
    },
  });
  return found;
}

/**
 * Finds spaces before the first key. The parser ends the mapping at the next line and reports that
 * line instead.
 * @param at offset of the first mistake in `text`
 */
function findIndentedStart(text: string, at: number, base: number): YamlMistake | null {
  const [, before = "", spaces = "", key = ""] = /^((?:[^\S\n]*(?:#[^\n]*)?\n)*)( +)([\w-]+) *:(?:\s|$)/.exec(text) ?? [];
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1);
  if (key === "" || at <= before.length || !/^[\w-]+ *:(?:\s|$)/.test(line)) return null;
  const start = base + before.length;
  const message = `not valid YAML: ${key} is indented, and the keys below it are not`;
  const hint = `remove the spaces before ${key}: all keys of a mapping begin in the same column`;
  return { range: [start, start + spaces.length + key.length], finding: { code: "yaml", message, hint } };
}

function lineAbove(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1);
  return start === -1 ? "" : text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
}

/** The parser's own message, with a remedy for common cases. */
function describe(code: string, message: string, { character, above }: { character: string; above: string }): Finding {
  // `excerpt: |`, followed by a text that is not indented.
  const isBlockText = code === "MISSING_CHAR" && /[:-] *[|>][+-]?\d? *$/.test(above);
  const hint = isBlockText ? "indent the lines of the text after | or >" : HINTS[code]?.(message, character);
  const own = code === "MULTIPLE_DOCS" ? "a second document begins here" : (message.split("\n")[0] ?? message);
  const plain = own.replace(/closing ["']quote/, "closing quote");
  return {
    code: "yaml",
    message: `not valid YAML: ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

const HINTS: Readonly<Record<string, (message: string, character: string) => string>> = {
  BLOCK_AS_IMPLICIT_KEY: () =>
    'put a text with a colon in quotes: title: "Looms: a history"; all keys of a mapping begin in the same column',
  TAB_AS_INDENT: () => "indent with spaces",
  DUPLICATE_KEY: () => "keep one of the two",
  BAD_SCALAR_START: (_message, character) => `put a text that begins with ${character} in quotes`,
  MISSING_CHAR: (message) => {
    if (/quote/.test(message)) return "close the quotes, and indent the continuation lines of a long text";
    return /end with/.test(message) ? "close the bracket" : "write a colon and a space after the key";
  },
  BAD_INDENT: () => "close the bracket, or indent the line",
  UNEXPECTED_TOKEN: () => "put the whole text in double quotes",
  MULTILINE_IMPLICIT_KEY: () => "write a colon and a space after the key; all keys of a mapping begin in the same column",
  BAD_DQ_ESCAPE: () => "write \\\\ for a backslash, or use single quotes",
  TAG_RESOLVE_FAILED: () => "put a text that begins with ! in quotes",
  MULTIPLE_DOCS: () => "keep one document in the file",
};
