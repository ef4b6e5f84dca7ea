import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../server/server-config.ts";
import { createFixture } from "./api-fixture.ts";

/**
 * Anything that a client may send leads neither to a 500 nor to a hang. The fixture checks every
 * answer against the OpenAPI document.
 */

const RUNS = 150;
const MEMBERS = [
  "authorName",
  "body",
  "authorEmail",
  "authorUrl",
  "parentId",
  "contact_me_by_fax",
  "email",
  "message",
  "telegram",
  "serviceId",
  "name",
];
const RECORD_MEMBERS = [
  "type",
  "slug",
  "path",
  "url",
  "percent",
  "activeMs",
  "channel",
  "resultCount",
  "id",
  "referrer",
  "ageMs",
  "events",
];
const TYPES = ["post_view", "page_view", "outbound_click", "read_progress", "share", "search", "cta_click"];

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "\u202e",
    "__proto__",
    "https://a.example",
    "ada@ada.example",
    "hello",
    "1e400",
    "null",
    ...TYPES,
  ),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.integer(),
  fc.constant(null),
  fc.constantFrom(1e308, -0),
);
const object = fc.dictionary(fc.oneof(fc.constantFrom(...MEMBERS, ...RECORD_MEMBERS, "__proto__", "constructor"), fc.string()), value, {
  maxKeys: 12,
});
const nearlyRight = fc
  .tuple(
    fc.constantFrom(
      { authorName: "Ada", body: "Hello" },
      { email: "ada@ada.example", message: "Hi" },
      { type: "post_view", slug: "hello" },
    ),
    object,
  )
  .map(([base, more]) => ({ ...base, ...more }));
const body = fc.oneof(
  nearlyRight.map((each) => JSON.stringify(each)),
  fc.array(fc.oneof(nearlyRight, value), { maxLength: 22 }).map((events) => JSON.stringify({ events })),
  object.map((each) => JSON.stringify(each)),
  fc.json(),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "[".repeat(8_000),
    '{"a":'.repeat(3_000),
    `{"body":"${"*_[".repeat(1_500)}","authorName":"x"}`,
    '{"authorName":"x","body":"\\ud800"}',
  ),
);
const bytes = fc.oneof(
  body.map((each) => new TextEncoder().encode(each)),
  fc.uint8Array({ maxLength: 20_000 }).map((each) => new Uint8Array(each)),
);

const headerValue = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 300 }),
  fc.constantFrom(
    "null",
    "https://ines.example",
    "*",
    '"x", W/"y"',
    "for=192.0.2.1",
    "__Host-visitor=a.b; __Host-visitor=c",
    "same-origin",
    "gzip",
    "0",
  ),
);
const HEADERS = [
  "Content-Type",
  "Content-Encoding",
  "Origin",
  "Cookie",
  "Sec-Fetch-Site",
  "Idempotency-Key",
  "X-Edit-Token",
  "If-None-Match",
  "X-Forwarded-For",
  "Forwarded",
  "Access-Control-Request-Method",
  "User-Agent",
  "Sec-GPC",
  "X-Octavo-Proxy-Secret",
];
const headers = fc
  .tuple(fc.dictionary(fc.constantFrom(...HEADERS), headerValue, { maxKeys: 6 }), fc.constantFrom("application/json", "text/plain", null))
  .map(([given, type]): Record<string, string> => (type === null ? given : { ...given, "Content-Type": type }));

