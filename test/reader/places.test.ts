import { expect, it } from "vitest";
import { createClient } from "../../packages/octavo-client/client.ts";
import { findView } from "../../reader/places.ts";

const OLD = { slug: "rope", url: "https://site.example/2014/03/12/on_rope.html" };

/** A site of 10,000 posts, whose old one is found by its words or by its month. */
async function find(pathname: string, findsWords: boolean): Promise<{ found: boolean; asked: string[] }> {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: "https://site.example/api/v1",
    fetch: async (input) => {
      const { pathname: path, searchParams } = new URL(input);
      asked.push(`${path.slice("/api/v1".length)}?${searchParams}`);
      if (path !== "/api/v1/posts") return Response.json({ code: "not-found", status: 404, title: "Not found" }, { status: 404 });
      const has = (findsWords && searchParams.get("q") === "on rope") || searchParams.get("publishedFrom") === "2014-03-01";
      const filtered = searchParams.has("q") || searchParams.has("publishedFrom");
      const page = Number(searchParams.get("page") ?? 1);
      const items = has
        ? [OLD]
        : filtered
          ? []
          : Array.from({ length: 100 }, (_, index) => ({ slug: `p${index}`, url: `https://site.example/p${page}-${index}` }));
      return Response.json({ items, pagination: { hasNextPage: !filtered } });
    },
  });
  return { found: (await findView(pathname, null, client)) !== null, asked };
}

it("finds an old post by the words of its address in one question", async () => {
  const { found, asked } = await find("/2014/03/12/on_rope.html", true);
  expect(found).toBe(true);
  expect(asked).toHaveLength(1);
});

it("finds it by the month in its address where its words are not in its text", async () => {
  const { found, asked } = await find("/2014/03/12/on_rope.html", false);
  expect(found).toBe(true);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain("publishedTo=2014-03-31");
});

it("finds nothing at an address that is no text", async () => {
  expect(await find("/posts/%E0%A4%A", false)).toEqual({ found: false, asked: [] });
});

it("gives up where no post of the newest 2,000 has an address", async () => {
  const { found, asked } = await find("/nowhere/at_all", false);
  expect(found).toBe(false);
  expect(asked).toHaveLength(21);
});
