import type { KindConfig } from "../../contract/config/define-kind.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { LANGUAGE_FILTER, type ListFilter, TAG_FILTER } from "../../kinds/list-filter.ts";
import type { FieldData } from "../../kinds/members/field-data.ts";
import { FOREIGN_PARAMETERS, OWN_FILTERS_MAX, OWN_SORT_KEYS_MAX, type OwnListDefinition } from "../../kinds/own-kind.ts";
import type { FieldPath } from "../shared/diagnostics.ts";
import { didYouMean } from "../shared/suggest.ts";
import { isMapping } from "../sources/data-values.ts";
import type { ReportDefinition } from "./kind-fields.ts";

/** Checks of a kind's list: its order, its sort keys and its filters. */

/** Members of an item by which a list can be sorted, in addition to fields. */
const SORTABLE_MEMBERS = ["title", "publishedAt", "updatedAt"];
const SORTABLE_TYPES: readonly FieldData["type"][] = ["text", "number", "boolean", "date", "instant", "url", "oneOf"];
const DATE_MEMBERS = ["publishedAt", "updatedAt"];

/**
 * Returns the keys of a list's default order and of its other sort orders. Unknown keys are
 * reported.
 */
export function resolveOrder(
  kind: Partial<KindConfig>,
  fields: Readonly<Record<string, FieldData>>,
  at: FieldPath,
  report: ReportDefinition,
): Pick<OwnListDefinition, "order" | "date" | "sorts"> {
  const dates = Object.keys(fields).filter((name) => isDate(fields[name]));
  const standard = dates[0] === undefined ? ["title"] : [`-${dates[0]}`];
  const sortable = [...Object.keys(fields).filter((name) => SORTABLE_TYPES.includes(fields[name]?.type ?? "object")), ...SORTABLE_MEMBERS];
  const order = (kind.order?.length ? kind.order : standard).filter((key, item) => {
    if (sortable.includes(nameOfKey(key))) return true;
    const hint = hintForField(key, signed(key, sortable), "order");
    report([...at, "order"], { code: "bad-value", message: `"${key}" is not a key`, hint }, item);
    return false;
  });
  const further = (kind.sorts ?? []).filter((key, item) => {
    if (sortable.includes(key)) return true;
    const isDescending = sortable.includes(nameOfKey(key));
    const hint = isDescending ? `write "${nameOfKey(key)}": sort takes each key in both directions` : hintForField(key, sortable, "sorts");
    report([...at, "sorts"], { code: "bad-value", message: `"${key}" is not a key`, hint }, item);
    return false;
  });
  const sorts = [...new Set([...order.map(nameOfKey), ...further])];
  if (sorts.length > OWN_SORT_KEYS_MAX) {
    const hint = `order and sorts together have at most ${OWN_SORT_KEYS_MAX}`;
    report([...at, order.length > OWN_SORT_KEYS_MAX ? "order" : "sorts"], { code: "bad-value", message: `has ${sorts.length} keys`, hint });
  }
  const date = order.map(nameOfKey).find((name) => isDate(fields[name]) || DATE_MEMBERS.includes(name)) ?? null;
  return { order, date, sorts };
}

/** The key without its sign: `-heldOn` is the key `heldOn`, descending. */
function nameOfKey(key: string): string {
  return key.replace(/^-/, "");
}

function isDate(data: FieldData | undefined): boolean {
  return data?.type === "date" || data?.type === "instant";
}

/** Names with the key's sign: `-hold` probably means `-held`. */
function signed(key: string, names: readonly string[]): readonly string[] {
  return key.startsWith("-") ? names.map((name) => `-${name}`) : names;
}

/**
 * Suggests the field that was probably meant. If none is similar, the field may have been removed.
 * @param member the member of the definition that names it
 */
function hintForField(name: string, names: readonly string[], member: string): string {
  return didYouMean(name, names) ?? `${hintForName(name, names)}; if the field was removed, remove it from ${member} as well`;
}

/** Suggests the name that was probably meant, otherwise all names. */
export function hintForName(name: string, names: readonly string[]): string {
  return didYouMean(name, names) ?? (names.length === 0 ? "there are none" : `want one of ${names.join(", ")}`);
}

/** Parameter names that have another meaning on other paths. */
const TAKEN_PARAMETERS: ReadonlySet<string> = new Set([
  ...Object.values(QUERY_PARAMETERS).flatMap((parameters) => parameters.map(({ name }): string => name)),
  ...["path", "repliesLimit", "slug"],
  ...FOREIGN_PARAMETERS,
]);
const CANNOT_FILTER = "filters can be fields of type text, number, boolean, oneOf or reference, and lists of text or oneOf";

/**
 * Returns the filters of a list, including those that every list has. Invalid ones are reported.
 */
export function resolveFilters(
  kind: Partial<KindConfig>,
  fields: Readonly<Record<string, FieldData>>,
  at: FieldPath,
  report: ReportDefinition,
): readonly ListFilter[] {
  const names = kind.filters ?? [];
  const place = [...at, "filters"];
  if (names.length > OWN_FILTERS_MAX) {
    const hint = `a list has at most ${OWN_FILTERS_MAX}`;
    report(place, { code: "bad-value", message: `has ${names.length} filters`, hint });
  }
  const filters = names.flatMap((name, item): readonly ListFilter[] => {
    const data = fields[name];
    const filter = data === undefined ? null : toFilter(name, data);
    const taken = hintForTaken(name, kind);
    const cannot = `"${name}" cannot be a filter`;
    if (taken !== null) report(place, { code: "bad-value", message: cannot, hint: taken }, item);
    else if (data !== undefined && filter === null) report(place, { code: "bad-value", message: cannot, hint: CANNOT_FILTER }, item);
    else if (filter !== null) return [filter];
    else if (!isDefined(kind.fields, name)) {
      const hint = hintForField(name, Object.keys(fields), "filters");
      report(place, { code: "bad-value", message: `there is no field "${name}"`, hint }, item);
    }
    return [];
  });
  return [...(kind.tags === true ? [TAG_FILTER] : []), ...filters, LANGUAGE_FILTER];
}

/** null if the name is free for a filter. */
function hintForTaken(name: string, { tags }: Partial<KindConfig>): string | null {
  if (name === TAG_FILTER.name || name === "tags")
    return tags === true
      ? "remove it: with tags: true, the list has the filter tag"
      : "write tags: true; documents then have tags, and the list has this filter";
  if (name === LANGUAGE_FILTER.name) return "remove it: every list of a kind has it";
  if (!TAKEN_PARAMETERS.has(name) && !name.startsWith("utm_")) return null;
  return `it is a parameter with another meaning: rename the field, and write names: { ${name}: "thatName" } if the files keep the key`;
}

/** Whether a field is defined, even if its definition has errors. */
export function isDefined(fields: unknown, name: string): boolean {
  return isMapping(fields) && Object.hasOwn(fields, name);
}

/** null if documents cannot be filtered by such a field. */
function toFilter(name: string, data: FieldData): ListFilter | null {
  const { type, values = [] } = data.type === "list" ? (data.item ?? data) : data;
  if (type === "oneOf") return { name, type: "exact", values, column: "posting", member: name };
  if (type === "text") return { name, type: "folded", column: "posting", member: name };
  if (data.type === "list") return null;
  if (type === "boolean") return { name, type, column: "posting", member: name };
  if (type === "number") return { name, type, column: "posting", member: name };
  return type === "reference" ? { name, type: "slug", column: "posting", member: `${name}.slug` } : null;
}
