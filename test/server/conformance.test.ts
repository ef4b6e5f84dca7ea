import { expect, it } from "vitest";
import { BODY_MAX_BYTES } from "../../contract/limits.ts";
import { DEFAULT_LIMITS } from "../../server/server-config.ts";
import { StoreUnavailable } from "../../server/store/store-errors.ts";
import { json } from "./answers.ts";
import { conformance, createFixture, type Fixture, type FixtureOptions } from "./api-fixture.ts";

/**
 * Produces every status that the OpenAPI document promises for the server's paths. The fixture
 * checks each answer against the document.
 */

const COMMENTS = "/posts/hello/comments";
const LIKE = "/posts/hello/like";
const INQUIRIES = "/services/inquiries";
const LONG = `?x=${"a".repeat(8_192)}`;
const TOKEN = { "X-Edit-Token": "t" };
const KEY = { "Idempotency-Key": "0123456789abcdef" };
const EVIL = { Origin: "https://evil.example" };
const WRITES: readonly (readonly [method: string, path: string, body: object, headers: Record<string, string>])[] = [
  ["POST", COMMENTS, { authorName: "Ada", body: "Hello" }, {}],
  ["PATCH", `${COMMENTS}/{id}`, { body: "Changed" }, TOKEN],
  ["POST", INQUIRIES, { email: "ada@ada.example", message: "Hi" }, {}],
  ["POST", "/engagement", { type: "page_view", path: "/" }, {}],
];

const RECENT = ["/comments", "/comments.atom", `${COMMENTS}.atom`];

async function sendAll(fixture: Fixture, id: string, repeat = 1): Promise<void> {
  for (let count = 0; count < repeat; count += 1) {
    for (const [method, path, body, headers] of WRITES) {
      await fixture.send(method, path.replace("{id}", id), {
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(path === COMMENTS ? { ...body, body: `Hello ${count}` } : body),
      });
    }
    await fixture.send("DELETE", `${COMMENTS}/${id}`, { headers: TOKEN });
    await fixture.send("GET", LIKE);
    await fixture.send("POST", LIKE);
    await fixture.send("DELETE", LIKE, { headers: { Cookie: "__Host-visitor=x" } });
    await fixture.get(COMMENTS);
    await fixture.get("/counts");
    await fixture.get(`/counts?slug=${"a,".repeat(50)}a`);
    for (const path of RECENT) await fixture.get(path);
    await fixture.get(`${COMMENTS}/${id}`);
  }
}

const keys: NonNullable<FixtureOptions["keys"]> = {
  isEditToken: () => true,
  readVisitor: () => ({ visitor: new Uint8Array(32), renewed: null }),
};

async function goThroughSuccesses(): Promise<void> {
  const fixture = createFixture({ keys });
  const { id } = await json(await fixture.post(COMMENTS, { authorName: "Ada", body: "First" }));
  await sendAll(fixture, String(id));
  const shown = await fixture.approved("Shown");
  for (const path of [COMMENTS, `${COMMENTS}/${shown}`, LIKE, "/counts", ...RECENT]) {
    await fixture.get(path);
    await fixture.get(path, { "If-None-Match": "*" });
  }
}

