import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { INDEX_FORMAT } from "../../contract/index-format.ts";
import { SERVICE_WORKER_FILE } from "../../contract/static-files.ts";
import { renderProgram } from "../../hosts/bundle/render-program.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { BUILD_TIMEOUT_MS, buildSampleSite, PROJECT_DIR, type SampleSite } from "../helpers/sample-site.ts";
import { createNginx, type Nginx } from "./nginx.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

/**
 * The sample site's files behind nginx, which runs no code of Octavo, and a browser with the
 * service worker.
 */

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Init {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Headers that the read handler sends and a static host does not. */
const COMPARED = ["allow", "cache-control", "content-type", "etag", "link", "access-control-allow-origin", "access-control-expose-headers"];
const pick = (headers: Headers): Record<string, string> =>
  Object.fromEntries(COMPARED.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])));

const READS = [
  "/posts",
  "/posts?page=2&pageSize=5",
  "/posts?pageSize=5&page=3&utm_source=mail",
  "/posts?tag=weaving",
  "/posts?tag=HERONS&type=TEXT&hasCode=false",
  "/posts?publishedFrom=2025-01-01&publishedTo=2025-12-31",
  "/posts?q=heron",
  "/posts?q=shuttle&tag=weaving",
  "/posts?page=900",
  "/posts?page=0&pageSize=1000&type=text",
  "/posts/weaving-a-message",
  "/posts/never",
  "/projects",
  "/projects?tag=weaving",
  "/books?page=1&pageSize=2",
  "/photos?tag=herons",
  "/search?q=heron",
  "/search?q=weav&kind=project",
  "/search?q=hreon",
  "/search?q=",
  "/search",
  "/tags/posts",
  "/tags/nothing",
  "/services",
  "/services-page",
  "/site-settings",
  "/about",
  "/openapi.json",
  "/problems/not-found",
  "/nothing",
  "/posts/weaving-a-message/comments",
];

