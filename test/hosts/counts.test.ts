import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addHostFiles } from "./dists.ts";
import { type RawAnswer, sendRaw } from "./http.ts";
import { type Origin, startOrigin } from "./origin.ts";
import { makeOwnSite, type OwnSite } from "./own-site.ts";
import { createReaderProcess, type ReaderProcess } from "./reader-process.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/**
 * Likes and comment counts in posts and lists behind a web server: a reader, `octavo start
 * --read-only --server`, adds them. All are separate processes.
 */

const SECRET = "a-secret-for-the-tests-of-the-hosts-0123456789";
const START_TIMEOUT_MS = 120_000;

let site: OwnSite;
let origin: Origin;
let reader: ReaderProcess;
beforeAll(async () => {
  site = await makeOwnSite({ page404: false });
  origin = await startOrigin(site.distDir, SECRET);
  reader = await createReaderProcess(site.distDir, { server: origin.url, secret: SECRET });
  await addHostFiles(site.distDir, { server: origin.url, reader: reader.url, origins: [], folder: "dist" });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await reader?.stop();
  await origin?.stop();
  await site?.remove();
});

describe.each([
  ["nginx", startNginx, "rain"],
  ["caddy", startCaddy, "snow"],
] as const)("%s", (_name, start, liked) => {
  let host: StartedHost;
  const get = (target: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
    sendRaw(host.url, { method: "GET", target, headers });
  const likesOf = ({ body }: RawAnswer): unknown => JSON.parse(body).likeCount;
  const listed = ({ body }: RawAnswer): unknown =>
    JSON.parse(body).items.find(({ slug }: { readonly slug: string }) => slug === liked)?.likeCount;
  beforeAll(async () => {
    host = await start({ distDir: site.distDir, secret: SECRET });
  }, START_TIMEOUT_MS);
  afterAll(() => host?.stop());

  it("a like appears in the list, in the post and in a query, although files contain none", async () => {
    const like = await sendRaw(host.url, { method: "POST", target: `/api/v1/posts/${liked}/like` });
    expect([like.status, likesOf(like)]).toEqual([200, 1]);
    // A reader requests counts at most every 10 seconds: this one has not requested them yet.
    await reader.stop();
    await reader.start();
    await expect.poll(async () => listed(await get("/api/v1/posts")), { timeout: 20_000, interval: 200 }).toBe(1);
    expect(likesOf(await get(`/api/v1/posts/${liked}`))).toBe(1);
    expect(listed(await get("/api/v1/posts?tag=weather&pageSize=3"))).toBe(1);
    expect(likesOf(await get("/api/v1/posts/hail?utm_source=x"))).toBe(0);
  }, 60_000);

  it("answers lists and posts as the reader does, including former and unknown slugs and conditional requests", async () => {
    for (const target of ["/api/v1/posts", "/api/v1/posts/rain", "/api/v1/posts/drizzle", "/api/v1/posts/never-was"]) {
      const [here, there] = [await get(target), await sendRaw(reader.url, { method: "GET", target })];
      expect([target, here.status, here.body, here.headers.link, here.headers.etag, here.headers["cache-control"]]).toEqual([
        target,
        there.status,
        there.body,
        there.headers.link,
        there.headers.etag,
        there.headers["cache-control"],
      ]);
      const { etag } = here.headers;
      if (etag !== undefined) expect((await get(target, { "If-None-Match": etag })).status).toBe(304);
    }
  });

  it("answers lists and posts from their files, without counts, if the reader is gone", async () => {
    await reader.stop();
    try {
      const [list, post] = [await get("/api/v1/posts"), await get(`/api/v1/posts/${liked}`)];
      expect([list.status, listed(list), post.status, likesOf(post)]).toEqual([200, null, 200, null]);
      for (const answer of [list, post]) {
        expect(answer.headers["cache-control"]).toContain("max-age=60, s-maxage=300");
        expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
        expect(answer.headers["access-control-allow-origin"]).toBe("*");
      }
      expect([list.headers.link?.slice(0, 50), post.headers.link]).toEqual([
        '<https://fjord.example/api/v1/posts?page=1>; rel="',
        undefined,
      ]);
      const known = await get("/api/v1/posts", { "If-None-Match": list.headers.etag ?? "" });
      expect([304, 200]).toContain(known.status);
      if (known.status === 200) expect(known.body).toBe(list.body);
      expect(JSON.parse((await get("/api/v1/posts/drizzle")).body).slug).toBe("rain");
      const unknown = await get("/api/v1/posts/never-was");
      expect([unknown.status, JSON.parse(unknown.body).code]).toEqual([404, "not-found"]);
      const query = await get("/api/v1/posts?tag=weather");
      expect([query.status, JSON.parse(query.body).code]).toEqual([503, "index-unavailable"]);
      expect((await get("/api/v1/about")).status).toBe(200);
    } finally {
      await reader.start();
    }
  }, 60_000);

  it("still answers lists and posts if the write server is gone", async () => {
    origin.mode = "refuse";
    try {
      expect((await get("/api/v1/posts")).status).toBe(200);
      expect((await get(`/api/v1/posts/${liked}`)).status).toBe(200);
      expect((await sendRaw(host.url, { method: "POST", target: `/api/v1/posts/${liked}/like` })).status).toBe(503);
    } finally {
      origin.mode = "serve";
    }
  });
});
