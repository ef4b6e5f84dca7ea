import { describe, expect, it, onTestFinished, vi } from "vitest";
import { INDEX_FORMAT } from "../../contract/index-format.ts";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import type { ReadOptions } from "../../edge/read-file.ts";
import { makeDist, makePhoto, makePost, serve, tags } from "./site-fixture.ts";

const day = (number: number): string => `2024-01-${String(number).padStart(2, "0")}T08:00:00.000Z`;
const posts = (count: number) =>
  Array.from({ length: count }, (_, at) => makePost(`p${at + 1}`, { publishedAt: day(at + 1), tags: tags("web") }));
const quiet = { onError: () => undefined };
const encoder = new TextEncoder();

const expectUnavailable = async (response: Response, code = "index-unavailable"): Promise<void> => {
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code, status: 503 });
  expect(text).not.toMatch(/index\/v1|manifest|\.json"|\bat \w+ \(/);
};

describe("a missing or incomprehensible manifest", () => {
  it.each([
    ["missing", null],
    ["empty", ""],
    ["a page of a host", "<!doctype html><title>404</title>"],
    ["of another format", JSON.stringify({ ...JSON.parse(makeDist({ posts: posts(3) }).get(MANIFEST_FILE) ?? ""), format: 99 })],
    ["without lists", `{"format":${INDEX_FORMAT},"site":{"baseUrl":"x","timeZone":"UTC"},"search":null,"counts":null,"lists":{}}`],
    ["an array", "[]"],
  ])("%s: queries get 503, plain paths still work", async (_, text) => {
    const dist = makeDist({ posts: posts(3) });
    if (text === null) dist.delete(MANIFEST_FILE);
    else dist.set(MANIFEST_FILE, text);
    const site = serve(dist, quiet);
    await expectUnavailable(await site.get("/posts?tag=web"));
    await expectUnavailable(await site.get("/search?q=a"));
    const list = await site.get("/posts");
    expect(await list.text()).toBe(dist.get("api/v1/posts.json"));
    expect(list.headers.get("link")).toContain('<http://127.0.0.1:3000/api/v1/posts?page=1>; rel="first"');
    for (const path of ["/posts/p1", "/about", "/tags/posts", "/services"]) expect((await site.get(path)).status).toBe(200);
    // It is impossible to tell whether it is a former slug of a post, or whether the site is there
    // at all.
    await expectUnavailable(await site.get("/posts/never"));
    await expectUnavailable(await site.get("/post-series/never"));
    expect((await site.get("/posts?page=0")).status).toBe(400);
    // It could be the path of a kind that the site defines.
    await expectUnavailable(await site.get("/nope"));
  });

  it("is not assumed if members are unknown", async () => {
    const dist = makeDist({ posts: posts(3) });
    dist.set(MANIFEST_FILE, JSON.stringify({ ...JSON.parse(dist.get(MANIFEST_FILE) ?? ""), later: { more: true } }));
    expect((await serve(dist).get("/posts?tag=web")).status).toBe(200);
  });
});

