import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { matchRoute } from "../../contract/paths.ts";
import { PROXY_SECRET_HEADER } from "../../contract/proxy-headers.ts";
import { parseQuery } from "../../contract/query/parse-query.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { staticFileOf } from "../../contract/static-files.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import type { ListKind } from "../../kinds/list-kinds.ts";
import { normalizePath, normalizeReferrer, normalizeTarget } from "../../server/engagement/normalize.ts";
import { toBlockList } from "../../server/http/address/ip.ts";
import { VERSION_HEADER } from "../../server/owner/http/versions.ts";
import { createDistFixture, type DistFixture } from "../hosts-node/dist-fixture.ts";
import { createFixture, type Fixture } from "./api-fixture.ts";
import { createMetricsSource } from "./metrics/metrics-fixture.ts";

/**
 * A stranger's header, cookie, query or path is parsed before any rate limit, so parsing time must
 * not grow faster than its length. Node accepts 32 KB of headers. Each parser gets 31 KB of each
 * class of characters, repeated and alternating, with and without an end that makes a match fail.
 */

/** Characters of the long text. */
const LENGTH = 31 * 1024;
/**
 * CPU times below this, in ms, are not compared. Quadratic growth needs at least 100 ms for 31 KB
 * (half a billion steps), and a clock's noise is a millisecond.
 */
const HARMLESS_MS = 20;
const GROWTH_MAX = 3;
const RUNS = 3;
const ATTEMPTS = 3;

/**
 * One character of each class: white space, letters, digits, the separators of headers, queries and
 * paths, quotes and escapes, brackets, characters outside ASCII.
 */
const CLASSES = [" ", "\t", "a", "7", "-", ".", "/", ",", ";", "=", '"', "\\", "%", "&", ":", "[", "é"];
const FILLERS = [...CLASSES, ...CLASSES.map((one, index) => `${one}${CLASSES[(index + 7) % CLASSES.length]}`), "a ", "%61", '"a",'];
const ENDS = ["", "x"];

type Read = (text: string) => unknown;

async function cpuMs(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

async function leastCpuMs(read: Read, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > HARMLESS_MS; run += 1) least = Math.min(least, await cpuMs(read, text));
  return least;
}

/** Describes a failure, or null. On a busy machine one run may be slow, but not all of them. */
async function findGrowth(read: Read, make: (length: number) => string): Promise<string | null> {
  let found = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const whole = await leastCpuMs(read, make(LENGTH));
    if (whole <= HARMLESS_MS) return null;
    const half = await leastCpuMs(read, make(LENGTH / 2));
    if (whole <= GROWTH_MAX * half) return null;
    found = `${half.toFixed(1)} ms for half, ${whole.toFixed(1)} ms for all of it`;
  }
  return found;
}

async function expectLinear(read: Read, starts: readonly string[] = [""]): Promise<void> {
  for (const start of starts) {
    for (const filler of FILLERS) {
      for (const end of ENDS) {
        const make = (length: number): string => start + filler.repeat(Math.ceil(length / filler.length)).slice(0, length) + end;
        expect(await findGrowth(read, make), `${start}, then 31 KB of ${JSON.stringify(filler)}, then ${JSON.stringify(end)}`).toBeNull();
      }
    }
  }
}

/** Requests that contain a header, and the beginnings that its parser accepts. */
interface HeaderCase {
  readonly requests: readonly (readonly [method: string, path: string])[];
  readonly starts?: readonly string[];
  readonly others?: Readonly<Record<string, string>>;
}

