import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureViews } from "../test/hosts/objects/measure-views.ts";
import { type MeasuredObject, prepareMeasuredObjects, type StartMeasuredObject } from "../test/hosts/objects/measured-object.ts";
import { printTable } from "./table.ts";

const MINUTE_MS = 60_000;
/** Number of writes of each kind, each by a different visitor. */
const WRITES = 100;

/**
 * `npm run bench -- --rows`: counts the rows that each kind of write changes in a Durable Object,
 * as workerd does, including those of indexes and alarms. It needs the programs of test/hosts,
 * which `npm run test:hosts` installs.
 */
export async function benchRows(): Promise<void> {
  const start = await prepareMeasuredObjects();
  const rows: string[][] = [];
  for (const [name, everyMs, views] of [
    ["a view with its reading, one per minute", MINUTE_MS, 720],
    ["a view with its reading, ten per second", 100, 2_000],
  ] as const) {
    const { written, deleted } = await withObject(start, (server) => measureViews(server, everyMs, views));
    rows.push([name, ...[written, deleted, written + deleted].map((each) => each.toFixed(1))]);
  }
  for (const [name, send] of Object.entries(KINDS)) {
    const each = await withObject(start, (server) => measureWrites(server, send));
    rows.push([name, each.toFixed(1), "", each.toFixed(1)]);
  }
  const decided = await withObject(start, measureDecisions);
  rows.push(["a decision on a single comment", decided.toFixed(1), "", decided.toFixed(1)]);
  console.log("## Rows written in a Durable Object\n");
  printTable(["", "each", "deleted later", "total"], rows);
}

/** A write by a new visitor. */
type Send = (server: MeasuredObject, n: number) => Promise<void>;

async function expectStatus(sent: Promise<Response>, status: number): Promise<Response> {
  const answer = await sent;
  if (answer.status !== status) throw new Error(`a request was answered with ${answer.status}, not ${status}`);
  return answer;
}

const clientOf = (n: number): Record<string, string> => ({ "X-Test-Client": `10.1.${n}.1` });
const post =
  (path: string, status: number, toBody: (n: number) => object): Send =>
  async (server, n) =>
    void (await expectStatus(server.send("POST", path, toBody(n), clientOf(n)), status));

const KINDS: Readonly<Record<string, Send>> = {
  "a like": async (server, n) => void (await expectStatus(server.send("POST", "/posts/tides/like", undefined, clientOf(n)), 200)),
  "a like, withdrawn and given again": async (server, n) => {
    const liked = await expectStatus(server.send("POST", "/posts/tides/like", undefined, clientOf(n)), 200);
    const headers = { ...clientOf(n), Cookie: String(liked.headers.get("Set-Cookie")).split(";")[0] ?? "" };
    await expectStatus(server.send("DELETE", "/posts/tides/like", undefined, headers), 200);
    await expectStatus(server.send("POST", "/posts/tides/like", undefined, headers), 200);
  },
  "a pending comment": post("/posts/tides/comments", 202, (n) => ({
    ...{ authorName: "Ada", authorEmail: `ada${n}@ada.example`, body: `Comment ${n}` },
  })),
  "a comment whose `parentId` does not exist": post("/posts/tides/comments", 422, (n) => ({
    ...{ authorName: "Ada", body: `Comment ${n}`, parentId: "a".repeat(24) },
  })),
  "an inquiry": post("/services/inquiries", 201, (n) => ({ email: "ada@ada.example", message: `Question ${n}` })),
};

async function withObject<T>(start: StartMeasuredObject, work: (server: MeasuredObject) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  const server = await start(folder);
  try {
    return await work(server);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

async function measureWrites(server: MeasuredObject, send: Send): Promise<number> {
  const write = async (n: number): Promise<void> => {
    await send(server, n);
    await server.advance(MINUTE_MS);
  };
  await write(0);
  const before = await server.rows();
  for (let n = 1; n <= WRITES; n += 1) await write(n);
  return ((await server.rows()) - before) / WRITES;
}

/** Measures decisions in which the owner approves one comment each of as many visitors. */
async function measureDecisions(server: MeasuredObject): Promise<number> {
  const ids: string[] = [];
  for (let n = 0; n <= WRITES; n += 1) {
    const comment = { authorName: "Ada", authorEmail: `ada${n}@ada.example`, body: `Comment ${n}` };
    const answer = await expectStatus(server.send("POST", "/posts/tides/comments", comment, clientOf(n)), 202);
    ids.push(((await answer.json()) as { readonly id: string }).id);
    await server.advance(MINUTE_MS);
  }
  const decide: Send = async ({ owner }, n) =>
    void (await expectStatus(owner("comments.decide", { targets: [{ id: ids[n], revision: 1 }], decision: "approve" }), 200));
  return measureWrites(server, decide);
}
