import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toPreviewPath } from "../../build/kinds/addresses/preview-path.ts";
import type { HostName } from "../../hosts/host-names.ts";
import { buildIn, type Files, writeOldFiles } from "../build/site-folder.ts";
import { addHostFiles } from "./dists.ts";
import { type RawAnswer, sendRaw } from "./http.ts";
import { HOSTS, type HostEnvironment } from "./started.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/**
 * The pages of `website: true` on the hosts: status codes, headers, redirects, and the write
 * server's pages.
 */

const START_TIMEOUT_MS = 120_000;
const NAMES: readonly HostName[] = ["cloudflare", "netlify", "deno", "bun", "node", "nginx", "caddy"];
const PAGE_CACHING = "public, max-age=0, must-revalidate";
const SITE: Files = {
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/posts/rain.md": "---\ntitle: Rain\npublishedAt: 2024-01-02\naliases: [drizzle]\ntags: [Wet & cold, 雨]\n---\nWet.\n",
  "content/posts/draft.md": "---\ntitle: Sketch\ndraft: true\npreview: abcdefghijklmnop\n---\n![Drop](drop.svg)\n",
  "content/posts/drop.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>',
  "content/pages/docs/index.md": "---\ntitle: Docs\n---\nRead.\n",
  "content/pages/404.md": "---\ntitle: Gone with the tide\n---\nNothing.\n",
  "public/notes.txt": "Notes.\n",
};

const PREVIEW = toPreviewPath("draft", "abcdefghijklmnop");

type Start = (distDir: string, env: HostEnvironment) => Promise<StartedHost>;

/** A web server with the initial configuration, instead of one that includes Octavo's file. */
const startFirstNginx: Start = async (distDir) => {
  const text = await readFile(join(distDir, "_hosts/nginx/site.conf"), "utf8");
  const recipe = /^server \{\n[\s\S]*?^\}/m.exec(text)?.[0] ?? expect.fail("site.conf has no server block");
  return startNginx({ distDir }, (port) =>
    recipe.replace(/listen 80;\n(?: *listen \[::\]:80;\n)?/, `listen 127.0.0.1:${port};\n`).replaceAll("/var/www/fjord.example", distDir),
  );
};
const startFirstCaddy: Start = async (distDir) => {
  const text = await readFile(join(distDir, "_hosts/caddy/Caddyfile"), "utf8");
  return startCaddy({ distDir }, (port) =>
    text.replaceAll("/var/www/fjord.example", distDir).replace("fjord.example {", `http://127.0.0.1:${port} {`),
  );
};
const STARTS: Readonly<Record<string, Start>> = { nginx: startFirstNginx, caddy: startFirstCaddy };

let server: Server;
let origin: string;
beforeAll(async () => {
  // Replaces the write server and returns the request.
  server = createServer((request, response) => {
    response.setHeader("X-Request-Id", "1").setHeader("Cache-Control", "no-store");
    response.end(`server: ${request.method} ${request.url} ${request.headers.cookie ?? "no cookie"}`);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function buildFor(website: string): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), "octavo-pages-"));
  writeOldFiles(cwd, { ...SITE, "octavo.config.mjs": `export default { website: ${website} };\n` });
  const { ok, diagnostics } = await buildIn(cwd, { scripts: async () => ({ "octavo-elements.js": "1;" }) });
  expect([ok, diagnostics.all()]).toEqual([true, []]);
  await addHostFiles(join(cwd, "dist"), { server: origin, reader: null, origins: [], folder: "dist" }, NAMES);
  return cwd;
}

const PAGES = [
  ["/", ">Fjord</h1>"],
  ["/posts/rain", "<h1>Rain</h1>"],
  ["/posts", "<h1>Posts</h1>"],
  ["/docs/", "<h1>Docs</h1>"],
  ["/tags/wet-cold", "Wet &amp; cold"],
  [`/tags/${encodeURIComponent("雨")}`, "雨"],
  ["/archive/2024", "Rain"],
] as const;

