import type { StandardSchema } from "../../../contract/config/standard-schema.ts";
import { EXTRA_DEPTH_MAX, EXTRA_DOCUMENT_MAX_BYTES, EXTRA_SUMMARY_MAX_BYTES } from "../../../contract/limits.ts";
import type { Diagnostics, FieldPath, Finding } from "../../shared/diagnostics.ts";
import type { ExtraKeys } from "../../shared/resolved-config.ts";
import { isMisspelt } from "../../shared/suggest.ts";
import type { DataDocument } from "../../sources/data-document.ts";
import { createMapping, isMapping, type Mapping, Numeral } from "../../sources/data-values.ts";
import { checkWithSchema } from "./extra-schema.ts";
import { ANY_CASE_FIELDS, type FieldNames } from "./front-matter-names.ts";
import { takeValue } from "./rename.ts";
import { HIDING_NAMES, readNestedStatement } from "./visibility-keys.ts";

/** The author's own front matter in its published form. */
export interface ExtraFacts {
  readonly summary: Readonly<Record<string, unknown>>;
  /** Includes the summary's keys. */
  readonly document: Readonly<Record<string, unknown>>;
}

export const NO_EXTRA: ExtraFacts = Object.freeze({ summary: Object.freeze({}), document: Object.freeze({}) });

/** Rules that decide which keys of a kind's front matter are published unchanged. */
export interface ExtraRules {
  /** Paths of the keys that the configuration names. */
  readonly named: readonly (readonly string[])[];
  /** The named keys that are shown in summaries. */
  readonly summary: readonly (readonly string[])[];
  /** Where all other keys that are not fields are published; null to publish them nowhere. */
  readonly rest: "summary" | "document" | null;
  /**
   * Names of fields and of keys that hide documents, as shown in messages. The author's own keys
   * must not look like misspellings of them.
   */
  readonly hiding: readonly string[];
  readonly fields: ReadonlySet<string>;
  readonly schema: StandardSchema | null;
  /** Place in the configuration: `frontMatter.extra.posts`. */
  readonly place: string;
}

/** Values to publish, as the author wrote them. */
export interface ExtraValues {
  readonly summary: Mapping;
  readonly document: Mapping;
  /** Keys that are published because all keys are. */
  readonly rest: readonly string[];
}

export const NO_EXTRA_VALUES: ExtraValues = { summary: createMapping(), document: createMapping(), rest: [] };

export interface ExtraRulesOptions {
  readonly kind: string;
  readonly keys: ExtraKeys;
  readonly schema: StandardSchema | null;
  readonly fields: readonly string[];
  readonly names: FieldNames;
}

export function createExtraRules({ kind, keys, schema, fields, names }: ExtraRulesOptions): ExtraRules {
  const paths = (list: ExtraKeys["summary"]): readonly (readonly string[])[] => (list === "all" ? [] : list.map((key) => key.split(".")));
  const summary = paths(keys.summary);
  return {
    summary,
    named: [...summary, ...paths(keys.document)],
    rest: keys.summary === "all" ? "summary" : keys.document === "all" ? "document" : null,
    hiding: [...HIDING_NAMES, ...[...ANY_CASE_FIELDS].flatMap((field) => [field, ...(names[field] ?? [])])],
    fields: new Set(fields),
    schema,
    place: `frontMatter.extra.${kind}`,
  };
}

/** Moves the named keys out of the values. The rest of a table stays. */
export function takeNamed(values: Mapping, { named, summary }: ExtraRules): ExtraValues {
  const taken = { summary: createMapping(), document: createMapping(), rest: [] };
  for (const name of named)
    for (const path of findPaths(values, name)) {
      const value = takeValue(values, path);
      put(taken.document, path, value);
      if (summary.includes(name)) put(taken.summary, path, value);
    }
  return taken;
}

/**
 * Finds the paths of `params.mood`: in the table `params`, under a key that contains the dot, or
 * both.
 */
function findPaths(values: Mapping, [first = "", ...rest]: readonly string[]): readonly (readonly string[])[] {
  if (rest.length === 0) return first in values ? [[first]] : [];
  const [second = "", ...others] = rest;
  const inner = values[first];
  const inTable = isMapping(inner) ? findPaths(inner, rest).map((path) => [first, ...path]) : [];
  return [...inTable, ...findPaths(values, [`${first}.${second}`, ...others])];
}

