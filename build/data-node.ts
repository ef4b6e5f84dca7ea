import type { FieldPath, Location } from "./diagnostics.ts";
import type { SourceText } from "./source-text.ts";

/**
 * YAML, TOML and JSON in one form: values that know where they stand. Offsets count UTF-16 code units of the file's
 * text; `start` -1: not from the file but from the configuration.
 */
export type DataNode = ScalarNode | MapNode | ListNode;

interface NodeBase {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Where the author wrote it, if that is not where it stands now (`pubDate` as `publishedAt`). */
  readonly written?: FieldPath;
}
export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly value: string | boolean | null | Numeral;
}
export interface MapNode extends NodeBase {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, MapEntry>;
}
export interface ListNode extends NodeBase {
  readonly kind: "list";
  readonly items: readonly DataNode[];
}
export interface MapEntry {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: DataNode;
}

/** A number and how it was written: `0306406152` and `1.10` lose digits as numbers. */
export class Numeral {
  readonly value: number;
  readonly source: string;

  constructor(value: number, source: string) {
    this.value = value;
    this.source = source;
  }
}

/** A value that is a mapping, of plain data with Numerals in it. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Numeral);
}

/** Plain data with Numerals in it; mappings have no prototype, so that `__proto__` is a key like others. */
export function toValue(node: DataNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toValue);
  const mapping: Record<string, unknown> = Object.create(null);
  for (const [key, entry] of node.entries) mapping[key] = toValue(entry.node);
  return mapping;
}

/** Nodes of plain data (from the configuration); members that are undefined or functions are left out. */
export function fromValue(value: unknown): DataNode {
  const nowhere = { start: -1, end: -1 };
  if (Array.isArray(value)) return { kind: "list", ...nowhere, items: value.map(fromValue) };
  if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    const entries = new Map<string, MapEntry>();
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined && typeof member !== "function") entries.set(key, { keyStart: -1, keyEnd: -1, node: fromValue(member) });
    }
    return { kind: "map", ...nowhere, entries };
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { kind: "scalar", ...nowhere, value: value.toISOString() };
  if (typeof value === "number") return { kind: "scalar", ...nowhere, value: new Numeral(value, String(value)) };
  if (typeof value === "string" || typeof value === "boolean" || value === null) return { kind: "scalar", ...nowhere, value };
  return { kind: "scalar", ...nowhere, value: String(value) };
}

export const EMPTY_MAP: MapNode = { kind: "map", start: 0, end: 0, entries: new Map() };

/** A mapping and the file it stands in: finds the place of fields. */
export class DataDocument {
  readonly source: SourceText;
  /** With the API's names. */
  readonly root: MapNode;
  /** As the author wrote it. */
  readonly #written: MapNode;
  /** The place of values that come from the configuration. */
  readonly #elsewhere: Location;

  constructor(source: SourceText, root: MapNode, elsewhere: Location, written: MapNode = root) {
    this.source = source;
    this.root = root;
    this.#elsewhere = elsewhere;
    this.#written = written;
  }

  /** The value's place; for a path that leads nowhere, that of the nearest parent. */
  locate(path: FieldPath): Location {
    const found = follow(this.root, path);
    const chosen = found.depth === path.length ? found : (deeper(follow(this.#written, path), path.length) ?? found);
    return this.#place(chosen.node.start, chosen.depth === 0 ? chosen.node.start : chosen.node.end);
  }

  /** The key's place, for keys that should not be there. */
  locateKey(path: FieldPath): Location {
    const parent = follow(this.root, path.slice(0, -1)).node;
    const entry = parent.kind === "map" ? parent.entries.get(String(path.at(-1))) : undefined;
    return entry === undefined ? this.locate(path) : this.#place(entry.keyStart, entry.keyEnd);
  }

  /** Whether a key stands without a value. */
  isBare(path: FieldPath): boolean {
    const { node, depth } = follow(this.root, path);
    return depth === path.length && node.kind === "scalar" && node.value === null;
  }

  /** The author's own name of a field; cut where a text stands in for a mapping (`cover: a.jpg` for `cover.src`). */
  written(path: FieldPath): FieldPath {
    let node: DataNode = this.root;
    let written: (string | number)[] = [];
    for (const [depth, segment] of path.entries()) {
      const child = childOf(node, segment);
      if (child === null) return node.kind === "scalar" ? written : [...written, ...path.slice(depth)];
      written = child.written === undefined ? [...written, segment] : [...child.written];
      node = child;
    }
    return written;
  }

  #place(start: number, end: number): Location {
    return start < 0 ? this.#elsewhere : this.source.locate(start, end);
  }
}

function follow(root: DataNode, path: FieldPath): { node: DataNode; depth: number } {
  let node = root;
  for (const [depth, segment] of path.entries()) {
    const child = childOf(node, segment);
    if (child === null) return { node, depth };
    node = child;
  }
  return { node, depth: path.length };
}

function deeper(found: { node: DataNode; depth: number }, depth: number): { node: DataNode; depth: number } | null {
  return found.depth === depth ? found : null;
}

function childOf(node: DataNode, segment: string | number): DataNode | null {
  if (node.kind === "map") return node.entries.get(String(segment))?.node ?? null;
  if (node.kind === "list" && typeof segment === "number") return node.items[segment] ?? null;
  return null;
}
