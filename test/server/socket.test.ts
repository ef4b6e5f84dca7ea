import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { H3, type H3Event, serve } from "h3";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFixture, type Fixture, type FixtureOptions } from "./api-fixture.ts";

/** The same server behind h3's Node adapter, as `octavo api` runs it. */
async function listen(options: FixtureOptions = {}): Promise<Fixture & { readonly port: number; readonly failed: () => unknown[] }> {
  const fixture = createFixture(options);
  const failures: unknown[] = [];
  const app = new H3({ allowMalformedURL: true, silent: true, onError: (error) => void failures.push(error) });
  app.use((event: H3Event) => fixture.api.fetch(event.req, { address: event.req.ip ?? "" }));
  const server = serve(app, {
    hostname: "127.0.0.1",
    port: 0,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    node: { maxHeaderSize: 32_768 },
  });
  await server.serve();
  onTestFinished(async () => await server.close(true));
  const address = server.node?.server?.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return { ...fixture, port: address.port, failed: () => failures };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request with Node's own client, which changes nothing. */
function ask(port: number, method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on("error", reject).end(body);
  });
}

/**
 * Sends bytes unchanged. Resolves to everything that came back until the server closed the
 * connection, or until `enough` arrived.
 */
function exchange(port: number, parts: readonly (string | Buffer)[], enough?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      if (enough !== undefined && text.includes(enough)) socket.destroy();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      text === "" && error.code !== "ECONNRESET" && error.code !== "EPIPE" ? reject(error) : undefined,
    );
    for (const part of parts) socket.write(part);
  });
}

const JSON_TYPE = { "Content-Type": "application/json" };
const COMMENTS = "/api/v1/posts/hello/comments";