describe("a new build", () => {
  it("is seen by the next request", async () => {
    const site = serve(makeDist({ posts: posts(2) }));
    expect(await (await site.get("/posts?tag=web")).json()).toMatchObject({ pagination: { totalItems: 2 } });
    site.dist.clear();
    for (const [path, text] of makeDist({ posts: posts(5) })) site.dist.set(path, text);
    expect(await (await site.get("/posts?tag=web")).json()).toMatchObject({ pagination: { totalItems: 5 } });
  });

  it("is found, bypassing every cache, when a hashed file of the old one is gone", async () => {
    const [old, present] = [makeDist({ posts: posts(2) }), makeDist({ posts: posts(5) })];
    const asked: (ReadOptions | undefined)[] = [];
    const site = serve(present, {
      read: async (path, options) => {
        if (path === MANIFEST_FILE) asked.push(options);
        const text = path === MANIFEST_FILE && options?.fresh !== true ? old.get(path) : present.get(path);
        return text === undefined ? null : encoder.encode(text);
      },
    });
    expect(await (await site.get("/posts?tag=web")).json()).toMatchObject({ pagination: { totalItems: 5 } });
    expect(asked.map((options) => options?.fresh === true)).toEqual([false, true]);
  });

  it("is found even by a host that caches manifests", async () => {
    const site = serve(makeDist({ posts: posts(2) }), { manifestMaxAgeMs: 60_000, now: () => 0 });
    await site.get("/posts?tag=web");
    site.dist.clear();
    // The old columns of photos have not been read yet, and are gone.
    for (const [path, text] of makeDist({ posts: posts(5), photos: [makePhoto("a", { tags: tags("web") })] })) site.dist.set(path, text);
    expect(await (await site.get("/photos?tag=web")).json()).toMatchObject({ pagination: { totalItems: 1 } });
  });

  it("may stay unnoticed for as long as the host's cache allows", async () => {
    let now = 0;
    const site = serve(makeDist({ posts: posts(2) }), { manifestMaxAgeMs: 1_000, now: () => now });
    const manifestReads = async (): Promise<number> => {
      await site.get("/posts?tag=web");
      return site.reads.filter((path) => path === MANIFEST_FILE).length;
    };
    expect(await manifestReads()).toBe(1);
    now = 999;
    expect(await manifestReads()).toBe(1);
    now = 1_000;
    expect(await manifestReads()).toBe(2);
  });

  it("is found even if the clock is set back", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
    onTestFinished(() => void vi.useRealTimers());
    const site = serve(makeDist({ posts: posts(2) }), { manifestMaxAgeMs: Number.MIN_VALUE });
    await site.get("/posts?tag=web");
    vi.setSystemTime(Date.UTC(2026, 0, 30));
    site.dist.clear();
    for (const [path, text] of makeDist({ posts: posts(5) })) site.dist.set(path, text);
    expect(await (await site.get("/posts?tag=web")).json()).toMatchObject({ pagination: { totalItems: 5 } });
  });
});

describe("index files", () => {
  it.each(["posts.columns", "posts.chunk"])("such as %s that are lost for good are read twice, and then lead to 503", async (name) => {
    const dist = makeDist({ posts: posts(3) });
    const path = [...dist.keys()].find((candidate) => candidate.includes(name)) ?? "";
    dist.delete(path);
    const site = serve(dist, quiet);
    await expectUnavailable(await site.get("/posts?tag=web"));
    expect(site.reads.filter((read) => read === path)).toHaveLength(2);
    expect(site.reads.filter((read) => read === MANIFEST_FILE)).toHaveLength(2);
  });

  it.each([
    ["posts.columns", "<!doctype html>"],
    ["posts.columns", "{}"],
    ["posts.chunk", "<!doctype html>"],
  ])("such as %s that are replaced by %j lead to 503, and to the right answer once they are restored", async (name, rubbish) => {
    const dist = makeDist({ posts: posts(3) });
    const path = [...dist.keys()].find((candidate) => candidate.includes(name)) ?? "";
    const right = dist.get(path) ?? "";
    dist.set(path, rubbish);
    const site = serve(dist, quiet);
    await expectUnavailable(await site.get("/posts?tag=web"));
    dist.set(path, right);
    expect((await site.get("/posts?tag=web")).status).toBe(200);
  });

  it("that fail twice lead to 503 within an edge function's limit of reads, and the next request is answered with cached files", async () => {
    const many = (title: string) =>
      makeDist({
        posts: Array.from({ length: 1_000 }, (_, at) =>
          makePost(`p${at}`, {
            title,
            publishedAt: new Date(Date.UTC(2020, 0, 1 + at)).toISOString(),
            tags: at % 40 === 0 ? tags("web") : [],
          }),
        ),
      });
    const [old, present] = [many("Old"), many("Present")];
    // The old site still has its manifest and all files but one chunk, which turns out to be
    // missing after the others were read.
    const gone = [...old].find(([path, text]) => path.includes("posts.chunk") && text.includes('"slug":"p80"'))?.[0];
    const reads: string[] = [];
    let stale = true;
    const site = serve(new Map(), {
      ...quiet,
      read: async (path, options) => {
        reads.push(path);
        const before = old.get(path);
        const text =
          path === MANIFEST_FILE && stale && options?.fresh !== true ? before : (present.get(path) ?? (path === gone ? undefined : before));
        return text === undefined ? null : encoder.encode(text);
      },
    });
    await expectUnavailable(await site.get("/posts?tag=web&pageSize=24"));
    expect(reads.length).toBeGreaterThan(40);
    expect(reads.length).toBeLessThanOrEqual(48);
    reads.length = 0;
    stale = false;
    expect(await (await site.get("/posts?tag=web&pageSize=24")).json()).toMatchObject({ items: Array(24).fill({ title: "Present" }) });
    expect(reads.length).toBeLessThan(25);
  });

  it("never give an incomplete list if a chunk lacks a document", async () => {
    const dist = makeDist({ posts: posts(3) });
    const path = [...dist.keys()].find((candidate) => candidate.includes("posts.chunk")) ?? "";
    dist.set(path, "[\n]\n");
    await expectUnavailable(await serve(dist, quiet).get("/posts?tag=web"));
  });

  it("are used to assemble a list if the file of its first page is missing", async () => {
    const dist = makeDist({ posts: posts(3) });
    const text = dist.get("api/v1/posts.json");
    dist.delete("api/v1/posts.json");
    expect(await (await serve(dist).get("/posts")).text()).toBe(text);
  });

  it("give 503 for a missing document that every site has", async () => {
    const dist = makeDist();
    for (const path of ["/about", "/problems/not-found", "/tags/books"]) {
      dist.delete(`api/v1${path}.json`);
      await expectUnavailable(await serve(dist, quiet).get(path));
    }
  });
});

