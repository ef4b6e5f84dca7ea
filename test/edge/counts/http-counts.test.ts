import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { API_PREFIX, ROUTES } from "../../../contract/paths.ts";
import { createHttpCounts } from "../../../edge/counts/http-counts.ts";
import type { ReadHandlerOptions } from "../../../edge/handler.ts";
import { makeBook, makeDist, makePage, makePhoto, makePost, makeProject, serve, tags } from "../site-fixture.ts";

/**
 * Live counts from a write server on a real socket, which may be down, hang, be slow or answer
 * nonsense.
 */

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** @returns the server's origin and the requests that it got */
async function startServer(answer: RequestListener): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: await listen(server), asked };
}

async function findClosedPort(): Promise<string> {
  const server = createTcpServer();
  const origin = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

/** A server that accepts connections and never answers. */
async function startSilence(): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createTcpServer((socket) => sockets.add(socket));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listen(server);
}

const json = (text: string): RequestListener => {
  return (_request, response) => response.writeHead(200, { "Content-Type": "application/json" }).end(text);
};
const likes = (likeCount: number) => ({ posts: { rain: { likeCount, commentCount: 1 } } });
const snapshot = { posts: { rain: { likeCount: 3, commentCount: 0 } } };

function makeSite(origin: string, options: Partial<ReadHandlerOptions> = {}) {
  const dist = makeDist({
    posts: [makePost("rain", { hasCode: true, tags: tags("web"), bodyText: "Rain falls." })],
    projects: [makeProject("weather")],
    books: [makeBook("weather")],
    photos: [makePhoto("weather")],
    pages: [makePage("weather")],
    counts: snapshot,
    search: true,
    postsAsMarkdown: true,
    aliases: { drizzle: "rain" },
  });
  for (const folder of ["post-series", "services"]) dist.set(`api/v1/${folder}/weather.json`, '{"slug":"weather"}');
  return serve(dist, { counts: createHttpCounts({ origin }), now: () => 0, startTimer: never, ...options });
}

/**
 * Every path that files answer, with and without a query: taken from the table of routes, so that
 * no new route is forgotten.
 */
const FILE_PATHS = ROUTES.filter(({ serverMethods }) => serverMethods.length === 0)
  .map(({ path }) => path.replace("/posts/{slug}", "/posts/rain").replace("{slug}", "weather").replace("{resource}", "posts"))
  // collection-members.test.ts tests the members of collections; this site has none by that name.
  .filter((path) => !/^\/(?:tags\/posts|categories|authors|albums)\/weather$/.test(path))
  .map((path) => path.replace("{code}", "not-found"))
  .map((path) => (path === "/search" ? "/search?q=rain" : path === "/resolve" ? "/resolve?path=/posts/rain" : path))
  .concat("/posts?tag=web", "/posts?q=rain", "/posts?hasCode=true&pageSize=5", "/posts/drizzle", "/photos?tag=web");

/** @returns the counts in the posts' answers */
async function readAll(site: ReturnType<typeof serve>): Promise<(number | null)[]> {
  const shown: (number | null)[] = [];
  for (const path of FILE_PATHS) {
    const response = await site.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    if (path.endsWith(".md")) continue;
    const body = await response.json();
    if (path.startsWith("/posts")) shown.push((body.items?.[0] ?? body).likeCount);
  }
  return shown;
}

const POSTS_SHOWN = FILE_PATHS.filter((path) => path.startsWith("/posts") && !path.endsWith(".md")).length;
const all = (likeCount: number | null): (number | null)[] => Array.from({ length: POSTS_SHOWN }, () => likeCount);
/** However slow the machine is, the wait for live counts ends only with the answer. */
const never: NonNullable<ReadHandlerOptions["startTimer"]> = () => () => undefined;
/** The wait for live counts ends as soon as it begins, so no test depends on the clock. */
const atOnce: NonNullable<ReadHandlerOptions["startTimer"]> = (_ms, callback) => {
  callback();
  return () => undefined;
};

describe("live counts from a server", () => {
  it("are added to posts and lists, and requested only once", async () => {
    const server = await startServer(json(JSON.stringify(likes(7))));
    expect(await readAll(makeSite(server.origin))).toEqual(all(7));
    expect(server.asked).toEqual([`GET ${API_PREFIX}/counts`]);
  });

  it("are requested with the host's headers", async () => {
    const seen: unknown[] = [];
    const { origin } = await startServer((request, response) => {
      seen.push(request.headers["x-secret"], request.headers.accept);
      json("{}")(request, response);
    });
    await createHttpCounts({ origin, headers: { "X-Secret": "s3" } })();
    expect(seen).toEqual(["s3", "application/json"]);
  });
});

