import { describe, expect, it } from "vitest";
import { BASE_URL, makeBook, makeDist, makePost, makeProject, serve, tags } from "../site-fixture.ts";

const day = (number: number): string => `2024-01-${String(number).padStart(2, "0")}T08:00:00.000Z`;
const INPUT = {
  search: true,
  posts: [
    makePost("tides", { title: "Reading tide tables", excerpt: "How the water moves.", publishedAt: day(3), tags: tags("sea") }),
    makePost("boats", {
      title: "Boats",
      excerpt: "Wood & <tar>.",
      bodyText: `${"Planks and nails. ".repeat(40)}A boat waits for the <tide> & leaves.`,
      publishedAt: day(2),
      hasCode: true,
    }),
    makePost("bread", { title: "Bread", excerpt: "Rye.", bodyText: "Flour and water.", publishedAt: day(1) }),
  ],
  projects: [
    makeProject("gauge", { title: "Tide gauge", summary: "It counts.", descriptionHtml: '<p title="a > b">Salt &#x26; iron</p>' }),
  ],
  texts: { gauge: "Salt & iron" },
  books: [makeBook("sea-book", { title: "The Sea", subtitle: "A tide of stories", reviewHtml: "<p>Wet.</p>", finishedOn: "2023" })],
};
const site = () => serve(makeDist(INPUT));
interface Hit {
  readonly kind: string;
  readonly slug: string;
  readonly snippetHtml: string;
  readonly score: number;
  readonly publishedAt: string | null;
}
const find = async (query: string): Promise<{ items: Hit[]; pagination: Record<string, unknown>; facets: Record<string, number> }> => {
  const response = await site().get(`/search?${query}`);
  expect(response.status).toBe(200);
  return response.json();
};
const namesOf = (items: readonly Hit[]): string[] => items.map(({ kind, slug }) => `${kind} ${slug}`).sort();