const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "/posts/hello/comments",
      `/posts/hello/comments/${"a".repeat(24)}`,
      "/posts/tides/like",
      "/services/inquiries",
      "/engagement",
      "/counts",
    ),
  },
  { weight: 1, arbitrary: fc.webPath().map((each) => `/${each}`) },
  { weight: 1, arbitrary: fc.string().map((each) => `/posts/${encodeURIComponent(each.toWellFormed())}/comments`) },
);
const query = fc.oneof(
  fc.constant(""),
  fc.webQueryParameters().map((each) => `?${each}`),
  fc
    .array(
      fc.tuple(
        fc.constantFrom("commentsPage", "commentsPageSize", "commentsSort", "parentId"),
        fc.oneof(
          fc.string().map((each) => encodeURIComponent(each.toWellFormed())),
          fc.constantFrom("1", "0", "%", "%ff", "1e1", "+1", "newest"),
        ),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => `?${pairs.map((pair) => pair.join("=")).join("&")}`),
);
const method = fc.constantFrom("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS", "PUT");

describe.each([
  ["without limits", {}],
  [
    "with limits, proxies and listed origins",
    { limits: DEFAULT_LIMITS, writeOrigins: ["https://ines.example"], trustProxy: { kind: "secret", secret: "s".repeat(32) } },
  ],
] as const)("whatever is sent, %s", (_case, config) => {
  it("the answer is one that the contract allows, and never an internal error", async () => {
    const { send, logs } = createFixture({ config, keys: { isEditToken: (_id, token) => token.length % 2 === 0 } });
    await fc.assert(
      fc.asyncProperty(method, path, query, headers, bytes, async (verb, where, asked, given, sent) => {
        const hasBody = verb !== "GET" && verb !== "HEAD";
        const response = await send(verb, `${where}${asked}`, { headers: given, ...(hasBody ? { body: sent } : {}) });
        expect(response.status).not.toBe(500);
        // One of these paths does not support reading yet.
        const isLater = (verb === "GET" || verb === "HEAD") && /\/comments\/[^/]+$/.test(where);
        if (!isLater) expect(response.status).not.toBe(503);
        await response.text();
      }),
      { numRuns: RUNS * 4, seed: 20260131 },
    );
    expect(logs().filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("bodies that are nearly valid", () => {
  it.each([
    ["/posts/hello/comments", "POST"],
    ["/services/inquiries", "POST"],
    ["/engagement", "POST"],
    [`/posts/hello/comments/${"a".repeat(24)}`, "PATCH"],
  ])("are accepted or refused as a whole: %s", async (where, verb) => {
    const { send } = createFixture({ keys: { isEditToken: () => true } });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const given = { "Content-Type": "application/json", "X-Edit-Token": "t" };
        const response = await send(verb, where, { headers: given, body: sent });
        statuses.add(response.status);
        expect([200, 201, 202, 400, 404, 409, 413, 422]).toContain(response.status);
      }),
      { numRuns: RUNS, seed: 20260131 },
    );
    // Without this, a server that refuses everything would pass.
    expect([...statuses].filter((status) => status !== 413).length).toBeGreaterThan(1);
  });
});

/**
 * Well-formed, and nested as deeply as a body allows. The parser has no stack limit, but code that
 * walks the result may have one.
 */
const DEEP = [
  "[".repeat(7_500) + "]".repeat(7_500),
  `${'{"a":'.repeat(2_600)}1${"}".repeat(2_600)}`,
  `${'[{"a":'.repeat(1_900)}1${"}]".repeat(1_900)}`,
];

describe("bodies nested thousands of levels deep", () => {
  it.each([
    ["/posts/hello/comments", "POST", { authorName: "Ada", body: "Hello" }],
    ["/services/inquiries", "POST", { email: "ada@ada.example", message: "Hi" }],
    ["/engagement", "POST", { type: "post_view", slug: "hello" }],
    [`/posts/hello/comments/${"a".repeat(24)}`, "PATCH", { body: "Hello" }],
  ])("are accepted or refused in any member, with and without a key: %s %s", async (where, verb, base) => {
    const { send, logs } = createFixture({ keys: { isEditToken: () => true } });
    const bodies = DEEP.flatMap((deep) => [
      deep,
      `{"events":${deep}}`,
      `{"events":[${deep}]}`,
      ...[...MEMBERS, ...RECORD_MEMBERS, "unknown", "__proto__"].map((member) => {
        const { [member]: _replaced, ...rest } = base as Record<string, string>;
        return `{${[...Object.entries(rest).map(([name, each]) => `"${name}":"${each}"`), `"${member}":${deep}`].join(",")}}`;
      }),
    ]);
    const statuses = new Set<number>();
    for (const [index, sent] of bodies.entries()) {
      const given = {
        "Content-Type": "application/json",
        "X-Edit-Token": "t",
        "Idempotency-Key": `deep-${String(index).padStart(16, "0")}`,
      };
      const { "Idempotency-Key": _key, ...without } = given;
      for (const headersSent of [given, without]) {
        const response = await send(verb, where, { headers: headersSent, body: sent });
        statuses.add(response.status);
        expect([201, 202, 400, 404, 409, 413, 422], sent.slice(0, 80)).toContain(response.status);
      }
    }
    expect(statuses.size).toBeGreaterThan(1);
    expect(logs().filter(({ level }) => level === "error")).toEqual([]);
  });
});
