import { describe, expect, it } from "vitest";
import { createRemoteServer } from "../../hosts/writes/remote-server.ts";

/** Requests of a host to the write server. test/hosts sends them over real sockets. */

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

function setup(answer: () => Promise<Response> = async () => new Response("{}")) {
  const sent: Sent[] = [];
  const remote = createRemoteServer({
    server: "https://api.ines.example/",
    secret: "s".repeat(32),
    read: async () => null,
    fetch: (url, init) => {
      sent.push({ url, init, headers: new Headers(init.headers) });
      return answer();
    },
  });
  const send = (path: string, init: RequestInit = {}) =>
    remote.fetch(new Request(`https://ines.example${path}`, init), { address: "192.0.2.7" });
  return { remote, send, sent };
}

describe("a write server somewhere else", () => {
  it("answers its own paths with any method, and the pages of its emails", () => {
    const { remote } = setup();
    const asked = (path: string, method = "GET"): boolean => remote.answers(path, method);
    for (const path of ["/api/v1/posts/a/comments", "/api/v1/posts/a/like", "/api/v1/counts", "/healthz", "/readyz", "/moderate/token"])
      expect([path, asked(path), asked(path, "PUT")]).toEqual([path, true, true]);
    for (const path of [
      "/api/v1/posts",
      "/api/v1/posts/a",
      "/api/v1/services",
      "/feed.xml",
      "/moderate",
      "/healthz/x",
      "/api/v1/posts/a/like/1",
    ])
      expect([path, asked(path), asked(path, "POST")]).toEqual([path, false, false]);
  });

  it("learns about the client only from the host", async () => {
    const { send, sent } = setup();
    const forged = {
      Forwarded: "for=1.1.1.1",
      "X-Forwarded-For": "1.1.1.1",
      "X-Forwarded-Host": "evil.example",
      "X-Real-IP": "1.1.1.1",
      "X-Octavo-Proxy-Secret": "guess",
      "CF-Connecting-IP": "1.1.1.1",
      "X-NF-Client-Connection-IP": "1.1.1.1",
    };
    await send("/api/v1/services/inquiries?a=b", {
      method: "POST",
      headers: { ...forged, Cookie: "a=b", "Idempotency-Key": "k" },
      body: "{}",
    });
    const [first] = sent;
    expect([first?.url, first?.init.method]).toEqual(["https://api.ines.example/api/v1/services/inquiries?a=b", "POST"]);
    expect(Object.fromEntries(first?.headers ?? [])).toEqual({
      "accept-encoding": "identity",
      "content-type": "text/plain;charset=UTF-8",
      "idempotency-key": "k",
      "x-forwarded-for": "192.0.2.7",
      "x-octavo-proxy-secret": "s".repeat(32),
    });
  });

  it("gets cookies with likes, and with engagement if a cookie marks the visit as the owner's, but with no other path of the API", async () => {
    const { send, sent } = setup();
    const paths = [
      "/api/v1/posts/a/like",
      "/api/v1/engagement",
      "/moderate/token",
      "/api/v1/posts/a/comments",
      "/api/v1/services/inquiries",
      "/healthz",
    ];
    for (const path of paths) await send(path, { method: "POST", headers: { Cookie: "own-visit=1" } });
    expect(paths.filter((_, at) => sent[at]?.headers.get("Cookie") === "own-visit=1")).toEqual(paths.slice(0, 3));
  });

  it("does not get a body that it would refuse for its length", async () => {
    const { send, sent } = setup();
    const most = await send("/api/v1/engagement", { method: "POST", body: "x".repeat(32_768) });
    const more = await send("/api/v1/engagement", { method: "POST", body: "x".repeat(32_769) });
    expect([most?.status, more?.status, more?.headers.get("Access-Control-Allow-Origin"), sent.length]).toEqual([200, 413, "*", 1]);
  });

  it("keeps all its cookies and its own status codes", async () => {
    const headers = new Headers([
      ["Set-Cookie", "a=1"],
      ["Set-Cookie", "b=2"],
      ["Connection", "close"],
    ]);
    const { send } = setup(async () => new Response("{}", { status: 503, headers }));
    const answer = await send("/api/v1/posts/a/like", { method: "POST" });
    expect([answer?.status, answer?.headers.getSetCookie(), answer?.headers.get("Connection")]).toEqual([503, ["a=1", "b=2"], null]);
  });

  it.each([
    ["hangs up", () => Promise.reject(new TypeError("fetch failed"))],
    ["is behind a bad gateway", async () => new Response("<h1>", { status: 502 })],
    ["is behind a gateway that timed out", async () => new Response("<h1>", { status: 504 })],
  ])("is unreachable if it %s", async (_, answer) => {
    const { send } = setup(answer);
    expect(await send("/api/v1/counts")).toBeNull();
  });
});