/** Moves all keys that are not fields out of the values, if all are to be published. */
export function takeRest(values: Mapping, taken: ExtraValues, { rest, fields }: ExtraRules): ExtraValues {
  if (rest === null) return taken;
  const keys = Object.keys(values).filter((key) => !fields.has(key));
  const own = createMapping(keys.map((key) => [key, values[key]]));
  for (const key of keys) delete values[key];
  const summary = rest === "summary" ? mergeTables(taken.summary, own) : taken.summary;
  return { summary, document: mergeTables(taken.document, own), rest: keys };
}

/** Merges two sets of values, table by table; `above` takes precedence. */
export function mergeTables(below: Mapping, above: Mapping): Mapping {
  const merged = createMapping(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const under = merged[key];
    merged[key] = isMapping(value) && isMapping(under) ? mergeTables(under, value) : value;
  }
  return merged;
}

function put(target: Mapping, path: readonly string[], value: unknown): void {
  const nested = path.toReversed().reduce<unknown>((inner, key) => createMapping([[key, inner]]), value);
  if (isMapping(nested)) Object.assign(target, mergeTables(target, nested));
}

interface ExtraContext {
  readonly rules: ExtraRules;
  readonly document: DataDocument;
  readonly diagnostics: Diagnostics;
}

/** Returns the values to publish, and reports those that cannot be published. */
export function readExtra(values: ExtraValues, { rules, document, diagnostics }: ExtraContext): ExtraFacts {
  let isWhole = true;
  const report = (field: FieldPath, finding: Omit<Finding, "code" | "field">): void => {
    isWhole = false;
    diagnostics.error(document.locateKey(field), { code: "bad-extra", ...finding, field });
  };
  for (const key of values.rest) {
    const meant = rules.hiding.find((name) => isMisspelt(key, name));
    if (meant === undefined) continue;
    const hint = `write ${meant}, or list "${key}" in ${rules.place} if it is a different key`;
    report([key], { message: `would be published as extra, but may be a misspelling of "${meant}"`, hint });
  }
  const result = { summary: toJson(values.summary, [], report), document: toJson(values.document, [], report) };
  checkSize(result.summary, EXTRA_SUMMARY_MAX_BYTES, report, `move it to ${rules.place}.document, or shorten it`);
  checkSize(result.document, EXTRA_DOCUMENT_MAX_BYTES, report, "shorten it, or move it to the body");
  if (isWhole && rules.schema !== null) checkWithSchema(result.document, rules.schema, { place: rules.place, report });
  return result as ExtraFacts;
}

type Report = (field: FieldPath, finding: Omit<Finding, "code" | "field">) => void;

/**
 * Converts a value to JSON, which can represent all values of YAML 1.2's core schema except a few
 * numbers.
 */
function toJson(value: unknown, path: FieldPath, report: Report): unknown {
  if (value instanceof Numeral) return toNumber(value, path, report);
  if (!isMapping(value) && !Array.isArray(value)) return value;
  if (path.length >= EXTRA_DEPTH_MAX) {
    report(path, { message: `is nested more than ${EXTRA_DEPTH_MAX} levels deep`, hint: "use fewer levels" });
    return null;
  }
  if (Array.isArray(value)) return value.map((item, index) => toJson(item, [...path, index], report));
  const members = Object.entries(value).map(([key, member]) => {
    const inner = [...path, key];
    // Top-level keys have been checked already.
    if (path.length > 0 && readNestedStatement(key, member) !== "other") {
      const hint = "write draft: true at the top level of the front matter, or rename this key";
      report(inner, { message: "decides who may see this, and would be published as extra", hint });
    }
    return [key, toJson(member, inner, report)] as const;
  });
  return Object.fromEntries(members);
}

function toNumber({ value, source }: Numeral, path: FieldPath, report: Report): number | null {
  const isKept = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (!isKept) report(path, { message: `${source} is not a number that JSON can represent`, hint: `put it in quotes: "${source}"` });
  return isKept ? value : null;
}

function checkSize(value: unknown, max: number, report: Report, hint: string): void {
  const bytes = sizeOf(value);
  if (bytes <= max || !isMapping(value)) return;
  const largest = Object.keys(value).reduce((best, key) => (sizeOf(value[key]) > sizeOf(value[best]) ? key : best));
  const where = max === EXTRA_SUMMARY_MAX_BYTES ? "a summary" : "a document";
  report([largest], { message: `extra has ${bytes} bytes of JSON, but the limit for ${where} is ${max}; this is the largest part`, hint });
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}
