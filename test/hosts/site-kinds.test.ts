import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildKindsSite, type KindsSite } from "../helpers/kinds-site.ts";
import { addHostFiles } from "./dists.ts";
import { type RawRequest, sendRaw } from "./http.ts";
import { HOSTS, type ReferenceHost, startReference } from "./started.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/**
 * A site with kinds of its own on web servers without a reader: files give the same answers as
 * Node, and a query gets 501.
 */

/** Below /api/v1; "" is the API itself. */
const THERE = [
  "",
  "talks",
  "talks/talk-1",
  "tags/talks",
  "field-notes",
  "field-notes/one",
  "kinds",
  "talks?utm_source=x",
  "talks/talk-1?event=x",
];
const MISSING = [
  "/",
  ...["talks/", "talks/none", "talks/talk-1/", "talks/talk-1/x", "talks.json", "talks/talk-1.json", "talks/Talk-1", "talks/talk%2d1"],
  ...["tags/field-notes", "tags/nothing", "tags/nothing/sea", "categories/x/y", "nothing", "nothing/talk-1", "Talks", "field_notes"],
];
const targetOf = (path: string): string => (path === "/" ? "/api/v1/" : `/api/v1${path === "" ? "" : `/${path}`}`);
const QUERIES = ["page=2", "pageSize=1", "tag=sea", "event=Fjord%20Conf", "language=en", "%65vent=x", "q=x"];
const WRONG = "talks?pageSize=0&level=deep";
/** Requests that programs answer. */
const ANSWERED = [
  ...["kinds", "talks", "talks/talk-1", "field-notes/one", "tags/talks", "talks?page=2&pageSize=5", "talks?event=FJORD%20%20conf"],
  ...["talks?level=deep&sort=-event", "talks?level=deep&event=sea+days&tag=n3", "talks?tag=sea,n2", "talks?period=2022"],
  ...["talks?language=en&sort=title&pageSize=3&page=2", "search?q=fjord&kind=talks", "field-notes?sort=-title", WRONG],
];
const START_TIMEOUT_MS = 120_000;
const COMPARED = ["content-type", "cache-control", "link", "allow", "access-control-allow-origin", "access-control-allow-methods"];

let site: KindsSite;
let node: ReferenceHost;
beforeAll(async () => {
  site = await buildKindsSite();
  await addHostFiles(site.distDir, { server: null, reader: null, origins: [], folder: "dist" });
  node = await startReference(site.distDir);
});
afterAll(async () => {
  await node?.stop();
  await site?.remove();
});

const PROGRAMS = HOSTS.filter(({ name }) => /^(?:deno|bun|netlify|cloudflare workers)/.test(name));

describe.each(PROGRAMS)("$name", ({ start }) => {
  let host: StartedHost;
  beforeAll(async () => {
    host = await start(site.distDir, { secret: "", server: null });
  }, START_TIMEOUT_MS);
  afterAll(() => host?.stop());

  it.each(ANSWERED)("answers %s as Node does", async (path) => {
    const request = { method: "GET", target: targetOf(path) };
    const [wanted, found] = [await node.ask(request), await sendRaw(host.url, request)];
    expect([found.status, found.body, found.headers.link]).toEqual([wanted.status, wanted.body, wanted.headers.link]);
    const { pagination } = JSON.parse(found.body);
    if (pagination !== undefined) expect(pagination.totalItems).toBeGreaterThan(0);
    expect(found.status).toBe(path === WRONG ? 400 : 200);
  });
});

describe.each([
  { name: "nginx", start: startNginx },
  { name: "caddy", start: startCaddy },
])("$name", ({ start }) => {
  let host: StartedHost;
  beforeAll(async () => {
    host = await start({ distDir: site.distDir });
  });
  afterAll(() => host?.stop());

  async function both(request: Omit<RawRequest, "headers">): Promise<Record<"node" | "host", unknown>> {
    const [ofNode, ofHost] = [await node.ask(request), await sendRaw(host.url, request)];
    const shown = ({ status, headers, body }: typeof ofNode) => ({
      ...{ status, body },
      ...Object.fromEntries(COMPARED.map((name) => [name, headers[name] ?? null])),
    });
    return { node: shown(ofNode), host: shown(ofHost) };
  }

  it.each(THERE)("answers %s as Node does, whatever the method", async (path) => {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "DELETE"]) {
      const answers = await both({ method, target: targetOf(path) });
      expect([method, answers.host]).toEqual([method, answers.node]);
    }
    const { status, headers } = await sendRaw(host.url, { method: "GET", target: targetOf(path) });
    expect([status, headers["cache-control"]?.startsWith("public")]).toEqual([200, true]);
  });

  it("links the pages of a list with several pages", async () => {
    const { headers } = await sendRaw(host.url, { method: "GET", target: "/api/v1/talks" });
    expect(headers.link).toContain('<https://fjord.example/api/v1/talks?page=2>; rel="next"');
  });

  it.each(MISSING)("has no %s, as Node has none", async (path) => {
    for (const method of ["GET", "OPTIONS", "POST"]) {
      const answers = await both({ method, target: targetOf(path) });
      expect([method, answers.host]).toEqual([method, answers.node]);
      if (method === "GET") expect(answers.host).toMatchObject({ status: 404, "cache-control": "public, max-age=30" });
    }
  });

  it.each([
    "tags/talks/sea",
    "tags/posts/gr%C3%B6%C3%9Fe",
    "categories/x",
    "authors/%E9%9B%A8",
    "albums/x",
    "resolve?path=/",
  ])("answers 501 for %s, which it cannot extract", async (path) => {
    const { status, body } = await sendRaw(host.url, { method: "GET", target: `/api/v1/${path}` });
    expect([status, JSON.parse(body).code]).toEqual([501, "query-not-supported"]);
  });

  it.each(QUERIES)("answers 501 for ?%s", async (query) => {
    const { status, headers, body } = await sendRaw(host.url, { method: "GET", target: `/api/v1/talks?${query}` });
    expect([status, headers["content-type"], JSON.parse(body).code]).toEqual([501, "application/problem+json", "query-not-supported"]);
  });
});
