import { describe, expect, it } from "vitest";
import { URI_MAX_BYTES } from "../../contract/limits.ts";
import { ROUTES } from "../../contract/paths.ts";
import { PROXY_SECRET_HEADER } from "../../contract/proxy-headers.ts";
import { toBlockList } from "../../server/http/address/ip.ts";
import { DEFAULT_LIMITS } from "../../server/server-config.ts";
import type { Store } from "../../server/store/store.ts";
import { StoreUnavailable } from "../../server/store/store-errors.ts";
import { json, problemOf } from "./answers.ts";
import { BASE, createFixture, SITE } from "./api-fixture.ts";

/** Every path of the server, with its methods. */
const SERVER_PATHS: readonly (readonly [path: string, methods: readonly string[]])[] = [
  ["/posts/hello/comments", ["GET", "POST"]],
  ["/posts/hello/comments.atom", ["GET"]],
  [`/posts/hello/comments/${"a".repeat(24)}`, ["GET", "PATCH", "DELETE"]],
  ["/comments", ["GET"]],
  ["/comments.atom", ["GET"]],
  ["/posts/hello/like", ["GET", "POST", "DELETE"]],
  ["/services/inquiries", ["POST"]],
  ["/engagement", ["POST"]],
  ["/counts", ["GET"]],
];

describe("paths", () => {
  it("are exactly the ones that the contract assigns to the server", () => {
    const { api } = createFixture();
    for (const { path, methods, serverMethods } of ROUTES) {
      const real = `/api/v1${path.replaceAll("{slug}", "hello").replaceAll("{id}", "a").replaceAll("{resource}", "posts").replaceAll("{code}", "not-found")}`;
      for (const method of methods)
        expect(api.answers(real, method), `${method} ${real}`).toBe((serverMethods as readonly string[]).includes(method));
    }
    expect(
      ["/healthz", "/readyz", "/", "/api/v1", "/api/v1/admin/x", "/media/a.webp", "/api/v1/posts/hello/comments/"].map((path) =>
        api.answers(path, "GET"),
      ),
    ).toEqual([true, true, false, false, false, false, false]);
    expect(api.answers("/api/v1/posts/hello/like", "PUT")).toBe(true);
    expect(api.answers("/api/v1/posts/hello/comments", "OPTIONS")).toBe(true);
  });

  it.each([
    "/",
    "/api/v1",
    "/api/v1/",
    "/api/v1/nothing",
    "/api/v1/posts",
    "/api/v1/posts/hello",
    "/api/v1/admin/comments",
    "/api/v1/client/x",
    "/api/v1/counts/",
    "/api/v1//counts",
    "/api/v1/%63ounts",
    "/%68ealthz",
    "/healthz/",
    "/%6doderate/x",
    "/api/v1/posts//comments",
    "/moderate",
    "/API/V1/counts",
    "/api/v2/counts",
  ])("that do not belong to the server get a 404: %s", async (path) => {
    const { api } = createFixture();
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const response = await api.fetch(new Request(`${SITE}${path}`, { method }), { address: "192.0.2.1" });
      expect([response.status, response.headers.get("Access-Control-Allow-Origin"), response.headers.get("Cache-Control")]).toEqual([
        404,
        "*",
        "public, max-age=30",
      ]);
      expect(await problemOf(response)).toMatchObject({ code: "not-found", instance: path });
    }
  });

  it("answer any other method with 405 and the allowed methods, and OPTIONS with 204", async () => {
    const { send } = createFixture();
    for (const [path, methods] of SERVER_PATHS) {
      const allow = [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "QUERY", "PROPFIND"]) {
        if (allow.split(", ").includes(method)) continue;
        const response = await send(method, path);
        expect([response.status, response.headers.get("Allow"), response.headers.get("Cache-Control")], `${method} ${path}`).toEqual([
          405,
          allow,
          "no-store",
        ]);
      }
      const options = await send("OPTIONS", path, { headers: { Origin: SITE, "Access-Control-Request-Method": methods[0] ?? "" } });
      expect([options.status, options.headers.get("Allow"), await options.text()]).toEqual([204, allow, ""]);
      expect(options.headers.get("Access-Control-Allow-Methods")).toBe(allow);
      expect(options.headers.get("Access-Control-Allow-Headers")).toBe(
        "Content-Type, Idempotency-Key, If-None-Match, X-Edit-Token, traceparent, tracestate, baggage",
      );
      expect(options.headers.get("Access-Control-Max-Age")).toBe("7200");
    }
  });

  it("answer 414 only if path and query exceed 8 KiB", async () => {
    const { send } = createFixture();
    const filled = (bytes: number) => `/counts?x=${"a".repeat(bytes - "/api/v1/counts?x=".length)}`;
    expect((await send("GET", filled(8_192))).status).toBe(200);
    expect(await problemOf(await send("GET", filled(8_193)))).toMatchObject({ status: 414, code: "uri-too-long" });
    for (const [path, methods] of SERVER_PATHS) {
      for (const method of methods) expect((await send(method, `${path}?x=${"a".repeat(8_192)}`)).status, `${method} ${path}`).toBe(414);
    }
  });
});

