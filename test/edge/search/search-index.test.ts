import { describe, expect, it } from "vitest";
import { ProblemError } from "../../../edge/read-failure.ts";
import type { SearchGate } from "../../../edge/search/search-index.ts";
import { makeDist, makePost, serve } from "../site-fixture.ts";

const POSTS = Array.from({ length: 30 }, (_, at) =>
  makePost(`post-${at}`, { title: `Tide ${at}`, excerpt: "", bodyText: "Salt water. ".repeat(300), hasCode: at % 2 === 0 }),
);
const DIST = makeDist({ search: true, posts: POSTS });

/** Counts searches, and how often they let other work run between their steps. */
function countingGate() {
  const counts = { searches: 0, steps: 0 };
  const gate: SearchGate = {
    run: (search) => {
      counts.searches += 1;
      return search(() => {
        counts.steps += 1;
        return null;
      });
    },
  };
  return { gate, counts };
}

describe("searches of one build", () => {
  it("run once for each query, however it is written, and are answered with the same bytes and headers", async () => {
    const { gate, counts } = countingGate();
    const served = serve(DIST, { searchGate: gate });
    const first = await served.get("/search?q=tide&pageSize=5");
    const text = await first.text();
    for (const target of ["/search?q=tide&pageSize=5", "/search?page=1&pageSize=05&q=%20tide%20&kind=&utm_source=feed"]) {
      const again = await served.get(target);
      expect(await again.text()).toBe(text);
      expect([...again.headers]).toEqual([...first.headers]);
    }
    expect(counts.searches).toBe(1);
    for (const target of ["/search?q=tide&pageSize=5&page=2", "/search?q=tide&pageSize=5&kind=post", "/search?q=tides&pageSize=5"])
      await served.get(target);
    expect(counts.searches).toBe(4);
  });

  it("are shared by all filters and pages of q on /posts, with current counts", async () => {
    const { gate, counts } = countingGate();
    let likeCount = 1;
    const served = serve(DIST, {
      searchGate: gate,
      countsMaxAgeMs: 0,
      counts: async () => ({ posts: { "post-0": { likeCount, commentCount: 0 } } }),
    });
    const likesOf = async (target: string): Promise<unknown> => {
      const { items }: { items: { slug: string; likeCount: number }[] } = await (await served.get(target)).json();
      return items.find(({ slug }) => slug === "post-0")?.likeCount;
    };
    expect(await likesOf("/posts?q=tide&pageSize=100")).toBe(1);
    likeCount = 2;
    expect(await likesOf("/posts?q=tide&pageSize=100")).toBe(2);
    expect(await likesOf("/posts?q=tide&pageSize=100&hasCode=true")).toBe(2);
    await served.get("/posts?q=tide&page=2&pageSize=3");
    expect(counts.searches).toBe(1);
  });

  it("run again when the site changes", async () => {
    const { gate, counts } = countingGate();
    const dist = new Map(DIST);
    const served = serve(dist, { searchGate: gate });
    expect(await (await served.get("/search?q=tide")).json()).toMatchObject({ pagination: { totalItems: 30 } });
    dist.clear();
    for (const [path, text] of makeDist({ search: true, posts: POSTS.slice(0, 7) })) dist.set(path, text);
    expect(await (await served.get("/search?q=tide")).json()).toMatchObject({ pagination: { totalItems: 7 } });
    expect(counts.searches).toBe(2);
  });

  it("are not cached if a post differs from the indexed one", async () => {
    const { gate, counts } = countingGate();
    const dist = new Map(DIST);
    for (const { slug } of POSTS) dist.set(`api/v1/posts/${slug}.json`, "{}");
    const served = serve(dist, { searchGate: gate });
    const snippetOf = async (): Promise<string | undefined> => {
      const { items }: { items: { slug: string; snippetHtml: string }[] } = await (await served.get("/search?q=salt&pageSize=1")).json();
      return items[0]?.snippetHtml;
    };
    const before = await snippetOf();
    for (const [path, text] of DIST) dist.set(path, text);
    expect(before).not.toContain("<mark>");
    expect(await snippetOf()).toContain("<mark>");
    expect(counts.searches).toBe(2);
  });

  it("are cached up to a number of bytes, including keys and queries without hits", async () => {
    const { gate, counts } = countingGate();
    const served = serve(DIST, { searchGate: gate });
    const ask = async (text: string) => (await served.get(`/posts?q=${text}`)).status;
    await ask("tide");
    await ask("tide");
    expect(counts.searches).toBe(1);
    const absent = "!".repeat(190);
    for (let at = 0; at < 6_000; at += 1) await ask(`${absent}${at}`);
    expect(counts.searches).toBe(6_001);
    // 700 bytes each: the last ones are cached, the first one had to be evicted.
    await ask(`${absent}5999`);
    expect(counts.searches).toBe(6_001);
    await ask("tide");
    expect(counts.searches).toBe(6_002);
  });
});

describe("a host's gate", () => {
  it("may let other work run between the steps of a search: terms, scores and texts", async () => {
    const { gate, counts } = countingGate();
    await serve(DIST, { searchGate: gate }).get("/search?q=salt&pageSize=10");
    // Ten texts of 600 words each, searched in pieces.
    expect(counts.steps).toBeGreaterThan(30);
  });

  it.each(["/search?q=tide", "/posts?q=tide"])("may refuse %s; other reads still work", async (target) => {
    const headers = { "Retry-After": "5" };
    const busy: SearchGate = { run: () => Promise.reject(new ProblemError({ code: "temporary-reduced-capacity", headers })) };
    const served = serve(DIST, { searchGate: busy });
    const answer = await served.get(target);
    expect([answer.status, answer.headers.get("Retry-After"), answer.headers.get("Cache-Control")]).toEqual([503, "5", "no-store"]);
    expect(await answer.json()).toMatchObject({ code: "temporary-reduced-capacity" });
    expect((await served.get("/posts?hasCode=true")).status).toBe(200);
  });
});
