import type { KindConfig } from "../../contract/config/define-kind.ts";
import type { FieldData } from "../../kinds/members/field-data.ts";
import { OWN_SORT_KEYS_MAX, type OwnListDefinition } from "../../kinds/own-kind.ts";
import type { FieldPath } from "../shared/diagnostics.ts";
import { didYouMean } from "../shared/suggest.ts";
import type { ReportDefinition } from "./kind-fields.ts";

/** Members of an item, in addition to fields, that can order a list. */
const SORTABLE_MEMBERS = ["title", "publishedAt", "updatedAt"];
const SORTABLE_TYPES: readonly FieldData["type"][] = ["text", "number", "boolean", "date", "instant", "url", "oneOf"];
const DATE_MEMBERS = ["publishedAt", "updatedAt"];

/** The keys by which a list is ordered and can be sorted. Unknown keys are reported. */
export function resolveOrder(
  kind: Partial<KindConfig>,
  fields: Readonly<Record<string, FieldData>>,
  at: FieldPath,
  report: ReportDefinition,
): Pick<OwnListDefinition, "order" | "date" | "sorts"> {
  const dates = Object.keys(fields).filter((name) => isDate(fields[name]));
  const standard = dates[0] === undefined ? ["title"] : [`-${dates[0]}`];
  const sortable = [...Object.keys(fields).filter((name) => SORTABLE_TYPES.includes(fields[name]?.type ?? "object")), ...SORTABLE_MEMBERS];
  const order = (kind.order?.length ? kind.order : standard).filter((key) => {
    if (sortable.includes(nameOfKey(key))) return true;
    report([...at, "order"], {
      code: "bad-value",
      message: `"${key}" is not a key`,
      hint: hintForField(key, signed(key, sortable), "order"),
    });
    return false;
  });
  const further = (kind.sorts ?? []).filter((key) => {
    if (sortable.includes(key)) return true;
    const isDescending = sortable.includes(nameOfKey(key));
    const hint = isDescending ? `write "${nameOfKey(key)}": sort takes each key in both directions` : hintForField(key, sortable, "sorts");
    report([...at, "sorts"], { code: "bad-value", message: `"${key}" is not a key`, hint });
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
 * The field that was probably meant. A field that resembles none was perhaps removed.
 * @param member the member of the definition that names it
 */
export function hintForField(name: string, names: readonly string[], member: string): string {
  return didYouMean(name, names) ?? `${hintForName(name, names)}; if the field was removed, take it out of ${member}, too`;
}

/** The name that was probably meant, otherwise all names. */
export function hintForName(name: string, names: readonly string[]): string {
  return didYouMean(name, names) ?? (names.length === 0 ? "there is none" : `want one of ${names.join(", ")}`);
}
