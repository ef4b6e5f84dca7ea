import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askRaw, serveSite } from "./serving.ts";
import { createSite, post, type SiteFixture } from "./site-fixture.ts";

let site: SiteFixture;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  site = await createSite({ "content/posts/hidden.md": post("Hidden", "2026-02-03", "draft: true\n") });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await site.remove();
});

async function serve(...args: string[]): Promise<number> {
  const { port, stop } = await serveSite(site.cwd, ...args);
  stops.push(stop);
  return port;
}

const PATHS = ["/api/v1/posts/hidden", "/api/v1/posts", "/feed.xml", "/", "/api/v1/posts/hidden/comments", "/readyz", "/api/v1/nothing"];

describe("a server that may show drafts", () => {
  it.each([
    ["a name that resolves here", { Host: "evil.example" }],
    ["a page of another origin", { Host: "127.0.0.1", Origin: "https://evil.example" }],
    ["both", { Host: "evil.example", Origin: "https://evil.example" }],
    ["a page without an origin", { Host: "localhost", Origin: "null" }],
  ])("reveals nothing to %s, whatever it requests", async (_who, headers) => {
    const port = await serve("dev", "--drafts");
    for (const path of PATHS) {
      const { status, headers: answered, text } = await askRaw(port, path, headers);
      expect([path, status]).toEqual([path, 403]);
      expect(JSON.parse(text)).toMatchObject({ code: "origin-not-allowed" });
      expect(answered).toMatchObject({ "cache-control": "no-store", "content-type": "application/problem+json" });
      expect(answered).not.toHaveProperty("access-control-allow-origin");
      expect(text).not.toContain("Hidden");
    }
    expect(await askRaw(port, "/api/v1/posts/hidden", headers, "OPTIONS")).toMatchObject({ status: 403 });
  });

  it("answers programs on this machine and pages on its ports, but lets no other page read the answers", async () => {
    const port = await serve("dev", "--drafts");
    for (const Host of [`127.0.0.1:${port}`, `localhost:${port}`, "[::1]"]) {
      const plain = await askRaw(port, "/api/v1/posts/hidden", { Host });
      expect([Host, plain.status, plain.headers["cache-control"]]).toEqual([Host, 200, "no-store"]);
      expect(plain.headers).not.toHaveProperty("access-control-allow-origin");
      const page = await askRaw(port, "/api/v1/posts/hidden", { Host, Origin: "http://localhost:4321" });
      expect(page.headers).toMatchObject({ "access-control-allow-origin": "http://localhost:4321", vary: "Origin" });
    }
  });

  it("answers the front end that --site-url names, under its host", async () => {
    const port = await serve("start", "--future", "--site-url", "http://tablet.example:4321");
    const headers = { Host: "tablet.example:3000", Origin: "http://tablet.example:4321" };
    const answer = await askRaw(port, "/api/v1/posts", headers);
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, "http://tablet.example:4321"]);
    expect(await askRaw(port, "/api/v1/posts", { ...headers, Origin: "http://tablet.example:9999" })).toMatchObject({ status: 403 });
  });

  it("is open to every page if it shows only public content", async () => {
    const port = await serve("dev");
    const answer = await askRaw(port, "/api/v1/posts", { Host: "localhost", Origin: "https://other.example" });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  });

  it("answers no further hosts, even if --allow-host names some", async () => {
    const port = await serve("dev", "--drafts", "--allow-host", "mybox.local");
    expect(await askRaw(port, "/api/v1/posts", { Host: "mybox.local" })).toMatchObject({ status: 403 });
    expect(await askRaw(port, "/api/v1/posts", { Host: "192.0.2.7" })).toMatchObject({ status: 403 });
  });
});
