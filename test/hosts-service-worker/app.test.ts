import { beforeEach, describe, expect, it } from "vitest";
import { INDEX_FORMAT } from "../../contract/index-format.ts";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import { createServiceWorkerApp, type ServiceWorkerOptions } from "../../hosts/service-worker/worker-app.ts";
import { treeOf } from "../build/site-folder.ts";
import { makeDist, makePost, tags } from "../edge/site-fixture.ts";
import { buildKindsSite } from "../helpers/kinds-site.ts";
import { createMemoryCaches, type MemoryCaches } from "./cache-storage.ts";

const ORIGIN = "https://ines.example";
const SERVER = "https://api.ines.example";

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly credentials: string;
  readonly body: string;
}

let dist: Map<string, string>;
let memory: MemoryCaches;
let sent: Sent[];
let updates: number;
/** Answers in place of the write server. */
let server: () => Response | Promise<Response>;

beforeEach(() => {
  dist = makeDist({ posts: [makePost("rain", { tags: tags("web") }), makePost("snow")], search: true });
  memory = createMemoryCaches();
  sent = [];
  updates = 0;
  server = () => new Response("<!doctype html>", { status: 404, headers: { "Content-Type": "text/html" } });
});

/**
 * A worker whose network serves the files of `dist` below its base, and the server's paths at any
 * address.
 */
function start(options: Partial<ServiceWorkerOptions> = {}) {
  const base = options.base ?? `${ORIGIN}/`;
  return createServiceWorkerApp({
    base,
    server: null,
    caches: memory.caches,
    now: () => 0,
    startTimer: () => () => undefined,
    update: () => {
      updates += 1;
    },
    fetch: async (target, init) => {
      const request = new Request(target, init);
      const file = request.url.startsWith(base) ? dist.get(request.url.slice(base.length).replace(/\?.*/, "")) : undefined;
      if (file !== undefined) return new Response(file, { headers: { "Content-Type": "application/json" } });
      const headers = Object.fromEntries(request.headers);
      sent.push({ url: request.url, method: request.method, headers, credentials: request.credentials, body: await request.text() });
      return server();
    },
    ...options,
  });
}
const json = (text: string, status = 200): Response => new Response(text, { status, headers: { "Content-Type": "application/json" } });
const statusOf = async (answer: Promise<Response> | null): Promise<number | null> => (await answer)?.status ?? null;

