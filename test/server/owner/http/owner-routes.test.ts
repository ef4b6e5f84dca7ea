import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { KeyScope } from "../../../../server/owner/key-scopes.ts";
import { keyIssue } from "../../../../server/owner/keys/key-operations.ts";
import { createOwner, toOwnerContext } from "../../../../server/owner/owner-operation.ts";
import { ALL_OPERATIONS } from "../../../../server/owner/owner-operations.ts";
import { createFixture, type Fixture, SITE, VERSION } from "../../api-fixture.ts";

async function makeKey({ store, clock, host }: Fixture, scopes?: KeyScope[], days?: number): Promise<string> {
  const owner = createOwner(toOwnerContext({ store, host, clock: () => clock.now, random: randomBytes }));
  const { key } = await owner(keyIssue, {
    name: "laptop",
    ...(scopes === undefined ? {} : { scopes }),
    ...(days === undefined ? {} : { days }),
  });
  return key;
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly peer?: string;
  readonly method?: string;
}

function post(
  { send }: Fixture,
  operation: string,
  key: string | null,
  body: unknown = {},
  { headers = {}, peer, method = "POST" }: Sent = {},
) {
  return send(method, `${SITE}/owner/v1/${operation}`, {
    headers: { "Content-Type": "application/json", ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...headers },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    ...(peer === undefined ? {} : { peer }),
  });
}

test("while there is no key, the channel looks like any unknown path", async () => {
  const fixture = createFixture();
  const answers = [await post(fixture, "comments.list", null), await fixture.send("GET", `${SITE}/owner/v1/openapi.json`)];
  for (const answer of answers) expect([answer.status, (await answer.json()).code]).toEqual([404, "not-found"]);
  await makeKey(fixture, undefined, 1);
  expect((await post(fixture, "comments.list", null)).status).toBe(401);
  fixture.clock.now += 86_400_000;
  expect((await post(fixture, "comments.list", null)).status).toBe(404);
});

test("a key permits the operations of its scopes and records its day of use, and no answer may be cached or read by a page", async () => {
  const fixture = createFixture();
  const key = await makeKey(fixture, ["read"]);
  const id = await fixture.approved("Hello");
  const answer = await post(fixture, "comments.list", key, { states: ["approved"] });
  expect(answer.status).toBe(200);
  expect((await answer.json()).items.map((comment: { id: string }) => comment.id)).toEqual([id]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({ "cache-control": "no-store", "octavo-version": VERSION });
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  expect(await fixture.store.ownerKeys.list()).toMatchObject([{ lastUsedOn: "2026-01-31", scopes: ["read"] }]);
  const refused = await post(fixture, "comments.decide", key, { decision: "delete", targets: [{ id, revision: 1 }] });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: "scope-missing", detail: expect.stringContaining("moderate") },
  ]);
  expect((await fixture.store.comments.get(id))?.state).toBe("approved");
  const page = await post(fixture, "comments.list", key, {}, { headers: { Origin: SITE } });
  expect([page.status, (await page.json()).code]).toEqual([403, "origin-not-allowed"]);
});

test("every operation is refused to a key without its scope, and the owner's own operations to every key", async () => {
  const fixture = createFixture();
  for (const { name, scope } of ALL_OPERATIONS) {
    const others = (["read", "moderate", "inquiries", "figures", "erase", "backup"] as const).filter((each) => each !== scope);
    const answer = await post(fixture, name, await makeKey(fixture, [...others]), {});
    expect([answer.status, (await answer.json()).code], name).toEqual([403, "scope-missing"]);
  }
});

