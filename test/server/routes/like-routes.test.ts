import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";
import { json, problemOf } from "../answers.ts";
import { createFixture, SITE } from "../api-fixture.ts";

const LIKE = "/posts/hello/like";

/** The part of a Set-Cookie that a browser sends back. */
const cookieOf = (response: Response): string => (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";

describe("liking a post", () => {
  it("sets the visitor's cookie, counts once, and can be withdrawn", async () => {
    const { send, get } = createFixture();
    expect(await json(await get(LIKE))).toEqual({ slug: "hello", liked: false, likeCount: 0 });
    const first = await send("POST", LIKE);
    expect(first.status).toBe(200);
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-visitor=[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}; Path=\/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(await json(first)).toEqual({ slug: "hello", liked: true, likeCount: 1 });

    const headers = { Cookie: `theme=dark; ${cookieOf(first)}` };
    const again = await send("POST", LIKE, { headers });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(await json(again)).toEqual({ slug: "hello", liked: true, likeCount: 1 });
    expect(await json(await get(LIKE, headers))).toEqual({ slug: "hello", liked: true, likeCount: 1 });
    expect(await json(await get(LIKE))).toEqual({ slug: "hello", liked: false, likeCount: 1 });

    const back = await send("DELETE", LIKE, { headers });
    expect(back.headers.getSetCookie()).toEqual([]);
    expect(await json(back)).toEqual({ slug: "hello", liked: false, likeCount: 0 });
    expect(await json(await send("DELETE", LIKE, { headers }))).toEqual({ slug: "hello", liked: false, likeCount: 0 });
  });

  it("counts a first like once if it is sent twice with the same key, and sets the same cookie", async () => {
    const { send, get, store } = createFixture();
    const headers = { "Idempotency-Key": "5f0c7a52-6a37-4a7e-9d0b-8c3a2b1d4e5f" };
    const twice = await Promise.all([send("POST", LIKE, { headers }), send("POST", LIKE, { headers })]);
    for (const response of twice) expect(await json(response)).toEqual({ slug: "hello", liked: true, likeCount: 1 });
    const [first = "", second = ""] = twice.map(cookieOf);
    expect(first).toMatch(/^__Host-visitor=/);
    expect(second).toBe(first);
    // The cookie is valid.
    expect(await json(await get(LIKE, { Cookie: second }))).toMatchObject({ liked: true });
    expect(await json(await send("DELETE", LIKE, { headers: { Cookie: first } }))).toMatchObject({ likeCount: 0 });
    expect((await store.counts.get("hello")).likeCount).toBe(0);
  });

  it("distinguishes visitors by post, network and key; a valid cookie takes precedence", async () => {
    const { send, get } = createFixture();
    const key = "k".repeat(16);
    const like = async (path: string, peer: string, more: Record<string, string> = {}): Promise<string> =>
      cookieOf(await send("POST", path, { peer, headers: { "Idempotency-Key": key, ...more } }));
    const cookies = [
      await like(LIKE, "192.0.2.1"),
      await like("/posts/tides/like", "192.0.2.1"),
      await like(LIKE, "192.0.2.2"),
      await like(LIKE, "2001:db8::1"),
      await like(LIKE, "192.0.2.1", { "Idempotency-Key": "l".repeat(16) }),
    ];
    expect(new Set(cookies).size).toBe(5);
    expect(await like(LIKE, "2001:db8::77")).toBe(cookies[3]);
    expect(await like("/posts/old-tides/like", "192.0.2.1")).toBe(cookies[1]);
    expect(await like(LIKE, "192.0.2.1", { Cookie: cookies[2] ?? "" })).toBe("");
    expect(await json(await get(LIKE))).toMatchObject({ likeCount: 4 });
    // Without a key, each request is a separate visitor.
    expect(cookieOf(await send("POST", LIKE))).not.toBe(cookieOf(await send("POST", LIKE)));
  });

  it.each(["short", "x".repeat(65), "with a space in it"])("refuses %j as a key with 400", async (key) => {
    const { send } = createFixture();
    const response = await send("POST", LIKE, { headers: { "Idempotency-Key": key } });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await problemOf(response)).toMatchObject({ status: 400, code: "validation-error", errors: [{ header: "Idempotency-Key" }] });
  });

  it("is exact: 200 concurrent likes from 50 cookies count as 50", async () => {
    const { send, get } = createFixture();
    const cookies: string[] = [];
    for (let count = 0; count < 50; count += 1) cookies.push(cookieOf(await send("POST", "/posts/tides/like")));
    expect(new Set(cookies).size).toBe(50);
    await Promise.all(Array.from({ length: 200 }, (_, index) => send("POST", LIKE, { headers: { Cookie: cookies[index % 50] ?? "" } })));
    expect(await json(await get(LIKE))).toMatchObject({ likeCount: 50 });
    expect(await json(await get("/counts"))).toEqual({
      posts: { hello: { likeCount: 50, commentCount: 0, viewCount: null }, tides: { likeCount: 50, commentCount: 0, viewCount: null } },
    });
  });

  it("ignores a cookie that the server did not issue", async () => {
    const { send, get } = createFixture();
    const real = cookieOf(await send("POST", LIKE));
    const forged = [
      `${real.slice(0, -2)}xx`,
      real.replace("__Host-visitor=", "visitor="),
      "__Host-visitor=",
      "__Host-visitor=a.b",
      real.replace("=", "=x"),
    ];
    for (const cookie of forged) {
      expect(await json(await get(LIKE, { Cookie: cookie })), cookie).toMatchObject({ liked: false });
      const response = await send("DELETE", LIKE, { headers: { Cookie: cookie } });
      expect(await json(response)).toMatchObject({ likeCount: 1 });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const liked = await send("POST", LIKE, { headers: { Cookie: forged[0] ?? "" } });
    expect(liked.headers.getSetCookie()).toHaveLength(1);
    // If a browser sends two cookies with this name, the server's own counts.
    expect(await json(await get(LIKE, { Cookie: `${forged[0]}; ${real}` }))).toMatchObject({ liked: true });
  });

  it("signs an old cookie again, and keeps the like", async () => {
    const renewed: string[] = [];
    const { send, store } = createFixture({
      keys: { readVisitor: (cookie) => (cookie === "old.old" ? { visitor: new Uint8Array(32).fill(7), renewed: "new.new" } : null) },
    });
    await store.likes.like({ slug: "hello", visitor: new Uint8Array(32).fill(7), quotas: [] });
    const response = await send("POST", LIKE, { headers: { Cookie: "__Host-visitor=old.old" } });
    renewed.push(cookieOf(response));
    expect(renewed).toEqual(["__Host-visitor=new.new"]);
    expect(await json(response)).toMatchObject({ liked: true, likeCount: 1 });
  });

  it("has a partitioned cookie for pages of another site that the owner lists", async () => {
    const { send } = createFixture({ config: { likeOrigins: ["https://blog.example"] } });
    const headers = { Origin: "https://blog.example", "Sec-Fetch-Site": "cross-site" };
    const response = await send("POST", LIKE, { headers });
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/; Secure; SameSite=None; Partitioned$/)]);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://blog.example");
    expect(response.headers.get("Access-Control-Allow-Credentials")).toBe("true");
    const own = await send("POST", LIKE, { headers: { Origin: SITE, "Sec-Fetch-Site": "same-origin" } });
    expect(own.headers.getSetCookie()).toEqual([expect.stringMatching(/SameSite=Lax$/)]);
  });

  it("is `visitor` without Secure if the public URL is plain http", async () => {
    const { send, get, site, clock } = createFixture();
    site.baseUrl = "http://localhost:3000/api/v1";
    clock.now += 10_000;
    await send("GET", LIKE);
    const response = await send("POST", LIKE, { headers: { Origin: "http://localhost:3000", "Sec-Fetch-Site": "same-origin" } });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^visitor=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await json(await get(LIKE, { Cookie: cookieOf(response) }))).toMatchObject({ liked: true });
  });

  it("ignores a body, of whatever type and size", async () => {
    const { send } = createFixture();
    for (const body of ["{", "x".repeat(100_000), '{"liked":false}']) {
      expect((await send("POST", LIKE, { headers: { "Content-Type": "text/x-any" }, body })).status).toBe(200);
    }
  });

  it("is never cached, but still has an ETag", async () => {
    const { send, get } = createFixture();
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await send(method, LIKE);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Vary")).toBe("Origin");
    }
    const etag = (await get(LIKE)).headers.get("ETag") ?? "";
    expect((await get(LIKE, { "If-None-Match": etag })).status).toBe(304);
  });

  it("works for a former slug, and returns 404 without a cookie for an unknown one", async () => {
    const { send } = createFixture();
    expect(await json(await send("POST", "/posts/old-tides/like"))).toMatchObject({ slug: "tides", likeCount: 1 });
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await send(method, "/posts/draft/like");
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await problemOf(response)).toMatchObject({ status: 404 });
    }
  });
});

