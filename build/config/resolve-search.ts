import type { FieldData } from "../../kinds/members/field-data.ts";
import type { SearchRow } from "../../kinds/search-row.ts";
import type { FieldPath } from "../shared/diagnostics.ts";
import { didYouMean } from "../shared/suggest.ts";
import type { ReportDefinition } from "./kind-fields.ts";

interface SearchInput {
  /** The member as defined, if it has the right type. */
  readonly search: readonly string[] | false | undefined;
  readonly page: string | null;
  /** Whether a page is defined, even incorrectly. */
  readonly hasPage: boolean;
  readonly fields: Readonly<Record<string, FieldData>>;
  /** Whether a field of that name is defined, even if its definition has errors. */
  readonly isDefined: (name: string) => boolean;
}

const SEARCHABLE = "fields of type text, number, oneOf or reference, and lists of text, number or oneOf, can be searched";

/** How search reads the documents of one of the site's own kinds; null if it does not. */
export function resolveSearch(
  { search, page, hasPage, fields, isDefined }: SearchInput,
  at: FieldPath,
  report: ReportDefinition,
): SearchRow | null {
  if (page === null) {
    const [, name] = at;
    const hint = `a hit links to its document's page: add page: "/${String(name)}/{slug}/", or remove "search"`;
    if (Array.isArray(search) && !hasPage) report(at, { code: "bad-value", message: 'needs the option "page"', hint });
    return null;
  }
  if (search === false) return null;
  const members = (search ?? []).flatMap((name, item) => {
    const data = fields[name];
    const member = data === undefined ? null : toMember(name, data);
    if (data === undefined && !isDefined(name)) {
      const names = Object.keys(fields);
      const hint = didYouMean(name, names) ?? (names.length === 0 ? "there are none" : `want one or more of ${names.join(", ")}`);
      report(at, { code: "bad-value", message: `there is no field "${name}"`, hint }, item);
    } else if (data !== undefined && member === null) {
      report(at, { code: "bad-value", message: `"${name}" cannot be searched`, hint: SEARCHABLE }, item);
    }
    return member ?? [];
  });
  return { tags: ["tags.name", ...members], excerpt: ["excerpt"], cover: "cover", language: "language", hasBodyText: true };
}

/** Path of a field's searchable text in an item of the API; null if it has none. */
function toMember(name: string, data: FieldData): string | null {
  const { type } = data.type === "list" ? (data.item ?? data) : data;
  if (type === "reference") return `${name}.title`;
  return type === "text" || type === "number" || type === "oneOf" ? name : null;
}