const COMMENTS = ["POST", "/api/v1/posts/hello/comments"] as const;
const LIKE = ["POST", "/api/v1/posts/hello/like"] as const;
const ENGAGEMENT = ["POST", "/api/v1/engagement"] as const;
const OWNER = ["POST", "/owner/v1/comments.list"] as const;
const MEDIA = ["GET", "/media/heron.0123abcd.svg"] as const;
const HEADERS: Readonly<Record<string, HeaderCase>> = {
  "Content-Type": {
    requests: [COMMENTS, ENGAGEMENT],
    starts: [
      "",
      "application/json",
      "application/json;",
      "application/json; charset",
      "application/json; charset=",
      'application/json; charset="utf-8"',
    ],
  },
  "Accept-Encoding": {
    requests: [
      ["GET", "/api/v1/about"],
      ["GET", "/feed.xml"],
    ],
    starts: ["", "gzip;", "gzip;q=", "gzip,"],
  },
  "Mcp-Protocol-Version": { requests: [["POST", "/mcp"]] },
  "Content-Encoding": { requests: [COMMENTS], starts: ["", "identity"] },
  "Idempotency-Key": { requests: [COMMENTS, LIKE] },
  "X-Edit-Token": { requests: [["DELETE", `/api/v1/posts/hello/comments/${"a".repeat(24)}`]] },
  "If-None-Match": { requests: [["GET", "/api/v1/counts"], ["GET", "/api/v1/about"], MEDIA], starts: ["", '"', "W/"] },
  "If-Range": { requests: [MEDIA], others: { Range: "bytes=0-1" } },
  Range: { requests: [MEDIA], starts: ["", "bytes=", "bytes=1", "bytes=1-", "bytes=-"] },
  Origin: { requests: [COMMENTS, LIKE], starts: ["", "https://"] },
  "Sec-Fetch-Site": { requests: [LIKE] },
  "Access-Control-Request-Method": { requests: [["OPTIONS", "/api/v1/posts/hello/comments"]] },
  Host: { requests: [MEDIA], starts: ["", "[", "localhost", "localhost:"] },
  Forwarded: { requests: [LIKE], starts: ["", "for=", 'for="', "for=[", 'for="[::1]:'] },
  "X-Forwarded-For": { requests: [LIKE], starts: ["", "[", "1.2.3.4", "::"] },
  [PROXY_SECRET_HEADER]: { requests: [LIKE] },
  Cookie: { requests: [LIKE, ENGAGEMENT], starts: ["", "__Host-visitor=", "own-visit="] },
  "User-Agent": { requests: [ENGAGEMENT], starts: ["", "Mozilla/5.0 ("] },
  "Sec-Purpose": { requests: [ENGAGEMENT], starts: ["", "pre"] },
  Purpose: { requests: [ENGAGEMENT] },
  "X-Purpose": { requests: [ENGAGEMENT] },
  "X-Moz": { requests: [ENGAGEMENT] },
  "Sec-GPC": { requests: [ENGAGEMENT] },
  DNT: { requests: [ENGAGEMENT] },
  Authorization: { requests: [OWNER], starts: ["", "Bearer ", "Bearer octo_"] },
  [VERSION_HEADER]: { requests: [OWNER], starts: ["", "1.2.3", "1.2.3-"] },
};

