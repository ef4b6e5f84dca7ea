import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { openWriteServer, type RunningWriteServer } from "../../cli/serve/write-server.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { createLog } from "../../server/log.ts";
import { bytesBelow } from "../build/site-folder.ts";
import { createSite, post, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo } from "../cli/test-io.ts";
import { type Conformance, createConformance } from "../helpers/openapi.ts";
import { DEFAULT_CONFIG } from "../server/default-config.ts";

/** An unlisted post, from its file to everything that a stranger can request. */

/** Sorts before all others, so that its spelling of a tag would come first. */
const SLUG = "calm-harbour";
const FORMER = "silent-harbour";
/**
 * It occurs in the post's title, text, tag, series and the picture's alt text, and nowhere else.
 */
const MARKER = "zirconflut";
const UNLISTED = `---
title: The ${MARKER}
publishedAt: 2026-01-03
unlisted: true
aliases: [${FORMER}]
tags: [${MARKER}, iCe]
series: ${MARKER}
---

A ${MARKER} of ice.
`;
const NAMES = new RegExp(`${MARKER}|${SLUG}|${FORMER}`, "i");
const API = "https://marsh.example/api/v1";

let site: SiteFixture;
let writes: RunningWriteServer;
let fetchFrom: (request: Request) => Promise<Response>;
let conformance: Conformance;

beforeAll(async () => {
  site = await createSite({
    "octavo.config.mjs": "export default { postsAsMarkdown: true };\n",
    "content/posts/thaw.md": post("Thaw", "2026-01-02", "tags: [Ice]\n"),
    "content/posts/flood.md": post("Flood", "2026-01-04", "tags: [Ice]\n"),
    [`content/posts/${SLUG}.md`]: UNLISTED,
    [`content/series/${MARKER}.yaml`]: `title: All about the ${MARKER}\n`,
    "content/books/ice.md": `---\ntitle: Ice\nstatus: finished\nrelatedPostSlug: ${SLUG}\n---\n`,
  });
  await build();
  const log = createLog({ write: () => true, clock: Date.now, soon: (run) => run() });
  const io = createTestIo({ cwd: site.cwd });
  writes = await openWriteServer({
    io,
    dbFile: join(site.cwd, "data/octavo.db"),
    published: join(site.cwd, "dist"),
    config: { ...DEFAULT_CONFIG, limits: null },
    log,
  });
  const app = createNodeHost({ distDir: join(site.cwd, "dist"), server: writes, addressOf: () => "192.0.2.1" });
  fetchFrom = async (request) => app.fetch(request);
  conformance = createConformance(JSON.parse(await (await get("/openapi.json")).text()));
});
afterAll(async () => {
  await writes.close();
  await site.remove();
});

async function build(...args: string[]): Promise<void> {
  const io = createTestIo({ cwd: site.cwd });
  const code = await main(["build", "--host", "nginx,caddy,netlify,cloudflare,github-pages,node", ...args], io);
  expect([code, io.err()]).toEqual([0, expect.not.stringContaining("error")]);
}

