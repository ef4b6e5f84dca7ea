import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen } from "../../hosts/node/server.ts";
import { sendRaw } from "./http.ts";
import { makeOwnSite, type OwnSite } from "./own-site.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/** `If-None-Match` with `If-Modified-Since`, with the differences that docs/hosts.md describes. */

const OLD = "Sat, 01 Jan 2000 00:00:00 GMT";
const own = "location / { try_files $uri $uri/ =404; }";

async function startNode(distDir: string): Promise<StartedHost> {
  const { url, close } = await listen(createNodeHost({ distDir }), { port: 0, host: "127.0.0.1" });
  return { url, stop: close };
}

describe.each([
  { name: "node", start: startNode, byDate: 200, otherDate: 304 },
  { name: "caddy", start: (distDir: string) => startCaddy({ distDir }), byDate: 304, otherDate: 304 },
  { name: "nginx", start: (distDir: string) => startNginx({ distDir, own }), byDate: 304, otherDate: 200 },
])("$name", ({ start, byDate, otherDate }) => {
  let site: OwnSite;
  let host: StartedHost;
  beforeAll(async () => {
    site = await makeOwnSite({ page404: false });
    host = await start(site.distDir);
  });
  afterAll(async () => {
    await host?.stop();
    await site?.remove();
  });

  it("answers 304 to its own tag and date, and 200 to another tag, whatever the date", async () => {
    for (const target of ["/api/v1/posts", "/api/v1/posts/rain", "/index/v1/manifest.json"]) {
      const ask = (headers: Readonly<Record<string, string>>) => sendRaw(host.url, { method: "GET", target, headers });
      const { etag = "", "last-modified": date = OLD } = (await ask({})).headers;
      const statuses = async (...all: readonly Readonly<Record<string, string>>[]): Promise<number[]> =>
        (await Promise.all(all.map(ask))).map(({ status }) => status);
      expect([
        target,
        ...(await statuses(
          { "If-None-Match": etag, "If-Modified-Since": date },
          { "If-None-Match": '"another"', "If-Modified-Since": date },
          { "If-Modified-Since": date },
          { "If-None-Match": etag, "If-Modified-Since": OLD },
        )),
      ]).toEqual([target, 304, 200, byDate, otherDate]);
    }
  });
});
