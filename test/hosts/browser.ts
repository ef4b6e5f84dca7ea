import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { API_PREFIX } from "../../contract/paths.ts";
import { createNginx } from "../system/nginx.ts";
import type { RecordedRequest } from "./extra-requests.ts";
import { isApi } from "./recording.ts";
import { type StartedHost, toWebRoot } from "./web-servers.ts";

/**
 * Headers that a page may not set, or that the browser sets (Fetch standard, "forbidden
 * request-header").
 */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-.*|connection|content-length|cookie|date|expect|host|keep-alive|origin|referer)$/i;
const OTHER_FORBIDDEN = /^(?:te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i;

/**
 * Whether a page can send such a request and the worker answers it: requests to the API, but not
 * for its files themselves.
 */
export function isOfPage({ method, target, headers }: RecordedRequest): boolean {
  const url = new URL(target, "http://127.0.0.1");
  const isFile = url.pathname.endsWith(".json") && url.pathname !== `${API_PREFIX}/openapi.json`;
  const isSent = url.pathname + url.search === target && !/^(?:connect|trace|track)$/i.test(method);
  return isSent && isApi(url.pathname) && url.pathname !== API_PREFIX && !isFile && !Object.keys(headers).some(isForbidden);
}

function isForbidden(name: string): boolean {
  return FORBIDDEN.test(name) || OTHER_FORBIDDEN.test(name);
}

/**
 * Puts the site's files on nginx, with no configuration but the owner's `own` lines, and opens a
 * page in Chromium with the service worker; the page fetches every request to `url`.
 */
export async function startServiceWorker(
  openBrowser: () => Promise<Browser>,
  distDir: string,
  { own = "", base = "" } = {},
): Promise<StartedHost> {
  const dir = await mkdtemp(join(tmpdir(), "octavo-worker-"));
  await writeFile(join(distDir, "page.html"), "<!doctype html><title>Page</title>");
  const nginx = await createNginx({ program: "nginx", root: await toWebRoot(dir, { distDir, base }), dir, own });
  await nginx.start();
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(`${nginx.origin}${base}/page.html`);
  await page.evaluate(async () => {
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    await navigator.serviceWorker.register("octavo-sw.js");
    await controlled;
  });
  const bridge = createServer((request, response) => {
    askPage(page, request)
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  await new Promise<void>((resolve) => bridge.listen(0, "127.0.0.1", resolve));
  const address = bridge.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}${base}`,
    async stop() {
      bridge.close();
      bridge.closeAllConnections();
      await browser.close();
      await nginx.stop();
      await Promise.all([rm(dir, { recursive: true, force: true }), rm(join(distDir, "page.html"), { force: true })]);
    },
  };
}

function askPage(page: Page, request: IncomingMessage): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (isForbidden(name) ? [] : [[name, [value].flat().join(", ")]])),
  );
  const { method = "GET", url = "/" } = request;
  return page.evaluate(
    async ({ method, url, headers }) => {
      const response = await fetch(url, { method, headers });
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    },
    { method, url, headers },
  );
}
