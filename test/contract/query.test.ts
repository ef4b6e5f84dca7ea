import { describe, expect, it } from "vitest";
import { LIST_KINDS, ROUTES } from "../../contract/paths.ts";
import { QUERY_PARAMETERS } from "../../contract/query.ts";

describe("QUERY_PARAMETERS", () => {
  it("has every route, and describes each parameter with an example", () => {
    expect(Object.keys(QUERY_PARAMETERS).sort()).toEqual(ROUTES.map(({ name }) => name).sort());
    for (const parameter of Object.values(QUERY_PARAMETERS).flat()) {
      expect(parameter.description).toMatch(/\.$/);
      expect(parameter.example).not.toBe("");
    }
  });

  it("gives every list pages, pageSize last: links rely on it", () => {
    for (const kind of [...LIST_KINDS, "search"] as const) {
      expect(QUERY_PARAMETERS[kind].slice(-2).map(({ name }) => name)).toEqual(["page", "pageSize"]);
    }
  });
});
