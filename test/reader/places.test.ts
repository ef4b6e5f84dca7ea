import { expect, it } from "vitest";
import { createClient } from "../../packages/octavo-client/client.ts";
import { findView } from "../../reader/places.ts";

/** A site with one post, which is at an old address. */
async function find(pathname: string): Promise<{ found: boolean; asked: string[] }> {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: "https://site.example/api/v1",
    fetch: async (input) => {
      const { pathname: path, searchParams } = new URL(input);
      asked.push(`${path.slice("/api/v1".length)} ${searchParams.get("path") ?? ""}`.trim());
      if (path === "/api/v1/resolve" && searchParams.get("path") === "/2014/03/12/on_rope.html")
        return Response.json({
          kind: "posts",
          slug: "rope",
          path: "/2014/03/12/on_rope.html",
          url: "https://site.example/x",
          moved: false,
        });
      if (path === "/api/v1/posts/rope") return Response.json({ slug: "rope", url: "https://site.example/2014/03/12/on_rope.html" });
      const problem = {
        type: "https://site.example/api/v1/problems/not-found",
        code: "not-found",
        status: 404,
        title: "Not found",
        detail: "There is nothing.",
      };
      return Response.json(problem, { status: 404, headers: { "Content-Type": "application/problem+json" } });
    },
  });
  return { found: (await findView(pathname, null, client)) !== null, asked };
}

it("finds the document of any address in one question", async () => {
  expect(await find("/2014/03/12/on_rope.html")).toEqual({ found: true, asked: ["/resolve /2014/03/12/on_rope.html"] });
  expect(await find("/nowhere/at_all/")).toEqual({ found: false, asked: ["/resolve /nowhere/at_all"] });
});

it("finds a document by its name in the API, wherever its page is", async () => {
  expect(await find("/posts/rope")).toEqual({ found: true, asked: ["/posts/rope"] });
  expect(await find("/posts/gone")).toEqual({ found: false, asked: ["/posts/gone", "/resolve /posts/gone"] });
});

it("finds nothing at an address that is no text", async () => {
  expect(await find("/posts/%E0%A4%A")).toEqual({ found: false, asked: [] });
});