describe("limits on likes", () => {
  it("are 30 per minute, including withdrawals", async () => {
    const { send, get } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await send(count % 2 === 0 ? "POST" : "DELETE", LIKE)).status);
    expect(statuses).toEqual([...new Array<number>(30).fill(200), 429]);
    const refused = await send("POST", LIKE);
    expect([refused.headers.get("Retry-After"), refused.headers.get("RateLimit-Policy")]).toEqual(["2", '"likes";q=30;w=60']);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await get(LIKE)).status).toBe(200);
  });

  it("are not used up by a repeated first like", async () => {
    const { send } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const headers = { "Idempotency-Key": "5f0c7a52-6a37-4a7e-9d0b-8c3a2b1d4e5f" };
    for (let count = 0; count < 40; count += 1) expect((await send("POST", LIKE, { headers })).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 30; count += 1) statuses.push((await send("DELETE", LIKE)).status);
    expect(statuses).toEqual([...new Array<number>(29).fill(200), 429]);
  });

  it("are 200 per day for one post and address, not counting likes that change nothing", async () => {
    const { send, clock } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    let cookie = "";
    for (let count = 0; count < 200; count += 1) {
      clock.now += 2_000;
      cookie = cookieOf(await send("POST", LIKE));
    }
    clock.now += 2_000;
    const refused = await send("POST", LIKE);
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: "quota-exceeded" });
    expect(refused.headers.get("RateLimit-Policy")).toBe('"likes-day";q=200;w=86400');
    expect(refused.headers.getSetCookie()).toEqual([]);
    clock.now += 2_000;
    expect((await send("POST", LIKE, { headers: { Cookie: cookie } })).status).toBe(200);
    clock.now += 2_000;
    expect((await send("POST", "/posts/tides/like")).status).toBe(200);
    expect((await send("POST", LIKE, { peer: "192.0.2.77" })).status).toBe(200);
  });
});