describe("every answer", () => {
  it("has nosniff and its own request id, which is also in its log line", async () => {
    const { send, logs } = createFixture();
    const ids = new Set<string | null>();
    for (const [path, methods] of SERVER_PATHS) {
      for (const method of [...methods, "OPTIONS", "PUT"]) {
        const response = await send(method, path);
        expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
        ids.add(response.headers.get("X-Request-Id"));
      }
    }
    expect(ids.size).toBe(SERVER_PATHS.reduce((sum, [, methods]) => sum + methods.length + 2, 0));
    expect(new Set(logs().map(({ requestId }) => requestId))).toEqual(ids);
  });

  it("names its instance without the query", async () => {
    const { send } = createFixture();
    expect(await problemOf(await send("GET", "/posts/draft/comments?secret=1"))).toMatchObject({
      instance: "/api/v1/posts/draft/comments",
    });
  });

  it("is readable from any page, including errors and 304, except for likes", async () => {
    const { send } = createFixture();
    const headers = { Origin: "https://other.example", "Sec-Fetch-Site": "cross-site" };
    for (const [path, methods] of SERVER_PATHS) {
      for (const method of [...methods, "PUT"]) {
        const response = await send(method, path, { headers });
        expect(response.headers.get("Access-Control-Allow-Origin"), `${method} ${path}`).toBe(path.endsWith("/like") ? null : "*");
      }
    }
    const etag = (await send("GET", "/counts")).headers.get("ETag") ?? "";
    const known = await send("GET", "/counts", { headers: { ...headers, "If-None-Match": etag } });
    expect([known.status, known.headers.get("Access-Control-Allow-Origin")]).toEqual([304, "*"]);
  });

  it("refuses writes from unlisted origins if the owner lists some, while reads stay open", async () => {
    const { send, post } = createFixture({ config: { writeOrigins: ["https://listed.example"] } });
    const view = { type: "page_view", path: "/" };
    const from = (Origin: string) => ({ Origin });
    const refused = await post("/engagement", view, from("https://evil.example"));
    expect([refused.headers.get("Access-Control-Allow-Origin"), refused.headers.get("Vary")]).toEqual([null, "Origin"]);
    expect(await problemOf(refused)).toMatchObject({ status: 403, code: "origin-not-allowed" });
    for (const origin of ["https://listed.example", SITE]) {
      const response = await post("/engagement", view, from(origin));
      expect([response.status, response.headers.get("Access-Control-Allow-Origin")]).toEqual([202, origin]);
    }
    expect((await post("/engagement", view)).status).toBe(202);
    const read = await send("GET", "/counts", { headers: from("https://evil.example") });
    expect([read.status, read.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
  });
});

describe("faults", () => {
  const failing =
    (error: Error) =>
    (real: Store): Store => ({
      ...real,
      comments: {
        ...real.comments,
        page: () => Promise.reject(error),
        submit: () => Promise.reject(error),
        withdraw: () => Promise.reject(error),
        edit: () => Promise.reject(error),
        get: (id) => real.comments.get(id),
      },
      likes: {
        get: () => Promise.reject(error),
        like: () => Promise.reject(error),
        unlike: () => Promise.reject(error),
      },
      inquiries: { ...real.inquiries, submit: () => Promise.reject(error) },
      engagement: { ...real.engagement, record: () => Promise.reject(error) },
      counts: {
        ...real.counts,
        all: () => Promise.reject(error),
      },
    });
  const requests = async (fixture: ReturnType<typeof createFixture>): Promise<Response[]> => [
    await fixture.get("/posts/hello/comments"),
    await fixture.post("/posts/hello/comments", { authorName: "Ada", body: "secret text" }),
    await fixture.send("DELETE", `/posts/hello/comments/${"a".repeat(24)}`, { headers: { "X-Edit-Token": "x" } }),
    await fixture.get("/posts/hello/like"),
    await fixture.send("POST", "/posts/hello/like"),
    await fixture.send("DELETE", "/posts/hello/like", { headers: { Cookie: "__Host-visitor=x" } }),
    await fixture.post("/services/inquiries", { email: "ada@ada.example", message: "secret text" }),
    await fixture.post("/engagement", { type: "page_view", path: "/" }),
    await fixture.get("/counts"),
  ];
  const keys = { isEditToken: () => true, readVisitor: () => ({ visitor: new Uint8Array(32), renewed: null }) };

  it("of the store give a 503 with a time to wait, and use up no quota", async () => {
    const error = new StoreUnavailable("locked", "locked: /home/ada/octavo.db", { retryAfterMs: 2_500 });
    const fixture = createFixture({ store: failing(error), keys, config: { limits: DEFAULT_LIMITS } });
    for (let round = 0; round < 10; round += 1) {
      for (const response of await requests(fixture)) {
        expect(response.headers.get("Retry-After")).toBe("3");
        expect(await problemOf(response)).toMatchObject({
          status: 503,
          code: "temporary-reduced-capacity",
          detail: expect.not.stringContaining("ada"),
        });
      }
    }
  });

  it("of the program give a 500 without details, which are in the log with the request id", async () => {
    const fixture = createFixture({ store: failing(new TypeError("SELECT * FROM comment")), keys });
    for (const response of await requests(fixture)) {
      const text = await response.clone().text();
      expect(text).not.toMatch(/SELECT|TypeError|\.ts/);
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ status: 500, code: "internal-error" });
      expect(fixture.logs()).toContainEqual(
        expect.objectContaining({ level: "error", requestId: problem.requestId, error: "TypeError", detail: "SELECT * FROM comment" }),
      );
    }
    expect(fixture.rawLog()).not.toContain("secret text");
  });

  it("of the published content give a 503 if it was never read, and otherwise the last good copy", async () => {
    const { get, post, send, site, clock } = createFixture();
    site.failing = true;
    for (const response of [
      await get("/posts/hello/comments"),
      await get("/counts"),
      await send("POST", "/posts/hello/like"),
      await post("/engagement", { type: "page_view", path: "/" }),
    ]) {
      expect(await problemOf(response)).toMatchObject({ status: 503, code: "temporary-reduced-capacity" });
    }
    site.failing = false;
    clock.now += 10_000;
    expect((await get("/posts/hello/comments")).status).toBe(200);
    site.failing = true;
    clock.now += 100_000;
    expect((await get("/posts/hello/comments")).status).toBe(200);
    expect((await post("/posts/hello/comments", { authorName: "Ada", body: "x" })).status).toBe(202);
    expect((await get("/posts/draft/comments")).status).toBe(404);
  });

  it("after closing give a 503", async () => {
    const { api, post } = createFixture();
    await api.close();
    expect((await post("/engagement", { type: "page_view", path: "/" })).status).toBe(503);
  });
});

