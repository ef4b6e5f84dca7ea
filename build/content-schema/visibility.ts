import type { CollectionName } from "../../contract/config.ts";
import { type DataNode, type MapEntry, type MapNode, Numeral } from "../data-node.ts";
import { readInstant, readPartialDate } from "../dates.ts";
import { compareText, type FieldPath, type Finding } from "../diagnostics.ts";
import { CREATED_NAMES, foldName } from "./names.ts";
import { type Found, isNothing } from "./rename.ts";
import { readNestedStatement, readStatement, type Statement } from "./visibility-keys.ts";

/*
 * What an author or a tool wrote so that not everybody, or nobody yet, sees a document. As an unknown key it would be set aside, and the document
 * published: so it is understood, or it is an error.
 */

export interface VisibilityContext {
  readonly kind: CollectionName | "about";
  /** Names that the configuration maps: they mean what the author says there. */
  readonly mapped: ReadonlySet<string>;
  /** Names of its date of publication. */
  readonly dateNames: readonly string[];
  /** Whether its file's name is one. */
  readonly hasFileDate: boolean;
  readonly report: (entry: MapEntry, finding: Finding) => void;
}

interface Said {
  readonly path: FieldPath;
  readonly entry: MapEntry;
  readonly statement: Statement;
}

/** Puts `draft` and `unlisted` in the place of what says the same, takes away what says nothing, and reports what the author has to decide. */
export function readVisibility(root: MapNode, context: VisibilityContext): MapNode {
  const merge = root.entries.get("<<");
  // Whoever reads YAML 1.1 takes what it leads to for fields of the document: draft: true may be among them.
  if (merge !== undefined)
    context.report(merge, {
      code: "merge-key",
      field: ["<<"],
      message: "merge keys are not read",
      hint: "write the fields out that it stands for",
    });
  const said = findStatements(root, context);
  if (said.length === 0) return root;
  const entries = new Map(root.entries);
  for (const { path } of said) if (path.length === 1) entries.delete(String(path[0]));
  const isDated = context.hasFileDate || isAnyWritten(entries, context.dateNames);
  for (const one of said) {
    const problem = problemOf(one, context.kind, isDated);
    if (problem !== null) context.report(one.entry, { code: "not-for-all", field: one.path, ...problem });
  }
  // Of two that differ, the one counts that shows less.
  setFlag(entries, "draft", said, ["draft", "public"]);
  if (context.kind === "posts") setFlag(entries, "unlisted", said, ["unlisted", "listed"]);
  return { ...root, entries };
}

/** Tables in which generators keep keys of the author's own: Hugo's and Zola's. */
const TABLES = ["params", "extra"];

function findStatements(root: MapNode, { kind, mapped }: VisibilityContext): Said[] {
  const said: Said[] = [];
  for (const [key, entry] of root.entries) {
    if (mapped.has(key)) continue;
    const statement = readStatement(key, entry.node, kind);
    if (statement !== "other") said.push({ path: [key], entry, statement });
    if (entry.node.kind !== "map" || !TABLES.includes(foldName(key))) continue;
    for (const [name, inner] of entry.node.entries) {
      if (mapped.has(`${key}.${name}`)) continue;
      const nested = readNestedStatement(name, inner.node);
      if (nested !== "other") said.push({ path: [key, name], entry: inner, statement: nested });
    }
  }
  return said;
}

function setFlag(entries: Map<string, MapEntry>, field: string, said: readonly Said[], [yes, no]: readonly [Statement, Statement]): void {
  const found = said.find(({ statement }) => statement === yes) ?? said.find(({ statement }) => statement === no);
  if (found === undefined) return;
  const { start, end } = found.entry.node;
  entries.set(field, { ...found.entry, node: { kind: "scalar", start, end, value: found.statement === yes, written: found.path } });
}

function problemOf({ path, statement }: Said, kind: VisibilityContext["kind"], isDated: boolean): Pick<Finding, "message" | "hint"> | null {
  const isPost = kind === "posts";
  const names = `frontMatter: { names: { ${kind}: { ${JSON.stringify(path.join("."))}: "" } } } in octavo.config.ts says that it means nothing`;
  const away = kind === "about" ? "or remove it" : `or remove it; ${names}`;
  if (statement === "unlisted" && !isPost)
    return { message: "only posts can be published without being listed", hint: `write draft: true, ${away}` };
  if (statement === "scheduled" && !isDated)
    return { message: "says that this waits, but not for when", hint: `write publishedAt: with the date, or draft: true, ${away}` };
  if (statement !== "undecided") return null;
  const wayOut = isPost
    ? "write draft: true (not published) or unlisted: true (published, in no list; not a secret)"
    : "write draft: true (not published)";
  return { message: "says who may see this, and is not understood", hint: `${wayOut} in its place, ${away}` };
}

/** Of dates of publication the latest counts, of expiries the earliest; what cannot be read counts, so that it is reported. */
export function chooseDate(timeZone: string): (field: string, found: readonly Found[]) => Found | undefined {
  return (field, found) => {
    if (field !== "publishedAt" && field !== "expiresAt") return found[0];
    const isCreation = ({ path }: Found): boolean => CREATED_NAMES.some((name) => foldName(name) === foldName(path.join(".")));
    const dates = found.some((one) => !isCreation(one)) ? found.filter((one) => !isCreation(one)) : found;
    const read = dates.map((one) => ({ one, instant: instantOf(one.entry.node, timeZone) }));
    const unreadable = read.find(({ instant }) => instant === null);
    if (unreadable !== undefined) return unreadable.one;
    const sign = field === "publishedAt" ? 1 : -1;
    return read.reduce((best, next) => (sign * compareText(next.instant ?? "", best.instant ?? "") > 0 ? next : best), read[0] ?? NONE).one;
  };
}

const NONE = { one: undefined, instant: null };

function instantOf(node: DataNode, timeZone: string): string | null {
  if (node.kind !== "scalar" || typeof node.value !== "string") return null;
  const read = readInstant(node.value, timeZone);
  return read.ok ? read.value : null;
}

/** Whether a value can be meant for a field: of a book, `published: 1998` says when others printed it. */
export function fitsKind(kind: CollectionName | "about"): (field: string, node: DataNode) => boolean {
  return (field, node) => {
    if (kind !== "books" || field !== "publishedAt" || node.kind !== "scalar") return true;
    const written = node.value instanceof Numeral ? node.value.source : node.value;
    return typeof written !== "string" || !/^\d{4}(?:-\d{2})?$/.test(written.trim()) || !readPartialDate(written).ok;
  };
}

/** Whether one of these names has a value. */
function isAnyWritten(entries: ReadonlyMap<string, MapEntry>, names: readonly string[]): boolean {
  const folded = new Set(names.map(foldName));
  return [...entries].some(([key, { node }]) => folded.has(foldName(key)) && !isNothing(node));
}
