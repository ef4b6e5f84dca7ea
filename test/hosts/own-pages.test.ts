import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeInBrowser, describeWith } from "../system/programs.ts";
import { startServiceWorker } from "./browser.ts";
import { sendRaw } from "./http.ts";
import { HOME, LINKED_PAGE, makeOwnSite, OWN_404, type OwnSite, PICTURE } from "./own-site.ts";
import { dryRunWorker, HOSTS, type HostSpec } from "./started.ts";
import type { StartedHost } from "./web-servers.ts";

/**
 * Hosts that answer every missing path with the owner's home page, or with their own page.
 * own-rules.test.ts tests nginx and Caddy.
 */

const START_TIMEOUT_MS = 120_000;

interface Case {
  readonly host: string;
  readonly name: string;
  readonly page404: boolean;
  /** The answer to `/somewhere`. */
  readonly fallback: { readonly status: number; readonly body: string } | null;
  /** The answer to `/`. */
  readonly home: string | null;
  /** Whether Octavo's program does not answer media, but Octavo's page answers for missing ones. */
  readonly ownMedia?: boolean;
  /** Whether a missing page looks the same as the home page. */
  readonly hidesPages?: boolean;
  /** Writes the owner's files for it. */
  readonly prepare?: (distDir: string) => Promise<void>;
}

const withHome = { status: 200, body: HOME };
const with404 = { status: 404, body: OWN_404 };

/** As docs/hosts.md describes it. */
async function toSinglePage(distDir: string): Promise<void> {
  const file = join(distDir, "_hosts/cloudflare/wrangler.jsonc");
  const text = await readFile(file, "utf8");
  const assets = '"assets": { "not_found_handling": "single-page-application",';
  await writeFile(
    file,
    text.replace('"assets": {', assets).replace('"run_worker_first": [', '"run_worker_first": [ "/media/*", "/index/*",'),
  );
}

const CASES: readonly Case[] = [
  { host: "cloudflare pages", name: "with only an index.html", page404: false, fallback: withHome, home: HOME, ownMedia: true },
  { host: "cloudflare pages", name: "with a 404.html", page404: true, fallback: with404, home: HOME, ownMedia: true },
  { host: "cloudflare workers", name: "with only an index.html", page404: false, fallback: { status: 404, body: "" }, home: HOME },
  { host: "cloudflare workers", name: "with a 404.html", page404: true, fallback: { status: 404, body: "" }, home: HOME },
  {
    host: "cloudflare workers",
    name: "as a site of one page",
    page404: false,
    fallback: null,
    home: HOME,
    hidesPages: true,
    prepare: toSinglePage,
  },
  { host: "netlify (stand-in)", name: "with a 404.html", page404: true, fallback: with404, home: HOME, ownMedia: true },
  {
    host: "netlify (stand-in)",
    name: "as a site of one page, below Octavo's rules",
    page404: false,
    fallback: withHome,
    home: HOME,
    ownMedia: true,
    prepare: (distDir) =>
      appendFile(join(distDir, "_hosts/netlify/netlify.toml"), '\n[[redirects]]\n  from = "/*"\n  to = "/index.html"\n  status = 200\n'),
  },
  { host: "node", name: "with only an index.html", page404: false, fallback: { status: 404, body: "" }, home: null },
  { host: "node", name: "with a 404.html", page404: true, fallback: { status: 404, body: "" }, home: null },
  { host: "deno", name: "with only an index.html", page404: false, fallback: { status: 404, body: "" }, home: null },
  { host: "bun", name: "with only an index.html", page404: false, fallback: { status: 404, body: "" }, home: null },
];

const hostOf = (name: string): HostSpec => HOSTS.find((host) => host.name === name) ?? expect.fail(`there is no host ${name}`);
const ENVIRONMENT = { secret: "", server: null };

