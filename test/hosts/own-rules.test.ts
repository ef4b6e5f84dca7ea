import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "./http.ts";
import { ABOUT, HOME, LINKED_PAGE, makeOwnSite, OWN_404, type OwnSite, PICTURE } from "./own-site.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/**
 * An owner's own rules for a web server, beside Octavo's, still apply: denied paths, and pages for
 * missing ones.
 */

const FALLBACK = "a page of the owner's for whatever is missing";
const SERVERS = [
  {
    name: "nginx",
    start: startNginx,
    denied: "location /private/ { deny all; }\n    location ~ /\\.git { deny all; }",
    rules: [
      { name: FALLBACK, own: "location / { try_files $uri $uri/ /index.html; }" },
      { name: `${FALLBACK}, for the whole server`, own: "try_files $uri $uri/ /index.html;" },
      { name: `${FALLBACK}, as an error page`, own: "error_page 404 =200 /index.html;" },
    ],
    errorPage: "error_page 404 /404.html;",
  },
  {
    name: "caddy",
    start: startCaddy,
    denied: "@denied path /private/* */.git/*\n\trespond @denied 403",
    rules: [
      { name: FALLBACK, own: "try_files {path} /index.html" },
      { name: `${FALLBACK}, by a rewrite`, own: "@missing not file\n\trewrite @missing /index.html" },
    ],
    errorPage: "handle_errors {\n\t\trewrite * /404.html\n\t\tfile_server\n\t}",
  },
];

const GUIDE = "<!doctype html><p>A guide.</p>\n";
let site: OwnSite;
beforeAll(async () => {
  site = await makeOwnSite({ page404: true, files: { "guide/index.html": GUIDE } });
});
afterAll(() => site?.remove());

it("the initial Caddyfile serves the site, its pages without extensions, and 404.html", async () => {
  const text = await readFile(join(site.distDir, "_hosts/caddy/Caddyfile"), "utf8");
  const { hostname } = new URL(JSON.parse(await readFile(join(site.distDir, "index/v1/manifest.json"), "utf8")).site.baseUrl);
  const host = await startCaddy({ distDir: site.distDir }, (port) =>
    text.replaceAll(`/var/www/${hostname}`, site.distDir).replace(`${hostname} {`, `http://127.0.0.1:${port} {`),
  );
  await checkPages(host).finally(() => host.stop());
});

async function checkPages({ url }: StartedHost): Promise<void> {
  for (const [target, status, body] of [
    ["/", 200, HOME],
    ["/about.html", 200, ABOUT],
    ["/about", 200, ABOUT],
    ["/guide", 200, GUIDE],
    ["/guide/", 200, GUIDE],
    ["/nothing", 404, OWN_404],
    ["/about/nothing/", 404, OWN_404],
  ] as const) {
    const answer = await sendRaw(url, { method: "GET", target });
    expect([target, answer.status, answer.body]).toEqual([target, status, body]);
  }
  for (const [target, status] of [
    ["/api/v1/posts/rain", 200],
    ["/api/v1/posts/never-was", 404],
    [PICTURE, 200],
    ["//_hosts/nginx/octavo.conf", 404],
  ] as const)
    expect([target, (await sendRaw(url, { method: "GET", target })).status]).toEqual([target, status]);
}

it.each(["docs/hosts.md", "_hosts/nginx/site.conf"])("the recipe for nginx in %s serves the site, and the owner's pages", async (file) => {
  const text = await readFile(file.startsWith("docs/") ? join(import.meta.dirname, "../..", file) : join(site.distDir, file), "utf8");
  const recipe = /^server \{\n[\s\S]*?^\}/m.exec(text)?.[0] ?? expect.fail(`${file} has no server block`);
  const toServer = (port: number): string =>
    recipe
      .replace(/listen 80;\n(?: *listen \[::\]:80;\n)?/, `listen 127.0.0.1:${port};\n`)
      .replaceAll(/\/var\/www\/\w+\.example/g, site.distDir);
  const host = await startNginx({ distDir: site.distDir }, toServer);
  await checkPages(host).finally(() => host.stop());
});

