import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar } from "yaml";
import { type DataNode, type MapEntry, Numeral } from "./data-node.ts";
import type { Diagnostics, Finding } from "./diagnostics.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import type { SourceText } from "./source-text.ts";

/** Nodes of one document, aliases expanded: more is an accident or a bomb. */
const NODES_MAX = 20_000;
const DEPTH_MAX = 100;

/**
 * Parses `[from, to)` of a file as YAML 1.2 core (no timestamps, no octal by accident, `yes` is text).
 *
 * @returns null where it is not YAML (reported) or holds nothing
 */
export function parseYaml(source: SourceText, from: number, to: number, diagnostics: Diagnostics): DataNode | null {
  return readPlainYaml(source.text.slice(from, to), from) ?? parseAnyYaml(source, from, to, diagnostics);
}

/** By the parser; what `readPlainYaml` reads is held to it. */
export function parseAnyYaml(source: SourceText, from: number, to: number, diagnostics: Diagnostics): DataNode | null {
  const document = parseDocument(source.text.slice(from, to), { version: "1.2", schema: "core", prettyErrors: false });
  // What follows a broken line is mostly its echo; a key written twice is a mistake of its own.
  const all = [...document.errors, ...document.warnings];
  const wrong = all.filter((error, index) => index === 0 || error.code === "DUPLICATE_KEY" || error.code === "TAG_RESOLVE_FAILED");
  for (const error of wrong) {
    const start = Math.min(from + error.pos[0], to);
    diagnostics.error(
      source.locate(start, Math.min(from + error.pos[1], to)),
      describe(error.code, error.message, { character: source.text.slice(start, start + 1), above: lineAbove(source.text, start) }),
    );
  }
  if (wrong.length > 0 || document.contents === null) return null;
  const converter = new Converter(source, from, document, diagnostics);
  const node = converter.convert(document.contents, 0);
  return converter.failed ? null : node;
}

class Converter {
  failed = false;
  readonly #source: SourceText;
  readonly #base: number;
  readonly #document: Document.Parsed;
  readonly #diagnostics: Diagnostics;
  #nodes = 0;

  constructor(source: SourceText, base: number, document: Document.Parsed, diagnostics: Diagnostics) {
    this.#source = source;
    this.#base = base;
    this.#document = document;
    this.#diagnostics = diagnostics;
  }

  convert(node: Node, depth: number): DataNode {
    const [start, end] = this.#range(node);
    const nothing: DataNode = { kind: "scalar", start, end, value: null };
    this.#nodes += 1;
    if (this.failed) return nothing;
    if (depth > DEPTH_MAX) return this.#fail(start, end, TOO_DEEP);
    if (this.#nodes > NODES_MAX) {
      const message = `with its aliases written out this holds more than ${NODES_MAX.toLocaleString("en")} values`;
      return this.#fail(start, end, { code: "yaml", message, hint: "take some out: front matter is no place for data" });
    }
    if (isAlias(node)) {
      const target = node.resolve(this.#document);
      if (target === undefined) {
        const hint = `put a text that begins with * in quotes: "*${node.source}"`;
        return this.#fail(start, end, { code: "yaml", message: `*${node.source} refers to an anchor that does not exist`, hint });
      }
      return { ...this.convert(target, depth + 1), start, end };
    }
    if (isMap(node)) return { kind: "map", start, end, entries: this.#entries(node.items as Pair[], depth) };
    if (isSeq(node)) return { kind: "list", start, end, items: node.items.map((item) => this.convert(item as Node, depth + 1)) };
    return isScalar(node) ? { kind: "scalar", start, end, value: scalarValue(node) } : nothing;
  }

  #entries(pairs: readonly Pair[], depth: number): Map<string, MapEntry> {
    const entries = new Map<string, MapEntry>();
    for (const { key, value } of pairs) {
      const [keyStart, keyEnd] = this.#range(key as Node);
      if (!isScalar(key)) {
        this.#fail(keyStart, keyEnd, { code: "yaml", message: "a key is not a plain text", hint: "put it in quotes" });
        continue;
      }
      const name = typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
      const node: DataNode =
        value === null ? { kind: "scalar", start: keyStart, end: keyEnd, value: null } : this.convert(value as Node, depth + 1);
      entries.set(name, { keyStart, keyEnd, node });
    }
    return entries;
  }

  #range(node: Node | null): [number, number] {
    const range = node?.range;
    return range === undefined || range === null ? [this.#base, this.#base] : [this.#base + range[0], this.#base + range[1]];
  }

  #fail(start: number, end: number, finding: Finding): DataNode {
    if (!this.failed) this.#diagnostics.error(this.#source.locate(start, end), finding);
    this.failed = true;
    return { kind: "scalar", start, end, value: null };
  }
}

function scalarValue(scalar: Scalar): string | boolean | null | Numeral {
  const { value } = scalar;
  if (typeof value === "number" || typeof value === "bigint") return new Numeral(Number(value), scalar.source ?? String(value));
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  return scalar.source ?? String(value);
}

const TOO_DEEP: Finding = {
  code: "yaml",
  message: `lists or mappings are nested more than ${DEPTH_MAX} deep here, or an alias stands for what it stands in`,
  hint: "take levels out",
};

function lineAbove(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1);
  return start === -1 ? "" : text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
}

/** The parser's own message, and what to do in the cases that authors meet. */
function describe(code: string, message: string, { character, above }: { character: string; above: string }): Finding {
  // The parser's own depth ends with its stack.
  if (/call stack/i.test(message)) return TOO_DEEP;
  // `excerpt: |` and a text below it that is not indented.
  const isBlockText = code === "MISSING_CHAR" && /[:-] *[|>][+-]?\d? *$/.test(above);
  const hint = isBlockText ? "indent the lines of the text that | or > begins" : HINTS[code]?.(message, character);
  const plain = (message.split("\n")[0] ?? message).replace(/closing ["']quote/, "closing quote");
  return {
    code: "yaml",
    message: `not valid YAML: ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

const HINTS: Readonly<Record<string, (message: string, character: string) => string>> = {
  BLOCK_AS_IMPLICIT_KEY: () => 'put a text with a colon in quotes: title: "Looms: a history"; keys of one mapping begin in the same column',
  TAB_AS_INDENT: () => "indent with spaces",
  DUPLICATE_KEY: () => "keep one of the two",
  BAD_SCALAR_START: (_message, character) => `put a text that begins with ${character} in quotes`,
  MISSING_CHAR: (message) => {
    if (/quote/.test(message)) return "close the quotes, and indent the further lines of a long text";
    return /end with/.test(message) ? "close the bracket" : "write a colon and a space after the key";
  },
  BAD_INDENT: () => "close the bracket, or indent the line",
  UNEXPECTED_TOKEN: () => "put the whole text in double quotes",
  MULTILINE_IMPLICIT_KEY: () => "write a colon and a space after the key; keys of one mapping begin in the same column",
  BAD_DQ_ESCAPE: () => "write \\\\ for a backslash, or use single quotes",
  TAG_RESOLVE_FAILED: () => "put a text that begins with ! in quotes",
  MULTIPLE_DOCS: () => "keep one document in the file",
};