test("wrong, revoked and expired keys get the same 401, and after ten of them an address must wait", async () => {
  const fixture = createFixture();
  const key = await makeKey(fixture);
  const expired = await makeKey(fixture, ["read"], 1);
  fixture.clock.now += 86_400_000;
  const wrong = [
    null,
    "octo_x",
    `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`,
    expired,
    key.replace(/^octo_.{12}/, "octo_aaaaaaaaaaaa"),
  ];
  const bodies = await Promise.all(
    wrong.map(async (each) => {
      const answer = await post(fixture, "comments.list", each);
      const { requestId, ...body } = await answer.json();
      return [answer.status, answer.headers.get("WWW-Authenticate"), JSON.stringify(body)].join();
    }),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain("401");
  for (let n = wrong.length; n < 10; n += 1) expect((await post(fixture, "comments.list", null)).status).toBe(401);
  const limited = await post(fixture, "comments.list", null);
  expect([limited.status, limited.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect((await post(fixture, "comments.list", key)).status).toBe(200);
  expect((await post(fixture, "comments.list", key, {}, { peer: "192.0.2.9" })).status).toBe(200);
  await fixture.store.ownerKeys.revoke(key.slice("octo_".length, "octo_".length + 12));
  await makeKey(fixture);
  expect((await post(fixture, "comments.list", key, {}, { peer: "192.0.2.9" })).status).toBe(401);
});

test("a key revoked while a request's body arrives permits nothing", async () => {
  const fixture = createFixture();
  const key = await makeKey(fixture);
  const other = await makeKey(fixture);
  const revokedBefore = async (by: string): Promise<number> => {
    const body = new ReadableStream<Uint8Array>(
      {
        // The key has been admitted before the body is read.
        pull: async (stream) => {
          await fixture.store.ownerKeys.revoke(by.slice("octo_".length, "octo_".length + 12));
          stream.enqueue(new TextEncoder().encode('{"words":["casino"]}'));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
    return (await fixture.send("POST", `${SITE}/owner/v1/spam-words.add`, { headers, body })).status;
  };
  expect(await revokedBefore("octo_aaaaaaaaaaaa")).toBe(200);
  expect(await revokedBefore(key)).toBe(401);
  expect((await post(fixture, "comments.list", other)).status).toBe(200);
});

test("many wrong keys from many addresses do not lock out a valid one", async () => {
  const fixture = createFixture();
  const key = await makeKey(fixture);
  for (let n = 0; n < 1_001; n += 1) await post(fixture, "comments.list", null, {}, { peer: `198.51.${100 + (n >> 8)}.${n & 255}` });
  expect((await post(fixture, "comments.list", null, {}, { peer: "203.0.113.5" })).status).toBe(429);
  expect((await post(fixture, "comments.list", key, {}, { peer: "203.0.113.6" })).status).toBe(200);
});

test("the answer to an unknown operation names the side to update, and the answer to invalid input lists its mistakes", async () => {
  const fixture = createFixture();
  const key = await makeKey(fixture);
  const details = await Promise.all(
    ["9.0.0", "1.0.9", VERSION, ""].map(async (version) => {
      const answer = await post(fixture, "comments.sort", key, {}, { headers: { "Octavo-Version": version } });
      const { code, detail } = await answer.json();
      return [answer.status, code, detail.split(". ").slice(1).join(". ")];
    }),
  );
  expect(details).toEqual([
    [404, "operation-unknown", "Update the server: it is octavo 1.2.3, the command is 9.0.0."],
    [404, "operation-unknown", "Update the command: it is octavo 1.0.9, the server is 1.2.3."],
    [404, "operation-unknown", "Both are octavo 1.2.3."],
    [404, "operation-unknown", "The server is octavo 1.2.3."],
  ]);
  const invalid = await post(fixture, "comments.list", key, { limit: 0, html: "<b>" });
  expect([invalid.status, (await invalid.json()).errors.map((item: { pointer: string }) => item.pointer)]).toEqual([
    422,
    ["/limit", "/html"],
  ]);
  const impossible = await post(fixture, "comments.list", key, { after: "zzzzzzzz" });
  expect([impossible.status, (await impossible.json()).detail]).toEqual([
    409,
    "there is no comment zzzzzzzz\noctavo comments list --state all lists them all",
  ]);
  const methods = [
    await post(fixture, "comments.list", key, {}, { method: "GET" }),
    await post(fixture, "comments.list", key, {}, { method: "PUT" }),
  ];
  expect(methods.map(({ status, headers }) => [status, headers.get("Allow")])).toEqual([
    [405, "POST"],
    [405, "POST"],
  ]);
});

test("no key and no log line repeats a secret", async () => {
  const fixture = createFixture();
  const key = await makeKey(fixture, ["read", "inquiries"]);
  await post(fixture, "inquiries.list", key);
  await post(fixture, "inquiries.list", `${key}x`);
  expect(fixture.rawLog()).toContain('"operation":"inquiries.list"');
  expect(fixture.rawLog()).not.toContain(key.slice(-43));
  expect(JSON.stringify(await fixture.store.ownerKeys.list())).not.toContain(key.slice(-43));
});

test("an export is NDJSON in many chunks, and the channel's document describes every operation that a key may call", async () => {
  const fixture = createFixture();
  const key = await makeKey(fixture);
  for (let n = 0; n < 3; n += 1) await fixture.approved(`Number ${n} ${"long ".repeat(900)}`);
  const answer = await post(fixture, "comments.export", key, { emails: true });
  expect(answer.headers.get("Content-Type")).toBe("application/x-ndjson");
  const lines = (await answer.text()).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).body.slice(0, 8))).toEqual(["Number 0", "Number 1", "Number 2"]);
  const document = await (await post(fixture, "openapi.json", key, {}, { method: "GET" })).json();
  const described = Object.keys(document.paths).map((path) => path.replace("/owner/v1/", ""));
  expect(described.sort()).toEqual(
    ALL_OPERATIONS.filter(({ scope }) => scope !== "owner")
      .map(({ name }) => name)
      .sort(),
  );
});
