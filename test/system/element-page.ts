import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { main } from "../../cli/main.ts";
import { createSite, post } from "../cli/site-fixture.ts";
import { createTestIo } from "../cli/test-io.ts";
import { findFences } from "../docs/docs-pages.ts";

/** Policy of a careful site (docs/elements.md), with the API's origin where it is needed. */
const policyFor = (api: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${api}`,
    "style-src 'self'",
    `connect-src 'self' ${api}`,
    "require-trusted-types-for 'script'",
    "trusted-types octavo",
  ].join("; ");

/** CSS of docs/elements.md that reserves the space until the script has run. */
const ROOM = findFences("docs/elements.md").find(({ text }) => text.includes(":not(:defined)"))?.text ?? "";

const STYLE = `:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; font: 1.0625rem/1.6 Georgia, serif; color: light-dark(#24292f, #d9dee5); background: light-dark(#fffdf9, #14171b); }
h1 { font-size: 2rem; line-height: 1.2; }
octavo-comments { margin-block-start: 3rem; --octavo-font: system-ui, sans-serif; }
octavo-like, octavo-search, octavo-inquiry { --octavo-font: system-ui, sans-serif; }
${ROOM}`;

/**
 * A site with its write server, and pages of a front end on another origin that show its elements.
 */
export interface ElementSite {
  /** Origin of the API. */
  readonly api: string;
  /** Origin of the pages. */
  readonly origin: string;
  /** Adds a page; `html` is its body. */
  addPage(path: string, html: string, options?: { readonly lang?: string; readonly dir?: string }): string;
  /** Moves the server's clock, whose timers the test controls. */
  advance(ms: number): void;
  /** Stops the server; `start` starts it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** `octavo comments …`, on the server's database. */
  moderate(command: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** @param settings of the environment, beside those of the tests */
export async function openElementSite(
  files: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<ElementSite> {
  const pages = new Map<string, string>();
  const frontEnd = createServer(({ url = "/" }, response) => {
    const path = new URL(url, "http://page.example").pathname;
    response.setHeader("Content-Security-Policy", policyFor(api));
    if (path === "/style.css") response.setHeader("Content-Type", "text/css").end(STYLE);
    else response.setHeader("Content-Type", "text/html; charset=utf-8").end(pages.get(path) ?? "");
  });
  await new Promise<void>((resolve) => frontEnd.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${(frontEnd.address() as AddressInfo).port}`;
  const site = await createSite({ "content/posts/tides.md": post("Tides", "2026-02-03"), ...files });
  const env = { OCTAVO_RATE_LIMITS: "off", ...settings };
  let server: RunningServer = await startServer(site.cwd, env, ["--port", "0", "--origins", origin]);
  // The same site on another port: plain http sends no cookie to another site.
  const api = server.url.replace("127.0.0.1", "localhost");
  return {
    api,
    origin,
    addPage: (path, html, { lang = "en", dir = "ltr" } = {}) => {
      pages.set(
        path,
        `<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tides</title><link rel="stylesheet" href="/style.css"><script src="${api}/octavo-elements.js" defer></script>
<main><h1>Tides</h1>${html}</main></html>`,
      );
      return origin + path;
    },
    advance: (ms) => server.advance(ms),
    stop: () => server.stop(),
    start: async () => {
      server = await startServer(site.cwd, env, ["--port", new URL(api).port, "--origins", origin]);
    },
    moderate: async (command, ...args) => {
      const own = createTestIo({ cwd: site.cwd, env });
      const code = await main(["comments", command, ...args], own);
      if (code !== 0) throw new Error(`octavo comments ${command} ended with ${code}: ${own.err()}`);
      return own.out();
    },
    close: async () => {
      frontEnd.close();
      await server.stop();
      await site.remove();
    },
  };
}

interface RunningServer {
  readonly url: string;
  advance(ms: number): void;
  stop(): Promise<void>;
}

async function startServer(cwd: string, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<RunningServer> {
  const io = createTestIo({ cwd, env, now: new Date().toISOString() });
  const exit = main(["start", ...args], io);
  await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0];
  if (url === undefined) throw new Error(`the site did not start: ${io.err()}`);
  return {
    url,
    advance: io.advance,
    async stop() {
      io.abort();
      await exit;
    },
  };
}

/** Longer than an element needs for anything, in ms. */
const WAIT_MAX_MS = 8_000;

/**
 * An empty page in its own context. @returns the page with the browser's complaints from now on:
 * refused by a policy, failed, thrown
 */
export async function openElementPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(WAIT_MAX_MS);
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  return { page, complaints };
}