describe("over a socket", () => {
  it("a comment is submitted, approved and read on successive connections", async () => {
    const { port, store, failed } = await listen();
    const submitted = await ask(port, "POST", COMMENTS, JSON_TYPE, JSON.stringify({ authorName: "Ada", body: "Grüße 🧶" }));
    expect([submitted.status, submitted.headers["content-type"]]).toEqual([202, "application/json; charset=utf-8"]);
    const { id, body } = JSON.parse(submitted.text) as { id: string; body: string };
    expect(body).toBe("Grüße 🧶");
    await store.comments.decide({ id, revision: 1, decision: "approve" });
    const read = await ask(port, "GET", COMMENTS);
    expect(read.text).toContain("Grüße 🧶");
    expect(read.headers["content-length"]).toBe(String(Buffer.byteLength(read.text)));
    const head = await ask(port, "HEAD", COMMENTS);
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", read.headers["content-length"]]);
    const known = await ask(port, "GET", COMMENTS, { "If-None-Match": read.headers.etag ?? "" });
    expect([known.status, known.text, known.headers["content-type"]]).toEqual([304, "", undefined]);
    expect(failed()).toEqual([]);
  });

  it("the cookie is one header, and likes are counted once", async () => {
    const { port } = await listen();
    const first = await ask(port, "POST", "/api/v1/posts/hello/like");
    expect(first.headers["set-cookie"]).toHaveLength(1);
    const cookie = (first.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
    const again = await ask(port, "POST", "/api/v1/posts/hello/like", { Cookie: cookie }, "ignored");
    expect(JSON.parse(again.text)).toEqual({ slug: "hello", liked: true, likeCount: 1 });
    const preflight = await ask(port, "OPTIONS", "/api/v1/posts/hello/like", {
      Origin: "https://evil.example",
      "Access-Control-Request-Method": "POST",
    });
    expect([preflight.status, preflight.headers["access-control-allow-origin"], preflight.text]).toEqual([204, undefined, ""]);
  });

  it("a 413 arrives while the client is still sending, whether the stated length is right, wrong or missing", async () => {
    const { port, failed } = await listen();
    const large = await ask(port, "POST", COMMENTS, { ...JSON_TYPE, "Content-Length": "200000" }, Buffer.alloc(200_000, 32));
    expect([large.status, large.headers.connection]).toEqual([413, "close"]);
    expect(JSON.parse(large.text)).toMatchObject({ code: "content-too-large" });
    const chunked = await exchange(port, [
      `POST ${COMMENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...new Array<string>(40).fill(`400\r\n${" ".repeat(1_024)}\r\n`),
    ]);
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    const engagement = await ask(port, "POST", "/api/v1/engagement", JSON_TYPE, Buffer.alloc(32_769, 32));
    expect(engagement.status).toBe(413);
    expect(failed()).toEqual([]);
  });

  it("a client that disconnects in the middle of a body does no harm", async () => {
    const { port, failed, logs } = await listen();
    const start = `POST ${COMMENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"authorName"`;
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(start, () => socket.destroy()));
      socket.on("close", () => resolve());
    });
    expect((await ask(port, "GET", "/api/v1/counts")).status).toBe(200);
    expect(failed()).toEqual([]);
    expect(logs().filter(({ level }) => level === "error")).toEqual([]);
  });

  it("a body may arrive in pieces", async () => {
    const { port } = await listen();
    const body = JSON.stringify({ type: "page_view", path: "/ä" });
    const bytes = Buffer.from(body);
    const at = bytes.indexOf(0xc3) + 1;
    const text = await exchange(
      port,
      [
        `POST /api/v1/engagement HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`,
        bytes.subarray(0, at),
        bytes.subarray(at),
      ],
      '"rejected":[]',
    );
    expect(text).toMatch(/^HTTP\/1\.1 202 /);
  });

  it("the server itself answers 414 up to the size of headers that Node accepts", async () => {
    const { port } = await listen();
    const { status, text } = await ask(port, "GET", `/api/v1/counts?x=${"a".repeat(10_000)}`);
    expect([status, JSON.parse(text).code]).toEqual([414, "uri-too-long"]);
  });

  it("odd targets and methods are answered with problems", async () => {
    const { port, failed } = await listen();
    for (const [line, status] of [
      ["GET /api/v1/counts HTTP/1.1", 200],
      ["GET http://other.example/api/v1/counts HTTP/1.1", 200],
      ["GET //api/v1/counts HTTP/1.1", 404],
      ["GET /api/v1/posts/%/comments HTTP/1.1", 404],
      ["GET /api/v1/posts/%ff/comments HTTP/1.1", 404],
      ["GET /api/v1/posts/../counts HTTP/1.1", 200],
      ["GET /api/v1/posts/hello/comments?parentId=%ff HTTP/1.1", 400],
      ["TRACE /api/v1/counts HTTP/1.1", 405],
      ["OPTIONS * HTTP/1.1", 404],
      ["PURGE /api/v1/counts HTTP/1.1", 405],
    ] as const) {
      const text = await exchange(port, [`${line}\r\nHost: ines.example\r\nConnection: close\r\n\r\n`]);
      expect(text.split("\r\n")[0], line).toContain(` ${status} `);
      if (status >= 400) expect(text, line).toMatch(/content-type: application\/problem\+json/i);
    }
    expect(failed()).toEqual([]);
  });

  it("TRACE for the desk is answered with 405, on its own host and below the site's path", async () => {
    const further = { senders: [], script: "", warnings: () => [], timer: { now: () => 0, wait: async () => undefined } };
    const places = [
      [{ kind: "host", origin: "https://desk.example" }, "desk.example", "/"],
      [{ kind: "path", path: "/desk" }, "ines.example", "/desk/"],
    ] as const;
    for (const [place, host, path] of places) {
      const { port, failed } = await listen({ desk: { place, ...further } });
      const text = await exchange(port, [`TRACE ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`]);
      expect(text, host).toMatch(/^HTTP\/1\.1 405 .*\r\nallow: GET, HEAD, POST\r\n/is);
      expect(failed()).toEqual([]);
    }
  });

  it("two values of a header count as one invalid value", async () => {
    const { port } = await listen();
    const twice = (name: string, ...values: string[]) => values.map((value) => `${name}: ${value}\r\n`).join("");
    const start = "POST /api/v1/posts/hello/like HTTP/1.1\r\nHost: ines.example\r\nConnection: close\r\nContent-Length: 0\r\n";
    const origins = await exchange(port, [`${start}${twice("Origin", "https://ines.example", "https://evil.example")}\r\n`]);
    expect(origins).toMatch(/^HTTP\/1\.1 403 /);
    const sites = await exchange(port, [`${start}${twice("Sec-Fetch-Site", "same-origin", "cross-site")}\r\n`]);
    expect(sites).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("the socket's address is the client's", async () => {
    const { port, logs } = await listen();
    await ask(port, "GET", "/api/v1/counts", { "X-Forwarded-For": "203.0.113.9" });
    expect(logs().find(({ level }) => level === "warn")?.message).toContain("--trust-proxy 127.0.0.1");
  });
});
