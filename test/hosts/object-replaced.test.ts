import { request } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { makeFolder, runOn } from "./objects/moved-site.ts";
import { BROWSER, type ObjectServer, prepareObjectServers, type StartObjectServer } from "./objects/object-server.ts";
import { closeAfterTest, json, makeObjectFolder } from "./objects/test-lifetime.ts";

/** Requests in progress while a push replaces the database. */

const START_TIMEOUT_MS = 60_000;
/** Counts the engagement requests that have reached the object. */
const FRONT = `import { WritesClass } from "./writes.js";
export { ErasuresClass as OctavoErasures } from "./writes.js";
let arrived = 0;
export class OctavoWrites extends WritesClass {
  fetch(request) {
    if (request.url.endsWith("/engagement")) arrived += 1;
    return super.fetch(request);
  }
}
export default {
  fetch(request, env) {
    if (new URL(request.url).pathname === "/arrived") return Response.json({ arrived });
    const inner = new Request(request);
    inner.headers.set("X-Forwarded-For", "192.0.2.1");
    return env.WRITES.get(env.WRITES.idFromName("writes")).fetch(inner);
  },
};`;
let start: StartObjectServer;

beforeAll(async () => {
  start = await prepareObjectServers(FRONT);
}, START_TIMEOUT_MS);

interface SlowRequest {
  /** Sends the rest of the body, and returns the status of the answer. */
  finish(): Promise<number>;
}

/**
 * Sends an engagement request without the end of its body, and waits until it has reached the
 * object.
 */
async function sendSlowly(server: ObjectServer, slug: string): Promise<SlowRequest> {
  const body = JSON.stringify({ events: [{ type: "post_view", slug, path: `/posts/${slug}` }] });
  const headers = { "Content-Type": "application/json", "User-Agent": BROWSER, Host: "ines.example" };
  const { arrived } = (await server.control("/arrived", {})) as { arrived: number };
  const outgoing = request(new URL("/api/v1/engagement", await server.site()), { method: "POST", headers });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  outgoing.write(body.slice(0, -1));
  await expect.poll(() => server.control("/arrived", {})).toEqual({ arrived: arrived + 1 });
  return {
    finish: () => {
      outgoing.end(body.slice(-1));
      return status;
    },
  };
}

async function countViews(server: ObjectServer): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  const { days } = await json(await server.owner("engagement.summary", { fromDay: today, toDay: today }));
  return (days as { readonly count: number }[]).reduce((sum, { count }) => sum + count, 0);
}

it("an object answers 503 to an engagement request that was in progress when a push began, and has the pushed and all later views", async () => {
  const server = closeAfterTest(await start(makeObjectFolder()));
  const cwd = await makeFolder();
  const view = (): Promise<Response> => server.send("POST", "/engagement", { type: "post_view", slug: "hello", path: "/posts/hello" });
  for (let n = 0; n < 3; n += 1) expect((await view()).status).toBe(202);
  expect(await runOn(server, cwd, ["db", "pull", "--out", "ines.db"])).toMatchObject({ code: 0, err: "" });
  // By now, the old store has its own slots and sequences.
  for (let n = 0; n < 3; n += 1) expect((await view()).status).toBe(202);

  const slow = await sendSlowly(server, "tides");
  expect(await runOn(server, cwd, ["db", "push", "ines.db", "--force"])).toMatchObject({ code: 0, err: "" });
  const status = await slow.finish();
  expect((await view()).status).toBe(202);
  expect([status, await countViews(server)]).toEqual([503, 4]);
});