describe.each(SERVERS)("$name", ({ start, denied, rules, errorPage }) => {
  describe.each(rules)("with $name", ({ own }) => {
    let host: StartedHost;
    const get = (target: string) => sendRaw(host.url, { method: "GET", target });
    beforeAll(async () => {
      host = await start({ distDir: site.distDir, own: `${denied}\n${own}` });
    });
    afterAll(() => host?.stop());

    it.each([
      ...["/private/secret.txt", "//private/secret.txt", "/private//secret.txt", "/x/..//private/secret.txt", "/%2fprivate/secret.txt"],
      ...["/.git/config", "//.git/config", "/.git//config", "/x/..//.git/config"],
    ])("the owner's deny holds for %s", async (target) => {
      const { status, body } = await get(target);
      expect([status, body.includes("secret")]).toEqual([403, false]);
    });

    it.each([
      ...["/_hosts/nginx/octavo.conf", "//_hosts/nginx/octavo.conf", "/_hosts//caddy/octavo.caddy", "/x/..//_hosts/caddy/octavo.caddy"],
      ...["/_hosts/", "/.octavo-files", "//.octavo-files"],
    ])("nothing shows %s", async (target) => {
      expect((await get(target)).status).toBe(404);
    });

    it("the owner's pages and their fallback are the same as without Octavo", async () => {
      for (const target of ["/", "/index.html", "/some/page/of/the/app"])
        expect([target, await get(target)]).toMatchObject([target, { status: 200, body: HOME }]);
      expect((await get("/about.html")).body).toContain("About me.");
    });

    it("missing files of the API, the index and the media are 404", async () => {
      for (const target of [
        ...["/api/v1/", "/api/v1/posts/never-was", "/api/v1/nothing", "/api/v1/post-series/never-was", "/api/v1//posts", "//api/v1/posts"],
        ...["/media/nothing.0123456789abcdef.jpg", "/media/", "/media", "/index/v1/x.0123456789abcdef.json", "/index/v1"],
        "/sitemap-7.xml",
      ]) {
        const { status, headers, body } = await get(target);
        expect([target, status, headers["content-type"], headers["cache-control"]]).toEqual([
          target,
          404,
          "application/problem+json",
          "public, max-age=30",
        ]);
        expect(JSON.parse(body).code).toBe("not-found");
      }
    });

    it("existing files are answered", async () => {
      for (const [target, type] of [
        ...["posts", "posts/rain", "posts/drizzle", "posts?utm_source=x", "about"].map((path) => [`/api/v1/${path}`, "application/json"]),
        ["/index/v1/manifest.json", "application/json"],
        [PICTURE, "image/svg+xml"],
        [LINKED_PAGE, "application/octet-stream"],
      ] as const) {
        const { status, headers } = await get(target);
        expect([target, status, headers["content-type"]?.split(";")[0]]).toEqual([target, 200, type]);
      }
      expect((await get("/api/v1/posts?page=2")).status).toBe(501);
    });
  });

  it("missing paths that belong to the owner get the owner's page, and those that belong to Octavo get Octavo's own answer", async () => {
    const host = await start({ distDir: site.distDir, own: errorPage });
    try {
      const own = await sendRaw(host.url, { method: "GET", target: "/never-was" });
      expect([own.status, own.body]).toEqual([404, OWN_404]);
      for (const target of ["/api/v1/posts/never-was", "/media/nothing.0123456789abcdef.jpg", "/media", "/_hosts/x"]) {
        const ours = await sendRaw(host.url, { method: "GET", target });
        expect([target, ours.status, ours.headers["content-type"]]).toEqual([target, 404, "application/problem+json"]);
      }
    } finally {
      await host.stop();
    }
  });
});
