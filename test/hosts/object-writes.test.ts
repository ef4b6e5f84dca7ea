import { beforeAll, expect, it } from "vitest";
import { type ObjectServer, PUBLISHED_FILES, prepareObjectServers, type StartObjectServer } from "./objects/object-server.ts";
import { closeAfterTest, json, makeObjectFolder as makeFolder } from "./objects/test-lifetime.ts";

/** The write server in a Durable Object, over HTTP, in workerd. */

const START_TIMEOUT_MS = 60_000;
let start: StartObjectServer;

beforeAll(async () => {
  start = await prepareObjectServers();
}, START_TIMEOUT_MS);

const startIn = async (...given: Parameters<StartObjectServer>): Promise<ObjectServer> => closeAfterTest(await start(...given));

it("an object counts one like per visitor, follows a former slug, and withdraws likes", async () => {
  const { send } = await startIn(makeFolder());
  const liked = await send("POST", "/posts/old-tides/like");
  expect(await json(liked)).toEqual({ slug: "tides", liked: true, likeCount: 1 });
  const cookie = { Cookie: String(liked.headers.get("Set-Cookie")).split(";")[0] ?? "" };
  expect(await json(await send("POST", "/posts/tides/like", undefined, cookie))).toMatchObject({ likeCount: 1 });
  expect(await json(await send("GET", "/posts/tides/like", undefined, cookie))).toMatchObject({ liked: true });
  expect(await json(await send("DELETE", "/posts/tides/like", undefined, cookie))).toMatchObject({ liked: false, likeCount: 0 });
  expect((await send("POST", "/posts/missing/like")).status).toBe(404);
});

it("an object accepts a comment, shows it after the owner's approval over HTTPS, and has it after a restart", async () => {
  const folder = makeFolder();
  const server = await start(folder);
  const { id } = await json(await server.send("POST", "/posts/hello/comments", { authorName: "Ada", body: "Hello, **sea**" }));
  expect(await json(await server.send("GET", "/posts/hello/comments"))).toMatchObject({ items: [] });
  expect((await server.send("POST", "/owner/v1/comments.queue", {})).status).toBe(401);
  const decided = await server.owner("comments.decide", { targets: [{ id, revision: 1 }], decision: "approve" });
  expect([decided.status, await decided.text()]).toEqual([200, expect.stringContaining("approved")]);
  await server.close();
  const { send } = await startIn(folder);
  const { items } = await json(await send("GET", "/posts/hello/comments"));
  expect(items).toMatchObject([{ id, bodyHtml: "<p>Hello, <strong>sea</strong></p>" }]);
  expect(await json(await send("GET", "/counts"))).toMatchObject({ posts: { hello: { commentCount: 1 } } });
});

it("an object makes a link to a desk on the site's own origin at the first request", async () => {
  const { owner } = await startIn(makeFolder(), { OCTAVO_DESK_PATH: "/desk" });
  expect(await json(await owner("desk.invite", {}))).toMatchObject({ url: expect.stringContaining("https://ines.example/desk/sign-in/") });
});

it("an object makes the link for the address that the site was built for, and for another after the next publication", async () => {
  const folder = makeFolder();
  const publishAt = (origin: string): Promise<ObjectServer> => {
    const manifest = { ...(PUBLISHED_FILES["/index/v1/manifest.json"] as object), site: { baseUrl: `${origin}/api/v1`, timeZone: "UTC" } };
    return start(folder, { OCTAVO_DESK_PATH: "/desk" }, { files: { "/index/v1/manifest.json": manifest } });
  };
  for (const origin of ["http://localhost:8787", "https://www.ines.example"]) {
    const { owner, close } = await publishAt(origin);
    expect(await json(await owner("desk.invite", {}))).toMatchObject({ url: expect.stringContaining(`${origin}/desk/sign-in/`) });
    await close();
  }
});

it("an object accepts inquiries, and engagement that the owner finds in the figures", async () => {
  const server = await startIn(makeFolder());
  const inquiry = { email: "ada@mail.example", message: "Can you weave a sail?", serviceId: "srv-weave" };
  expect((await server.send("POST", "/services/inquiries", inquiry)).status).toBe(201);
  const view = { type: "post_view", slug: "hello", path: "/posts/hello" };
  const taken = await server.send("POST", "/engagement", { events: [view] });
  expect([taken.status, await json(taken)]).toEqual([202, { accepted: 1, rejected: [] }]);
  expect(await json(await server.owner("inquiries.list", {}))).toMatchObject({ items: [{ email: "ada@mail.example" }] });
});

it("an object answers 422 with all errors, 403 if comments are closed, 404 for unpublished posts, and 405 with the methods", async () => {
  const { send } = await startIn(makeFolder());
  expect(await json(await send("POST", "/posts/hello/comments", { body: "" }))).toMatchObject({ status: 422 });
  expect((await send("POST", "/posts/closed/comments", { authorName: "Ada", body: "Hi" })).status).toBe(403);
  expect((await send("GET", "/posts/draft/comments")).status).toBe(404);
  expect((await send("PUT", "/posts/hello/like")).headers.get("Allow")).toContain("DELETE");
});

it("an object erases a person, and records that in a separate object", async () => {
  const server = await startIn(makeFolder());
  const comment = { authorName: "Ada", authorEmail: "ada@mail.example", body: "Hello" };
  expect((await server.send("POST", "/posts/hello/comments", comment)).status).toBe(202);
  const erased = await json(await server.owner("privacy.erase", { person: { email: "ada@mail.example" } }));
  expect(erased).toMatchObject({ rows: { comments: 1 }, noted: "the object erasures" });
  const { held } = await json(await server.owner("privacy.show", { person: { email: "ada@mail.example" } }));
  expect(JSON.stringify(held)).not.toContain("ada@mail.example");
  const { text } = await json(await server.owner("database.erasures", {}));
  expect(JSON.parse(String(text))).toMatchObject({ erasures: [{ kind: "email" }] });
});

it("an object refuses operations that need the file of the database", async () => {
  const server = await startIn(makeFolder());
  expect((await server.owner("database.backup", {})).status).toBe(409);
  expect((await server.owner("privacy.compact", {})).status).toBe(409);
});

it("an object limits a client's comments across a restart, which loses all memory", async () => {
  const folder = makeFolder();
  const comment = (at: number) => ({ authorName: "Ada", body: `Number ${at}` });
  const client = { "X-Test-Client": "198.51.100.7" };
  const server = await start(folder);
  for (let at = 0; at < 5; at += 1) expect((await server.send("POST", "/posts/hello/comments", comment(at), client)).status).toBe(202);
  await server.close();
  const { send } = await startIn(folder);
  expect((await send("POST", "/posts/hello/comments", comment(5), client)).status).toBe(429);
  expect((await send("POST", "/posts/hello/comments", comment(5), { "X-Test-Client": "203.0.113.9" })).status).toBe(202);
});
