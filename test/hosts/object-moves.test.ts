import { randomBytes } from "node:crypto";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { siteOfApi } from "../../contract/text/base-path.ts";
import { DAY_MS } from "../../server/days.ts";
import { createModerationTokens } from "../../server/moderation/moderation-token.ts";
import { type Secrets, StoredSecrets, toSecrets } from "../../server/secrets/secrets.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import { createSubscriptionTokens } from "../../server/subscriptions/subscription-token.ts";
import { createApiKeys } from "../../server/tokens.ts";
import { newComment } from "../cli/data-fixture.ts";
import { makeFolder, prepareMachine, runCommand, runOn, serveMachine } from "./objects/moved-site.ts";
import { BASE, type ObjectServer, prepareObjectServers, type StartObjectServer } from "./objects/object-server.ts";

/** A site's database moves from a machine into an object, back, and into another object. */

const START_TIMEOUT_MS = 60_000;
const MOVE_TIMEOUT_MS = 120_000;
type Server = Pick<ObjectServer, "send" | "owner">;
let start: StartObjectServer;

beforeAll(async () => {
  start = await prepareObjectServers();
}, START_TIMEOUT_MS);

async function startObject(): Promise<ObjectServer> {
  const server = await start(await makeFolder());
  onTestFinished(() => server.close());
  return server;
}

async function body(answer: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await answer;
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text === "" ? "{}" : text) as Record<string, unknown>;
}

/**
 * Adds the content of a folder's database that HTTP cannot create. Returns the subscription's id.
 */
async function addPrivateRows(cwd: string, { fingerprint }: Pick<Secrets, "fingerprint">): Promise<string> {
  const file = join(cwd, "data/octavo.db");
  const store = openStore({ file, clock: () => Date.now(), random: (bytes) => randomBytes(bytes) });
  await store.secrets.keep(fingerprint);
  const passkey = { id: "abcdefghijkl", credential: "Y3JlZA", publicKey: randomBytes(77), counter: Number.MAX_SAFE_INTEGER, name: "Phone" };
  await store.access.addPasskey({ ...passkey, createdAt: 1_750_000_000_000 });
  const subscription = { email: "dora@mail.example", addressHash: randomBytes(32) };
  await store.comments.submit(newComment({ slug: "hello", authorEmail: subscription.email, subscription }));
  await store.close();
  return String(readRows(file, "SELECT public_id FROM reply_subscription")[0]?.public_id);
}

function readRows(file: string, sql: string): Record<string, unknown>[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], Record<string, unknown>>(sql).safeIntegers().all();
  } finally {
    database.close();
  }
}

interface Visitor {
  /** A comment that is waiting for approval. */
  readonly waiting: string;
  readonly cookie: string;
  readonly edit: { readonly path: string; readonly token: string };
}

/** A visitor and the owner write over HTTP; each text has `tag` in it once. */
async function write({ send, owner }: Server, tag: string): Promise<Visitor> {
  const liked = await send("POST", "/posts/tides/like");
  const comment = { authorName: "Ada", authorEmail: `ada-${tag}@mail.example`, body: `Hello, **${tag}** 🌊` };
  const { id } = await body(send("POST", "/posts/hello/comments", comment));
  await body(owner("comments.decide", { targets: [{ id, revision: 1 }], decision: "approve" }));
  const waiting = await body(send("POST", "/posts/hello/comments", { authorName: "Bea", body: `Waits, ${tag}`, parentId: id }));
  await body(send("POST", "/services/inquiries", { email: `cem-${tag}@mail.example`, message: "Can you weave a sail?" }));
  const views = [
    { type: "post_view", slug: "hello", path: `/posts/hello` },
    { type: "page_view", path: `/${tag}` },
  ];
  await body(send("POST", "/engagement", { events: views }));
  await body(owner("bans.add", { email: `spam-${tag}@mail.example` }));
  await body(owner("spam-words.add", { words: [`casino-${tag}`] }));
  const cookie = String(liked.headers.get("Set-Cookie")).split(";")[0] ?? "";
  return {
    cookie,
    waiting: String(waiting.id),
    edit: { path: `/posts/hello/comments/${String(waiting.id)}`, token: String(waiting.editToken) },
  };
}

