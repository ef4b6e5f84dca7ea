import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { renderProgram } from "../../hosts/bundle/render-program.ts";
import { makeDist, makePost, tags } from "../edge/site-fixture.ts";
import { createMemoryCaches } from "./cache-storage.ts";

describe("the program of the service worker", () => {
  it("has the same bytes for the same options, in one small file without paths of this machine", async () => {
    const [first, second, other] = await Promise.all([
      renderProgram("service-worker", { server: null }),
      renderProgram("service-worker", { server: null }),
      renderProgram("service-worker", { server: "https://api.ines.example" }),
    ]);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(other).toContain("https://api.ines.example");
    expect(first).not.toContain(process.cwd());
    expect(first).not.toMatch(/\b(?:import|require)\s*\(|\bprocess\./);
    expect(first).toContain("const OCTAVO_SERVER=null,");
    expect(first).toContain("MiniSearch");
    expect(gzipSync(first, { level: 9 }).length).toBeLessThan(36 * 1024);
  });

  it("runs as a classic script that answers a filtered list, with nothing but a worker's own globals", async () => {
    const dist = makeDist({ posts: [makePost("rain", { tags: tags("web") })], search: true });
    const listeners = new Map<string, (event: object) => void>();
    const calls: string[] = [];
    const own = {
      Request,
      Response,
      Headers,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
      AbortSignal,
      crypto,
      setTimeout,
      clearTimeout,
      btoa,
    };
    const world: Record<string, unknown> = {
      ...own,
      location: { href: "https://ines.example/octavo-sw.js?v=2" },
      caches: createMemoryCaches().caches,
      clients: { claim: async () => calls.push("claim") },
      registration: { update: async () => calls.push("update") },
      skipWaiting: async () => calls.push("skipWaiting"),
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      fetch: async (url: string) => {
        const text = dist.get(url.replace("https://ines.example/", ""));
        return new Response(text ?? null, { status: text === undefined ? 404 : 200, headers: { "Content-Type": "application/json" } });
      },
    };
    world.self = world;
    runInNewContext(await renderProgram("service-worker", { server: null }), world);
    const fire = async (name: string, event: object): Promise<void> => {
      const work: unknown[] = [];
      listeners.get(name)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) });
      await Promise.all(work);
    };
    await fire("install", {});
    await fire("activate", {});
    await fire("message", { data: "something else" });
    await fire("message", { data: "octavo:claim" });
    expect(calls).toEqual(["skipWaiting", "claim", "claim"]);
    const answers: Promise<Response>[] = [];
    const respondWith = (answer: Promise<Response>): void => void answers.push(answer);
    await fire("fetch", { request: new Request("https://ines.example/style.css"), respondWith });
    expect(answers).toEqual([]);
    await fire("fetch", { request: new Request("https://ines.example/api/v1/posts?tag=web&q=rain"), respondWith });
    expect(await (await answers[0])?.json()).toMatchObject({ items: [{ slug: "rain" }] });
  });
});
