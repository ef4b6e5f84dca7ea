import { describe, expect, it } from "vitest";
import type { KeyScope } from "../../../server/owner/key-scopes.ts";
import { formatKey, hashSecret, newKeyText } from "../../../server/owner/keys/key-text.ts";
import type { ServerConfig } from "../../../server/server-config.ts";
import { createFixture, seededBytes } from "../api-fixture.ts";
import { createMetricsSource } from "./metrics-fixture.ts";

const HERE = { peer: "127.0.0.1" };
const URL_HERE = "http://127.0.0.1:3000/metrics";
const OPEN = { Accept: "application/openmetrics-text;version=1.0.0,text/plain;q=0.5" };

function createMeasured(config: Partial<ServerConfig> = { metrics: "local" }) {
  return createFixture({
    config,
    metrics: createMetricsSource(Date.parse("2026-01-01")),
  });
}

async function scrape(fixture: ReturnType<typeof createMeasured>, headers: Record<string, string> = {}): Promise<string> {
  const response = await fixture.send("GET", URL_HERE, { ...HERE, headers });
  expect(response.status).toBe(200);
  return response.text();
}

it("/metrics answers 404 unless the owner turns it on", async () => {
  const fixture = createFixture();
  expect((await fixture.send("GET", URL_HERE, HERE)).status).toBe(404);
  expect(fixture.api.answers("/metrics", "GET")).toBe(false);
  expect(createMeasured().api.answers("/metrics", "GET")).toBe(true);
});

it("/metrics counts requests by route and status, refusals by reason, and durations, without paths", async () => {
  const fixture = createMeasured();
  await fixture.get("/posts/hello/comments");
  await fixture.get("/posts/hello/comments");
  await fixture.get("/posts/unknown-slug-of-a-stranger/comments");
  await fixture.post("/posts/hello/comments", { authorName: "Ada", body: "" });
  await fixture.get("/no/such/path-of-a-stranger");
  const text = await scrape(fixture);
  expect(text).toContain('octavo_requests_total{route="comments",status="200"} 2\n');
  expect(text).toContain('octavo_requests_total{route="comments",status="404"} 1\n');
  expect(text).toContain('octavo_requests_total{route="other",status="404"} 1\n');
  expect(text).toMatch(/octavo_refusals_total\{route="comments",code="[a-z-]+"\} 1\n/);
  expect(text).toContain('octavo_request_duration_seconds_bucket{le="+Inf",route="comments"} 4\n');
  expect(text).toContain('octavo_request_duration_seconds_count{route="comments"} 4\n');
  expect(text).not.toContain("stranger");
});

it("/metrics contains the queue, commits, sizes, ages and incidents", async () => {
  const fixture = createMeasured();
  await fixture.approved("A comment");
  const text = await scrape(fixture);
  expect(text).toMatch(/^octavo_commits_total [1-9]\d*$/m);
  expect(text).toMatch(/^octavo_writes_total [1-9]\d*$/m);
  expect(text).toMatch(/^octavo_queued_writes 0$/m);
  expect(text).toMatch(/^octavo_outbox_age_seconds 0$/m);
  expect(text).toMatch(/^octavo_backup_age_seconds [1-9]\d*$/m);
  expect(text).toMatch(/^octavo_incident\{kind="disk"\} 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d*$/m);
  expect(text).not.toContain("octavo_snapshot_age_seconds");
});

it("/metrics contains the age of a notice that could not be sent", async () => {
  const fixture = createMeasured();
  await fixture.post("/services/inquiries", { email: "ada@ada.example", message: "Could you weave this?" });
  await fixture.store.notices.plan(["mail"]);
  fixture.clock.now += 90_000;
  expect(await scrape(fixture)).toMatch(/^octavo_outbox_age_seconds 90$/m);
});

