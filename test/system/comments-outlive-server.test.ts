import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { createNginx } from "./nginx.ts";
import { type OctavoServer, startOctavo } from "./octavo-process.ts";
import { describeWith } from "./programs.ts";

/** Snapshots are checked every 5 s, and taken at most every 20 s. */
const SNAPSHOT_MAX_MS = 60_000;
const COMMENTS = "/api/v1/posts/thaw/comments";

let site: SystemSite;
let api: ApiProcess;
let reader: OctavoServer | null;

beforeEach(async () => {
  site = await createSystemSite();
  api = await site.start({ db: site.path("data/octavo.db") });
  reader = null;
});
afterEach(async () => {
  await reader?.stop();
  await site.remove();
});

async function comment(body: string, parentId?: string): Promise<string> {
  const sent = { authorName: "Ada", body, ...(parentId === undefined ? {} : { parentId }) };
  const { body: taken } = await api.send({ method: "POST", path: COMMENTS, headers: { "Content-Type": "application/json" }, body: sent });
  const { id } = taken as { id: string };
  expect((await site.octavo("comments", "approve", id)).code).toBe(0);
  return id;
}

/** Waits until the snapshot shows the same as the server. */
async function untilWritten(text: string): Promise<void> {
  const page = site.path("dist/api/v1/posts/thaw/comments.json");
  await vi.waitFor(async () => expect(await readFile(page, "utf8")).toContain(text), { timeout: SNAPSHOT_MAX_MS, interval: 200 });
  const entry = site.path("dist/index/v1/comments.json");
  await vi.waitFor(async () => expect(JSON.parse(await readFile(entry, "utf8")).packs).toHaveLength(1), {
    timeout: SNAPSHOT_MAX_MS,
    interval: 200,
  });
}

describe("a server that is killed for good", () => {
  it("leaves its threads behind for octavo start to read", { timeout: 120_000 }, async () => {
    const id = await comment("The ice went *out* today.");
    await untilWritten("The ice went");
    const paths = [
      COMMENTS,
      `${COMMENTS}?commentsPage=1&commentsPageSize=1&commentsSort=newest`,
      `${COMMENTS}?parentId=${id}`,
      `${COMMENTS}/${id}`,
      "/api/v1/comments",
    ];
    const live = [];
    for (const path of paths) live.push((await api.send({ method: "GET", path })).body);
    await api.kill();
    reader = await startOctavo(site.path("."), ["--read-only", "--port", "0"]);
    for (const [at, path] of paths.entries()) {
      const answer = await fetch(reader.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get("X-Octavo-Snapshot")).toMatch(/^\d{4}-/);
      expect(await answer.json()).toEqual(live[at]);
    }
    expect(await (await fetch(`${reader.url}/api/v1/comments.atom`)).text()).toContain("The ice went");
    expect((await fetch(reader.url + COMMENTS, { method: "POST", body: "{}" })).status).toBe(503);
  });
});

describeWith(["nginx"], "a server that is killed, behind nginx", (program) => {
  it("leaves the first page of comments to nginx itself, and every other query to the reader", { timeout: 120_000 }, async () => {
    await comment("Behind a web server.");
    await untilWritten("Behind a web server.");
    reader = await startOctavo(site.path("."), ["--read-only", "--port", "0"]);
    const dead = "http://127.0.0.1:9";
    const built = await site.octavo("build", "--host", "nginx", "--server", dead, "--reader", reader.url);
    expect([built.code, built.out]).toEqual([0, expect.anything()]);
    await api.kill();
    const root = site.path("dist");
    const nginx = await createNginx({ program, root, dir: site.path("nginx"), own: `include ${root}/_hosts/nginx/octavo.conf;` });
    await nginx.start();
    try {
      const sorted = await fetch(`${nginx.origin}${COMMENTS}?commentsSort=newest`);
      expect([sorted.status, sorted.headers.get("X-Octavo-Snapshot")]).toEqual([200, expect.stringMatching(/^\d{4}-/)]);
      expect(sorted.headers.get("Link")).toContain('rel="first"');
      await reader.stop();
      reader = null;
      const first = await fetch(nginx.origin + COMMENTS);
      expect([first.status, await first.json()]).toEqual([200, await sorted.json()]);
      expect((await fetch(`${nginx.origin}${COMMENTS}?commentsSort=newest`)).status).toBe(503);
      expect(await (await fetch(`${nginx.origin}/api/v1/posts/flood/comments`)).json()).toMatchObject({ items: [], totalComments: 0 });
      expect((await fetch(`${nginx.origin}/index/v1/comments.json`)).headers.get("Cache-Control")).toBe("no-cache");
    } finally {
      await nginx.stop();
    }
  });
});
