import type { DataNode, MapEntry, MapNode } from "../data-node.ts";
import type { FieldPath } from "../diagnostics.ts";
import { ANY_CASE_FIELDS, COVER_ALT_NAMES, type FieldNames, foldName, MERGED_FIELDS } from "./names.ts";

/** A field given under two names with different values. */
export interface Conflict {
  readonly field: string;
  /** The name that was taken, and the one that was not. */
  readonly taken: FieldPath;
  readonly left: FieldPath;
  readonly node: DataNode;
  /** Whether the author used the field's own name beside another: a mistake, rather than two habits of one generator. */
  readonly canonical: boolean;
}

export interface Renamed {
  readonly root: MapNode;
  readonly conflicts: readonly Conflict[];
}

/** A value that is meant for a field, under the name that the author gave it. */
export interface Found {
  readonly path: FieldPath;
  readonly entry: MapEntry;
}

export interface RenameOptions {
  /** Other names by field, best first. */
  readonly names: FieldNames;
  /** Names that the configuration maps: to a field, or to nothing. */
  readonly mapped: ReadonlySet<string>;
  /** Names that the configuration maps to nothing. */
  readonly ignored: readonly string[];
  /** Whether a value under another name can be meant for a field. */
  readonly fits: (field: string, node: DataNode) => boolean;
  /** Which of several counts where none has the field's own name. */
  readonly choose: (field: string, found: readonly Found[]) => Found | undefined;
}

type Entries = Map<string, MapEntry>;

/** Gives fields the API's names. Every value keeps its place, and the author's own name for messages. */
export function renameFields(root: MapNode, { names, mapped, ignored, fits, choose }: RenameOptions): Renamed {
  const entries: Entries = new Map(root.entries);
  const conflicts: Conflict[] = [];
  for (const name of ignored) take(entries, name.split("."));
  for (const { field, candidates, folded } of pathsOf(names)) {
    const own = entries.get(field);
    const found: Found[] = own === undefined || isNothing(own.node) ? [] : [{ path: [field], entry: own }];
    const others = folded === null ? [] : [...entries.keys()].filter((name) => folded.has(foldName(name)) && !mapped.has(name));
    for (const path of [...candidates, ...others.filter((name) => name !== field).map((name) => [name])]) {
      const node = entries.get(path[0] ?? "")?.node;
      if (node === undefined || !fits(field, node)) continue;
      const entry = take(entries, path);
      if (entry !== null && !isNothing(entry.node)) found.push({ path, entry });
    }
    const first = own !== undefined && found[0]?.entry === own ? found[0] : choose(field, found);
    if (first === undefined) continue;
    if (MERGED_FIELDS.has(field)) {
      entries.set(field, mergeLists(found, first));
      continue;
    }
    entries.set(field, { ...first.entry, node: { ...first.entry.node, written: first.path } });
    for (const { path, entry } of found) {
      if (entry !== first.entry && !sameValue(first.entry.node, entry.node))
        conflicts.push({ field, taken: first.path, left: path, node: entry.node, canonical: own === first.entry });
    }
  }
  return { root: { ...root, entries }, conflicts };
}

interface FieldPaths {
  readonly field: string;
  readonly candidates: readonly (readonly string[])[];
  /** All its names without what generators do not agree on; null: they count as they stand. */
  readonly folded: ReadonlySet<string> | null;
}

/** The names of a kind, taken apart: the same for every document. */
const PATHS = new WeakMap<FieldNames, readonly FieldPaths[]>();

function pathsOf(names: FieldNames): readonly FieldPaths[] {
  const known = PATHS.get(names);
  if (known !== undefined) return known;
  const paths = Object.entries(names).map(([field, others]) => ({
    field,
    candidates: others.map((name) => name.split(".")),
    folded: ANY_CASE_FIELDS.has(field) ? new Set([field, ...others].map(foldName)) : null,
  }));
  PATHS.set(names, paths);
  return paths;
}

/** Lays a picture's text, where it stands beside the picture as `coverAlt`, into the picture. */
export function joinCoverAlt(root: MapNode, field: string): MapNode {
  if (!COVER_ALT_NAMES.some((name) => root.entries.has(name))) return root;
  const entries: Entries = new Map(root.entries);
  const found = COVER_ALT_NAMES.map((name) => ({ name, entry: take(entries, [name]) })).find(
    ({ entry }) => entry !== null && !isNothing(entry.node),
  );
  const cover = entries.get(field);
  if (cover === undefined || found === undefined || found.entry === null) return { ...root, entries };
  const { node } = cover;
  const alt: MapEntry = { ...found.entry, node: { ...found.entry.node, written: [found.name] } };
  const written = node.written ?? [field];
  const { keyStart, keyEnd } = cover;
  if (node.kind === "scalar") {
    const parts: Entries = new Map([
      ["src", { keyStart, keyEnd, node: { ...node, written } }],
      ["alt", alt],
    ]);
    entries.set(field, { keyStart, keyEnd, node: { kind: "map", start: node.start, end: node.end, written, entries: parts } });
  } else if (node.kind === "map" && !node.entries.has("alt")) {
    entries.set(field, { keyStart, keyEnd, node: { ...node, written, entries: new Map([...node.entries, ["alt", alt]]) } });
  }
  return { ...root, entries };
}

/** Takes an entry out; a table that is empty then goes too. */
function take(entries: Entries, path: readonly string[]): MapEntry | null {
  const [name = "", ...rest] = path;
  const entry = entries.get(name);
  if (entry === undefined) return null;
  if (rest.length === 0) {
    entries.delete(name);
    return entry;
  }
  if (entry.node.kind !== "map") return null;
  const inner: Entries = new Map(entry.node.entries);
  const found = take(inner, rest);
  if (found === null) return null;
  if (inner.size === 0) entries.delete(name);
  else entries.set(name, { ...entry, node: { ...entry.node, entries: inner } });
  return found;
}

/** One list of all that was found; a text is cut at its commas. A value that is neither stays alone, for its message. */
function mergeLists(found: readonly Found[], first: Found): MapEntry {
  const items: DataNode[] = [];
  for (const { path, entry } of found) {
    const { node } = entry;
    if (node.kind === "map") return { ...entry, node: { ...node, written: path } };
    if (node.kind === "list") items.push(...node.items.map((item, index) => ({ ...item, written: [...path, index] })));
    else if (typeof node.value !== "string") items.push({ ...node, written: path });
    else for (const part of node.value.split(",")) if (part.trim() !== "") items.push({ ...node, value: part.trim(), written: path });
  }
  const { start, end } = first.entry.node;
  return { ...first.entry, node: { kind: "list", start, end, written: first.path, items } };
}

export function isNothing(node: DataNode): boolean {
  return node.kind === "scalar" && (node.value === null || node.value === "");
}

function sameValue(a: DataNode, b: DataNode): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

function plain(node: DataNode): unknown {
  if (node.kind === "scalar") return typeof node.value === "object" && node.value !== null ? node.value.source : node.value;
  if (node.kind === "list") return node.items.map(plain);
  return [...node.entries].map(([key, entry]) => [key, plain(entry.node)]);
}