describe("/search", () => {
  it("finds posts, projects and books, best first, with facets", async () => {
    const { items, pagination, facets } = await find("q=tide");
    expect(namesOf(items)).toEqual(["book sea-book", "post boats", "post tides", "project gauge"]);
    expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(pagination).toMatchObject({ page: 1, pageSize: 10, totalItems: 4 });
    expect(facets).toEqual({ post: 2, project: 1, book: 1 });
  });

  it("gives each hit the members of its document, a snippet and a score", async () => {
    const { items } = await find("q=tables");
    expect(items).toEqual([
      {
        kind: "post",
        slug: "tides",
        url: "https://fjord.example/posts/tides",
        title: "Reading tide tables",
        path: "/posts/tides",
        excerpt: "How the water moves.",
        cover: null,
        language: "en",
        snippetHtml: "How the water moves.",
        score: expect.any(Number),
        tags: tags("sea"),
        publishedAt: day(3),
      },
    ]);
  });

  it("can be limited to a kind, with unchanged facets", async () => {
    const { items, pagination, facets } = await find("q=tide&kind=project");
    expect(namesOf(items)).toEqual(["project gauge"]);
    expect(pagination).toMatchObject({ totalItems: 1 });
    expect(facets).toEqual({ post: 2, project: 1, book: 1 });
  });

  it("shows where the words occur, escaped: in the excerpt, or else in the body", async () => {
    const snippetOf = async (query: string, slug: string): Promise<string | undefined> =>
      (await find(query)).items.find((item) => item.slug === slug)?.snippetHtml;
    expect(await snippetOf("q=tide", "boats")).toContain("boat waits for the &lt;<mark>tide</mark>&gt; &amp; leaves.");
    expect(await snippetOf("q=tar", "boats")).toBe("Wood &amp; &lt;<mark>tar</mark>&gt;.");
    expect(await snippetOf("q=iron", "gauge")).toBe("Salt &amp; <mark>iron</mark>");
    expect(await snippetOf("q=stories", "sea-book")).toBe("A tide of <mark>stories</mark>");
  });

  it("shows the text of projects and books as the build extracted it, not from their HTML", async () => {
    const html = "<style>.iron{color:red}</style><script>iron()</script><p>Salt &amp;amp; iron &#x3C;b></p>";
    const input = {
      search: true,
      projects: [makeProject("a"), makeProject("gauge", { descriptionHtml: html, startedOn: "2024-01-01" })],
      books: Array.from({ length: 70 }, (_, at) => makeBook(`b${at}`, { reviewHtml: html, finishedOn: String(1900 + at) })),
      texts: { gauge: "Salt &amp;\n iron <b>", b69: "The last of the iron.", b3: "The fourth of the iron." },
    };
    const { items }: { items: Hit[] } = await (await serve(makeDist(input)).get("/search?q=iron&pageSize=100")).json();
    const snippets = Object.fromEntries(items.map(({ slug, snippetHtml }) => [slug, snippetHtml]));
    expect(snippets).toMatchObject({
      gauge: "Salt &amp;amp; <mark>iron</mark> &lt;b&gt;",
      b69: "The last of the <mark>iron</mark>.",
      b3: "The fourth of the <mark>iron</mark>.",
    });
  });

  it("answers 503 if the file of texts is gone", async () => {
    const served = serve(makeDist(INPUT), { onError: () => undefined });
    for (const path of served.dist.keys()) if (path.includes("search.texts")) served.dist.delete(path);
    expect((await served.get("/search?q=iron")).status).toBe(503);
    expect((await served.get("/search?q=boats")).status).toBe(200);
  });

  it("has pages, with links that keep the text", async () => {
    const response = await site().get("/search?pageSize=1&q=%20tide%20&page=2&kind=post");
    expect(await response.json()).toMatchObject({ pagination: { page: 2, totalItems: 2, totalPages: 2 } });
    expect(response.headers.get("link")).toContain(`<${BASE_URL}/search?q=tide&kind=post&page=1&pageSize=1>; rel="prev"`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60, s-maxage=300");
  });

  it("finds nothing for a text without words, and answers 400 if there is no text", async () => {
    expect(await find("q=%3F%21")).toMatchObject({ items: [], facets: { post: 0, project: 0, book: 0 } });
    expect((await site().get("/search")).status).toBe(400);
    expect((await site().get("/search?q=+")).status).toBe(400);
  });

  it("shows the excerpt of a post that has been removed in the meantime", async () => {
    const served = site();
    served.dist.delete("api/v1/posts/boats.json");
    const { items }: { items: Hit[] } = await (await served.get("/search?q=leaves")).json();
    expect(items[0]?.snippetHtml).toBe("Wood &amp; &lt;tar&gt;.");
  });

  it("reads a new build's index, and the manifest again if the old index is gone", async () => {
    const served = site();
    await served.get("/search?q=tide");
    served.dist.clear();
    for (const [path, text] of makeDist({ ...INPUT, posts: [] })) served.dist.set(path, text);
    expect(await (await served.get("/search?q=tide")).json()).toMatchObject({ facets: { post: 0, project: 1, book: 1 } });
  });

  it("reports that the site was built without search", async () => {
    const served = serve(makeDist({ ...INPUT, search: false }));
    for (const path of ["/search?q=tide", "/posts?q=tide"]) {
      const response = await served.get(path);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: "index-unavailable", detail: expect.stringContaining("--no-search") });
    }
    expect((await served.get("/posts?q=%20")).status).toBe(200);
  });

  it.each(["search.base", "search.shard", "search.hits"])("answers 503 if %s is gone or invalid", async (name) => {
    for (const rubbish of [null, "<!doctype html>"]) {
      const served = serve(makeDist(INPUT), { onError: () => undefined });
      const path = [...served.dist.keys()].find((candidate) => candidate.includes(name)) ?? "";
      if (rubbish === null) served.dist.delete(path);
      else served.dist.set(path, rubbish);
      const response = await served.get("/search?q=tide");
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: "index-unavailable" });
      expect((await served.get("/posts?tag=sea")).status).toBe(200);
    }
  });
});

describe("q on /posts", () => {
  const slugsOf = async (query: string): Promise<string[]> => {
    const { items }: { items: Hit[] } = await (await site().get(`/posts?${query}`)).json();
    return items.map(({ slug }) => slug);
  };

  it("filters, newest first, together with every other filter", async () => {
    expect(await slugsOf("q=tide")).toEqual(["tides", "boats"]);
    expect(await slugsOf("q=tide&hasCode=true")).toEqual(["boats"]);
    expect(await slugsOf("q=tide&publishedTo=2024-01-01")).toEqual([]);
  });

  it("does not search if no post passes the filters", async () => {
    const served = site();
    for (const query of ["tag=nosuch&q=tide", "q=tide&publishedTo=2023-01-01"]) {
      expect(await (await served.get(`/posts?${query}`)).json()).toMatchObject({ items: [], pagination: { totalItems: 0 } });
    }
    expect(served.reads.filter((path) => path.includes("search"))).toEqual([]);
  });

  it("requires all words, or only one if no post has all, whatever the other filters", async () => {
    expect(await slugsOf("q=tide+tables")).toEqual(["tides"]);
    expect(await slugsOf("q=tide+tables&hasCode=true")).toEqual([]);
    expect(await slugsOf("q=tide+tables+bread+planks&hasCode=true")).toEqual(["boats"]);
  });
});
