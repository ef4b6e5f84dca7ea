import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Diagnostics, FieldPath } from "../../shared/diagnostics.ts";
import { DataPlaces, type FindRange, type ParsedBlock, type TextRange } from "../data-document.ts";
import { createMapping, Numeral } from "../data-values.ts";
import type { SourceText } from "../source-text.ts";
import { DEPTH_MAX } from "../yaml.ts";

/**
 * Parses JSON (RFC 8259), without comments. A duplicate key is a mistake, because one of its values
 * would be lost.
 */
export function parseJson(source: SourceText, diagnostics: Diagnostics): ParsedBlock {
  const { text } = source;
  const deep = findTooDeep(text);
  if (deep !== null) {
    const message = `lists or mappings are nested more than ${DEPTH_MAX} levels deep here`;
    diagnostics.error(source.locate(deep, deep + 1), { code: "json", message, hint: "remove levels" });
    return { value: undefined, places: DataPlaces.atStart(source) };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (root === undefined || first !== undefined) {
    const { error, offset, length } = first ?? { error: 4, offset: 0, length: 1 };
    const reason = printParseErrorCode(error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const hint = "want JSON without comments, all keys and strings in double quotes, and no comma after the last value";
    diagnostics.error(source.locate(offset, offset + length), { code: "json", message: `not valid JSON: ${reason.toLowerCase()}`, hint });
    return { value: undefined, places: DataPlaces.atStart(source) };
  }
  const doubles: Node[] = [];
  const value = toValue(root, text, doubles);
  for (const key of doubles)
    diagnostics.error(source.locate(...rangeOf(key)), {
      code: "json",
      message: `the key ${key.value} occurs twice`,
      hint: "keep one of the two",
    });
  return { value: doubles.length > 0 ? undefined : value, places: new DataPlaces(source, () => createFinder(root)) };
}

const STRING_OR_BRACKET = /"(?:[^"\\]+|\\.)*"?|[[\]{}]/gs;

/**
 * Offset at which lists and mappings are nested too deeply for a recursive parser; null if there is
 * no such offset.
 */
function findTooDeep(text: string): number | null {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    if (depth > DEPTH_MAX) return index;
  }
  return null;
}

function toValue(node: Node, text: string, doubles: Node[]): unknown {
  const { type, children = [], offset, length } = node;
  if (type === "array") return children.map((child) => toValue(child, text, doubles));
  if (type === "number") return new Numeral(Number(node.value), text.slice(offset, offset + length));
  if (type !== "object") return node.value;
  const mapping = createMapping();
  for (const { children: [key, value] = [] } of children) {
    if (key === undefined || value === undefined) continue;
    if (key.value in mapping) doubles.push(key);
    mapping[key.value] = toValue(value, text, doubles);
  }
  return mapping;
}

function createFinder(root: Node): FindRange {
  return (path: FieldPath) => {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node = findNodeAtLocation(root, [...path.slice(0, depth)]);
      if (node === undefined) continue;
      const value = rangeOf(node);
      const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
      return { depth, key: key === undefined ? value : rangeOf(key), value };
    }
    return { depth: 0, key: rangeOf(root), value: rangeOf(root) };
  };
}

function rangeOf({ offset, length }: Node): TextRange {
  return [offset, offset + length];
}