function describeHost(name: string, getFolder: () => string): void {
  let host: StartedHost;
  const get = (target: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    sendRaw(host.url, { method: "GET", target, headers });
  beforeAll(async () => {
    const start = STARTS[name] ?? HOSTS.find((one) => one.name === name)?.start ?? expect.fail(`there is no host ${name}`);
    host = await start(join(getFolder(), "dist"), { secret: "", server: origin });
  }, START_TIMEOUT_MS);
  afterAll(() => host?.stop());

  it.each(PAGES)("answers %s with the page, to be revalidated each time", async (target, text) => {
    const { status, headers, body } = await get(target);
    expect([status, headers["content-type"]?.toLowerCase(), body.includes(text)]).toEqual([200, "text/html; charset=utf-8", true]);
    expect([headers["cache-control"], headers.etag]).toEqual([PAGE_CACHING, expect.stringMatching(/"/)]);
    if (headers.etag !== undefined) expect((await get(target, { "If-None-Match": headers.etag })).status).toBe(304);
  });

  it("answers the address of a preview link with the draft's page, hidden from caches and search engines", async () => {
    const { status, headers, body } = await get(PREVIEW);
    expect([status, headers["content-type"]?.toLowerCase(), body.includes("<h1>Sketch</h1>")]).toEqual([
      200,
      "text/html; charset=utf-8",
      true,
    ]);
    expect([headers["cache-control"], headers["x-robots-tag"]]).toEqual(["no-store", "noindex"]);
    const [, picture = ""] = /<img src="([^"]+)"/.exec(body) ?? [];
    expect((await get(picture)).status).toBe(200);
  });

  it.each(["/site.css", "/site.js"])("answers %s", async (target) => {
    const { status, headers } = await get(target);
    expect([status, /^(?:text\/css|(?:text|application)\/javascript)\b/.test(headers["content-type"] ?? "")]).toEqual([200, true]);
    expect(headers["cache-control"]).toBe(PAGE_CACHING);
  });

  it.each(["/posts/never-was", "/nothing", "/preview/abc"])("answers %s with 404 and the site's page for it", async (target) => {
    const { status, body } = await get(target);
    expect([status, body.includes("Gone with the tide")]).toEqual([404, true]);
  });

  it("shows the owner's files beside the pages, and nothing of its own", async () => {
    expect((await get("/notes.txt")).body).toBe("Notes.\n");
    for (const target of ["/.octavo-files", "/_hosts/node/server.js"]) expect([target, (await get(target)).status]).toEqual([target, 404]);
  });

  it.each(["/comments/rain", "/comments/rain?page=2", "/inquiry"])("forwards %s to the write server, without cookies", async (target) => {
    const { status, headers, body } = await get(target, { Cookie: "a=b" });
    expect([status, headers["cache-control"], body]).toEqual([200, "no-store", `server: GET ${target} no cookie`]);
    expect(
      (await sendRaw(host.url, { method: "POST", target, headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=1" }))
        .body,
    ).toBe(`server: POST ${target} no cookie`);
  });
}

describe("page files", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await buildFor("true");
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));
  describe.each([...HOSTS.map(({ name }) => name)])("%s", (name) => describeHost(name, () => cwd));

  it("never pass through the Worker", async () => {
    const { assets } = JSON.parse(
      (await readFile(join(cwd, "dist/_hosts/cloudflare/wrangler.jsonc"), "utf8")).replaceAll(/^\/\/.*$/gm, ""),
    );
    const { include } = JSON.parse(await readFile(join(cwd, "dist/_routes.json"), "utf8"));
    for (const routes of [assets.run_worker_first, include])
      for (const [target] of PAGES) expect([target, matchesAny(routes, target)]).toEqual([target, false]);
  });
});

function matchesAny(routes: readonly string[], target: string): boolean {
  return routes.some((route) => (route.endsWith("*") ? target.startsWith(route.slice(0, -1)) : route === target));
}

describe("pages made by programs", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await buildFor('{ render: "edge" }');
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));
  const programs = HOSTS.map(({ name }) => name).filter((name) => STARTS[name] === undefined);
  describe.each(programs)("%s", (name) => describeHost(name, () => cwd));
});