describe("health", () => {
  const at = (fixture: ReturnType<typeof createFixture>, path: string, method = "GET") =>
    fixture.api.fetch(new Request(`${SITE}${path}`, { method }), { address: "10.1.2.3" });

  it("is 200 as long as the process answers", async () => {
    const fixture = createFixture();
    fixture.site.failing = true;
    await fixture.api.close();
    const response = await at(fixture, "/healthz");
    expect([response.status, await response.text(), response.headers.get("Cache-Control")]).toEqual([200, '{"status":"ok"}', "no-store"]);
    expect((await at(fixture, "/readyz")).status).toBe(503);
  });

  it("is ready if the database and the published content can be read", async () => {
    const fixture = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const response = await at(fixture, "/readyz");
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({
      status: "ready",
      database: { ok: true, lastWriteFailure: null, queued: 0 },
      published: { ok: true, buildId: expect.any(String), readAt: "2026-01-31T09:30:00.000Z", error: null },
      log: { lostLines: 0, reason: null },
      warnings: [],
    });
    expect(await fixture.api.ready()).toMatchObject({ status: "ready" });
  });

  it("is not ready before the content was read, and reports a source that became unavailable later", async () => {
    const fixture = createFixture();
    fixture.site.failing = true;
    expect(await json(await at(fixture, "/readyz"))).toMatchObject({
      status: "unavailable",
      published: { ok: false, buildId: null, error: "the source is unavailable" },
    });
    fixture.site.failing = false;
    fixture.clock.now += 10_000;
    expect((await at(fixture, "/readyz")).status).toBe(200);
    fixture.site.failing = true;
    fixture.clock.now += 10_000;
    await at(fixture, "/readyz");
    const later = await at(fixture, "/readyz");
    expect([later.status, await json(later)]).toEqual([
      200,
      expect.objectContaining({ published: expect.objectContaining({ ok: false, error: "the source is unavailable" }) }),
    ]);
  });

  it("shows the last failed write, and keeps working", async () => {
    const fixture = createFixture({ store: (real) => ({ ...real, health: async () => ({ ok: true, writes: "disk-full", queued: 3 }) }) });
    const response = await at(fixture, "/readyz");
    expect([response.status, await json(response)]).toEqual([
      200,
      expect.objectContaining({ status: "degraded", database: { ok: true, lastWriteFailure: "disk-full", queued: 3 } }),
    ]);
  });

  it("warns of untrusted forwarding headers, once in the log, and of disabled limits", async () => {
    const fixture = createFixture({ config: { limits: null } });
    for (let count = 0; count < 3; count += 1)
      await fixture.send("GET", "/counts", { peer: "10.1.2.3", headers: { "X-Forwarded-For": "203.0.113.9" } });
    const { warnings } = await json(await at(fixture, "/readyz"));
    expect(warnings).toEqual([expect.stringContaining("--trust-proxy 10.1.2.3"), expect.stringContaining("OCTAVO_RATE_LIMITS=off")]);
    expect(fixture.logs().filter(({ level }) => level === "warn")).toEqual([
      expect.objectContaining({ message: expect.stringContaining("--trust-proxy 10.1.2.3") }),
    ]);
    expect(fixture.rawLog()).not.toContain("203.0.113.9");
  });

  it("accepts only GET and HEAD", async () => {
    const fixture = createFixture();
    for (const path of ["/healthz", "/readyz"]) {
      expect(await (await at(fixture, path, "HEAD")).text()).toBe("");
      expect((await at(fixture, path, "OPTIONS")).status).toBe(204);
      const post = await at(fixture, path, "POST");
      expect([post.status, post.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
  });
});

describe("visitors behind a proxy", () => {
  const view = { type: "page_view", path: "/" };
  /** How many of 100 requests are allowed. */
  const letThrough = async (
    trustProxy: Parameters<typeof createFixture>[0],
    peer: string,
    headersOf: (index: number) => Record<string, string>,
  ) => {
    const { send } = createFixture(trustProxy);
    let count = 0;
    for (let index = 0; index < 100; index += 1) {
      const headers = { "Content-Type": "application/json", ...headersOf(index) };
      const { status } = await send("POST", "/engagement", { peer, headers, body: JSON.stringify(view) });
      if (status === 202) count += 1;
    }
    return count;
  };
  const addresses = {
    config: { limits: DEFAULT_LIMITS, trustProxy: { kind: "addresses", addresses: toBlockList(["10.0.0.0/8"]) } },
  } as const;
  const none = { config: { limits: DEFAULT_LIMITS, trustProxy: { kind: "none" } } } as const;
  const secret = { config: { limits: DEFAULT_LIMITS, trustProxy: { kind: "secret", secret: "s".repeat(32) } } } as const;
  const varied = (index: number) => `198.51.100.${index}`;

  it.each([
    [
      "are counted individually behind a trusted proxy",
      addresses,
      "10.0.0.1",
      (index: number) => ({ "X-Forwarded-For": varied(index) }),
      100,
    ],
    [
      "are counted individually with the secret",
      secret,
      "203.0.113.9",
      (index: number) => ({ "X-Forwarded-For": varied(index), [PROXY_SECRET_HEADER]: "s".repeat(32) }),
      100,
    ],
    [
      "count as one client behind an untrusted proxy",
      none,
      "10.0.0.1",
      (index: number) => ({ "X-Forwarded-For": varied(index), Forwarded: `for=${varied(index)}` }),
      60,
    ],
    [
      "count as one client with a wrong secret",
      secret,
      "203.0.113.9",
      (index: number) => ({ "X-Forwarded-For": varied(index), [PROXY_SECRET_HEADER]: "x" }),
      60,
    ],
    [
      "cannot make up addresses on the left",
      addresses,
      "10.0.0.1",
      (index: number) => ({ "X-Forwarded-For": `${varied(index)}, 203.0.113.9` }),
      60,
    ],
    [
      "cannot add the header that the proxy does not set",
      addresses,
      "10.0.0.1",
      (index: number) => ({ "X-Forwarded-For": "203.0.113.9", Forwarded: `for=${varied(index)}` }),
      60,
    ],
    [
      "count as one client if they share a /64",
      addresses,
      "10.0.0.1",
      (index: number) => ({ "X-Forwarded-For": `2001:db8:1:2::${index.toString(16)}` }),
      60,
    ],
    ["count as one client in any notation of the address", none, "203.0.113.9", () => ({}), 60],
  ])("%s", async (_case, config, peer, headersOf, allowed) => {
    expect(await letThrough(config, peer, headersOf as (index: number) => Record<string, string>)).toBe(allowed);
  });
});

describe("the log", () => {
  it("contains no addresses, bodies, tokens, cookies, queries or unknown paths", async () => {
    const { send, post, api, rawLog, logs } = createFixture();
    const secrets = [
      "198.51.100.77",
      "ada@ada.example",
      "very private",
      "edit-token-x",
      "cookie-x",
      "query-x",
      "path-x",
      "key-0123456789abcdef",
      "referrer-x",
      "agent-x",
    ];
    const headers = {
      "X-Edit-Token": "edit-token-x",
      Cookie: "__Host-visitor=cookie-x",
      "Idempotency-Key": "key-0123456789abcdef",
      "X-Forwarded-For": "198.51.100.77",
      Referer: "https://referrer-x.example/",
      "User-Agent": "agent-x",
    };
    await post(
      "/posts/hello/comments?query-x=1",
      { authorName: "very private", body: "very private", authorEmail: "ada@ada.example" },
      headers,
    );
    await post("/services/inquiries", { email: "ada@ada.example", message: "very private" }, headers);
    await send("DELETE", `/posts/hello/comments/${"a".repeat(24)}`, { headers });
    await send("POST", "/posts/hello/like", { headers, peer: "198.51.100.77" });
    await send("POST", "/posts/hello/comments", { headers: { "Content-Type": "application/json" }, body: '{"very private' });
    await api.fetch(new Request(`${SITE}/moderate/path-x`), { address: "198.51.100.77" });
    await send("GET", "/posts/path-x/comments");
    for (const secret of secrets) expect(rawLog(), secret).not.toContain(secret);
    expect(logs().filter(({ message }) => message === "request")).toHaveLength(7);
    expect(logs()[1]).toEqual({
      time: "2026-01-31T09:30:00.000Z",
      level: "info",
      message: "request",
      requestId: expect.any(String),
      method: "POST",
      route: "comments",
      status: 202,
      ms: 0,
    });
  });
});

describe("headers of an answer", () => {
  it("cannot be made longer by the content of a request", async () => {
    const { send, post } = createFixture({ config: { likeOrigins: ["https://listed.example"], writeOrigins: ["https://listed.example"] } });
    const evil = "x%0d%0aSet-Cookie:%20evil=1";
    const responses = [
      await send("GET", `/posts/hello/comments?parentId=${evil}`),
      await send("GET", `/posts/hello/comments?commentsSort=newest&commentsPage=2&${evil}`),
      await send("GET", `/posts/${evil}/comments`),
      await send("POST", "/posts/hello/like", { headers: { Origin: "https://listed.example", Cookie: `__Host-visitor=${evil}` } }),
      await send("OPTIONS", "/posts/hello/like", {
        headers: { Origin: evil, "Access-Control-Request-Method": evil, "Access-Control-Request-Headers": evil },
      }),
      await post("/engagement", { type: "page_view", path: "/x\r\nSet-Cookie: evil=1" }, { Origin: evil, "X-Request-Id": evil }),
    ];
    for (const response of responses) {
      for (const [name, value] of response.headers) expect(`${name}: ${value}`).not.toMatch(/evil|[\r\n]/);
    }
    const links = await send("GET", `/posts/hello/comments?commentsPage=7&x=${evil}`);
    expect(links.headers.get("Link")).toBe(`<${BASE}/posts/hello/comments?commentsPage=1>; rel="first"`);
  });
});

describe("a clock that is set forward or back", () => {
  it.each([-3_600_000, -1_000, 3_600_000])("by %d ms causes no refusals, neither of known nor of new clients", async (setBy) => {
    const { send, post, clock } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const like = (peer: string) => send("POST", "/posts/hello/like", { peer });
    const comment = (body: string) => post("/posts/hello/comments", { authorName: "Ada", body });
    expect((await like("192.0.2.1")).status).toBe(200);
    expect((await comment("One")).status).toBe(202);
    clock.setBy = setBy;
    const likes = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.2"].map(like);
    expect((await Promise.all(likes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await comment("Two")).status).toBe(202);
    const third = await comment("Three");
    expect([third.status, third.headers.get("RateLimit")]).toEqual([202, '"comments";r=2;t=360']);
  });

  it("does not restore quotas that are used up", async () => {
    const { post, clock } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const comment = (n: number) => post("/posts/hello/comments", { authorName: "Ada", body: `Text ${n}` });
    for (let n = 0; n < 5; n += 1) expect((await comment(n)).status).toBe(202);
    clock.setBy = 3_600_000;
    const refused = await comment(5);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "120"]);
    clock.now += 120_000;
    expect((await comment(6)).status).toBe(202);
  });
});

it("the server marks a 404 as private while nothing is published, because the type contains the client's Host", async () => {
  const { api, site, clock } = createFixture();
  site.failing = true;
  const ask = async (): Promise<readonly [number, string | null, unknown]> => {
    const response = await api.fetch(new Request("http://evil.example/api/v1/nothing"), { address: "192.0.2.1" });
    return [response.status, response.headers.get("Cache-Control"), (await problemOf(response)).type];
  };
  expect(await ask()).toEqual([404, "no-store", "http://evil.example/api/v1/problems/not-found"]);
  site.failing = false;
  clock.now += 10_000;
  await ask();
  expect(await ask()).toEqual([404, "public, max-age=30", `${BASE}/problems/not-found`]);
});

it("the server accepts whole paths and relative ones for a site below a path, and limits its cookie to that path", async () => {
  const { api, site } = createFixture();
  site.baseUrl = `${SITE}/blog/api/v1`;
  const ask = (path: string, init?: RequestInit): Promise<Response> =>
    api.fetch(new Request(`${SITE}${path}`, init), { address: "192.0.2.1" });
  for (const base of ["", "/blog"]) {
    const status = async (path: string): Promise<number> => (await ask(base + path)).status;
    expect(await Promise.all(["/healthz", "/readyz", "/api/v1/counts", "/moderate/x", "/subscriptions/x"].map(status))).toEqual([
      ...[200, 200, 200, 404, 404],
    ]);
    const missing = await ask(`${base}/api/v1/posts/nothing/like`);
    expect(await json(missing)).toMatchObject({
      instance: "/blog/api/v1/posts/nothing/like",
      type: `${SITE}/blog/api/v1/problems/not-found`,
    });
    const secret = await ask(`${base}/moderate/secret%2E`);
    expect(await secret.text()).not.toContain("secret%2E");
  }
  const liked = await ask("/blog/api/v1/posts/hello/like", { method: "POST", headers: { Origin: SITE } });
  expect(liked.headers.get("Set-Cookie")).toMatch(/^__Secure-visitor=[^;]+; Path=\/blog\/; .*Secure/);
  const again = await ask("/blog/api/v1/posts/hello/like", { headers: { Origin: SITE, Cookie: String(liked.headers.get("Set-Cookie")) } });
  expect(await json(again)).toMatchObject({ liked: true, likeCount: 1 });
  expect((await ask("/shop/api/v1/counts")).status).toBe(404);
});

it("the server removes the path of a site below a path once, and limits the target as it was sent", async () => {
  const { api, site } = createFixture();
  site.baseUrl = `${SITE}/blog/api/v1`;
  const ask = async (path: string): Promise<readonly [number, unknown]> => {
    const response = await api.fetch(new Request(SITE + path), { address: "192.0.2.1" });
    return [response.status, response.ok ? null : (await problemOf(response)).instance];
  };
  for (const path of ["/healthz", "/api/v1/counts"]) expect(await ask(`/blog/blog${path}`)).toEqual([404, `/blog/blog${path}`]);
  const fill = (start: string, bytes: number): string => start + "x".repeat(bytes - start.length);
  expect(await ask(fill("/blog/api/v1/counts?", URI_MAX_BYTES))).toEqual([200, null]);
  expect(await ask(fill("/blog/api/v1/counts?", URI_MAX_BYTES + 1))).toEqual([414, "/blog/api/v1/counts"]);
});
