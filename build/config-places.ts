import { type DataNode, fromValue, type MapEntry, type MapNode } from "./data-node.ts";

/**
 * The nodes of a configuration with places found in its text: a key is looked for after its parent's. Code is not
 * parsed; a value that is computed, or spread from elsewhere, has no place (-1).
 */
export function placeConfig(config: Record<string, unknown>, text: string): MapNode {
  const root = fromValue(config);
  const start = Math.max(0, text.search(/\bexport\s+default\b/));
  return root.kind === "map" ? placeMap(root, text, start) : { kind: "map", start: -1, end: -1, entries: new Map() };
}

function placeMap(node: MapNode, text: string, from: number): MapNode {
  const entries = new Map<string, MapEntry>();
  for (const [key, entry] of node.entries) {
    const pattern = new RegExp(`(?<![\\w$.])(["'\`]?)${key.replace(/[^\w]/g, "\\$&")}\\1\\s*:\\s*`, "g");
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found === null) {
      entries.set(key, entry);
      continue;
    }
    const keyStart = found.index + (found[1]?.length ?? 0);
    const valueStart = found.index + found[0].length;
    entries.set(key, { keyStart, keyEnd: keyStart + key.length, node: placeValue(entry.node, text, valueStart) });
  }
  return { ...node, entries };
}

function placeValue(node: DataNode, text: string, at: number): DataNode {
  if (node.kind === "map") return { ...placeMap(node, text, at), start: at, end: at };
  if (node.kind === "list") return { ...node, start: at, end: at, items: node.items.map((item) => ({ ...item, start: at, end: at })) };
  const literal = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w.-]+)/.exec(text.slice(at));
  return { ...node, start: at, end: at + (literal?.[0].length ?? 0) };
}