async function goThroughRefusals(): Promise<void> {
  const { send, post, get } = createFixture();
  const id = "a".repeat(24);
  const all = [
    ...WRITES.map(([method, path]) => [method, path.replace("{id}", id)] as const),
    ["DELETE", `${COMMENTS}/${id}`],
    ["GET", COMMENTS],
    ["GET", LIKE],
    ["POST", LIKE],
    ["DELETE", LIKE],
    ["GET", "/counts"],
    ["GET", `${COMMENTS}/${id}`],
    ...RECENT.map((path) => ["GET", path] as const),
  ] as const;
  for (const [method, path] of all) {
    await send(method, `${path}${LONG}`);
    await send(method, path.replace("hello", "draft"));
    await send(method, path, { headers: EVIL });
  }
  for (const [method, path, , headers] of WRITES) {
    const where = path.replace("{id}", id);
    const given = { "Content-Type": "application/json", ...headers };
    const owned = createFixture({ keys });
    await owned.send(method, where, { headers: { ...headers, "Content-Type": "text/html" }, body: "{}" });
    await owned.send(method, where, { headers: given, body: "{" });
    await owned.send(method, where, { headers: given, body: "x".repeat(BODY_MAX_BYTES + 1) });
    await owned.send(method, where, { headers: given, body: '{"more":1}' });
  }
  await send("DELETE", `${COMMENTS}/${id}`);
  await send("DELETE", `${COMMENTS}/${id}`, { headers: TOKEN });
  await send("PATCH", `${COMMENTS}/${id}`, { headers: TOKEN });
  await post("/posts/closed/comments", { authorName: "Ada", body: "x" });
  await post(COMMENTS, { authorName: "Ada", body: "x", parentId: "nobody" });
  for (const body of ["x", "x", "y"]) await post(COMMENTS, { authorName: "Ada", body }, body === "y" ? { "Idempotency-Key": "x" } : {});
  for (const message of ["x", "y"]) await post(INQUIRIES, { email: "ada@ada.example", message }, KEY);
  await post(INQUIRIES, { email: "ada@ada.example", message: "x", serviceId: "nobody" });
  await post(INQUIRIES, { email: "ada@ada.example", message: "x" }, { "Idempotency-Key": "x" });
  await send("POST", LIKE, { headers: { "Idempotency-Key": "x" } });
  await get(`${COMMENTS}?commentsPage=0`);
  await get(`${COMMENTS}/${id}?commentsSort=best`);
  for (const path of [COMMENTS, `${COMMENTS}/${id}`, LIKE, INQUIRIES, "/engagement", "/counts", ...RECENT]) await send("PUT", path);
}

async function goThroughFaults(): Promise<void> {
  for (const error of [new StoreUnavailable("locked", "locked"), new Error("fault")]) {
    const fixture = createFixture({ keys });
    const { id } = await json(await fixture.post(COMMENTS, { authorName: "Ada", body: "First" }));
    const fails = () => Promise.reject(error);
    Object.assign(fixture.store.comments, { page: fails, submit: fails, edit: fails, withdraw: fails, version: fails, get: fails });
    Object.assign(fixture.store.comments, { place: fails, recent: fails, siteVersion: fails });
    Object.assign(fixture.store.likes, { get: fails, like: fails, unlike: fails });
    Object.assign(fixture.store.inquiries, { submit: fails });
    Object.assign(fixture.store.engagement, { record: fails });
    Object.assign(fixture.store.counts, { all: fails });
    await sendAll(fixture, String(id));
  }
}

it("every status that the OpenAPI document promises for the server's operations can be produced", async () => {
  await goThroughSuccesses();
  await goThroughRefusals();
  await goThroughFaults();
  await sendAll(createFixture({ keys, config: { limits: DEFAULT_LIMITS } }), "a".repeat(24), 65);
  // Likes from an unlisted origin are refused above. For the other writes, this needs an owner who
  // lists origins.
  const listed = createFixture({ config: { writeOrigins: [] } });
  for (const [method, path] of [...WRITES, ["DELETE", `${COMMENTS}/{id}`] as const]) {
    const response = await listed.send(method, path.replace("{id}", "a".repeat(24)), { headers: EVIL });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "origin-not-allowed" });
  }

  const server =
    /^(?:listComments|getComment|listRecentComments|getRecentCommentsFeed|getPostCommentsFeed|createComment|editComment|withdrawComment|getLike|likePost|unlikePost|createInquiry|recordEngagement|getCounts)$/;
  // An answer to a method that a path does not have counts for only one of its operations.
  // app.test.ts covers all of them.
  const missing = conformance.coverage({ operations: (id) => server.test(id), exceptStatuses: [405] });
  expect(missing).toEqual(["createInquiry 403", "recordEngagement 403"]);
});
