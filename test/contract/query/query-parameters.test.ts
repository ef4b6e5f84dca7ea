import { describe, expect, it } from "vitest";
import { ROUTES } from "../../../contract/paths.ts";
import { parameterTextOf } from "../../../contract/query/parameter-texts.ts";
import { parseQuery } from "../../../contract/query/parse-query.ts";
import { QUERY_PARAMETERS } from "../../../contract/query/query-parameters.ts";
import { LIST_KINDS } from "../../../kinds/list-kinds.ts";

describe("QUERY_PARAMETERS", () => {
  it("has every route, and describes each parameter with an example", () => {
    expect(Object.keys(QUERY_PARAMETERS).sort()).toEqual(ROUTES.map(({ name }) => name).sort());
    for (const { name: route } of ROUTES)
      for (const { name } of QUERY_PARAMETERS[route]) {
        const { description, example } = parameterTextOf(route, name);
        expect(description).toMatch(/\.$/);
        const parsed = parseQuery(route, `${name}=${encodeURIComponent(example)}`, { timeZone: "UTC" });
        expect([route, name, parsed.ok || parsed.errors.every(({ parameter }) => parameter !== name)]).toEqual([route, name, true]);
      }
  });

  it("gives every list pages, with pageSize last, because links rely on that", () => {
    for (const kind of [...LIST_KINDS, "search"] as const) {
      expect(QUERY_PARAMETERS[kind].slice(-2).map(({ name }) => name)).toEqual(["page", "pageSize"]);
    }
  });
});