describe.each(CASES)("$host $name", ({ host: name, page404, fallback, home, ownMedia = false, hidesPages = false, prepare }) => {
  let site: OwnSite;
  let host: StartedHost;
  const get = (target: string) => sendRaw(host.url, { method: "GET", target });
  beforeAll(async () => {
    site = await makeOwnSite({ page404 });
    await prepare?.(site.distDir);
    host = await hostOf(name).start(site.distDir, ENVIRONMENT);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await host?.stop();
    await site?.remove();
  });

  it("answers existing files", async () => {
    for (const path of ["posts", "posts/rain", "posts/drizzle", "posts?tag=weather", "search?q=rain"]) {
      const { status, headers } = await get(`/api/v1/${path}`);
      expect([path, status, headers["content-type"]]).toEqual([path, 200, "application/json; charset=utf-8"]);
    }
    expect((await get(PICTURE)).status).toBe(200);
    if (home !== null) expect((await get("/.well-known/security.txt")).body).toMatch(/^Contact:/);
  });

  it("answers 404 for missing files, and forbids caching it", async () => {
    for (const target of ["/api/v1/", "/api/v1/posts/never-was", "/api/v1/post-series/never-was", "/api/v1/nothing"]) {
      const { status, headers, body } = await get(target);
      expect([target, status, headers["content-type"], headers["cache-control"]]).toEqual([
        target,
        404,
        "application/problem+json",
        "public, max-age=30",
      ]);
      expect(JSON.parse(body).code).toBe("not-found");
    }
    const pages = hidesPages ? [] : ["/media/nothing.0123456789abcdef.html"];
    for (const target of ["/index/v1/x.0123456789abcdef.json", "/media/nothing.0123456789abcdef.jpg", ...pages]) {
      const { status, body } = await get(target);
      expect([target, status, body === HOME]).toEqual([target, 404, false]);
      if (!ownMedia) expect(JSON.parse(body).code).toBe("not-found");
    }
    for (const target of [
      "/index/v1/x.0123456789abcdef.json",
      "/media/nothing.0123456789abcdef.jpg",
      "/media/nothing.0123456789abcdef.html",
    ])
      expect([target, (await get(target)).headers["cache-control"]]).not.toEqual([target, expect.stringContaining("immutable")]);
  });

  it("serves a page that a post links to", async () => {
    const { status, headers, body } = await get(LINKED_PAGE);
    // Cloudflare removes the extension from the address of a page.
    const there = status === 308 || status === 307 ? await get(headers.location ?? "") : { status, body };
    expect([there.status, there.body]).toEqual([200, "<!doctype html><p>A score.</p>\n"]);
  });

  it("does not change the owner's pages and their fallback", async () => {
    if (home !== null) expect((await get("/")).body).toBe(home);
    if (fallback !== null)
      expect(await get("/some/page/of/the/app")).toMatchObject({ status: fallback.status, body: expect.stringContaining(fallback.body) });
    for (const target of ["/_hosts/nginx/octavo.conf", "/.octavo-files"]) {
      const { status, body } = await get(target);
      expect([target, status === 404 || body === HOME]).toEqual([target, true]);
    }
    // It is unknown how Netlify itself reads these; Pages finds the file, which has no secret.
    if (!name.startsWith("netlify") && name !== "cloudflare pages")
      for (const target of ["//_hosts/nginx/octavo.conf", "/%5fhosts%2Fnginx/octavo.conf", "/_hosts//nginx/octavo.conf"])
        expect([target, (await get(target)).body]).toEqual([target, expect.not.stringContaining("$octavo_")]);
  });
});

it(
  "netlify (stand-in) answers the API correctly even though the owner's _redirects precedes all of Octavo's rules",
  async () => {
    const site = await makeOwnSite({ page404: false });
    await writeFile(join(site.distDir, "_redirects"), "/* /index.html 200\n");
    const host = await hostOf("netlify (stand-in)").start(site.distDir, ENVIRONMENT);
    try {
      for (const [target, status] of [
        ["/api/v1/posts/rain", 200],
        ["/api/v1/posts/never-was", 404],
        ["/api/v1/post-series/never-was", 404],
      ] as const) {
        const answer = await sendRaw(host.url, { method: "GET", target });
        expect([target, answer.status, answer.headers["content-type"]?.startsWith("application/")]).toEqual([target, status, true]);
      }
    } finally {
      await host.stop();
      await site.remove();
    }
  },
  START_TIMEOUT_MS,
);

it(
  "cloudflare: of the whole site, only the program is uploaded as the Worker's code",
  async () => {
    const site = await makeOwnSite({ page404: true });
    try {
      const { output, modules } = await dryRunWorker(site.distDir);
      expect(modules).toEqual(["README.md", "index.js"]);
      expect(output).not.toContain("additional modules");
      expect(Number(/Total Upload: ([\d.]+) KiB/.exec(output)?.[1])).toBeLessThan(110);
    } finally {
      await site.remove();
    }
  },
  START_TIMEOUT_MS,
);

describeWith(["nginx"], "nginx as a plain host of files", () => {
  describeInBrowser("the service worker in Chromium", (openBrowser) => {
    it.each([
      ["with a fallback to the home page", "location / { try_files $uri $uri/ /index.html; }"],
      ["with a page for errors", "error_page 404 /404.html;"],
    ])(
      "reports missing pages as missing, %s",
      async (_, own) => {
        const site = await makeOwnSite({ page404: true });
        const host = await startServiceWorker(openBrowser, site.distDir, { own });
        try {
          for (const [target, status] of [
            ["/api/v1/posts/rain", 200],
            ["/api/v1/posts/drizzle", 200],
            ["/api/v1/posts?tag=weather", 200],
            ["/api/v1/search?q=rain", 200],
            ["/api/v1/posts/never-was", 404],
            ["/api/v1/post-series/never-was", 404],
            ["/api/v1/nothing", 404],
            ["/api/v1/posts/rain/comments", 503],
          ] as const) {
            const answer = await sendRaw(host.url, { method: "GET", target });
            expect([target, answer.status, answer.headers["content-type"]?.startsWith("application/")]).toEqual([target, status, true]);
          }
        } finally {
          await host.stop();
          await site.remove();
        }
      },
      120_000,
    );
  });
});
