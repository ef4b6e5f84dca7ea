import { describe, expect, it } from "vitest";
import { createEdgeApp } from "../../hosts/edge-app.ts";
import { createFormerPages } from "../../hosts/pages/former-pages.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const redirectsOf = (...items: { from: string; to: string }[]): Uint8Array => encode(JSON.stringify({ items }));
const ask = (path: string, method = "GET"): Request => new Request(`https://ines.example${path}`, { method });

describe("former pages", () => {
  it("redirect to the current pages, with or without a final slash, with escapes in either case, and with the query", async () => {
    const read = async (): Promise<Uint8Array> => redirectsOf({ from: "/gr%C3%B6%C3%9Fe/", to: "/posts/gr%C3%B6%C3%9Fe" });
    const lead = createFormerPages({ read, base: "", maxAgeMs: 0 });
    for (const path of ["/gr%C3%B6%C3%9Fe/", "/gr%c3%b6%c3%9fe", "/größe"]) {
      const answer = await lead(ask(`${path}?a=1&b`));
      expect([answer?.status, answer?.headers.get("Location")]).toEqual([301, "/posts/gr%C3%B6%C3%9Fe?a=1&b"]);
      expect(answer?.headers.get("Cache-Control")).toContain("max-age=300");
    }
    expect((await lead(ask("/größe", "HEAD")))?.status).toBe(301);
    for (const request of [ask("/größe", "POST"), ask("/größe/x"), ask("/"), ask("/constructor"), ask("/%ff")])
      expect(await lead(request)).toBeNull();
  });

  it("are read again when the cached list is too old", async () => {
    const clock = { now: 0 };
    let to = "/a";
    let reads = 0;
    const read = async (): Promise<Uint8Array> => {
      reads += 1;
      return redirectsOf({ from: "/old", to });
    };
    const lead = createFormerPages({ read, base: "", maxAgeMs: 1_000, clock: () => clock.now });
    const locationNow = async (): Promise<unknown> => (await lead(ask("/old")))?.headers.get("Location");
    expect(await locationNow()).toBe("/a");
    to = "/b";
    clock.now = 999;
    expect([await locationNow(), reads]).toEqual(["/a", 1]);
    clock.now = 1_000;
    expect([await locationNow(), reads]).toEqual(["/b", 2]);
  });

  it("do not exist if a build has recorded none", async () => {
    expect(await createFormerPages({ read: async () => null, base: "", maxAgeMs: 0 })(ask("/old"))).toBeNull();
  });
});

describe("a program before the host's own files", () => {
  const app = (read: (path: string) => Promise<Uint8Array | null>, base = "") =>
    createEdgeApp({
      pages: null,
      base,
      read,
      serveFile: async () => new Response("the owner's page", { headers: { "Content-Type": "text/html" } }),
      server: null,
      allowedOrigins: [],
      manifestMaxAgeMs: Number.POSITIVE_INFINITY,
    });
  const peer = { address: "192.0.2.1" };

  it("redirects from former pages, and leaves all others to the owner", async () => {
    const edge = app(async (path) => (path === "api/v1/redirects.json" ? redirectsOf({ from: "/old", to: "/new" }) : null));
    expect((await edge(ask("/old/"), peer)).headers.get("Location")).toBe("/new");
    expect(await (await edge(ask("/other"), peer)).text()).toBe("the owner's page");
  });

  it("accepts requests without the base, and redirects to whole paths", async () => {
    const edge = app(
      async (path) => (path === "api/v1/redirects.json" ? redirectsOf({ from: "/blog/uno", to: "/blog/posts/one" }) : null),
      "/blog",
    );
    expect((await edge(ask("/uno"), peer)).headers.get("Location")).toBe("/blog/posts/one");
  });

  it("still lets readers reach the owner's pages if the list cannot be read", async () => {
    const edge = app(async () => {
      throw new Error("the assets answered 500");
    });
    expect(await (await edge(ask("/old"), peer)).text()).toBe("the owner's page");
  });
});
