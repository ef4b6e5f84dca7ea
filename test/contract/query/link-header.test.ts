import { describe, expect, it } from "vitest";
import { paginate } from "../../../contract/list-text.ts";
import { COMMENT_PAGE_NAMES, toLink } from "../../../contract/query/link-header.ts";
import { parameterTextOf } from "../../../contract/query/parameter-texts.ts";
import { parseQuery, type QueryPair } from "../../../contract/query/parse-query.ts";
import { QUERY_PARAMETERS } from "../../../contract/query/query-parameters.ts";
import type { Pagination } from "../../../contract/schemas/list.ts";

const relations = (link: string): Record<string, string> =>
  Object.fromEntries(link.split(", ").map((part) => [/rel="(\w+)"/.exec(part)?.[1], /[?&]page=(\d+)/.exec(part)?.[1] ?? ""]));

describe("toLink", () => {
  it("names the pages that exist", () => {
    const of = (page: number, total: number): Record<string, string> =>
      relations(toLink("https://a.example/posts", [], paginate(page, 10, total)));
    expect(of(1, 0)).toEqual({ first: "1" });
    expect(of(4, 0)).toEqual({ first: "1" });
    expect(of(1, 10)).toEqual({ first: "1", last: "1" });
    expect(of(1, 11)).toEqual({ first: "1", next: "2", last: "2" });
    expect(of(2, 30)).toEqual({ first: "1", prev: "1", next: "3", last: "3" });
    expect(of(9, 30)).toEqual({ first: "1", prev: "3", last: "3" });
  });

  it("names no page that would be refused", () => {
    expect(relations(toLink("https://a.example/posts", [], paginate(10_000, 1, 10_002)))).toEqual({
      first: "1",
      prev: "9999",
      last: "10000",
    });
  });

  it("stays below 8 KiB with the longest parameters, and leaves out the least important links", () => {
    const worst: Readonly<Record<string, string>> = {
      q: "\u{1f600}".repeat(200),
      tag: "\u{20000}".repeat(160),
      publishedFrom: `2024-01-01T00:00:00.${"0".repeat(38)}+00:00`,
      publishedTo: `2024-01-01T00:00:00.${"0".repeat(38)}+00:00`,
      page: "2",
      pageSize: "100",
    };
    for (const route of ["posts", "projects", "books", "photos", "search"] as const) {
      const query = QUERY_PARAMETERS[route].map((parameter) => {
        const usual = parameterTextOf(route, parameter.name).example;
        const text = parameter.type === "enum" ? (parameter.values[0] ?? "") : (worst[parameter.name] ?? usual);
        return `${parameter.name}=${encodeURIComponent(text)}`;
      });
      const parsed = parseQuery(route, query.join("&"), { timeZone: "UTC" });
      if (!parsed.ok) throw new Error(`${route}: ${JSON.stringify(parsed.errors)}`);
      expect(parsed.effective).toHaveLength(query.length);
      const link = toLink(`https://a.example/api/v1/${route}`, parsed.effective, paginate(2, 100, 10_000));
      expect(link.length).toBeLessThanOrEqual(8_192);
      expect(link).toMatch(/^<[^<>]+>; rel="\w+"(?:, <[^<>]+>; rel="\w+")*$/);
      expect(relations(link)).toMatchObject({ next: "3" });
    }
    const endless = [["tag", Array.from({ length: 5 }, () => "\u{20000}".repeat(160)).join(",")]] as const;
    expect(toLink("https://a.example/posts", endless, paginate(2, 10, 100))).toBe("");
    const long = [["q", "\u{1f600}".repeat(200)]] as const;
    expect(relations(toLink("https://a.example/search", long, paginate(2, 10, 100)))).toEqual({ first: "1", prev: "1", next: "3" });
  });

  it("encodes characters that a header or a URL cannot contain", () => {
    const link = toLink("https://a.example/search", [["q", 'a>b, "c"; 水 &+']], paginate(1, 10, 1));
    expect(link).toMatch(/^<[\x21-\x3d\x3f-\x7e]+>; rel="first", <[\x21-\x3d\x3f-\x7e]+>; rel="last"$/);
    const url = new URL(/<([^>]*)>/.exec(link)?.[1] ?? "");
    expect(url.searchParams.get("q")).toBe('a>b, "c"; 水 &+');
  });
});

const ADDRESS = "https://ines.example/api/v1/posts/hello/comments";
const toCommentsLink = (effective: readonly QueryPair[], pagination: Pagination): string =>
  toLink(ADDRESS, effective, pagination, COMMENT_PAGE_NAMES);

describe("toLink of comments", () => {
  it("leads to first, prev, next and last, in the order of the table, with all other parameters unchanged", () => {
    const effective = [
      ["commentsSort", "newest"],
      ["commentsPage", "2"],
      ["commentsPageSize", "5"],
    ] as const;
    const query = (page: number) => `<${ADDRESS}?commentsSort=newest&commentsPage=${page}&commentsPageSize=5>`;
    expect(toCommentsLink(effective, paginate(2, 5, 20))).toBe(
      `${query(1)}; rel="first", ${query(1)}; rel="prev", ${query(3)}; rel="next", ${query(4)}; rel="last"`,
    );
  });

  it("has only a first page if there are no comments, and links back from pages past the end", () => {
    expect(toCommentsLink([], paginate(1, 20, 0))).toBe(`<${ADDRESS}?commentsPage=1>; rel="first"`);
    expect(toCommentsLink([["commentsPage", "9"]], paginate(9, 20, 30))).toContain(`<${ADDRESS}?commentsPage=2>; rel="prev"`);
  });

  it("cannot be broken by a parentId", () => {
    const link = toCommentsLink([["parentId", '>; rel="evil", <x\u00e4']], paginate(1, 20, 1));
    expect(link).toContain("parentId=%3E%3B%20rel%3D%22evil%22%2C%20%3Cx%C3%A4&");
  });
});
