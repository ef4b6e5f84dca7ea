import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createSite, type SiteFixture } from "./site-fixture.ts";
import { createTestIo, type TestIo } from "./test-io.ts";

let site: SiteFixture;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  site = await createSite({ "content/posts/reed.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>' });
  await site.write("content/posts/reed.md", "---\ntitle: Reed\ndate: 2026-01-03\n---\n\n[Ice](first-ice.md) ![A reed](reed.svg)\n");
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await site.remove();
});

const HOME = "https://marsh.example";

interface Running {
  readonly io: TestIo;
  readonly url: string;
  /** The address as printed. */
  readonly printed: string;
}

async function serve(...args: string[]): Promise<Running> {
  const io = createTestIo({ cwd: site.cwd, realTimers: 1_000 });
  const exit = main([...args, "--port", "0"], io);
  stops.push(() => {
    io.abort();
    return exit;
  });
  await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
  const printed = /at (http:\S+) {2}/.exec(io.out())?.[1];
  if (printed === undefined) throw new Error(`it did not serve: ${io.out()}${io.err()}`);
  return { io, printed, url: `http://127.0.0.1:${new URL(printed).port}` };
}

/** Base of the problem types from files, from the write server, and from the host itself. */
async function problemBases(url: string): Promise<string[]> {
  const answers = [
    fetch(`${url}/api/v1/posts?page=0`),
    fetch(`${url}/api/v1/nothing`),
    fetch(`${url}/api/v1/posts/nothing/comments`),
    fetch(`${url}/api/v1/engagement`, { method: "PUT" }),
    fetch(`${url}/readyz`, { method: "DELETE" }),
    fetch(`${url}/nothing`),
  ];
  const types = await Promise.all(answers.map(async (answer) => JSON.parse(await (await answer).text()).type as string));
  expect(types).toHaveLength(6);
  return [...new Set(types.map((type) => type.slice(0, type.lastIndexOf("/problems/"))))];
}

describe("problem types", () => {
  it.each([
    ["start, which is built for its own address", ["start"], "local"],
    ["start under a public address", ["start", "--public-url", "https://api.marsh.example"], `${HOME}/api/v1`],
    ["dev beside a front end", ["dev", "--site-url", "http://127.0.0.1:4321"], `${HOME}/api/v1`],
  ])("are all below one base: %s", async (_what, args, base) => {
    const { url } = await serve(...args);
    expect(await problemBases(url)).toEqual([base === "local" ? `${url}/api/v1` : base]);
  });

  it("are the finished build's, whatever address it is served under", async () => {
    await main(["build"], createTestIo({ cwd: site.cwd }));
    const { url, io } = await serve("start", "--read-only", "--db", "data/octavo.db", "--public-url", "https://api.marsh.example/api/v1");
    expect(await problemBases(url)).toEqual([`${HOME}/api/v1`]);
    expect((await fetch(`${url}/api/v1/posts?pageSize=1`)).headers.get("Link")).toContain("<https://api.marsh.example/api/v1/posts?page=2");
    expect(io.err()).toContain(`note: the site was built for ${HOME}/api/v1 and is served as https://api.marsh.example/api/v1: `);
  });

  it("are the published site's in a separate write server under another address", async () => {
    await main(["build"], createTestIo({ cwd: site.cwd }));
    const io = createTestIo({ cwd: site.cwd });
    const exit = main(["api", "--port", "0", "--public-url", "https://api.marsh.example/v1"], io);
    stops.push(() => {
      io.abort();
      return exit;
    });
    await Promise.race([io.waitFor('"ready"'), exit]);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0];
    for (const [path, method] of [
      ["/api/v1/posts/nothing/comments", "GET"],
      ["/healthz", "DELETE"],
    ]) {
      const answer = await fetch(`${url}${path}`, method === undefined ? {} : { method });
      expect(await answer.json()).toMatchObject({ type: expect.stringMatching(`^${HOME}/api/v1/problems/`) });
    }
  });
});

