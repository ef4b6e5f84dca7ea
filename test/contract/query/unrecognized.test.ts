import { describe, expect, it } from "vitest";
import type { RouteName } from "../../../contract/paths.ts";
import type { ProblemItem } from "../../../contract/problems.ts";
import { QUERY_PARAMETERS } from "../../../contract/query/query-parameters.ts";
import { findUnrecognized } from "../../../contract/query/unrecognized.ts";

const findOn = (route: RouteName, name: string): ProblemItem | null =>
  findUnrecognized(
    QUERY_PARAMETERS[route].map((parameter) => parameter.name),
    name,
  );
const detailOf = (route: RouteName, name: string): string | null => findOn(route, name)?.detail ?? null;

describe("a query parameter", () => {
  it.each([
    ["posts", "tags", "tag"],
    ["posts", "Tag", "tag"],
    ["posts", "page_size", "pageSize"],
    ["posts", "page-sizes", "pageSize"],
    ["posts", "hascode", "hasCode"],
    ["posts", "serie", "series"],
    ["posts", "pageSzie", "pageSize"],
    ["posts", "apgeSize", "pageSize"],
    ["posts", "pageSizs", "pageSize"],
    ["posts", "publishdFrom", "publishedFrom"],
    ["posts", "publishedToo", "publishedTo"],
    ["posts", "commentsPage", "page"],
    ["posts", "commentsPageSize", "pageSize"],
    ["comments", "page", "commentsPage"],
    ["comments", "pageSize", "commentsPageSize"],
    ["comment", "commentSort", "commentsSort"],
  ] as const)("is wrong on %s if it is called %s, and the detail names %s", (route, name, right) => {
    expect(findOn(route, name)).toEqual({ parameter: name, code: "unrecognized", detail: `did you mean ${right}?` });
  });

  it("is wrong if only another path has it, and the detail lists the parameters of this path", () => {
    expect(detailOf("books", "album")).toBe("this path has no parameter album; it has tag, status, period, sort, page, pageSize");
    expect(detailOf("comments", "tag")).toBe(
      "this path has no parameter tag; it has parentId, commentsSort, repliesLimit, commentsPage, commentsPageSize",
    );
  });

  it.each([
    "utm_source",
    "v",
    "_",
    "",
    "s",
    "tga",
    "pgae",
    "typ",
    "catego",
    "pageSizeee",
    "eagpSize",
    "__proto__",
    "constructor",
  ])("is ignored if it is called %j, because no name of the API is similar", (name) => {
    expect(detailOf("posts", name)).toBeNull();
  });

  it("is ignored on a path without parameters, whatever it is called", () => {
    for (const route of ["post", "tags", "about", "like"] as const) {
      for (const name of ["tag", "tags", "page", "commentsPage"]) expect(detailOf(route, name)).toBeNull();
    }
  });

  it("is accepted if it is the path's own", () => {
    expect(detailOf("posts", "tag")).toBeNull();
    expect(detailOf("search", "kind")).toBeNull();
  });
});