describe("forged requests", () => {
  const METHODS = ["GET", "HEAD", "POST", "DELETE"];
  const ORIGINS: readonly (readonly [origin: string | null, known: boolean])[] = [
    [null, true],
    [SITE, true],
    ["https://listed.example", true],
    ["https://evil.example", false],
    ["null", false],
    [`${SITE}.evil.example`, false],
    ["https://www.ines.example", false],
    ["http://ines.example", false],
  ];
  const SITES = [null, "same-origin", "same-site", "cross-site", "none"];
  const TYPES = [null, "application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

  it("are refused for every method × Origin × Sec-Fetch-Site × Content-Type, and change nothing", async () => {
    const { send, store } = createFixture({ config: { likeOrigins: ["https://listed.example"] } });
    const visitor = { Cookie: cookieOf(await send("POST", LIKE)) };
    let refused = 0;
    for (const method of METHODS) {
      for (const [origin, known] of ORIGINS) {
        for (const site of SITES) {
          for (const type of TYPES) {
            const headers = {
              ...visitor,
              ...(origin === null ? {} : { Origin: origin }),
              ...(site === null ? {} : { "Sec-Fetch-Site": site }),
              ...(type === null ? {} : { "Content-Type": type }),
            };
            const allowed = origin === null ? site !== "cross-site" && site !== "same-site" : known;
            const before = (await store.likes.get({ slug: "hello", visitor: null })).likeCount;
            const response = await send(method, LIKE, { headers });
            const told = `${method} ${origin} ${site} ${type}`;
            expect(response.status, told).toBe(allowed ? 200 : 403);
            expect(response.headers.get("Access-Control-Allow-Origin"), told).toBe(allowed && origin !== null ? origin : null);
            expect(response.headers.get("Access-Control-Allow-Credentials"), told).toBe(allowed && origin !== null ? "true" : null);
            if (allowed) continue;
            refused += 1;
            expect((await store.likes.get({ slug: "hello", visitor: null })).likeCount, told).toBe(before);
            if (method !== "HEAD") expect(await problemOf(response)).toMatchObject({ code: "origin-not-allowed" });
          }
        }
      }
    }
    // 4 methods × 5 types × (5 unknown origins × 5 sites + 2 sites without an origin)
    expect(refused).toBe(4 * 5 * (5 * 5 + 2));
  });

  it("get a preflight without Allow-Origin", async () => {
    const { send } = createFixture();
    const preflight = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type" };
    for (const origin of ["https://evil.example", "null"]) {
      const response = await send("OPTIONS", LIKE, { headers: { Origin: origin, ...preflight } });
      expect([response.status, response.headers.get("Access-Control-Allow-Origin")]).toEqual([204, null]);
    }
    const own = await send("OPTIONS", LIKE, { headers: { Origin: SITE, ...preflight } });
    expect([own.status, own.headers.get("Access-Control-Allow-Origin"), own.headers.get("Access-Control-Max-Age")]).toEqual([
      204,
      SITE,
      "7200",
    ]);
  });
});
