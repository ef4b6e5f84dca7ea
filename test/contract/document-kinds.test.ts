import { describe, expect, it } from "vitest";
import { createOpenApiDocument } from "../../build/openapi/openapi-document.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { ROUTES, TAG_RESOURCES } from "../../contract/paths.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, SEARCHED_KINDS } from "../../kinds/document-kinds.ts";
import { BUILT_IN_DOCUMENTS, BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";

interface Answer {
  readonly content: Readonly<Record<string, { readonly example: Readonly<Record<string, unknown>> }>>;
}
interface Described {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Readonly<Record<string, Answer>> } } | undefined>>;
}

const { paths } = createOpenApiDocument({ baseUrl: "https://a.example/api/v1", siteName: "A" }) as Described;
const exampleOf = (path: string) => paths[path]?.get.responses["200"]?.content["application/json"]?.example;

describe("a built-in kind whose documents are made from its members", () => {
  it.each(DOCUMENT_KIND_NAMES)("%s has everything that follows from its definition", (name) => {
    const { one, filters } = BUILT_IN_KINDS[name];
    const { isPaged, hasTags } = DOCUMENT_KINDS[name];
    const routes: readonly string[] = ROUTES.map((route) => route.name);
    expect(routes).toEqual(expect.arrayContaining([name, one]));
    expect(OPERATIONS.map((operation) => operation.name)).toEqual(expect.arrayContaining([`${name}.list`, `${name}.get`]));
    expect(QUERY_PARAMETERS[name].map((parameter) => parameter.name)).toEqual([
      ...filters.map((filter) => filter.name),
      ...(isPaged ? ["sort", "page", "pageSize"] : []),
    ]);
    expect(TAG_RESOURCES.some((resource) => resource === name)).toBe(hasTags);
    expect(SEARCHED_KINDS.map(({ kind }) => kind.name)).toContain(name);
  });

  it.each(DOCUMENT_KIND_NAMES)("%s has an example with exactly its members, in their order", (name) => {
    const { slug } = BUILT_IN_DOCUMENTS[name].example;
    const example = exampleOf(`/${name}/{slug}`);
    const { members, further } = DOCUMENT_KINDS[name];
    expect(Object.keys(example ?? {})).toEqual(Object.keys({ ...members, ...further }));
    expect(example).toMatchObject({ slug });
    expect(exampleOf(`/${name}`)).toMatchObject({ items: [{ slug }] });
  });
});
