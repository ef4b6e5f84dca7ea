import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import type { Document } from "./questions.ts";
import { type Engine, NO_TRAFFIC, type Session } from "./traffic.ts";

const run = promisify(execFile);
const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Number of hits whose texts are loaded, as for a first page. */
const SHOWN = 10;
/** Number of files written at once. */
const PARALLEL = 64;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/**
 * Installs Pagefind, which is not a dependency of the project. There is no lock file: Pagefind and
 * its binaries have exact versions, and with a registry that lacks the binaries for other systems,
 * npm writes a lock file that `npm ci` rejects.
 */
export async function installPagefind(): Promise<void> {
  await run("npm", ["install", "--no-package-lock", "--no-audit", "--no-fund"], { cwd: HERE });
}

/**
 * Indexes one page per post.
 * @returns CPU milliseconds of the indexer
 */
export async function buildPagefind(documents: readonly Document[], site: string): Promise<number> {
  await mkdir(join(site, "posts"), { recursive: true });
  for (let from = 0; from < documents.length; from += PARALLEL) {
    const files = documents.slice(from, from + PARALLEL);
    await Promise.all(files.map((document) => writeFile(join(site, "posts", `${document.slug}.html`), toPage(document))));
  }
  await writeFile(join(site, "index.html"), '<!doctype html><html lang="en"><title>Search</title>');
  // The shell's `times` reports the CPU of its children; Node does not.
  const command = 'node_modules/.bin/pagefind --site "$1" --quiet >&2 && times';
  const { stdout } = await run("sh", ["-c", command, "sh", site], { cwd: HERE });
  const seconds = [...(stdout.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return seconds.reduce((sum, each) => sum + each, 0) * 1000;
}

function toPage({ title, bodyHtml }: Document): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main data-pagefind-body><h1>${title}</h1>${bodyHtml}</main></body></html>`;
}

/** Returns the number and size of the files of Pagefind's index, which is compressed on disk. */
export async function measurePagefind(site: string): Promise<{ files: number; bytes: number }> {
  const names = await readdir(join(site, "pagefind"), { recursive: true });
  const stats = await Promise.all(names.map((name) => stat(join(site, "pagefind", name))));
  const files = stats.filter((each) => each.isFile());
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

export interface PagefindEngine extends Engine {
  close(): Promise<void>;
}

/**
 * Runs Pagefind in Chromium, over HTTP with gzip. Its index and its texts are already compressed on
 * disk.
 */
export async function openPagefind(site: string, executablePath: string): Promise<PagefindEngine> {
  let traffic = NO_TRAFFIC;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(site, path === "/" ? "index.html" : path);
    const type = TYPES[extname(file)];
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) {
      response.writeHead(404).end();
      return;
    }
    const body = type === undefined ? bytes : gzipSync(bytes);
    if (path.startsWith("/pagefind/")) {
      const sort = path.startsWith("/pagefind/fragment/") ? "textBytes" : "indexBytes";
      traffic = { ...traffic, [sort]: traffic[sort] + body.length, requests: traffic.requests + 1 };
    }
    const headers = { "Content-Type": type ?? "application/octet-stream", "Cache-Control": "max-age=3600" };
    response.writeHead(200, type === undefined ? headers : { ...headers, "Content-Encoding": "gzip" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const browser: Browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

  return {
    name: "Pagefind",
    async openSession(): Promise<Session> {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${origin}/`);
      return {
        async ask(text) {
          traffic = NO_TRAFFIC;
          const found = await page.evaluate(
            async ([query, shown]) => {
              const pagefind = await import(`${location.origin}/pagefind/pagefind.js`);
              const { results } = await pagefind.search(query);
              await Promise.all(results.slice(0, shown).map((result: { data(): Promise<unknown> }) => result.data()));
              return results.length;
            },
            [text, SHOWN] as const,
          );
          return { found, traffic };
        },
        close: () => context.close(),
      };
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