const get = (path: string): Promise<Response> => fetchFrom(new Request(`${API}${path}`));
const send = (method: string, path: string, body?: object): Promise<Response> =>
  fetchFrom(
    new Request(`${API}${path}`, {
      method,
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

/** The files that mention the post, by name or by text. */
function findTraces(): string[] {
  const unpacked = ([path, bytes]: readonly [string, Buffer]): string => {
    if (path.endsWith(".gz")) return gunzipSync(bytes).toString();
    return path.endsWith(".br") ? brotliDecompressSync(bytes).toString() : bytes.toString();
  };
  return [...bytesBelow(join(site.cwd, "dist"))].filter((file) => NAMES.test(file[0]) || NAMES.test(unpacked(file))).map(([path]) => path);
}

const isItsOwn = (path: string): boolean =>
  new RegExp(`^api/v1/posts/(?:${SLUG}|${FORMER})\\.(?:json|md)(?:\\.(?:gz|br|zst))?$`).test(path);

describe("an unlisted post", () => {
  it("is in no file of the site except its own documents, on any host", () => {
    const traces = findTraces();
    expect(traces).toContain(`api/v1/posts/${SLUG}.json`);
    expect(traces).toContain(`api/v1/posts/${FORMER}.json`);
    expect(traces.filter((path) => !isItsOwn(path))).toEqual([]);
  });

  it("is in no other answer", async () => {
    const paths = [
      "posts",
      "posts?tag=ice",
      `posts?tag=${MARKER}`,
      `posts?q=ice`,
      "projects",
      "books",
      "photos",
      "services",
      "about",
      "site-settings",
    ];
    const others = [
      "search?q=ice",
      "search?q=harbour",
      "tags/posts",
      "posts/thaw",
      "posts/flood",
      "posts/first-ice",
      "counts",
      "openapi.json",
    ];
    for (const path of [...paths, ...others]) {
      const response = await get(`/${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      // Links repeat the query.
      expect((await response.text()).replaceAll(`tag=${MARKER}`, "")).not.toMatch(NAMES);
    }
    expect(await (await get("/posts")).json()).toMatchObject({ pagination: { totalItems: 3 } });
    expect(await (await get(`/posts?tag=${MARKER}`)).json()).toMatchObject({ items: [] });
    expect(await (await get(`/search?q=${MARKER}`)).json()).toMatchObject({ items: [] });
    expect(await (await get("/tags/posts")).json()).toEqual({ items: [{ slug: "ice", name: "Ice", count: 2, url: null, path: null }] });
    expect((await get(`/post-series/${MARKER}`)).status).toBe(404);
    expect(await (await get("/posts/flood")).json()).toMatchObject({ unlisted: false, previousPost: { slug: "first-ice" } });
    expect(await (await get("/books")).json()).toMatchObject({ items: [{ relatedPostSlug: null }] });
    for (const path of ["feed.xml", "feed.json", "sitemap.xml", "llms.txt", "llms-full.txt", ""])
      expect(await (await fetchFrom(new Request(`https://marsh.example/${path}`))).text()).not.toMatch(NAMES);
  });

  it("is served at its slug and at a former one, without links to other posts", async () => {
    for (const slug of [SLUG, FORMER]) {
      const response = await get(`/posts/${slug}`);
      await conformance.checkResponse("GET", `/posts/${slug}`, response);
      expect(await response.json()).toMatchObject({
        slug: SLUG,
        title: `The ${MARKER}`,
        unlisted: true,
        series: null,
        previousPost: null,
        nextPost: null,
        related: [],
        likeCount: null,
        commentCount: null,
      });
    }
  });

  it("is served as Markdown at both slugs", async () => {
    for (const slug of [SLUG, FORMER]) {
      const response = await get(`/posts/${slug}.md`);
      await conformance.checkResponse("GET", `/posts/${slug}.md`, response);
      expect(await response.text()).toContain(`title: The ${MARKER}\n`);
    }
  });

  it("accepts comments and likes at both slugs, and publishes no counts", async () => {
    for (const slug of [SLUG, FORMER]) {
      const liked = await send("POST", `/posts/${slug}/like`);
      await conformance.checkResponse("POST", `/posts/${slug}/like`, liked);
      expect(await liked.json()).toMatchObject({ slug: SLUG, liked: true });
      const comment = await send("POST", `/posts/${slug}/comments`, { authorName: "Ada", body: `At ${slug}.` });
      expect(comment.status).toBe(202);
      expect((await get(`/posts/${slug}/comments`)).status).toBe(200);
    }
    expect(await (await get(`/posts/${SLUG}/like`)).json()).toMatchObject({ likeCount: 2 });
    expect(await (await get("/counts")).json()).toEqual({ posts: {} });
    expect(await (await get(`/posts/${SLUG}`)).json()).toMatchObject({ likeCount: null, commentCount: null });
    await send("POST", "/posts/thaw/like");
    expect(await (await get("/counts")).json()).toEqual({ posts: { thaw: { likeCount: 1, commentCount: 0, viewCount: null } } });
    for (const slug of ["unused", MARKER]) expect((await get(`/posts/${slug}/like`)).status).toBe(404);
  });

  it("is linked only where the author links to it", async () => {
    await site.write("content/posts/thaw.md", `${post("Thaw", "2026-01-02")}\nSee [this](${SLUG}.md).\n`);
    await build();
    const traces = findTraces().filter((path) => !isItsOwn(path));
    expect(traces).toContain("api/v1/posts/thaw.json");
    expect(
      traces.filter((path) => !/^(?:api\/v1\/posts\/thaw\.(?:json|md)|feed\.(?:json|xml)|llms-full\.txt)(?:\.(?:gz|br|zst))?$/.test(path)),
    ).toEqual([]);
    await site.write("content/posts/thaw.md", post("Thaw", "2026-01-02", "tags: [Ice]\n"));
    await build();
    expect(findTraces().filter((path) => !isItsOwn(path))).toEqual([]);
  });

  it("leaves nothing behind when it is withdrawn, renamed or listed, and keeps its likes", async () => {
    await site.write(`content/posts/${SLUG}.md`, UNLISTED.replace("unlisted: true", "draft: true"));
    await build();
    expect(findTraces()).toEqual([]);
    await site.write("content/books/ice.md", "---\ntitle: Ice\nstatus: finished\n---\n");
    await site.write(`content/posts/${SLUG}.md`, UNLISTED.replace("aliases", "slug: calm-bay\naliases").replace(FORMER, SLUG));
    await build();
    expect(findTraces().filter((path) => path.startsWith("api/v1/posts/") && path.endsWith(".json"))).toEqual([
      "api/v1/posts/calm-bay.json",
      `api/v1/posts/${SLUG}.json`,
    ]);
    await writes.refresh();
    expect(await (await get("/posts/calm-bay/like")).json()).toMatchObject({ slug: "calm-bay", likeCount: 2 });
    await site.write(`content/posts/${SLUG}.md`, UNLISTED.replace("unlisted: true", "unlisted: false"));
    await build();
    expect(await (await get(`/posts?tag=${MARKER}`)).json()).toMatchObject({ items: [{ slug: SLUG }] });
    expect(await (await get(`/post-series/${MARKER}`)).json()).toMatchObject({ totalPosts: 1 });
  });
});