describe("--site-url", () => {
  it("is the address of the pages, while the API and media stay at this server, under the same host name", async () => {
    const { url, printed, io } = await serve("dev", "--site-url", "http://localhost:4321");
    expect(printed).toBe(url.replace("127.0.0.1", "localhost"));
    expect(io.out()).toContain(`pages are at http://localhost:4321, the API and media at ${printed}; canonicalUrl`);
    const post = await (await fetch(`${url}/api/v1/posts/reed`)).json();
    expect(post).toMatchObject({ url: "http://localhost:4321/posts/reed", canonicalUrl: `${HOME}/posts/reed` });
    expect(post).toMatchObject({ bodyHtml: expect.stringContaining('href="http://localhost:4321/posts/first-ice"') });
    expect(post).toMatchObject({ bodyHtml: expect.stringContaining(`src="${printed}/media/`) });
    expect((await fetch(`${url}/api/v1/posts?pageSize=1`)).headers.get("Link")).toContain(`<${printed}/api/v1/posts?page=2`);
  });

  it("may send likes", async () => {
    const { url } = await serve("dev", "--site-url", "http://localhost:4321");
    const like = (Origin: string): Promise<Response> =>
      fetch(`${url}/api/v1/posts/reed/like`, { method: "POST", headers: { Origin, "Sec-Fetch-Site": "same-site" } });
    const allowed = await like("http://localhost:4321");
    expect([allowed.status, allowed.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "http://localhost:4321"]);
    expect(allowed.headers.get("Set-Cookie")).toMatch(/^visitor=.*; SameSite=Lax$/);
    expect((await like("http://localhost:9999")).status).toBe(403);
  });

  it("must be the address of a site", async () => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["dev", "--site-url", "localhost:4321"], io)).toBe(2);
    expect(io.err()).toContain('--site-url is "localhost:4321"\nhint: want the address of a site, such as');
  });
});

describe("octavo build --public-url", () => {
  it.each([
    ["--public-url", ["--public-url", "https://preview.example"], {}],
    ["its variable", [], { OCTAVO_PUBLIC_URL: "https://preview.example/api/v1/" }],
  ])("builds a preview: %s", async (_what, args, env: Record<string, string>) => {
    const io = createTestIo({ cwd: site.cwd, env });
    expect(await main(["build", ...args], io)).toBe(0);
    expect(io.out()).toContain(`pages are at ${HOME}, the API and media at https://preview.example; canonicalUrl`);
    const { url } = await serve("start", "--read-only");
    const post = await (await fetch(`${url}/api/v1/posts/reed`)).json();
    expect(post).toMatchObject({ url: `${HOME}/posts/reed`, bodyHtml: expect.stringContaining('src="https://preview.example/media/') });
    expect(await problemBases(url)).toEqual([`${HOME}/api/v1`]);
  });

  it("accepts an address below a path: files are there, and pages stay at the site's own", async () => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["build", "--public-url", "https://preview.example/blog/"], io)).toBe(0);
    expect(io.out()).toContain(`pages are at ${HOME}, the API and media at https://preview.example/blog; canonicalUrl`);
    const { printed, url } = await serve("start", "--read-only");
    expect(printed).toBe(`${url}/blog`);
    const post = await (await fetch(`${url}/blog/api/v1/posts/reed`)).json();
    expect(post).toMatchObject({
      url: `${HOME}/posts/reed`,
      bodyHtml: expect.stringContaining('src="https://preview.example/blog/media/'),
    });
    const outside = await fetch(`${url}/api/v1/posts/reed`);
    expect([outside.status, await outside.json()]).toEqual([404, expect.objectContaining({ detail: "This site is at /blog/." })]);
  });

  it.each([
    "https://preview.example/blog?a",
    "preview.example",
    "https://me@preview.example",
    "ftp://preview.example",
  ])("does not accept %s", async (address) => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["build", "--public-url", address], io)).toBe(2);
    expect(io.err()).toContain(`--public-url is "${address}"\nhint: want the address that visitors reach`);
  });
});
