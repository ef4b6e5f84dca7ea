import { describe, expect, it } from "vitest";
import { byKey } from "../../../contract/by-key.ts";
import type { RouteName } from "../../../contract/paths.ts";
import { parseQuery } from "../../../contract/query/parse-query.ts";
import { QUERY_PARAMETERS } from "../../../contract/query/query-parameters.ts";

const parse = <R extends RouteName>(route: R, query: string, timeZone = "UTC") => {
  const parsed = parseQuery(route, query, { timeZone });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed;
};
const errorsOf = (route: RouteName, query: string, timeZone = "UTC"): string[] => {
  const parsed = parseQuery(route, query, { timeZone });
  return parsed.ok ? [] : parsed.errors.map(({ parameter, code }) => `${parameter} ${code}`);
};
const detailOf = (query: string): string => {
  const parsed = parseQuery("posts", query, { timeZone: "UTC" });
  return parsed.ok ? "" : (parsed.errors[0]?.detail ?? "");
};

describe("parseQuery", () => {
  it("gives defaults for absent or empty parameters, and records that they were not given", () => {
    const names = QUERY_PARAMETERS.posts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["q", "type", "tag", "publishedFrom", "period", "sort", "page", "pageSize"]));
    const defaults = { ...byKey(names, () => null), page: 1, pageSize: 20 };
    expect(parse("posts", "")).toEqual({ ok: true, value: defaults, effective: [] });
    expect(parse("posts", "?page=&type=&tag&q=++&hasCode=&publishedFrom=&pageSize=20")).toEqual({
      ok: true,
      value: defaults,
      effective: [],
    });
    expect(parse("photos", "").value).toEqual({ tag: null, album: null, language: null, period: null, sort: null, page: 1, pageSize: 24 });
    expect(parse("comments", "").value).toEqual({
      parentId: null,
      commentsSort: "oldest",
      repliesLimit: 200,
      commentsPage: 1,
      commentsPageSize: 20,
    });
  });

  it("keeps the effective parameters in the order of the table, in canonical form", () => {
    const { effective } = parse("posts", "pageSize=05&page=2&tag=RUST&publishedTo=2024-01-01&q=%20Tide%EF%BC%91%20&x=1");
    expect(effective).toEqual([
      ["q", "Tide1"],
      ["tag", "rust"],
      ["publishedTo", "2024-01-01"],
      ["page", "2"],
      ["pageSize", "5"],
    ]);
  });

  it.each([
    "0x10",
    "1e1",
    "%EF%BC%91",
    "-1",
    "%2B1",
    "+1",
    "1.0",
    "1%20",
    "Infinity",
    "one",
    "%00",
  ])("refuses page=%s: not digits", (page) => {
    expect(errorsOf("posts", `page=${page}`)).toEqual(["page invalid_type"]);
  });

  it("refuses numbers beyond their limits instead of clamping them", () => {
    expect(parse("posts", "page=10000&pageSize=100").value).toMatchObject({ page: 10_000, pageSize: 100 });
    expect(parse("posts", "page=0007").value.page).toBe(7);
    expect(errorsOf("posts", "page=10001&pageSize=101")).toEqual(["page too_big", "pageSize too_big"]);
    expect(errorsOf("posts", "page=99999999999999999999999&pageSize=0")).toEqual(["page too_big", "pageSize too_small"]);
    expect(errorsOf("comments", "commentsPageSize=51")).toEqual(["commentsPageSize too_big"]);
  });

  it("matches names and values exactly", () => {
    expect(errorsOf("posts", "type=text&hasCode=True")).toEqual(["type invalid_value", "hasCode invalid_value"]);
    expect(errorsOf("search", "q=a&kind=Post")).toEqual(["kind invalid_value"]);
    expect(errorsOf("comments", "commentsSort=best")).toEqual(["commentsSort invalid_value"]);
    expect(errorsOf("posts", "TYPE=text&PAGE=0")).toEqual(["TYPE unrecognized", "PAGE unrecognized"]);
    expect(parse("posts", "%74ype=VIDEO").value.type).toBe("VIDEO");
    const detailOf = (query: string): string => {
      const parsed = parseQuery("search", query, { timeZone: "UTC" });
      return parsed.ok ? "" : (parsed.errors[0]?.detail ?? "");
    };
    expect(detailOf("q=a&kind=posts")).toMatch(/, spelled exactly like this; did you mean post\?$/);
    expect(detailOf("q=a&kind=porject")).toMatch(/; did you mean project\?$/);
    expect(detailOf("q=a&kind=talk")).toMatch(/, spelled exactly like this$/);
  });

  it("refuses the parameters of other routes, once each, and ignores unknown ones, even repeated or malformed", () => {
    expect(errorsOf("books", "q=%ff&hasCode=maybe&type=1&type=2")).toEqual(["q unrecognized", "hasCode unrecognized", "type unrecognized"]);
    expect(parse("books", "utm_source=a&utm_source=%ff&%ff=1&%=2&=3").effective).toEqual([]);
  });

  it("refuses a parameter of the API that is given twice, even if the values are equal or empty", () => {
    expect(errorsOf("posts", "tag=a&tag=a&page=&page=2")).toEqual(["tag repeated", "page repeated"]);
  });

  it("refuses a parameter of the API that is not percent-encoded UTF-8", () => {
    for (const bad of ["%ff", "%ED%A0%80", "100%", "%zz"]) expect(errorsOf("posts", `q=${bad}`)).toEqual(["q invalid_format"]);
  });

  it("counts q in code points after NFKC and trimming", () => {
    expect(parse("search", `q=${encodeURIComponent(` ${"😀".repeat(200)}\u3000`)}`).value.q).toBe("😀".repeat(200));
    expect(errorsOf("search", `q=${"a".repeat(201)}`)).toEqual(["q too_big"]);
    // U+FDFA is 18 characters in NFKC.
    expect(errorsOf("search", `q=${encodeURIComponent("\ufdfa".repeat(12))}`)).toEqual(["q too_big"]);
  });

  it("counts a tag in code points after NFKC, as long as a slug can be", () => {
    expect(parse("books", `tag=${encodeURIComponent("\u{20000}".repeat(160))}`).value.tag).toEqual(["\u{20000}".repeat(160)]);
    expect(parse("books", `tag=${encodeURIComponent("\uff21".repeat(160))}`).value.tag).toEqual(["a".repeat(160)]);
    expect(errorsOf("books", `tag=${"a".repeat(161)}`)).toEqual(["tag too_big"]);
    expect(errorsOf("posts", `tag=${encodeURIComponent("\ufdfa".repeat(9))}`)).toEqual(["tag too_big"]);
    // U+0130 is two characters in lower case.
    expect(errorsOf("posts", `tag=${encodeURIComponent("\u0130".repeat(81))}`)).toEqual(["tag too_big"]);
  });

  it("reads up to five tags that are joined by commas: sorted, each once", () => {
    expect(parse("posts", "tag=Web%2Crust,web")).toMatchObject({ value: { tag: ["rust", "web"] }, effective: [["tag", "rust,web"]] });
    expect(parse("posts", `tag=${encodeURIComponent("b，a")}`).value.tag).toEqual(["a", "b"]);
    expect(parse("photos", "tag=e,d,c,b,a").value.tag).toEqual(["a", "b", "c", "d", "e"]);
    for (const bad of [",", "a,", ",a", "a,,b"]) expect(errorsOf("books", `tag=${bad}`)).toEqual(["tag invalid_format"]);
    for (const many of ["a,b,c,d,e,f", "a,a,a,a,a,a", `a,${"b".repeat(161)}`])
      expect(errorsOf("projects", `tag=${many}`)).toEqual(["tag too_big"]);
  });

  it("reads slugs and languages in any case, a status exactly", () => {
    const { value, effective } = parse("posts", "language=ZH-hant&category=NOTES&author=In%C3%89s&series=Sea");
    expect(value).toMatchObject({ language: "zh-hant", category: "notes", author: "inés", series: "sea" });
    expect(effective.map(([name]) => name)).toEqual(["category", "author", "series", "language"]);
    for (const bad of ["e", "en_GB", "en-", "-en", "languages", "日本", "en,nb", `en${"-a".repeat(40)}`])
      expect(errorsOf("posts", `language=${encodeURIComponent(bad)}`)).toHaveLength(1);
    expect(parse("books", "status=want_to_read").value.status).toBe("want_to_read");
    expect(errorsOf("books", "status=active")).toEqual(["status invalid_value"]);
    expect(errorsOf("projects", "status=Active")).toEqual(["status invalid_value"]);
    expect(errorsOf("posts", "featured=1")).toEqual(["featured invalid_value"]);
  });

  it("refuses an instant with a very long fraction", () => {
    const long = (decimals: number): string => `publishedFrom=2024-01-01T00:00:00.${"0".repeat(decimals)}Z`;
    expect(errorsOf("posts", long(64 - 21))).toEqual([]);
    expect(errorsOf("posts", long(64 - 20))).toEqual(["publishedFrom too_big"]);
  });

  it("requires q on /search", () => {
    for (const query of ["", "q", "q=", "q=%20+%E3%80%80"]) expect(errorsOf("search", query)).toEqual(["q required"]);
  });

  it("accepts instants with offsets, inclusive at both ends, in milliseconds", () => {
    const { publishedFrom, publishedTo } = parse(
      "posts",
      "publishedFrom=2024-01-01t00:00:00z&publishedTo=2024-01-01T02:30:00.25%2B02:00",
    ).value;
    expect(publishedFrom).toBe(Date.UTC(2024, 0, 1));
    expect(publishedTo).toBe(Date.UTC(2024, 0, 1, 0, 30, 0, 250));
  });

  it("rounds fractions of a millisecond inwards", () => {
    const { publishedFrom, publishedTo } = parse(
      "posts",
      "publishedFrom=2024-01-01T00:00:00.0001Z&publishedTo=2024-01-01T00:00:01.9999Z",
    ).value;
    expect(publishedFrom).toBe(Date.UTC(2024, 0, 1) + 1);
    expect(publishedTo).toBe(Date.UTC(2024, 0, 1) + 1_999);
    expect(parse("posts", "publishedFrom=2024-01-01T00:00:00.1000Z").value.publishedFrom).toBe(Date.UTC(2024, 0, 1) + 100);
  });

  it("refuses a range only if it ends before it begins", () => {
    const range = (from: string, to: string, timeZone = "UTC"): string[] =>
      errorsOf("posts", `publishedFrom=${from}&publishedTo=${to}`, timeZone);
    expect(range("2024-01-02", "2024-01-01")).toEqual(["publishedFrom invalid_value"]);
    expect(range("2024-01-01T10:00:00Z", "2024-01-01T11:00:00%2B02:00")).toEqual(["publishedFrom invalid_value"]);
    expect(range("2024-01-01", "2024-01-01")).toEqual([]);
    expect(range("2024-01-01T10:00:00Z", "2024-01-01T10:00:00Z")).toEqual([]);
    expect(range("2024-01-01T00:00:00.0001Z", "2024-01-01T00:00:00.0009Z")).toEqual([]);
    expect(range("2024-01-01T00:00:00.0009Z", "2024-01-01T00:00:00.0001Z")).toEqual(["publishedFrom invalid_value"]);
    // Samoa skipped this day.
    expect(range("2011-12-30", "2011-12-30", "Pacific/Apia")).toEqual([]);
  });

  it("states how to send a plus that arrived as a space", () => {
    expect(errorsOf("posts", "publishedFrom=2024-01-01T00:00:00+02:00")).toEqual(["publishedFrom invalid_format"]);
    expect(detailOf("publishedFrom=2024-01-01T00:00:00+02:00")).toContain("2024-01-01T00:00:00%2B02:00");
  });
});
