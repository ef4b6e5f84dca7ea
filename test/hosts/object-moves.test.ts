import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { main } from "../../cli/main.ts";
import { createTestIo } from "../cli/test-io.ts";
import { type ObjectServer, prepareObjectServers, type StartObjectServer } from "./objects/object-server.ts";

/** A site's database from a Durable Object to a file, and back into another object. */

const START_TIMEOUT_MS = 60_000;
let start: StartObjectServer;

beforeAll(async () => {
  start = await prepareObjectServers();
}, START_TIMEOUT_MS);

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "octavo-moves-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startIn(folder: string): Promise<ObjectServer> {
  const server = await start(folder);
  onTestFinished(() => server.close());
  return server;
}

async function run(server: ObjectServer, cwd: string, args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const io = createTestIo({ cwd, env: { OCTAVO_KEY: server.key } });
  const code = await main([...args, "--site", await server.site()], io);
  return { code, out: io.out(), err: io.err() };
}

it("pulls into a file", async () => {
  const folder = makeFolder();
  const server = await startIn(folder);
  await server.send("POST", "/posts/hello/comments", { authorName: "Ada", body: "Hello, **sea**" });
  await server.send("POST", "/posts/tides/like");
  expect(await run(server, folder, ["db", "pull", "--out", "pulled.db"])).toMatchObject({ code: 0, err: "" });
  const other = await startIn(makeFolder());
  expect(await run(other, folder, ["db", "push", "pulled.db"])).toMatchObject({ code: 0, err: "" });
});
