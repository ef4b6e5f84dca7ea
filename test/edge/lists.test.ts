import { describe, expect, it, vi } from "vitest";
import { BASE_URL, makeBook, makeDist, makePhoto, makePost, makeProject, serve, tags } from "./site-fixture.ts";

const day = (number: number): string => `2024-01-${String(number).padStart(2, "0")}T08:00:00.000Z`;
const days = (count: number): ReturnType<typeof makePost>[] =>
  Array.from({ length: count }, (_, at) => makePost(`p${at + 1}`, { publishedAt: day(at + 1) }));
const slugsOf = async (response: Response): Promise<string[]> => {
  const { items }: { items: { slug: string }[] } = await response.json();
  return items.map(({ slug }) => slug);
};

describe("lists", () => {
  it("without a query answer with the bytes of the file", async () => {
    const site = serve(makeDist({ posts: days(25) }));
    const response = await site.get("/posts");
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(site.dist.get("api/v1/posts.json"));
  });

  it.each(["/posts", "/projects", "/books", "/photos"])("assemble %s from chunks with exactly the bytes of its file", async (path) => {
    const many = <T>(make: (slug: string) => T): T[] => Array.from({ length: 40 }, (_, at) => make(`d${at}`));
    const input = {
      posts: days(28),
      projects: many((slug) => makeProject(slug, { featured: slug.endsWith("7"), order: slug.length })),
      books: many((slug) =>
        makeBook(slug, { status: slug.endsWith("3") ? "reading" : "finished", finishedOn: slug > "d2" ? "2023-05" : null }),
      ),
      photos: many((slug) => makePhoto(slug, { takenAt: slug > "d2" ? "2023-05-01T10:00:00" : null })),
    };
    const site = serve(makeDist(input));
    const whole = await site.get(path);
    const file = `api/v1${path}.json`;
    site.dist.delete(file);
    const assembled = await site.get(path);
    expect(assembled.headers.get("etag")).toBe(whole.headers.get("etag"));
    expect(await assembled.text()).toBe(await whole.text());
  });

  it("treat a parameter at its default, an unknown one and an empty one as no query", async () => {
    const site = serve(makeDist({ posts: days(3) }));
    for (const query of ["?pageSize=20", "?page=1", "?utm_source=feed", "?type=&tag=&q=%20", "?", "?q"]) {
      site.reads.length = 0;
      expect(await (await site.get(`/posts${query}`)).text()).toBe(site.dist.get("api/v1/posts.json"));
      expect(site.reads).toContain("api/v1/posts.json");
    }
  });

  it("filter posts by every parameter at once", async () => {
    const code = { tags: tags("rust", "web"), hasCode: true, type: "VIDEO" as const };
    const posts = [
      makePost("right", { ...code, publishedAt: day(10) }),
      makePost("other-tag", { ...code, tags: tags("web"), publishedAt: day(10) }),
      makePost("no-code", { ...code, hasCode: false, publishedAt: day(10) }),
      makePost("text", { ...code, type: "TEXT", publishedAt: day(10) }),
      makePost("early", { ...code, publishedAt: day(8) }),
      makePost("late", { ...code, publishedAt: day(12) }),
      makePost("undated", { ...code, publishedAt: null }),
    ];
    const site = serve(makeDist({ posts }));
    const query = "?tag=RUST&hasCode=true&type=VIDEO&publishedFrom=2024-01-09&publishedTo=2024-01-11";
    expect(await slugsOf(await site.get(`/posts${query}`))).toEqual(["right"]);
  });

  it("find nothing for a tag that no document has, or for names that every object has", async () => {
    const site = serve(makeDist({ posts: [makePost("a", { tags: tags("web") })] }));
    for (const tag of ["nope", "constructor", "__proto__"]) {
      const response = await site.get(`/posts?tag=${tag}`);
      expect(await response.json()).toEqual({
        items: [],
        pagination: { page: 1, pageSize: 20, totalItems: 0, totalPages: 0, hasNextPage: false, hasPreviousPage: false },
      });
      expect(response.headers.get("link")).toBe(`<${BASE_URL}/posts?tag=${tag}&page=1>; rel="first"`);
    }
  });

  it("compare tags in NFKC and lower case", async () => {
    const site = serve(makeDist({ posts: [makePost("a", { tags: tags("überfahrt") })] }));
    expect(await slugsOf(await site.get("/posts?tag=U%CC%88BERFAHRT"))).toEqual(["a"]);
  });

  it("link to other pages with the same filters, in the order of the table, at the site's own address", async () => {
    const site = serve(makeDist({ posts: days(9) }));
    const response = await site.get("/posts?pageSize=2&utm=x&page=2&hasCode=false&publishedFrom=2024-01-01T00:00:00%2B01:00");
    const at = (page: number): string =>
      `${BASE_URL}/posts?hasCode=false&publishedFrom=2024-01-01T00%3A00%3A00%2B01%3A00&page=${page}&pageSize=2`;
    expect(response.headers.get("link")).toBe(
      `<${at(1)}>; rel="first", <${at(1)}>; rel="prev", <${at(3)}>; rel="next", <${at(5)}>; rel="last"`,
    );
  });

  it("answer a page past the end with no items and a link back", async () => {
    const site = serve(makeDist({ posts: days(3) }));
    const response = await site.get("/posts?page=9&pageSize=2");
    expect(await response.json()).toEqual({
      items: [],
      pagination: { page: 9, pageSize: 2, totalItems: 3, totalPages: 2, hasNextPage: false, hasPreviousPage: true },
    });
    expect(response.headers.get("link")).toContain(`<${BASE_URL}/posts?page=2&pageSize=2>; rel="prev"`);
    expect(response.headers.get("link")).not.toContain("next");
  });

  it("read a bare date as a day in the site's time zone", async () => {
    const posts = [
      makePost("before", { publishedAt: "2024-01-09T22:59:59.999Z" }),
      makePost("first", { publishedAt: "2024-01-09T23:00:00.000Z" }),
    ];
    const site = serve(makeDist({ posts, timeZone: "Europe/Oslo" }));
    const format = vi.spyOn(Intl, "DateTimeFormat");
    expect(await slugsOf(await site.get("/posts?publishedFrom=2024-01-10"))).toEqual(["first"]);
    expect(await slugsOf(await site.get("/posts?publishedTo=2024-01-09"))).toEqual(["before"]);
    // The manifest has the zone's offsets around the posts; the runtime's own tables are slow to
    // open.
    expect(format).not.toHaveBeenCalled();
    expect(await slugsOf(await site.get("/posts?publishedTo=2044-01-09"))).toEqual(["first", "before"]);
    expect(format).toHaveBeenCalled();
    format.mockRestore();
  });

  it("support posts from before 1970", async () => {
    const posts = [
      makePost("old", { publishedAt: "1969-07-20T20:17:40.000Z" }),
      makePost("new"),
      makePost("undated", { publishedAt: null }),
    ];
    const site = serve(makeDist({ posts }));
    expect(await slugsOf(await site.get("/posts?publishedTo=1970-01-01"))).toEqual(["old"]);
    expect(await slugsOf(await site.get("/posts?publishedFrom=1960-01-01"))).toEqual(["new", "old"]);
  });

  it("report all errors at once", async () => {
    const site = serve(makeDist({ posts: days(1) }));
    const response = await site.get("/posts?page=0&pageSize=101&type=text&hasCode=1&publishedFrom=2024-02-30&tag=a&tag=b");
    expect(response.status).toBe(400);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      type: `${BASE_URL}/problems/validation-error`,
      status: 400,
      code: "validation-error",
      errors: [
        { parameter: "type", code: "invalid_value" },
        { parameter: "tag", code: "repeated" },
        { parameter: "hasCode", code: "invalid_value" },
        { parameter: "publishedFrom", code: "invalid_value" },
        { parameter: "page", code: "too_small" },
        { parameter: "pageSize", code: "too_big" },
      ],
    });
  });
});
