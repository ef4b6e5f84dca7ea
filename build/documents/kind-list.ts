import type { KindSummary } from "../../contract/schemas/list.ts";
import { schemaNamesOf } from "../../kinds/document-kind.ts";
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS } from "../../kinds/document-kinds.ts";
import type { ListFilter } from "../../kinds/list-filter.ts";
import { LIST_KINDS, LISTS, type ListKind } from "../../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../../kinds/own-kind.ts";
import { type Assembled, itemsOf, ownKindsOf } from "../assemble/assemble.ts";
import type { Memos } from "../cache/memos.ts";
import { byKey } from "../shared/by-key.ts";

/** Schemas of items in the OpenAPI document. */
const ITEM_SCHEMAS: Readonly<Record<ListKind, string>> = {
  ...{ posts: "PostSummary", projects: "Project", photos: "Photo" },
  ...byKey(DOCUMENT_KIND_NAMES, (name) => schemaNamesOf(DOCUMENT_KINDS[name]).item),
};
const SEARCHED: readonly ListKind[] = ["posts", "projects", "books"];
/** A site without kinds of its own loads nothing to describe them. */
const NONE = { describeItems: (): Record<string, string> => ({}) };
/** Where the OpenAPI document is, as seen from `/kinds`. */
export const SCHEMAS = "openapi.json#/components/schemas/";

export interface KindListInput {
  readonly site: Assembled;
  /** Patterns of pages by kind. */
  readonly pages: Readonly<Record<ListKind, string>>;
  readonly memos: Pick<Memos, "remember">;
}

/** The answer of `/kinds`. */
export async function toKinds({ site, pages, memos }: KindListInput): Promise<readonly KindSummary[]> {
  const builtIn = LIST_KINDS.map((name): KindSummary => {
    const { words } = LISTS[name];
    const rest = { words: { ...words }, builtIn: true, page: pages[name], search: SEARCHED.includes(name) };
    return { ...toKind(LISTS[name], (name === "posts" ? site.posts : itemsOf(site, name)).length, rest), schema: { $ref: SCHEMAS + ITEM_SCHEMAS[name] } };
  });
  const kinds = ownKindsOf(site);
  const described = await memos.remember("kinds", JSON.stringify(kinds.map(({ kind }) => kind)), async () => {
    const { describeItems } = kinds.length === 0 ? NONE : await import("../openapi/own-paths.ts");
    return describeItems(kinds.map(({ kind }) => kind));
  });
  const own = kinds.map(({ kind, documents }): KindSummary => {
    const rest = { words: { ...kind.words }, builtIn: false, page: kind.page, search: false };
    return { ...toKind(kind, documents.length, rest), schema: JSON.parse(described[kind.name] ?? "{}") };
  });
  return [...builtIn, ...own];
}

type Described = Pick<KindSummary, "words" | "builtIn" | "page" | "search">;

function toKind({ name, date, order, filters }: OwnListDefinition, count: number, described: Described): Omit<KindSummary, "schema"> {
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
    sorts: [],
  };
}

/** What clients call the types of filters. */
const FILTER_TYPES: Readonly<Record<ListFilter["type"], KindSummary["filters"][number]["type"]>> = {
  slugs: "slug",
  slug: "slug",
  enum: "oneOf",
  exact: "oneOf",
  boolean: "boolean",
  number: "number",
  folded: "text",
  language: "language",
  instant: "instant",
};
