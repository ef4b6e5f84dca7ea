import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen } from "../../hosts/node/server.ts";
import { sendRaw } from "./http.ts";
import { makeOwnSite, type OwnSite } from "./own-site.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/** Requests for former pages, sent to the web servers themselves. */

const MANY = Array.from({ length: 3_000 }, (_, index) => ({ from: `/archive/${index}.html`, to: `/posts/p${index}` }));
const REDIRECTS = [
  { from: "/2019/05/rain/", to: "/posts/rain" },
  { from: "/gr%C3%B6%C3%9Fe/$1%20it's", to: "/gr%C3%B6%C3%9Fen/$1/" },
  { from: "/a%20b;%7Bc%7D.html", to: "/posts/snow" },
  ...MANY,
];

const HOSTS = [
  {
    name: "nginx",
    start: (distDir: string) => startNginx({ distDir, own: "location / { try_files $uri $uri/ /index.html; }" }),
    braces: true,
  },
  { name: "caddy", start: (distDir: string) => startCaddy({ distDir, own: "try_files {path} /index.html" }), braces: false },
  { name: "node", start: startNode, braces: true },
];

async function startNode(distDir: string): Promise<StartedHost> {
  const { url, close } = await listen(createNodeHost({ distDir }), { port: 0, host: "127.0.0.1" });
  return { url, stop: close };
}

let site: OwnSite;
beforeAll(async () => {
  site = await makeOwnSite({ page404: true, redirects: REDIRECTS });
});
afterAll(() => site?.remove());

describe.each(HOSTS)("$name", ({ start, braces }) => {
  let host: StartedHost;
  beforeAll(async () => {
    host = await start(site.distDir);
  });
  afterAll(() => host?.stop());
  const locationOf = async (target: string): Promise<unknown> => {
    const { status, headers } = await sendRaw(host.url, { method: "GET", target });
    return [status, headers.location];
  };

  it.each([
    ["/2019/05/rain/", "/posts/rain"],
    ["/2019/05/rain", "/posts/rain"],
    ["/2019/05/rain/?utm_source=x&y", "/posts/rain?utm_source=x&y"],
    ["/archive/2999.html", "/posts/p2999"],
  ])("leads from %s to %s", async (target, location) => {
    expect(await locationOf(target)).toEqual([301, location]);
  });

  it("compares decoded addresses", async () => {
    expect(await locationOf("/gr%C3%B6%c3%9fe/$1%20it's")).toEqual([301, expect.stringMatching(/^\/gr%C3%B6%C3%9Fen\/(?:\$|%24)1\/$/)]);
    if (braces) expect(await locationOf("/a%20b;%7Bc%7D.html")).toEqual([301, "/posts/snow"]);
  });

  it.each(["/2018/05/", "/2019/05/rain/x", "/archive/3000.html"])("does not change %s", async (target) => {
    const [status] = (await locationOf(target)) as [number];
    expect([200, 404]).toContain(status);
  });
});
