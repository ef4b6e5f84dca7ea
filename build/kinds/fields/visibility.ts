import { clampDay, readInstant } from "../../shared/dates.ts";
import { compareText, type FieldPath, type Finding } from "../../shared/diagnostics.ts";
import { isOwnKey, type KindName, shownKind } from "../../shared/kind-name.ts";
import type { NamedValues, Origin } from "../../sources/data-document.ts";
import { copyMapping, isMapping, isNothing, type Mapping } from "../../sources/data-values.ts";
import { CREATED_NAMES, foldName, OWN_TABLES } from "./front-matter-names.ts";
import { type FieldNaming, inFile, type NamedValue } from "./rename.ts";
import { readNestedStatement, readStatement, type Statement } from "./visibility-keys.ts";

/*
 * Keys by which an author or a tool hides a document, temporarily or from some readers. If such a
 * key were ignored as unknown, the document would be published. So each of them is either
 * understood or an error.
 */

export interface VisibilityContext {
  readonly kind: KindName | "about";
  /** Names that the configuration maps have the meaning given there. */
  readonly naming: FieldNaming;
  /** Whether the file's name contains a date. */
  readonly hasFileDate: boolean;
  /** Reports an invalid key. */
  readonly report: (path: FieldPath, finding: Finding) => void;
}

interface Said {
  readonly path: FieldPath;
  readonly statement: Statement;
}

/**
 * Replaces keys with the meaning of `draft` and `unlisted`, removes those without effect, and
 * reports those whose meaning the author must decide.
 */
export function readVisibility(values: Mapping, context: VisibilityContext): NamedValues {
  const said = findStatements(values, context);
  const origins = new Map<string, Origin>();
  if (said.length === 0) return { values, origins };
  const rest = copyMapping(values);
  for (const { path } of said) if (path.length === 1) delete rest[String(path[0])];
  const isDated = context.hasFileDate || hasDate(rest, context.naming);
  for (const one of said) {
    const problem = problemOf(one, context.kind, isDated);
    if (problem !== null) context.report(one.path, { code: "not-for-all", field: one.path, ...problem });
  }
  // If two values differ, the more restrictive one wins.
  const setFlag = (field: string, yes: Statement, no: Statement): void => {
    const found = said.find(({ statement }) => statement === yes) ?? said.find(({ statement }) => statement === no);
    if (found === undefined) return;
    rest[field] = found.statement === yes;
    origins.set(field, inFile(found.path));
  };
  setFlag("draft", "draft", "public");
  if (context.kind === "posts") setFlag("unlisted", "unlisted", "listed");
  return { values: rest, origins };
}

function findStatements(values: Mapping, { kind, naming: { mapped } }: VisibilityContext): Said[] {
  const said: Said[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (mapped.has(key)) continue;
    const statement = readStatement(key, value, kind);
    if (statement !== "other") said.push({ path: [key], statement });
    if (!isMapping(value) || !OWN_TABLES.includes(foldName(key))) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (mapped.has(`${key}.${name}`)) continue;
      const nested = readNestedStatement(name, inner);
      if (nested !== "other") said.push({ path: [key, name], statement: nested });
    }
  }
  return said;
}

function problemOf({ path, statement }: Said, kind: VisibilityContext["kind"], isDated: boolean): Pick<Finding, "message" | "hint"> | null {
  const isPost = kind === "posts";
  const ignored = `{ ${JSON.stringify(path.join("."))}: "" }`;
  const place = isOwnKey(kind)
    ? `names: ${ignored} in kinds.${shownKind(kind)} of octavo.config.ts`
    : `frontMatter: { names: { ${kind}: ${ignored} } } in octavo.config.ts`;
  const names = `${place} states that it means nothing`;
  const away = kind === "about" ? "or remove it" : `or remove it; ${names}`;
  if (statement === "unlisted" && !isPost)
    return { message: "only posts can be published without being listed", hint: `write draft: true, ${away}` };
  if (statement === "scheduled" && !isDated)
    return { message: "says that this is scheduled, but gives no date", hint: `write publishedAt: with the date, or draft: true, ${away}` };
  if (statement !== "undecided") return null;
  const wayOut = isPost
    ? "write draft: true (not published) or unlisted: true (published but not listed; not a secret)"
    : "write draft: true (not published)";
  return { message: "decides who may see this, but is not understood", hint: `${wayOut} instead, ${away}` };
}

/**
 * Creates a function that chooses the latest date of publication and the earliest expiry. It
 * chooses an unreadable date first, so that it is reported.
 */
export function chooseDate(
  timeZone: string,
  { mends }: { readonly mends: boolean },
): (field: string, found: readonly NamedValue[]) => NamedValue | undefined {
  return (field, found) => {
    if (field !== "publishedAt" && field !== "expiresAt") return found[0];
    const isCreation = ({ path }: NamedValue): boolean => CREATED_NAMES.some((name) => foldName(name) === foldName(path.join(".")));
    const dates = found.some((one) => !isCreation(one)) ? found.filter((one) => !isCreation(one)) : found;
    const read = dates.map((one) => ({ one, instant: instantOf(mends ? mended(one.value) : one.value, timeZone) }));
    const unreadable = read.find(({ instant }) => instant === null);
    if (unreadable !== undefined) return unreadable.one;
    const sign = field === "publishedAt" ? 1 : -1;
    return read.reduce((best, next) => (sign * compareText(next.instant ?? "", best.instant ?? "") > 0 ? next : best), read[0] ?? NONE).one;
  };
}

const NONE = { one: undefined, instant: null };

/**
 * Replaces a day that does not exist with the last day of its month, as the field will, for the
 * comparison.
 */
function mended(value: unknown): unknown {
  return typeof value === "string" ? (clampDay(value) ?? value) : value;
}

function instantOf(value: unknown, timeZone: string): string | null {
  if (typeof value !== "string") return null;
  const read = readInstant(value, timeZone);
  return read.ok ? read.value : null;
}

/** Whether a date of publication is given, under any of its names. */
function hasDate(values: Mapping, { fields }: FieldNaming): boolean {
  const names = fields.find(({ field }) => field === "publishedAt")?.folded;
  return Object.entries(values).some(([key, value]) => names?.has(foldName(key)) && !isNothing(value));
}