/** The answers that must be the same wherever the database is. */
async function read({ send, owner }: Server, visitors: readonly Visitor[]): Promise<Record<string, Record<string, unknown>>> {
  const answers: Record<string, Record<string, unknown>> = {};
  for (const path of ["/posts/hello/comments", "/posts/tides/comments", "/comments", "/counts"])
    answers[path] = await body(send("GET", path));
  for (const [at, { cookie }] of visitors.entries())
    answers[`like ${at}`] = await body(send("GET", "/posts/tides/like", undefined, { Cookie: cookie }));
  const [fromDay, toDay] = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));
  const operations = {
    ...{ "comments.list": { states: ["pending", "approved", "spam"] }, "inquiries.list": {}, "bans.list": {}, "spam-words.list": {} },
    "engagement.top": { fromDay, toDay, dimension: "slug" },
    "engagement.summary": { fromDay, toDay },
  };
  for (const [name, input] of Object.entries(operations)) answers[name] = await body(owner(name, input));
  // The time of the reading.
  delete answers["comments.list"]?.seen;
  return answers;
}

/** Checks that the links of emails lead to their pages. */
async function followLinks({ send }: Server, secrets: Secrets, subscription: string, { waiting }: Visitor): Promise<number[]> {
  const keys = createApiKeys(secrets, { random: (bytes) => randomBytes(bytes) });
  const decide = createModerationTokens(keys, () => Date.now()).link({ kind: "comment", id: waiting, revision: 1 }, siteOfApi(BASE));
  const end = createSubscriptionTokens(keys).link(subscription, BASE);
  return Promise.all([decide, end].map(async (link) => (await send("GET", new URL(link).pathname)).status));
}

it(
  "a database moves from a machine into an object, back to a machine and into another object, and gives the same answers",
  async () => {
    const machine = await makeFolder();
    const first = await startObject();
    const secrets = toSecrets(StoredSecrets.parse(JSON.parse(first.secrets)), () => StoredSecrets.parse(null));
    await prepareMachine(machine, first);
    const subscription = await addPrivateRows(machine, secrets);
    const passkeys = readRows(join(machine, "data/octavo.db"), "SELECT * FROM owner_passkey");

    expect(await runOn(first, machine, ["db", "push", "data/octavo.db"])).toMatchObject({ code: 0, err: "" });
    const one = await write(first, "first");
    expect(await body(first.owner("privacy.erase", { person: { email: "gone@mail.example" } }))).toMatchObject({
      noted: "the object erasures",
    });
    const before = await read(first, [one]);
    expect(await followLinks(first, secrets, subscription, one)).toEqual([200, 200]);

    expect(await runOn(first, machine, ["db", "pull", "--out", "pulled.db"])).toMatchObject({ code: 0, err: "" });
    expect(await runCommand(machine, ["db", "verify", "pulled.db"])).toMatchObject({ code: 0, err: "" });
    // If the old database were there, a restore would leave out keys and passkeys that it lacks.
    await rm(join(machine, "data/octavo.db"));
    await copyFile(join(machine, "pulled.db.erasures.json"), join(machine, "data/erasures.json"));
    expect(await runCommand(machine, ["db", "restore", "pulled.db"])).toMatchObject({ code: 0 });
    expect(readRows(join(machine, "data/octavo.db"), "SELECT * FROM owner_passkey")).toEqual(passkeys);

    const served = await serveMachine(machine, first.key);
    expect(await read(served, [one])).toEqual(before);
    expect(await followLinks(served, secrets, subscription, one)).toEqual([200, 200]);
    const edit = await served.send("PATCH", one.edit.path, { body: "Edited" }, { "X-Edit-Token": one.edit.token });
    expect(edit.status).toBe(200);
    const two = await write(served, "machine");
    const after = await read(served, [one, two]);
    await served.close();

    const second = await startObject();
    expect(await runOn(second, machine, ["db", "push", "data/octavo.db"])).toMatchObject({ code: 0, err: "" });
    expect(await read(second, [one, two])).toEqual(after);
    expect(await followLinks(second, secrets, subscription, two)).toEqual([200, 200]);
    const unliked = await second.send("DELETE", "/posts/tides/like", undefined, { Cookie: two.cookie });
    expect(await unliked.json()).toMatchObject({ liked: false, likeCount: 1 });
    const { text } = await body(second.owner("database.erasures", {}));
    expect(JSON.parse(String(text))).toMatchObject({ erasures: [{ kind: "email" }] });
  },
  MOVE_TIMEOUT_MS,
);