describe("if the server is down", () => {
  it("every path answers with the build's counts, and the server is not tried again for a while", async () => {
    const attempts: string[] = [];
    const counts = createHttpCounts({
      origin: await findClosedPort(),
      fetch: (url, init) => {
        attempts.push(url);
        return fetch(url, init);
      },
    });
    expect(await readAll(makeSite("", { counts }))).toEqual(all(3));
    expect(attempts).toHaveLength(1);
  });
});

describe("if the server hangs", () => {
  const hanging: Readonly<Record<string, () => Promise<string>>> = {
    "before it sends anything": startSilence,
    "before its headers": async () => (await startServer(() => undefined)).origin,
    "in the middle of its answer": async () => {
      const { origin } = await startServer((_request, response) => response.writeHead(200).write('{"posts":{"rain":'));
      return origin;
    },
  };

  it.each(Object.entries(hanging))("%s: every path answers, after one wait of 100 ms", async (_, start) => {
    const waits: number[] = [];
    const site = makeSite(await start(), {
      startTimer: (ms, callback) => {
        waits.push(ms);
        callback();
        return () => undefined;
      },
      // Each reading of the clock is 60 ms later: the second request is past the 100 ms of the
      // first.
      now: (
        (at) => () =>
          (at += 60)
      )(0),
    });
    expect(await readAll(site)).toEqual(all(3));
    expect(waits[0]).toBe(100);
    expect(Math.max(...waits)).toBe(100);
    expect(waits.length).toBeLessThanOrEqual(2);
  });

  it("the request is finally aborted, so no connection stays open", async () => {
    const controller = new AbortController();
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const { origin } = await startServer((request, response) => {
      request.on("close", closed);
      response.writeHead(200).write("{");
      controller.abort(new Error("too late"));
    });
    await expect(createHttpCounts({ origin, deadline: () => controller.signal })()).rejects.toThrow("too late");
    await gone;
  });
});

describe("if the server is slow", () => {
  it("no request waits for it, and later requests use its answer", async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { origin } = await startServer((request, response) => arrived.resolve(() => json(JSON.stringify(likes(9)))(request, response)));
    const load = createHttpCounts({ origin });
    const loaded = Promise.withResolvers<void>();
    const counts = async () => {
      try {
        return await load();
      } finally {
        loaded.resolve();
      }
    };
    const site = makeSite("", { counts, startTimer: atOnce });
    expect(await readAll(site)).toEqual(all(3));
    (await arrived.promise)();
    await loaded.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await readAll(site)).toEqual(all(9));
  });
});

describe("if the server answers nonsense", () => {
  const page = "<!doctype html><title>502 Bad Gateway</title>";
  const rubbish: Readonly<Record<string, RequestListener>> = {
    "a page": (_request, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(page),
    nothing: json(""),
    "half a document": json('{"posts":{"rain":{"likeCount":1'),
    "the wrong kind of JSON": json('["rain"]'),
    "text instead of a number": json('{"posts":{"rain":{"likeCount":"9,\\"x\\":1","commentCount":0}}}'),
    "a negative number": json('{"posts":{"rain":{"likeCount":-1,"commentCount":0}}}'),
    "an impossible number": json('{"posts":{"rain":{"likeCount":1e300,"commentCount":0}}}'),
    "bytes that are not UTF-8": (_request, response) => response.writeHead(200).end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
    "a failure with counts": (_request, response) => response.writeHead(500).end(JSON.stringify(likes(9))),
    "a redirection": (_request, response) => response.writeHead(302, { Location: "/login" }).end(),
    "no content": (_request, response) => response.writeHead(204).end(),
    "a wrong length": (_request, response) => {
      response.writeHead(200, { "Content-Length": "1000" }).write(JSON.stringify(likes(9)));
      response.destroy();
    },
    "a closed connection": (request) => request.socket.destroy(),
    "a false Content-Encoding": (_request, response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(JSON.stringify(likes(9))),
  };

  it.each(Object.entries(rubbish))("%s: every path answers with the snapshot", async (_, answer) => {
    const { origin, asked } = await startServer(answer);
    expect(await readAll(makeSite(origin))).toEqual(all(3));
    expect(asked).toHaveLength(1);
  });

  it("an endless answer is cut off", async () => {
    const { origin } = await startServer((_request, response) => {
      response.writeHead(200);
      const part = Buffer.alloc(1_000_000, " ");
      const send = (): void => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once("drain", send);
      };
      send();
    });
    await expect(createHttpCounts({ origin })()).rejects.toThrow("more than 8000000 bytes");
  });

  it("the last good answer is kept", async () => {
    let answer = json(JSON.stringify(likes(7)));
    let now = 0;
    const { origin } = await startServer((request, response) => answer(request, response));
    const site = makeSite(origin, { now: () => now });
    expect(await readAll(site)).toEqual(all(7));
    answer = json("<html>");
    now = 10_000;
    expect(await readAll(site)).toEqual(all(7));
  });
});
