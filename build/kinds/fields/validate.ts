import type { z } from "zod";
import type { Diagnostics, FieldPath } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { suggest } from "../../shared/suggest.ts";
import type { DataDocument } from "../../sources/data-document.ts";
import { createMapping, isMapping, type Mapping } from "../../sources/data-values.ts";
import { foldName, OWN_TABLES } from "./front-matter-names.ts";
import { type KeyWords, translateIssues, type UnknownKey } from "./issues.ts";
import type { KeyCounts } from "./notice-counts.ts";

export interface ValidateOptions extends KeyWords {
  readonly diagnostics: Diagnostics;
  readonly unknownKeys: ResolvedConfig["frontMatter"]["unknownKeys"];
  /** Counts unknown keys that are collected. */
  readonly noticeCounts?: Pick<KeyCounts, "unknownKey">;
  /**
   * The same schema without required members, for documents in which a required value is invalid.
   */
  readonly lenient?: z.ZodType;
}

export interface Validated<T> {
  /** All readable values; null if none are. */
  readonly values: T | null;
  /** Top-level names with an invalid value. In `values`, they are absent or have a substitute. */
  readonly wrong: ReadonlySet<string>;
}

/**
 * Substitutes for required values, so that the body, pictures and links of a faulty document are
 * also checked. They are never published.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  title: "?",
  name: "?",
  label: "?",
  url: "https://site.invalid",
  href: "/",
  image: "?",
  status: "reading",
};

/** Reads a document's values with a schema and reports all mistakes. */
export function validate<T>(document: DataDocument, schema: z.ZodType<T>, options: ValidateOptions): Validated<T> {
  const result = schema.safeParse(document.values);
  if (result.success) return { values: result.data, wrong: new Set() };
  const value = copyDeep(document.values);
  const { unknownKeys, others } = translateIssues(result.error.issues, document, options);
  for (const { at, finding } of others) {
    const meant = finding.code === "missing-key" ? unknownKeys.find((key) => isMeantFor(key, finding.field)) : undefined;
    // The missing field is reported together with the misspelt key.
    if (meant !== undefined && options.unknownKeys === "error") continue;
    options.diagnostics.error(at, meant === undefined ? finding : { ...finding, hint: `did you mean ${String(meant.path.at(-1))}?` });
  }
  for (const { path, written, describe } of unknownKeys) {
    if (options.unknownKeys === "error") options.diagnostics.error(document.locateKey(path), describe());
    else if (options.unknownKeys === "collect")
      for (const name of namesOf(written, document.values)) options.noticeCounts?.unknownKey(name);
    remove(value, path);
  }
  const paths = wrongPaths(result.error.issues);
  const left = readWithout(value, schema, paths) ?? (options.lenient === undefined ? null : readWithout(value, options.lenient, []));
  return { values: left as T | null, wrong: new Set(paths.map(([name]) => String(name))) };
}

/**
 * Names for a message. The author's own keys may be in a generator's table, so `params.mood` is a
 * better name than `params`.
 */
function namesOf(written: FieldPath, values: Mapping): readonly string[] {
  const [key] = written;
  const table = written.length === 1 && typeof key === "string" && OWN_TABLES.includes(foldName(key)) ? values[key] : null;
  const names = isMapping(table) ? Object.keys(table) : [];
  return names.length === 0 ? [toName(written)] : names.map((name) => `${key}.${name}`);
}

/** Whether an unknown key is a misspelt field of the same mapping. */
function isMeantFor({ written, candidates }: UnknownKey, field: FieldPath = []): boolean {
  const isBeside = written.length === field.length && written.slice(0, -1).every((segment, index) => segment === field[index]);
  return isBeside && suggest(String(written.at(-1)), candidates) === field.at(-1);
}

/** Formats a path: `cover.credit`, `links[].icon`. */
function toName(path: FieldPath): string {
  return path.reduce<string>((name, part) => (typeof part === "number" ? `${name}[]` : name === "" ? part : `${name}.${part}`), "");
}

function wrongPaths(issues: readonly z.core.$ZodIssue[]): FieldPath[] {
  return issues
    .filter(({ code, path }) => code !== "unrecognized_keys" && path.length > 0)
    .map(({ path }) => path.filter((segment) => typeof segment !== "symbol"));
}

/** Reads a document without its invalid values, removing as little as possible. */
function readWithout<T>(value: unknown, schema: z.ZodType<T>, wrong: readonly FieldPath[]): T | null {
  for (const path of wrong) remove(value, typeof path.at(-1) === "string" ? path : path.slice(0, 1));
  for (const takeOut of [(path: FieldPath) => path.slice(0, Math.max(1, path.length - 1)), (path: FieldPath) => path.slice(0, 1)]) {
    const left = schema.safeParse(value);
    if (left.success) return left.data;
    for (const path of wrongPaths(left.error.issues)) if (!standIn(value, path)) remove(value, takeOut(path));
  }
  return schema.safeParse(value).data ?? null;
}

function standIn(value: unknown, path: FieldPath): boolean {
  const name = String(path.at(-1));
  const parent = parentOf(value, path);
  if (!isMapping(parent) || STAND_INS[name] === undefined || parent[name] !== undefined) return false;
  parent[name] = STAND_INS[name];
  return true;
}

function parentOf(value: unknown, path: FieldPath): unknown {
  let parent = value;
  for (const segment of path.slice(0, -1)) {
    if (Array.isArray(parent)) parent = parent[Number(segment)];
    else if (isMapping(parent)) parent = parent[String(segment)];
  }
  return parent;
}

function remove(value: unknown, path: FieldPath): void {
  const parent = parentOf(value, path);
  if (isMapping(parent)) delete parent[String(path.at(-1))];
}

function copyDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyDeep);
  return isMapping(value) ? createMapping(Object.entries(value).map(([key, member]) => [key, copyDeep(member)])) : value;
}
