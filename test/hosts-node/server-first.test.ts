import { describe, expect, it } from "vitest";
import { createServerFirst, hasSnapshotOf } from "../../hosts/server-first.ts";

/** A server and a snapshot whose answers the test chooses, and a clock that it controls. */
function createHost(options: { snapshot?: number } = {}) {
  const clock = { now: 0 };
  const timers: (() => void)[] = [];
  const host = { asked: 0, read: 0, server: (): Promise<Response | null> => Promise.resolve(new Response("live")), cancelled: 0 };
  const serverFirst = createServerFirst({
    now: () => clock.now,
    startTimer: (ms, callback) => {
      expect(ms).toBe(1_000);
      timers.push(callback);
      return () => void timers.splice(timers.indexOf(callback), 1);
    },
  });
  const get = (): Promise<Response> =>
    serverFirst({
      ask: () => {
        host.asked += 1;
        return host.server();
      },
      readFiles: () => {
        host.read += 1;
        return Promise.resolve(new Response("snapshot", { status: options.snapshot ?? 200 }));
      },
    });
  return { host, clock, timers, get };
}

describe("a read of comments", () => {
  it("is answered by the server with any status except 502, 503 and 504", async () => {
    const { host, get } = createHost();
    for (const status of [200, 304, 400, 404, 429, 500]) {
      host.server = async () => new Response(status === 304 ? null : "live", { status });
      expect((await get()).status).toBe(status);
    }
    expect(host).toMatchObject({ asked: 6, read: 0 });
  });

  it.each([
    ["refuses", () => Promise.reject(new TypeError("refused"))],
    ["cannot be reached", () => Promise.resolve(null)],
    ["answers 502", () => Promise.resolve(new Response("", { status: 502 }))],
    ["answers 503", () => Promise.resolve(new Response("", { status: 503 }))],
    ["answers 504", () => Promise.resolve(new Response("", { status: 504 }))],
  ] as const)("is answered by the snapshot if the server %s, and for the next 10 s", async (_what, server) => {
    const { host, clock, get } = createHost();
    host.server = server;
    expect(await (await get()).text()).toBe("snapshot");
    clock.now = 9_999;
    host.server = async () => new Response("live");
    expect(await (await get()).text()).toBe("snapshot");
    expect(host.asked).toBe(1);
    clock.now = 10_000;
    expect(await (await get()).text()).toBe("live");
  });

  it("is answered by the snapshot if the server is late, without waiting for its answer", async () => {
    const { host, timers, get } = createHost();
    const { promise, resolve } = Promise.withResolvers<Response>();
    host.server = () => promise;
    const answer = get();
    await Promise.resolve();
    timers[0]?.();
    expect(await (await answer).text()).toBe("snapshot");
    const cancelled = Promise.withResolvers<void>();
    resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })));
    await cancelled.promise;
  });

  it("waits for a slow server if there is no snapshot, and tries it each time", async () => {
    const { host, timers, get } = createHost({ snapshot: 503 });
    const { promise, resolve } = Promise.withResolvers<Response>();
    host.server = () => promise;
    const answer = get();
    await Promise.resolve();
    timers[0]?.();
    resolve(new Response("live, late"));
    expect(await (await answer).text()).toBe("live, late");
    host.server = async () => new Response("live");
    expect(await (await get()).text()).toBe("live");
    expect(host.asked).toBe(2);
  });

  it("gets the server's own error if there is no snapshot either", async () => {
    const { host, get } = createHost({ snapshot: 503 });
    host.server = async () => new Response("mine", { status: 503 });
    expect(await (await get()).text()).toBe("mine");
    host.server = async () => null;
    expect((await get()).status).toBe(503);
  });
});

describe("requests that a snapshot can answer", () => {
  it("are GET and HEAD requests for comments and counts, but not writes or likes", () => {
    const base = "/api/v1";
    const paths = ["/posts/a/comments", "/posts/a/comments/b", "/posts/a/comments.atom", "/comments", "/comments.atom", "/counts"];
    for (const path of paths) expect([hasSnapshotOf(base + path, "GET"), hasSnapshotOf(base + path, "HEAD")]).toEqual([true, true]);
    for (const path of ["/posts/a/like", "/posts/a"]) expect(hasSnapshotOf(base + path, "GET")).toBe(false);
    for (const method of ["POST", "PATCH", "DELETE", "OPTIONS"]) expect(hasSnapshotOf(`${base}/posts/a/comments`, method)).toBe(false);
  });
});
