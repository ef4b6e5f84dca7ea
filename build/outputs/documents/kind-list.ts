import type { KindSummary } from "../../../contract/schemas/list.ts";
import { schemaNamesOf } from "../../../kinds/document-kind.ts";
import { DOCUMENT_KINDS } from "../../../kinds/document-kinds.ts";
import type { ListFilter } from "../../../kinds/list-filter.ts";
import { wordsOf } from "../../../kinds/list-kind.ts";
import { LIST_KINDS, LISTS, type ListKind } from "../../../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../../../kinds/own-kind.ts";
import { type Assembled, itemsOf, ownKindsOf } from "../../assemble/assemble.ts";

/** Schemas of items in the OpenAPI document. */
const itemSchemaOf = (name: ListKind): string => (name === "posts" ? "PostSummary" : schemaNamesOf(DOCUMENT_KINDS[name]).item);
/** The OpenAPI document relative to `/kinds`. */
const SCHEMAS = "openapi.json#/components/schemas/";

/**
 * The response of `/kinds`.
 * @param pages path patterns of pages by kind
 * @param schemas response schemas of the site's own kinds, as JSON by name
 */
export function toKinds(
  site: Assembled,
  pages: Readonly<Record<ListKind, string>>,
  schemas: Readonly<Record<string, string>>,
): readonly KindSummary[] {
  const builtIn = LIST_KINDS.map((name): KindSummary => {
    const rest = { words: wordsOf(LISTS[name]), builtIn: true, page: pages[name], search: true };
    return {
      ...toKind(LISTS[name], (name === "posts" ? site.posts : itemsOf(site, name)).length, rest),
      schema: { $ref: SCHEMAS + itemSchemaOf(name) },
    };
  });
  const own = ownKindsOf(site).map(({ kind, documents }): KindSummary => {
    const rest = { words: { ...kind.words }, builtIn: false, page: kind.page, search: kind.search !== null };
    return { ...toKind(kind, documents.length, rest), schema: referToDocument(schemas[schemaNamesOf(kind).item] ?? "{}") };
  });
  return [...builtIn, ...own];
}

type Described = Pick<KindSummary, "words" | "builtIn" | "page" | "search">;

function toKind(
  { name, date, order, filters, sorts }: OwnListDefinition,
  count: number,
  described: Described,
): Omit<KindSummary, "schema"> {
  return {
    name,
    path: `/${name}`,
    words: described.words,
    builtIn: described.builtIn,
    count,
    page: described.page,
    date,
    tags: filters.some(({ column }) => column === "tags"),
    search: described.search,
    filters: filters.map((filter) => ({
      name: filter.name,
      type: FILTER_TYPES[filter.type],
      values: "values" in filter ? [...filter.values] : null,
    })),
    order: [...order],
    sorts: [...sorts],
  };
}

/** Names of filter types in the API. */
const FILTER_TYPES: Readonly<Record<ListFilter["type"], KindSummary["filters"][number]["type"]>> = {
  slugs: "slug",
  slug: "slug",
  enum: "oneOf",
  exact: "oneOf",
  boolean: "boolean",
  number: "number",
  folded: "text",
  language: "language",
  period: "period",
  instant: "instant",
};

function referToDocument(schema: string): Record<string, unknown> {
  return JSON.parse(schema.replaceAll('"#/components/schemas/', `"${SCHEMAS}`));
}