describe("the time of parsing", () => {
  let dist: DistFixture;
  beforeAll(async () => {
    dist = await createDistFixture();
    for (const name of ["feed.xml", "api/v1/about.json"])
      await writeFile(join(dist.dir, `${name}.gz`), gzipSync(await readFile(join(dist.dir, name))));
  });
  afterAll(() => dist.remove());

  /**
   * The whole program in one process: read handler, static files and write server, behind a trusted
   * proxy.
   */
  function createSite(secret: string | null = null): (request: Request) => Promise<Response> {
    const trustProxy =
      secret === null ? ({ kind: "addresses", addresses: toBlockList(["192.0.2.1"]) } as const) : ({ kind: "secret", secret } as const);
    const { api }: Fixture = createFixture({ config: { trustProxy } });
    const server = { answers: api.answers, fetch: api.fetch, counts: async () => null };
    // As for `dev --drafts`, which checks Host as well.
    const audience = { isOwnHost: () => true, isOwnOrigin: () => true };
    const host = createNodeHost({ distDir: dist.dir, server, addressOf: () => "192.0.2.1", audience });
    return async (request) => await host.fetch(request);
  }

  it.each(Object.entries(HEADERS))("grows linearly with %s", { timeout: 120_000 }, async (name, { requests, starts, others = {} }) => {
    const site = createSite(name === PROXY_SECRET_HEADER ? "s".repeat(32) : null);
    for (const [method, path] of requests) {
      const usual = method === "POST" && name !== "Content-Type" ? { "Content-Type": "application/json" } : {};
      await expectLinear((text) => {
        const headers = { "X-Forwarded-For": "203.0.113.9", ...usual, ...others, [name]: text };
        const body = method === "POST" ? { body: '{"type":"page_view","path":"/a"}' } : {};
        return site(new Request(`http://ines.example${path}`, { method, headers, ...body }));
      }, starts);
    }
  });

  it("is tested for every header that is read", () => {
    const read = ["server", "edge", "hosts/node", "contract"]
      .flatMap(sourcesBelow)
      .flatMap((text) => [...text.matchAll(/\bheaders\.get\(("[^"]+"|[A-Z_]+)\)/g)].map(([, name = ""]) => name.replaceAll('"', "")));
    const ofAnswers = ["ETag", "Vary", "Cache-Control", "Content-Length", "Retry-After", "Location", "Content-Security-Policy"];
    // These headers are compared with one word each.
    const ofDesk = ["Sec-Fetch-Dest", "Sec-Fetch-Mode", "Service-Worker"];
    // Only the site's own Worker calls an object on Cloudflare, and it sets the first header. The
    // others are in answers of the object with the list of erasures.
    const ofObject = ["CLIENT_ADDRESS_HEADER", "NEXT_HEADER", "REVISION_HEADER"];
    // Accept has its own test, below: metrics are answered only without a proxy.
    const known = [...Object.keys(HEADERS), "Accept", "PROXY_SECRET_HEADER", "VERSION_HEADER", ...ofAnswers, ...ofDesk, ...ofObject];
    expect(read.length).toBeGreaterThan(20);
    expect(read.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("grows linearly with Accept, if metrics are requested", { timeout: 120_000 }, async () => {
    const { api } = createFixture({ metrics: createMetricsSource(), config: { metrics: "local" } });
    const ask = (text: string): Promise<Response> =>
      api.fetch(new Request("http://127.0.0.1/metrics", { headers: { Accept: text } }), { address: "127.0.0.1" });
    expect((await ask("text/plain")).status).toBe(200);
    await expectLinear(ask, ["", "application/openmetrics-text"]);
  });

  it("grows linearly with the length of a path", { timeout: 120_000 }, async () => {
    const site = createSite();
    const starts = ["/", "/api/v1/", "/api/v1/posts/", "/api/v1/posts/hello/comments/", "/media/", "/media/a.", "/sitemap-", "/moderate/"];
    await expectLinear((path) => site(new Request(`http://ines.example${path}`)), starts);
    await expectLinear((path) => [matchRoute(path), staticFileOf(path)], ["/", "/posts/", "/media/", "/sitemap-1"]);
  });

  it("grows linearly with the length of a query", { timeout: 120_000 }, async () => {
    const lists: readonly ListKind[] = ["posts", "photos"];
    for (const route of [...lists, "comments", "search"] as const) {
      const starts = ["", ...QUERY_PARAMETERS[route].map(({ name }) => `${name}=`), "publishedFrom=2026-01-31T09:30:00."];
      await expectLinear((query) => parseQuery(route, query, { timeZone: "Europe/Lisbon" }), starts);
    }
    const site = createSite();
    await expectLinear((query) => site(new Request(`http://ines.example/api/v1/posts?${query}`)));
  });

  it("grows linearly with the length of the addresses in engagement", { timeout: 120_000 }, async () => {
    await expectLinear((path) => normalizePath(`/${path}`), ["", "//"]);
    await expectLinear(normalizeTarget, ["https://a.example/", "https://"]);
    await expectLinear(normalizeReferrer, ["https://a.example/", "https://", "android-app://"]);
  });
});

function sourcesBelow(folder: string): string[] {
  const root = join(import.meta.dirname, "../..", folder);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(root, name), "utf8"));
}
