import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { createDistFixture, type DistFixture } from "./dist-fixture.ts";

let dist: DistFixture;
beforeEach(async () => {
  dist = await createDistFixture();
});
afterEach(() => dist.remove());

async function cacheOf(revalidate: boolean, path: string, method = "GET"): Promise<string | null> {
  const server = {
    answers: (asked: string) => asked.endsWith("/counts") || asked.endsWith("/like"),
    fetch: async ({ url }: Request) =>
      new Response("{}", { headers: { "Cache-Control": url.endsWith("/counts") ? "public, max-age=15" : "no-store" } }),
    counts: async () => null,
  };
  const app = createNodeHost({ distDir: dist.dir, server, revalidate });
  return (await app.fetch(new Request(`http://localhost${path}`, { method }))).headers.get("Cache-Control");
}

const KEPT_OTHERWISE = ["/api/v1/about", "/api/v1/posts", "/api/v1/nothing", "/api/v1/counts", "/feed.xml", "/robots.txt", "/nothing"];

describe("a host whose answers must be revalidated", () => {
  it.each(KEPT_OTHERWISE)("requires it for %s, which can otherwise be cached for a while", async (path) => {
    expect(await cacheOf(true, path)).toBe("no-cache");
    expect(await cacheOf(false, path)).toMatch(/^public, max-age=\d+/);
  });

  it("allows caching of hashed files, and forbids it for private answers", async () => {
    expect(await cacheOf(true, "/media/marsh.0123abcd.webp")).toBe("public, max-age=31536000, immutable");
    expect(await cacheOf(true, "/index/v1/columns.0123abcd.json")).toBe("public, max-age=31536000, immutable");
    expect(await cacheOf(true, "/api/v1/posts/reed/like")).toBe("no-store");
    expect(await cacheOf(true, "/api/v1/about", "PUT")).toBe("no-store");
  });
});