describe("a document that is not complete JSON", () => {
  it.each([
    "/posts/p1",
    "/posts",
    "/about",
    "/tags/posts",
    "/services",
    "/site-settings",
  ])("leads to 503, never to a part of it: %s", async (path) => {
    const site = serve(makeDist({ posts: posts(2) }), quiet);
    const file = `api/v1${path}.json`;
    const text = site.dist.get(file) ?? "";
    for (const damaged of [text.slice(0, -2), "", "<!doctype html>", "[]", "null"]) {
      site.dist.set(file, damaged);
      await expectUnavailable(await site.get(path));
    }
    site.dist.set(file, text);
    expect(await (await site.get(path)).text()).toBe(text);
  });

  it("is read once more, bypassing every cache, because it may be complete by now", async () => {
    const dist = makeDist({ posts: posts(2) });
    const asked: (boolean | undefined)[] = [];
    const read = async (path: string, { fresh }: ReadOptions = {}) => {
      if (path === "api/v1/about.json") asked.push(fresh);
      const text = dist.get(path);
      return text === undefined ? null : encoder.encode(path === "api/v1/about.json" && fresh !== true ? text.slice(0, -1) : text);
    };
    const answer = await serve(dist, { read }).get("/about");
    expect([answer.status, await answer.text(), asked]).toEqual([200, dist.get("api/v1/about.json"), [undefined, true]]);
  });
});

describe("a read that throws", () => {
  it("is a 503 that hides the cause, which only the host gets", async () => {
    const errors: unknown[] = [];
    const failing = {
      read: () => Promise.reject(new Error("EIO: /srv/site/index/v1/manifest.json")),
      onError: (error: unknown) => errors.push(error),
    };
    const site = serve(new Map(), failing);
    for (const path of ["/posts", "/posts?tag=a", "/posts/rain", "/about", "/search?q=a"]) await expectUnavailable(await site.get(path));
    expect(errors).toHaveLength(5);
    expect((await site.get("/posts?page=0")).status).toBe(400);
  });

  it("may throw before it returns a promise", async () => {
    const site = serve(new Map(), {
      ...quiet,
      read: () => {
        throw new Error("no such binding");
      },
    });
    await expectUnavailable(await site.get("/posts"));
  });
});