describe("a request outside the API", () => {
  it.each([
    "https://elsewhere.example/api/v1/posts",
    "http://ines.example/api/v1/posts",
    `${ORIGIN}/`,
    `${ORIGIN}/posts/rain`,
    `${ORIGIN}/desk/access`,
    `${ORIGIN}/api`,
    `${ORIGIN}/api/v2/posts`,
    `${ORIGIN}/blog/api/v1/posts`,
    `${ORIGIN}/index/v1/manifest.json`,
    `${ORIGIN}/media/heron.0123456789abcdef.webp`,
    `${ORIGIN}/api/v1/posts.json`,
    `${ORIGIN}/api/v1/posts/rain.json?x=1`,
  ])("%s is left to the browser, whatever the method", (url) => {
    const worker = start();
    for (const method of ["GET", "HEAD", "POST", "DELETE"]) expect(worker.respond(new Request(url, { method }))).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe("a read", () => {
  it("is answered from files, with everything that the request asks for", async () => {
    const worker = start();
    const list = await worker.respond(new Request(`${ORIGIN}/api/v1/posts?tag=web`));
    expect(await list?.json()).toMatchObject({ items: [{ slug: "rain" }], pagination: { totalItems: 1 } });
    const head = await worker.respond(new Request(`${ORIGIN}/api/v1/posts?tag=web`, { method: "HEAD" }));
    expect([head?.status, await head?.text(), head?.headers.get("ETag")]).toEqual([200, "", list?.headers.get("ETag")]);
    const known = { "If-None-Match": list?.headers.get("ETag") ?? "" };
    expect(await statusOf(worker.respond(new Request(`${ORIGIN}/api/v1/posts?tag=web`, { headers: known })))).toBe(304);
    expect(await statusOf(worker.respond(new Request(`${ORIGIN}/api/v1/posts`, { method: "POST" })))).toBe(405);
    expect(await statusOf(worker.respond(new Request(`${ORIGIN}/api/v1/nothing`)))).toBe(404);
    expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("works in a folder of an origin, and does not affect other paths", async () => {
    const worker = start({ base: `${ORIGIN}/notes/` });
    expect(await statusOf(worker.respond(new Request(`${ORIGIN}/notes/api/v1/search?q=rain`)))).toBe(200);
    expect(worker.respond(new Request(`${ORIGIN}/api/v1/search?q=rain`))).toBeNull();
    expect((await memory.caches.keys()).every((name) => name.startsWith("octavo:/notes/:"))).toBe(true);
  });

  it("gets 503 if the index has a later format, and the browser is asked to update the worker", async () => {
    dist.set(MANIFEST_FILE, (dist.get(MANIFEST_FILE) ?? "").replace(`"format":${INDEX_FORMAT}`, '"format":99'));
    const worker = start();
    expect(await statusOf(worker.respond(new Request(`${ORIGIN}/api/v1/posts?tag=web`)))).toBe(503);
    expect(updates).toBe(1);
    expect(await statusOf(worker.respond(new Request(`${ORIGIN}/api/v1/posts/rain`)))).toBe(200);
  });
});

describe("the write server's answers", () => {
  const comment = (init: RequestInit = {}): Request =>
    new Request(`${ORIGIN}/api/v1/posts/rain/comments`, { method: "POST", body: '{"authorName":"Jo"}', ...init });

  it("are passed through, and so are the requests for them", async () => {
    server = () => json('{"status":"pending"}', 202);
    const answer = await start().respond(comment({ headers: { "Content-Type": "application/json", "X-Own": "1" } }));
    expect([answer?.status, await answer?.text()]).toEqual([202, '{"status":"pending"}']);
    expect(sent).toMatchObject([
      { url: `${ORIGIN}/api/v1/posts/rain/comments`, method: "POST", headers: { "x-own": "1" }, body: '{"authorName":"Jo"}' },
    ]);
  });

  it.each([
    ["answers with a page", () => new Response("<!doctype html>", { status: 200, headers: { "Content-Type": "text/html" } })],
    ["refuses the method", () => new Response("<Error/>", { status: 405, headers: { "Content-Type": "application/xml" } })],
    ["has no such path", () => new Response(null, { status: 404 })],
    ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("become 503 if the host %s", async (_, answer) => {
    server = answer;
    const response = await start().respond(comment());
    expect([response?.status, response?.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await response?.json()).toMatchObject({ code: "temporary-reduced-capacity" });
  });

  it.each([
    [204, null, undefined],
    [304, null, undefined],
    [404, '{"code":"not-found"}', "application/problem+json"],
    [429, "<html>", "text/html"],
    [503, '{"code":"temporary-reduced-capacity"}', "application/problem+json"],
  ])("are passed on with status %d", async (status, body, type) => {
    server = () => new Response(body, { status, ...(type === undefined ? {} : { headers: { "Content-Type": type } }) });
    const response = await start().respond(new Request(`${ORIGIN}/api/v1/posts/rain/like`, { method: "DELETE" }));
    expect([response?.status, await response?.text()]).toEqual([status, body ?? ""]);
  });

  it("can come from another origin, which gets the accepted headers, and cookies only for likes", async () => {
    server = () => json("{}");
    const worker = start({ server: SERVER });
    await worker.respond(comment({ headers: { "Idempotency-Key": "k".repeat(16), "X-Own": "1" } }));
    await worker.respond(new Request(`${ORIGIN}/api/v1/posts/rain/like`, { method: "POST" }));
    await worker.respond(new Request(`${ORIGIN}/api/v1/posts/rain/comments?commentsPage=2`));
    expect(sent.map(({ url, credentials, body }) => [url, credentials, body])).toEqual([
      [`${SERVER}/api/v1/posts/rain/comments`, "omit", '{"authorName":"Jo"}'],
      [`${SERVER}/api/v1/posts/rain/like`, "include", ""],
      [`${SERVER}/api/v1/posts/rain/comments?commentsPage=2`, "omit", ""],
    ]);
    expect(sent[0]?.headers).toMatchObject({ "idempotency-key": "k".repeat(16) });
    expect(sent[0]?.headers).not.toHaveProperty("x-own");
  });

  it("are left to the browser for a beacon, unless it goes to another origin", async () => {
    server = () => json("{}", 202);
    const beacon = (): Request => new Request(`${ORIGIN}/api/v1/engagement`, { method: "POST", body: "{}", keepalive: true });
    expect(start().respond(beacon())).toBeNull();
    expect(start({ server: ORIGIN }).respond(beacon())).toBeNull();
    expect(await statusOf(start({ server: SERVER }).respond(beacon()))).toBe(202);
    expect(sent.map(({ url }) => url)).toEqual([`${SERVER}/api/v1/engagement`]);
  });
});

describe("live counts", () => {
  it("are added to posts if the server is known", async () => {
    server = () => json('{"posts":{"rain":{"likeCount":4,"commentCount":2}}}');
    const answer = await start({ server: SERVER }).respond(new Request(`${ORIGIN}/api/v1/posts/rain`));
    expect(await answer?.json()).toMatchObject({ likeCount: 4, commentCount: 2 });
    expect(sent.map(({ url, method }) => [method, url])).toEqual([["GET", `${SERVER}/api/v1/counts`]]);
  });

  it("are not requested if it is not", async () => {
    const answer = await start().respond(new Request(`${ORIGIN}/api/v1/posts/rain`));
    expect(await answer?.json()).toMatchObject({ likeCount: null, commentCount: null });
    expect(sent).toEqual([]);
  });
});

describe("old caches", () => {
  it("of this site's earlier workers are deleted, and no others", async () => {
    for (const name of ["octavo:/:index-0", "octavo:/:index-1", "octavo:/notes/:index-0", "own"]) await memory.caches.open(name);
    await start().dropOldCaches();
    expect((await memory.caches.keys()).sort()).toEqual(["octavo:/:index-1", "octavo:/notes/:index-0", "own"]);
  });
});

it("the worker answers kinds that the site defines, and 404 for a path of no kind only if it knows the kinds", async () => {
  const site = await buildKindsSite();
  dist = treeOf(site.distDir);
  await site.remove();
  const app = start();
  const ask = (path: string) => statusOf(app.respond(new Request(`${ORIGIN}/api/v1${path && `/${path}`}`)));
  for (const path of ["", "talks", "talks?event=fjord%20conf&page=2", "talks/talk-1", "tags/talks", "field-notes", "kinds"])
    expect([path, await ask(path)]).toEqual([path, 200]);
  for (const path of ["nothing", "talks/none", "tags/field-notes"]) expect([path, await ask(path)]).toEqual([path, 404]);
  dist = new Map();
  memory = createMemoryCaches();
  const offline = start();
  expect(await statusOf(offline.respond(new Request(`${ORIGIN}/api/v1/nothing`)))).toBe(503);
});
