import { expect, it } from "vitest";
import { createClient } from "../../packages/octavo-client/client.ts";
import { findView } from "../../reader/places.ts";
import type { Reader } from "../../reader/view.ts";

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
      if (path === "/api/v1/resolve" && searchParams.get("path") === "/offers/lessons")
        return Response.json({ kind: "services", slug: "lessons", path: "/offers/lessons", url: "https://site.example/y", moved: false });
      if (path === "/api/v1/posts/rope") return Response.json({ slug: "rope", url: "https://site.example/2014/03/12/on_rope.html" });
      return answerMissing();
    },
  });
  return { found: (await findView(pathname, null, client, { kinds: [], replaced: {} })) !== null, asked };
}

function answerMissing(): Response {
  const type = "https://site.example/api/v1/problems/not-found";
  const problem = { type, code: "not-found", status: 404, title: "Not found", detail: "There is nothing." };
  return Response.json(problem, { status: 404, headers: { "Content-Type": "application/problem+json" } });
}

it("finds the document of any address", async () => {
  expect(await find("/2014/03/12/on_rope.html")).toEqual({ found: true, asked: ["/resolve /2014/03/12/on_rope.html"] });
  expect(await find("/nowhere/at_all/")).toEqual({
    found: false,
    asked: ["/resolve /nowhere/at_all", "/resolve /nowhere/at_all/index.html"],
  });
});

it("finds a document by its name in the API, wherever its page is", async () => {
  expect(await find("/posts/rope")).toEqual({ found: true, asked: ["/posts/rope"] });
  expect(await find("/posts/gone")).toEqual({ found: false, asked: ["/posts/gone", "/resolve /posts/gone"] });
});

it("finds a service wherever its page is", async () => {
  expect(await find("/offers/lessons")).toEqual({ found: true, asked: ["/resolve /offers/lessons"] });
});

it("finds nothing at an address that is no text", async () => {
  expect(await find("/posts/%E0%A4%A")).toEqual({ found: false, asked: [] });
});

it("shows the owner's page at an address that the reader has a page of its own for", async () => {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: "https://site.example/api/v1",
    fetch: async (input) => {
      asked.push(new URL(input).pathname);
      return answerMissing();
    },
  });
  const site = {
    kinds: ["pages", "talks"].map((name) => ({ name, label: name, language: "en", count: 1, inBrief: null })),
    replaced: { "/about": "pages about", "/talks": "pages talks", "/": "pages index" },
  };
  const shown = async (path: string): Promise<string[]> => {
    asked.length = 0;
    const view = await findView(path, null, client, site);
    await expect(view?.({ client, signal: new AbortController().signal } as Reader)).rejects.toThrow();
    return asked.filter((one) => one !== "/api/v1/kinds");
  };
  expect(await shown("/about/")).toEqual(["/api/v1/pages/about"]);
  expect(await shown("/talks")).toEqual(["/api/v1/pages/talks"]);
  expect(await shown("/")).toEqual(["/api/v1/pages/index"]);
});
