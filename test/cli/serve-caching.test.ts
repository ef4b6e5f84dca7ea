import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { serveSite } from "./serving.ts";
import { createSite, type SiteFixture } from "./site-fixture.ts";
import { createTestIo } from "./test-io.ts";

let site: SiteFixture;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  site = await createSite();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await site.remove();
});

const REVALIDATED = "no-cache";
const CACHED = expect.stringMatching(/^public, max-age=60, /);

/** Cache-Control of a list, from a server that is started for this. */
async function cacheOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const io = createTestIo({ cwd: site.cwd, realTimers: 1_000, env });
  const exit = main([...args, "--port", "0"], io);
  stops.push(() => {
    io.abort();
    return exit;
  });
  await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0];
  if (url === undefined) throw new Error(`it did not serve: ${io.out()}${io.err()}`);
  return (await fetch(`${url}/api/v1/posts`)).headers.get("Cache-Control");
}

describe("browser caching", () => {
  it.each([
    ["dev", ["dev"]],
    ["dev under a public address", ["dev", "--public-url", "https://marsh.example"]],
    ["start", ["start"]],
    ["start under a loopback address", ["start", "--public-url", "http://localhost:8080"]],
  ])("is disabled for %s", async (_what, args) => expect(await cacheOf(args)).toBe(REVALIDATED));

  it("is described as it is sent, in the API description of a server on this machine", async () => {
    for (const args of [["start"], ["dev"], ["start", "--drafts"]]) {
      const { port, stop } = await serveSite(site.cwd, ...args);
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
      const { components }: { components: { headers: Record<string, { schema: { enum?: string[]; const?: string } }> } } =
        await answer.json();
      const promised = Object.entries(components.headers).filter(([name]) => name.startsWith("Cache-Control"));
      for (const [name, { schema }] of promised) expect([name, schema.enum]).toEqual([name, ["no-cache", "no-store"]]);
      for (const path of ["posts", "search?q=ice", "nothing", "posts/first-ice/comments", "openapi.json"])
        expect(["no-cache", "no-store"]).toContain((await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).headers.get("Cache-Control"));
      await stop();
    }
  });

  it("follows the contract for start behind a proxy", async () => {
    expect(await cacheOf(["start", "--public-url", "https://marsh.example"])).toEqual(CACHED);
  });

  it("follows the contract if the environment names the public address", async () => {
    expect(await cacheOf(["start"], { OCTAVO_PUBLIC_URL: "https://marsh.example/api/v1" })).toEqual(CACHED);
  });

  it("follows the contract for a finished build, unless it is served under an address other than its public one", async () => {
    await main(["build"], createTestIo({ cwd: site.cwd }));
    expect(await cacheOf(["start", "--read-only"])).toEqual(CACHED);
    expect(await cacheOf(["start", "--read-only", "--public-url", "http://127.0.0.1:8080"])).toBe(REVALIDATED);
  });
});
