import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RULES_FILE, type SiteRules } from "../../contract/config/site-rules.ts";
import { HOST_NAMES } from "../../hosts/host-names.ts";
import { sendRaw } from "./http.ts";
import { makeOwnSite, type OwnSite } from "./own-site.ts";
import { HOSTS } from "./started.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/** `headers` and `redirects` of the configuration, on the hosts themselves. */

const START_TIMEOUT_MS = 120_000;
const RULES: SiteRules = {
  headers: [
    { path: "/*", headers: { "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff" } },
    { path: "/notes.txt", headers: { "X-Own": `a "quoted" {value}; it's` } },
  ],
  redirects: [
    { from: "/old", to: "/about.html", status: 301 },
    { from: "/soon", to: "https://elsewhere.example/x?y=z", status: 302 },
    { from: "/docs/*", to: "/manual/:splat", status: 308 },
    { from: "/gr%C3%B6%C3%9Fe", to: "/x#part", status: 301 },
    { from: "/2019/*", to: "/years/:splat", status: 301 },
    { from: "/2019/größe/*", to: "/sizes/:splat", status: 301 },
    { from: "/2019/snow", to: "/snow", status: 301 },
  ],
};
const own = "location / { try_files $uri $uri/ =404; }";
const STARTS: Readonly<Record<string, (distDir: string) => Promise<StartedHost>>> = {
  ...Object.fromEntries(
    HOSTS.filter(({ name }) => /^(?:node|deno|bun|cloudflare|netlify)/.test(name)).map(({ name, start }) => [
      name,
      (distDir: string) => start(distDir, { secret: "", server: null }),
    ]),
  ),
  nginx: (distDir) => startNginx({ distDir, own }),
  caddy: (distDir) => startCaddy({ distDir }),
};

describe.each(Object.entries(STARTS))("%s", (name, start) => {
  const hasPages = !/^(?:node|deno|bun)$/.test(name);
  let site: OwnSite;
  let host: StartedHost;
  beforeAll(async () => {
    site = await makeOwnSite({
      page404: false,
      // Its redirect pages are files, and Netlify sends a file before it looks for a rule.
      hosts: HOST_NAMES.filter((host) => host !== "github-pages"),
      redirects: [{ from: "/2019/rain", to: "/posts/rain" }],
      files: { [RULES_FILE]: JSON.stringify(RULES), "feed.xml": "<rss/>" },
    });
    host = await start(site.distDir);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await host?.stop();
    await site?.remove();
  });
  const get = (target: string) => sendRaw(host.url, { method: "GET", target });

  it.each([
    ["/old", 301, "/about.html"],
    ["/old/", 301, "/about.html"],
    ["/old?a=b", 301, "/about.html?a=b"],
    ["/soon?a=b", 302, "https://elsewhere.example/x?y=z"],
    ["/docs/a/b%20c", 308, "/manual/a/b%20c"],
    ["/docs/?q=%0d%0aX-Bad:%20y", 308, "/manual/?q=%0d%0aX-Bad:%20y"],
    ["/gr%C3%B6%C3%9Fe", 301, "/x#part"],
    ["/2019/rain", 301, "/posts/rain"],
    ["/2019/snow", 301, "/snow"],
    ["/2019/sun", 301, "/years/sun"],
    ["/2019/gr%C3%B6%C3%9Fe/x", 301, "/sizes/x"],
  ])("redirects %s with %i to %s", async (target, status, location) => {
    const answer = await get(target);
    expect([answer.status, answer.headers.location?.replace(host.url, "")]).toEqual([status, location]);
  });

  it("redirects no other path, and lets no line break through", async () => {
    // Netlify's asterisk also matches the folder itself.
    for (const target of name.startsWith("netlify") ? ["/olden"] : ["/olden", "/docs"])
      expect([target, (await get(target)).headers.location]).toEqual([target, undefined]);
    const { status, headers } = await get("/docs/%0d%0aX-Bad:%20y");
    expect([status, headers["x-bad"]]).toEqual([expect.any(Number), undefined]);
  });

  it("adds headers to the owner's pages, and does not change those of the API and its files", async () => {
    if (hasPages) {
      const page = await get("/notes.txt");
      expect([page.status, page.headers["x-frame-options"], page.headers["x-own"]]).toEqual([200, "DENY", `a "quoted" {value}; it's`]);
      expect((await get("/")).headers["x-own"]).toBeUndefined();
    }
    const { status, headers } = await get("/nothing/here");
    if (!name.startsWith("cloudflare")) expect([status, headers["x-frame-options"]]).toEqual([404, "DENY"]);
    for (const target of ["/api/v1/posts", "/feed.xml", "/index/v1/manifest.json"])
      expect([target, (await get(target)).headers["x-content-type-options"]]).toEqual([target, "nosniff"]);
    expect((await get("/api/v1/posts")).headers["x-frame-options"]).toBeUndefined();
    expect((await get(`/${RULES_FILE}`)).body).not.toContain("X-Frame-Options");
  });
});
