import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWritesWorker, type WritesEnv } from "../../hosts/cloudflare/writes/create-writes-worker.ts";
import { makeDist, makePost } from "../edge/site-fixture.ts";

beforeEach(() => {
  vi.stubGlobal("OCTAVO_BASE", "");
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A Worker whose object records its requests. */
function start() {
  const dist = makeDist({ posts: [makePost("rain")] });
  const asked: string[] = [];
  const object = {
    fetch: async (request: string | Request): Promise<Response> => {
      asked.push(new URL(typeof request === "string" ? request : request.url).pathname);
      return Response.json({ posts: { rain: { likeCount: 7, commentCount: 0, viewCount: null } } });
    },
  };
  const namespace = { idFromName: (name: string) => name, get: () => object };
  const env = {
    OCTAVO_WRITES: namespace,
    OCTAVO_ERASURES: namespace,
    OCTAVO_ORIGINS: "",
    ASSETS: {
      fetch: async (request: string | Request) => {
        const file = dist.get(new URL(typeof request === "string" ? request : request.url).pathname.slice(1));
        return file === undefined ? new Response(null, { status: 404 }) : new Response(file);
      },
    },
  } as unknown as WritesEnv;
  const worker = createWritesWorker(null);
  const view = async (headers = {}): Promise<unknown> =>
    (await worker.fetch(new Request("https://ines.example/api/v1/posts/rain/like", { headers }), env)).json();
  return { asked, view };
}

it("a Worker asks the object for counts once in ten seconds, however many browsers without a cookie read them", async () => {
  const { asked, view } = start();
  for (let n = 0; n < 200; n += 1) expect(await view()).toEqual({ slug: "rain", liked: false, likeCount: 7 });
  expect(asked).toEqual(["/api/v1/counts"]);
  // Ten minutes with one view per second.
  for (let n = 0; n < 600; n += 1) {
    vi.advanceTimersByTime(1_000);
    await view();
  }
  expect(asked).toHaveLength(1 + 60);
});

it("a Worker always asks the object for a browser with a visitor's cookie", async () => {
  const { asked, view } = start();
  await view({ Cookie: "__Host-visitor=abc" });
  expect(asked).toEqual(["/api/v1/posts/rain/like"]);
});
