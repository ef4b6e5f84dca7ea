import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { H3 } from "h3";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen, type RunningServer } from "../../hosts/node/server.ts";
import { createDistFixture, type DistFixture, SECRET } from "./dist-fixture.ts";

let dist: DistFixture;
let server: RunningServer;

beforeAll(async () => {
  dist = await createDistFixture();
  server = await listen(createNodeHost({ distDir: dist.dir }), { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.close();
  await dist.remove();
});

/**
 * Sends the request target unchanged, which no client would do; resolves to everything that came
 * back.
 */
function sendRaw(target: string, extra = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${extra}\r\n`, "latin1"),
    );
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
}

/**
 * Sends this and nothing more; resolves to everything that came back, once the server has closed
 * the connection.
 */
function sendAndWait(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("a host without a site", () => {
  it("answers with a 404 that repeats the client's address, and only to that client", async () => {
    const folder = await mkdtemp(join(tmpdir(), "octavo-none-"));
    const host = createNodeHost({ distDir: folder });
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const path of ["/api/v1/no/such/path", "/nothing", "/media/none.webp"]) {
      const response = await host.fetch(new Request(`http://evil.example${path}`));
      expect([response.status, response.headers.get("Cache-Control")], path).toEqual([404, "no-store"]);
      expect(await response.json()).toMatchObject({ type: "http://evil.example/api/v1/problems/not-found" });
    }
    for (const path of ["/api/v1/nothing", "/nothing"]) {
      const published = await createNodeHost({ distDir: dist.dir }).fetch(new Request(`http://evil.example${path}`));
      expect([published.status, published.headers.get("Cache-Control")]).toEqual([404, "public, max-age=30"]);
      expect(await published.text()).not.toContain("evil.example");
    }
  });
});