it("/metrics uses OpenMetrics for clients that accept it", async () => {
  const fixture = createMeasured();
  await fixture.get("/posts/hello/comments");
  const response = await fixture.send("GET", URL_HERE, { ...HERE, headers: OPEN });
  expect(response.headers.get("Content-Type")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const text = await response.text();
  expect(text).toContain("# TYPE octavo_requests counter\n");
  expect(text).toContain('octavo_requests_total{route="comments",status="200"} 1\n');
  expect(text).toMatch(/\n# EOF\n$/);
});

it.each([
  ["another machine", URL_HERE, "192.0.2.1", {}],
  ["a proxy on this machine", URL_HERE, "127.0.0.1", { "X-Forwarded-For": "192.0.2.1" }],
  ["a proxy that states only the scheme", URL_HERE, "127.0.0.1", { "X-Forwarded-Proto": "https" }],
  ["a tunnel on this machine", URL_HERE, "127.0.0.1", { "CF-Connecting-IP": "192.0.2.1" }],
  ["a proxy that hides itself", "http://ines.example/metrics", "127.0.0.1", {}],
  ["a page whose name resolves to this machine", "http://rebound.example:3000/metrics", "127.0.0.1", {}],
])("/metrics refuses %s", async (_, url, peer, headers: Record<string, string>) => {
  const response = await createMeasured().send("GET", url, { peer, headers });
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain("octavo_");
});

it("/metrics requires a key even on this machine if a public site may be behind a proxy", async () => {
  const ask = async (config: Partial<ServerConfig>): Promise<number> =>
    (await createMeasured({ metrics: "on", ...config }).send("GET", URL_HERE, HERE)).status;
  expect(await ask({})).toBe(403);
  expect(await ask({ baseUrl: "http://localhost:3000/api/v1" })).toBe(200);
  expect(await ask({ baseUrl: "http://localhost:3000/api/v1", trustProxy: { kind: "secret", secret: "s".repeat(32) } })).toBe(403);
  expect(await ask({ baseUrl: "https://ines.example/api/v1", metrics: "local" })).toBe(200);
});

describe("a key of the owner", () => {
  const add = async (fixture: ReturnType<typeof createMeasured>, scopes: readonly KeyScope[]): Promise<string> => {
    const key = newKeyText(seededBytes(4));
    const expiresAt = fixture.clock.now + 60_000;
    await fixture.store.ownerKeys.add({ id: key.id, name: "prometheus", scopes, hash: hashSecret(key.secret), expiresAt });
    return formatKey(key);
  };
  const ask = (fixture: ReturnType<typeof createMeasured>, key: string): Promise<Response> =>
    fixture.send("GET", "https://ines.example/metrics", { peer: "192.0.2.1", headers: { Authorization: `Bearer ${key}` } });

  it("reads metrics from anywhere, with the scope figures", async () => {
    const fixture = createMeasured();
    const response = await ask(fixture, await add(fixture, ["figures"]));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("octavo_commits_total");
  });

  it("counts wrong keys together with the owner's channel", async () => {
    const fixture = createMeasured();
    await add(fixture, ["figures"]);
    const wrong = `octo_${"a".repeat(12)}_${"b".repeat(43)}`;
    const options = { peer: "192.0.2.1", headers: { Authorization: `Bearer ${wrong}` } };
    for (let n = 0; n < 5; n += 1) {
      expect((await fixture.send("GET", "https://ines.example/metrics", options)).status).toBe(401);
      expect((await fixture.send("POST", "https://ines.example/owner/v1/site.show", options)).status).toBe(401);
    }
    expect((await fixture.send("GET", "https://ines.example/metrics", options)).status).toBe(429);
  });

  it("is refused if it is wrong, has expired or lacks that scope", async () => {
    const fixture = createMeasured();
    const key = await add(fixture, ["moderate"]);
    expect((await ask(fixture, key)).status).toBe(403);
    expect((await ask(fixture, `${key.slice(0, -8)}AAAAAAAA`)).status).toBe(401);
    fixture.clock.now += 60_000;
    expect((await ask(fixture, key)).status).toBe(401);
  });
});