describeWith(["nginx"], "the service worker", (nginxProgram) => {
  describeInBrowser("in Chromium", (openBrowser) => {
    let site: SampleSite;
    let dir: string;
    let nginx: Nginx;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let node: ReturnType<typeof createNodeHost>;
    let server: Server;
    let serverOrigin: string;
    let serverSaw: { line: string; cookie: string | undefined; type: string | undefined; body: string }[];

    beforeAll(async () => {
      site = await buildSampleSite();
      dir = await mkdtemp(join(tmpdir(), "octavo-nginx-"));
      nginx = await createNginx({ program: nginxProgram, root: site.outDir, dir });
      node = createNodeHost({ distDir: site.outDir });
      browser = await openBrowser();
      // The page has exactly the lines that the docs tell people to write.
      const docs = await readFile(join(PROJECT_DIR, "docs/service-worker.md"), "utf8");
      const snippet = /```html\n([\s\S]*?)```/.exec(docs)?.[1] ?? "";
      expect(snippet).toContain("startOctavo");
      await writeFile(join(site.outDir, "index.html"), `<!doctype html><title>Ines</title>\n${snippet}`);
      await writeFile(join(site.outDir, "plain.html"), "<!doctype html><title>Plain</title>");
      server = createServer((request, response) => {
        let body = "";
        request.on("data", (part) => (body += part));
        request.on("end", () => {
          const { cookie, origin = "", "content-type": type } = request.headers;
          serverSaw.push({ line: `${request.method} ${request.url}`, cookie, type, body });
          response.setHeader("Access-Control-Allow-Origin", origin);
          response.setHeader("Access-Control-Allow-Credentials", "true");
          response.setHeader("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE");
          response.setHeader(
            "Access-Control-Allow-Headers",
            "Content-Type, Idempotency-Key, If-None-Match, X-Edit-Token, traceparent, tracestate, baggage",
          );
          response.setHeader("Content-Type", "application/json; charset=utf-8");
          if (request.method === "OPTIONS") response.writeHead(204).end();
          else if (request.url === "/api/v1/counts") response.end('{"posts":{"weaving-a-message":{"likeCount":12,"commentCount":3}}}');
          else response.writeHead(request.method === "POST" ? 202 : 200).end(JSON.stringify({ line: `${request.method} ${request.url}` }));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      serverOrigin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    }, BUILD_TIMEOUT_MS);
    afterAll(async () => {
      await browser.close();
      await nginx.stop();
      server.close();
      server.closeAllConnections();
      await rm(dir, { recursive: true, force: true });
      await site.remove();
    });
    beforeEach(async () => {
      serverSaw = [];
      await writeFile(join(site.outDir, SERVICE_WORKER_FILE), await renderProgram("service-worker", { server: null }));
      await nginx.start();
      context = await browser.newContext();
      page = await context.newPage();
    });
    afterEach(async () => {
      await context.close();
      await nginx.stop();
    });

    async function visit(): Promise<void> {
      await page.goto(`${nginx.origin}/`);
      await page.evaluate("window.octavo");
    }

    /** A request of the page itself. */
    function request(target: string, init: Init = {}): Promise<Answer> {
      return page.evaluate(
        async ({ target, init, names }) => {
          const response = await fetch(target, init);
          const headers = Object.fromEntries(
            names.flatMap((name) => [[name, response.headers.get(name)]].filter(([, value]) => value !== null)),
          );
          return { status: response.status, headers, body: await response.text() };
        },
        { target, init, names: COMPARED },
      );
    }
    const api = (target: string, init?: Init): Promise<Answer> => request(`/api/v1${target}`, init);

    async function expected(target: string, init: Init = {}): Promise<Answer> {
      const response = await node.fetch(new Request(`${nginx.origin}/api/v1${target}`, init));
      return { status: response.status, headers: pick(response.headers), body: await response.text() };
    }

    /** Ends the worker's process: after that, it knows only the content of the browser's cache. */
    async function forget(): Promise<void> {
      const session = await context.newCDPSession(page);
      await session.send("ServiceWorker.enable");
      await session.send("ServiceWorker.stopAllWorkers");
      await session.detach();
    }

    it("answers pages, filters and searches that files cannot answer, exactly as Node does", async () => {
      await page.goto(`${nginx.origin}/plain.html`);
      expect((await api("/posts?tag=weaving")).status).toBeGreaterThanOrEqual(400);
      await visit();
      const statuses = new Set<number>();
      for (const target of READS) {
        const answer = await api(target);
        expect({ target, ...answer }).toEqual({ target, ...(await expected(target)) });
        statuses.add(answer.status);
      }
      expect([...statuses].sort()).toEqual([200, 400, 404, 503]);
      const found = JSON.parse((await api("/search?q=heron")).body);
      expect(found.pagination.totalItems).toBeGreaterThan(3);
      expect(found.items[0].snippetHtml).toContain("<mark>");
    });

    it("answers HEAD, conditional requests and wrong methods as Node does", async () => {
      await visit();
      const { headers } = await api("/posts?tag=weaving");
      const requests: [string, Init][] = [
        ["/posts?tag=weaving", { method: "HEAD" }],
        ["/posts?tag=weaving", { headers: { "If-None-Match": headers.etag ?? "" } }],
        ["/posts?tag=weaving", { headers: { Range: "bytes=0-3" } }],
        ["/posts", { method: "OPTIONS" }],
        ["/posts", { method: "POST", body: "{}" }],
        ["/about", { method: "DELETE" }],
        ["/nothing", { method: "POST", body: "{}" }],
      ];
      const statuses: number[] = [];
      for (const [target, init] of requests) {
        const answer = await api(target, init);
        statuses.push(answer.status);
        expect({ target, ...answer }).toEqual({ target, ...(await expected(target, init)) });
      }
      expect(statuses).toEqual([200, 304, 200, 204, 405, 405, 404]);
    });

    it("answers earlier reads again without a network, even after the worker has restarted", async () => {
      await visit();
      const read = READS.filter((target) => !target.startsWith("/posts/never") && !target.includes("/comments"));
      const before: Answer[] = [];
      for (const target of read) before.push(await api(target));
      await nginx.stop();
      await forget();
      for (const [index, target] of read.entries()) expect({ target, ...(await api(target)) }).toEqual({ target, ...before[index] });
      // Other queries on the same files.
      expect((await api("/posts?tag=herons&pageSize=1")).status).toBe(200);
      // A page that was never read gets no answer, rather than a wrong one.
      const unread = await api("/posts/four-cranes");
      expect([unread.status, JSON.parse(unread.body).code]).toEqual([503, "index-unavailable"]);
      expect((await api("/posts/weaving-a-message/comments")).status).toBe(503);
      await nginx.start();
      expect((await api("/posts/four-cranes")).status).toBe(200);
    });

    it("answers offline as the browser sees it", async () => {
      await visit();
      const before = await api("/posts?tag=weaving&pageSize=2");
      await context.setOffline(true);
      await forget();
      await expect(request("/plain.html")).rejects.toThrow("Failed to fetch");
      expect(await api("/posts?tag=weaving&pageSize=2")).toEqual(before);
      await context.setOffline(false);
    });

    it("shows changes at once, and forgets withdrawn documents", async () => {
      await visit();
      const [post, about] = [join(site.outDir, "api/v1/posts/for-a-while.json"), join(site.outDir, "api/v1/about.json")];
      const text = await readFile(about, "utf8");
      await writeFile(post, '{"slug":"for-a-while"}');
      expect((await api("/posts/for-a-while")).body).toBe('{"slug":"for-a-while"}');
      expect((await api("/about")).body).toBe(text);
      try {
        await rm(post);
        await writeFile(about, '{"headline":"Changed"}');
        expect((await api("/posts/for-a-while")).status).toBe(404);
        expect((await api("/about")).body).toBe('{"headline":"Changed"}');
        await nginx.stop();
        expect((await api("/posts/for-a-while")).status).toBe(503);
        expect((await api("/about")).body).toBe('{"headline":"Changed"}');
      } finally {
        await writeFile(about, text);
      }
    });

    it("does not touch any other requests of the page", async () => {
      await visit();
      const media = JSON.parse((await api("/photos?pageSize=1")).body).items[0].image.url.replace("https://ines.example", "");
      const part = await page.evaluate(async (url) => {
        const response = await fetch(url, { headers: { Range: "bytes=0-9" } });
        return [response.status, (await response.arrayBuffer()).byteLength];
      }, media);
      expect(part).toEqual([206, 10]);
      expect((await request("/index/v1/manifest.json")).body).toContain(`"format":${INDEX_FORMAT}`);
      expect((await request("/api/v1/posts.json")).status).toBe(200);
      expect((await request("/api/v2/posts")).status).toBe(404);
      expect((await request("/missing.css")).headers["content-type"]).toContain("text/html");
      expect((await request("/plain.html", { method: "POST", body: "a=b" })).status).toBe(405);
      const elsewhere = await request(`${serverOrigin}/api/v1/posts?tag=weaving`);
      expect(JSON.parse(elsewhere.body)).toEqual({ line: "GET /api/v1/posts?tag=weaving" });
      // A navigation within the API is also a read.
      expect((await page.goto(`${nginx.origin}/api/v1/posts?tag=weaving`))?.status()).toBe(200);
      expect((await page.goto(`${nginx.origin}/plain.html`))?.status()).toBe(200);
      expect(await page.title()).toBe("Plain");
    });

    it("takes control of a page that was loaded without it", async () => {
      await visit();
      const session = await context.newCDPSession(page);
      const loaded = page.waitForEvent("load");
      await session.send("Page.reload", { ignoreCache: true });
      await loaded;
      await page.evaluate("window.octavo");
      expect((await api("/posts?tag=weaving")).status).toBe(200);
    });

    it("works beside an existing worker of the site", async () => {
      const own = `importScripts("/${SERVICE_WORKER_FILE}");
        self.addEventListener("fetch", (event) => {
          if (event.request.url.endsWith("/own")) event.respondWith(new Response("own"));
        });`;
      await writeFile(join(site.outDir, "own-sw.js"), own);
      await page.goto(`${nginx.origin}/plain.html`);
      await page.evaluate(async () => {
        const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
        await navigator.serviceWorker.register("/own-sw.js");
        await claimed;
      });
      expect((await request("/own")).body).toBe("own");
      expect((await api("/posts?tag=weaving")).status).toBe(200);
    });

    it("takes over at once if it has changed, and deletes entries that only the old one used", async () => {
      await visit();
      await api("/posts?tag=weaving");
      await page.evaluate(async () => {
        await caches.open("octavo:/:index-0");
        await caches.open("the-sites-own");
      });
      await writeFile(join(site.outDir, SERVICE_WORKER_FILE), await renderProgram("service-worker", { server: serverOrigin }));
      await page.evaluate(async () => {
        const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        await changed;
        const worker = registration.active;
        if (worker?.state !== "activated") await new Promise((resolve) => worker?.addEventListener("statechange", resolve, { once: true }));
      });
      expect(await page.evaluate(async () => (await caches.keys()).sort())).toEqual([
        "octavo:/:documents-1",
        "octavo:/:index-1",
        "the-sites-own",
      ]);
      expect(JSON.parse((await api("/posts/weaving-a-message")).body)).toMatchObject({ likeCount: 12, commentCount: 3 });
    });

    it("sends visitors' submissions to the server on another origin, with cookies only for likes", async () => {
      await writeFile(join(site.outDir, SERVICE_WORKER_FILE), await renderProgram("service-worker", { server: serverOrigin }));
      await visit();
      await context.addCookies([{ name: "visitor", value: "abc", url: serverOrigin }]);
      const comment = await api("/posts/four-cranes/comments", {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": "k".repeat(16), "X-Requested-With": "page" },
        body: '{"authorName":"Jo"}',
      });
      expect([comment.status, JSON.parse(comment.body)]).toEqual([202, { line: "POST /api/v1/posts/four-cranes/comments" }]);
      expect((await api("/posts/four-cranes/like", { method: "POST" })).status).toBe(202);
      expect((await api("/posts/four-cranes/comments?commentsPage=2")).status).toBe(200);
      expect(await page.evaluate(() => navigator.sendBeacon("/api/v1/engagement", '{"type":"page_view"}'))).toBe(true);
      await expect.poll(() => serverSaw.filter(({ line }) => !line.startsWith("OPTIONS")).length).toBe(4);
      const seen = serverSaw.filter(({ line }) => !line.startsWith("OPTIONS"));
      expect(seen).toEqual([
        { line: "POST /api/v1/posts/four-cranes/comments", cookie: undefined, type: "application/json", body: '{"authorName":"Jo"}' },
        { line: "POST /api/v1/posts/four-cranes/like", cookie: expect.stringContaining("visitor="), type: undefined, body: "" },
        { line: "GET /api/v1/posts/four-cranes/comments?commentsPage=2", cookie: undefined, type: undefined, body: "" },
        { line: "POST /api/v1/engagement", cookie: undefined, type: "text/plain;charset=UTF-8", body: '{"type":"page_view"}' },
      ]);
    });

    it("answers 503 to writes if there is no server, and still answers reads", async () => {
      await visit();
      for (const [target, method] of [
        ["/posts/four-cranes/comments", "POST"],
        ["/posts/four-cranes/like", "DELETE"],
        ["/services/inquiries", "POST"],
        ["/counts", "GET"],
      ] as const) {
        const answer = await api(target, { method });
        expect([target, answer.status, JSON.parse(answer.body).code]).toEqual([target, 503, "temporary-reduced-capacity"]);
      }
      expect((await api("/posts?tag=weaving")).status).toBe(200);
    });
  });
});