describe("two lines of Host", () => {
  it.each(["/", "/api/v1/about", "/media/marsh.0123abcd.webp"])("get 400 for %s, whatever they contain", async (target) => {
    for (const second of ["localhost", "evil.example"]) {
      const answer = await sendRaw(target, `HOST: ${second}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i);
    }
    expect(statusOf(await sendRaw(target))).toBe(200);
  });
});

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe("a request target", () => {
  const PREFIXES = ["/", "/media/", "/index/v1/", "/api/v1/", "/api/v1/posts/"];
  const CLIMBS = [
    "../secret.txt",
    "../../secret.txt",
    "../../../secret.txt",
    "%2e%2e/secret.txt",
    "%2e%2e/%2e%2e/secret.txt",
    ".%2e/.%2E/secret.txt",
    "..%2fsecret.txt",
    "..%2f..%2fsecret.txt",
    "%2e%2e%2f%2e%2e%2fsecret.txt",
    "%252e%252e%252fsecret.txt",
    "..\\secret.txt",
    "..\\..\\secret.txt",
    "..%5c..%5csecret.txt",
    "x/../../../secret.txt",
    "..;/secret.txt",
    "%c0%ae%c0%ae/secret.txt",
    "marsh.0123abcd.webp%00.txt",
    "%00",
    ".hidden",
    "%2ehidden",
    "//secret.txt",
    "./.hidden",
  ];
  it.each(PREFIXES.flatMap((prefix) => CLIMBS.map((climb) => prefix + climb)))("such as %s never leaves dist", async (target) => {
    const answer = await sendRaw(target);
    expect([400, 404]).toContain(statusOf(answer));
    expect(answer).not.toContain(SECRET);
  });

  it.each([
    "http://localhost/media/../../secret.txt",
    "http://localhost/%2e%2e/secret.txt",
    "http://evil.example/..%2fsecret.txt",
    "file:///etc/passwd",
    "/media/../secret.txt#x",
    "*",
  ])("in the form %s never leaves dist", async (target) => {
    const answer = await sendRaw(target);
    expect([400, 404]).toContain(statusOf(answer));
    expect(answer).not.toContain(SECRET);
    expect(answer).not.toContain("root:");
  });

  it("in absolute form is answered as its path", async () => {
    expect(statusOf(await sendRaw("http://localhost/robots.txt"))).toBe(200);
  });

  it.each([8_193, 12_000, 16_000])("of %i bytes gets Octavo's 414, even with large headers", async (bytes) => {
    const answer = await sendRaw(`/api/v1/posts?q=${"x".repeat(bytes - 16)}`, `Cookie: a=${"y".repeat(8_000)}\r\n`);
    expect(statusOf(answer)).toBe(414);
    expect(answer).toContain("uri-too-long");
  });

  it("longer than Node accepts gets 431 without a crash", async () => {
    expect(statusOf(await sendRaw(`/${"x".repeat(40_000)}`))).toBe(431);
    // A page can cause this with cookies. No script of the site may read the address, and no other
    // site may find out at which length it happens.
    const refused = await sendRaw("/desk/?author=Ada", `Cookie: ${"y".repeat(40_000)}\r\n`);
    const unreadable = await sendRaw("/desk/", "no header\r\n");
    expect([statusOf(refused), statusOf(unreadable)]).toEqual([431, 400]);
    for (const answer of [refused, unreadable])
      for (const line of ["Content-Security-Policy: sandbox; frame-ancestors 'none'", "Cross-Origin-Resource-Policy: same-origin"])
        expect(answer).toContain(`\r\n${line}\r\n`);
    expect(statusOf(await sendRaw("/robots.txt"))).toBe(200);
  });
});

describe("the server", () => {
  it.each(["", "/blog"])("answers TRACE with 405 and the methods of the path (base: %j)", async (base) => {
    const errors: unknown[] = [];
    const app = createNodeHost({ distDir: dist.dir, base, onError: (error) => errors.push(error) });
    const running = await listen(app, { host: "127.0.0.1", port: 0 });
    onTestFinished(() => running.close());
    for (const [path, methods] of [
      ["/", "GET, HEAD, OPTIONS"],
      ["/api/v1/posts", "GET, HEAD, OPTIONS"],
      ["/api/v1/posts/hello/comments", "GET, HEAD, POST, OPTIONS"],
      ["/mcp", "POST, OPTIONS"],
    ]) {
      const answer = await sendAndWait(running.port, `TRACE ${base}${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect([path, statusOf(answer), /\r\nallow: (.*)\r\n/i.exec(answer)?.[1]]).toEqual([path, 405, methods]);
    }
    expect(errors).toEqual([]);
  });

  it("answers over a socket, HEAD and 304 included, with the length", async () => {
    const url = `${server.url}/media/marsh.0123abcd.webp`;
    const answer = await fetch(url);
    expect(await answer.text()).toBe("not really webp");
    const head = await fetch(url, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe("15");
    const again = await fetch(url, { headers: { "If-None-Match": answer.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
    expect((await fetch(`${server.url}/media/big.0123abcd.bin`)).status).toBe(200);
  });

  it("reports its actual port", () => {
    expect(server.port).toBeGreaterThan(0);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  });

  it("fails if the port is taken", async () => {
    const app = createNodeHost({ distDir: dist.dir });
    await expect(listen(app, { host: "127.0.0.1", port: server.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("finishes a request in progress when it closes, and accepts no more", async () => {
    const { app, entered, leave } = createSlowApp();
    const slow = await listen(app, { host: "127.0.0.1", port: 0 });
    const answer = fetch(slow.url);
    await entered;
    const closed = slow.close();
    leave();
    expect(await (await answer).text()).toBe("done");
    await closed;
    await expect(fetch(slow.url)).rejects.toThrow();
  });

  it("waits 15 s for headers and 30 s for a whole request, and checks every 5 s", async () => {
    const made = vi.spyOn(http, "createServer");
    try {
      const usual = await listen(createNodeHost({ distDir: dist.dir }), { host: "127.0.0.1", port: 0 });
      await usual.close();
      expect(made.mock.calls[0]?.[0]).toMatchObject({ connectionsCheckingInterval: 5_000 });
      expect(made.mock.results[0]?.value).toMatchObject({ headersTimeout: 15_000, requestTimeout: 30_000 });
    } finally {
      made.mockRestore();
    }
  });

  it.each([
    ["headers", "POST / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "],
    ["bodies", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"],
  ])("answers 408 to %s that do not arrive, but does not limit a slow answer", async (what, sent) => {
    const { app, entered, leave } = createSlowApp();
    const limits = { headersMs: 500, requestMs: what === "headers" ? 600_000 : 500, checkEveryMs: 10 };
    const strict = await listen(app, { host: "127.0.0.1", port: 0, arrival: limits });
    const slow = fetch(strict.url);
    await entered;
    expect(await sendAndWait(strict.port, sent)).toMatch(/^HTTP\/1\.1 408 /);
    leave();
    expect(await (await slow).text()).toBe("done");
    await strict.close();
  });

  it("can close while a client keeps an idle connection", async () => {
    const patient = await listen(createNodeHost({ distDir: dist.dir }), { host: "127.0.0.1", port: 0, closeGraceMs: 600_000 });
    await (await fetch(`${patient.url}/robots.txt`)).text();
    await patient.close();
    await expect(fetch(`${patient.url}/robots.txt`)).rejects.toThrow();
  });

  it("closes the connection of a request that does not end", async () => {
    const { app, entered } = createSlowApp();
    const hasty = await listen(app, { host: "127.0.0.1", port: 0, closeGraceMs: 1 });
    const answer = fetch(hasty.url).then(
      () => "answered",
      () => "cut off",
    );
    await entered;
    await hasty.close();
    expect(await answer).toBe("cut off");
  });
});

/** Answers only after `leave`; `entered` resolves once a request is there. */
function createSlowApp(): { readonly app: H3; readonly entered: Promise<void>; leave(): void } {
  const [entered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = new H3().use(async () => {
    entered.resolve();
    await left.promise;
    return new Response("done");
  });
  return { app, entered: entered.promise, leave: left.resolve };
}
