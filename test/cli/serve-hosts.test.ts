import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { askRaw, serveSite } from "./serving.ts";
import { createSite, type SiteFixture } from "./site-fixture.ts";
import { createTestIo } from "./test-io.ts";

let site: SiteFixture;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  site = await createSite();
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

async function statusesOf(port: number, hosts: readonly string[]): Promise<Record<string, number | undefined>> {
  const answers = await Promise.all(hosts.map(async (Host) => [Host, (await askRaw(port, "/api/v1/posts", { Host })).status] as const));
  return Object.fromEntries(answers);
}

const OWN = ["localhost", "LOCALHOST:1", "blog.localhost", "127.0.0.1:3000", "[::1]", "192.0.2.7:3000", "[2001:db8::1]", "marsh.example"];
const OTHER = [
  "evil.example",
  "marsh.example.evil.example",
  "127.0.0.1.evil.example",
  "xlocalhost",
  "1.2.3.4.5",
  "marsh.example@evil.example",
];

describe("a server on its author's machine", () => {
  it.each([
    ["start"],
    ["dev"],
  ])("(octavo %s) answers its own hosts, and refuses names that others point to this machine", async (command) => {
    const port = await serve(command);
    expect(await statusesOf(port, OWN)).toEqual(Object.fromEntries(OWN.map((host) => [host, 200])));
    expect(await statusesOf(port, OTHER)).toEqual(Object.fromEntries(OTHER.map((host) => [host, 403])));
    for (const path of ["/", "/api", "/api/docs", "/feed.xml", "/healthz", "/mcp", "/_octavo/live.js", "/nothing", "/api/v1/counts"]) {
      const { status, headers, text } = await askRaw(port, path, { Host: "evil.example", Accept: "text/html" });
      expect([path, status]).toEqual([path, 403]);
      expect(JSON.parse(text)).toMatchObject({ code: "origin-not-allowed", detail: expect.stringContaining("--allow-host") });
      expect(headers).toMatchObject({ "cache-control": "no-store", "content-type": "application/problem+json" });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
    const write = await askRaw(port, "/api/v1/posts/first-ice/like", { Host: "evil.example" }, "POST");
    expect(write.status).toBe(403);
  });

  it("answers the hosts that options name", async () => {
    const named = ["--public-url", "https://preview.example", "--site-url", "http://front.example:4321"];
    const port = await serve("start", ...named, "--allow-host", "mybox.local,Tunnel.Example", "--allow-host", "third.example");
    const hosts = ["preview.example", "front.example", "mybox.local:3000", "tunnel.example", "third.example"];
    expect(await statusesOf(port, [...hosts, "evil.example"])).toEqual({
      ...Object.fromEntries(hosts.map((host) => [host, 200])),
      "evil.example": 403,
    });
  });

  it("also refuses other hosts with --read-only, and answers the host that the build is for", async () => {
    expect(await main(["build"], createTestIo({ cwd: site.cwd }))).toBe(0);
    const port = await serve("start", "--read-only");
    expect(await statusesOf(port, ["marsh.example", "localhost", "evil.example"])).toEqual({
      "marsh.example": 200,
      localhost: 200,
      "evil.example": 403,
    });
  });

  it("serves the owner's desk, and not the site, under the host of --desk", async () => {
    const port = await serve("start", "--desk", "https://desk.marsh.example");
    const page = { Host: "desk.marsh.example", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none" };
    expect(await askRaw(port, "/", page)).toMatchObject({ status: 200, text: expect.stringContaining("The desk of") });
    expect(await askRaw(port, "/posts/first-ice", page)).toMatchObject({ text: expect.stringContaining("The desk of") });
    expect((await askRaw(port, "/", { ...page, Host: "evil.example" })).status).toBe(403);
    expect(await statusesOf(port, ["marsh.example"])).toEqual({ "marsh.example": 200 });
  });

  it("serves the desk below --desk-path of a finished build, for the site's own hosts", async () => {
    expect(await main(["build"], createTestIo({ cwd: site.cwd }))).toBe(0);
    const port = await serve("start", "--read-only", "--db", "data/octavo.db", "--desk-path", "/desk");
    const page = { Host: "marsh.example", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none" };
    expect(await askRaw(port, "/desk/", page)).toMatchObject({ status: 200, text: expect.stringContaining("The desk of") });
    expect((await askRaw(port, "/desk/", { ...page, Host: "evil.example" })).status).toBe(403);
    const worker = await askRaw(port, "/worker.js", { Host: "marsh.example", "Service-Worker": "script" });
    expect([worker.status, worker.text]).toEqual([403, expect.stringContaining("only Octavo's own service worker is allowed")]);
    expect((await askRaw(port, "/octavo-sw.js", { Host: "marsh.example", "Service-Worker": "script" })).status).toBe(404);
  });

  it("gives octavo desk invite the address that visitors use", async () => {
    expect(await main(["build"], createTestIo({ cwd: site.cwd }))).toBe(0);
    await serve("start", "--read-only", "--db", "data/octavo.db", "--desk-path", "/desk", "--public-url", "https://www.marsh.example");
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["desk", "invite", "--quiet"], io)).toBe(0);
    expect(io.out()).toMatch(/^https:\/\/www\.marsh\.example\/desk\/sign-in\/[\w-]{43}\?ask=code\ncode: [a-z2-7]{4}-[a-z2-7]{4}\n$/);
  });

  it("gives octavo desk invite the address that the site was built for", async () => {
    expect(await main(["build", "--public-url", "http://localhost:8787"], createTestIo({ cwd: site.cwd }))).toBe(0);
    await serve("start", "--read-only", "--db", "data/octavo.db", "--desk-path", "/desk");
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["desk", "invite", "--quiet"], io)).toBe(0);
    expect(io.out()).toMatch(/^http:\/\/localhost:8787\/desk\/sign-in\/[\w-]{43}\?ask=code\n/);
  });

  it("refuses a desk without a database", async () => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--read-only", "--desk", "https://desk.marsh.example"], io)).toBe(2);
    expect(io.err()).toContain("--db data/octavo.db");
  });

  it("answers any host if octavo start listens on the network, because it may be behind any proxy", async () => {
    const port = await serve("start", "--host", "0.0.0.0");
    expect(await statusesOf(port, ["other.example"])).toEqual({ "other.example": 200 });
  });

  it("reads --allow-host from the environment, and explains an invalid name", async () => {
    const io = createTestIo({ cwd: site.cwd, env: { OCTAVO_ALLOW_HOST: "http://mybox.local" } });
    expect(await main(["start"], io)).toBe(2);
    expect(io.err()).toContain('OCTAVO_ALLOW_HOST is "http://mybox.local"\n');
    expect(io.err()).toContain("want a name without scheme, port and path");
  });
});
