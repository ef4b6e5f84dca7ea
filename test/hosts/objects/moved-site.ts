import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { main } from "../../../cli/main.ts";
import { createTestIo } from "../../cli/test-io.ts";
import { BASE, BROWSER, type ObjectServer, PUBLISHED_FILES } from "./object-server.ts";

/** A folder on one machine; a site's database moves into it and out of it again. */

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "octavo-moved-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command in a folder, with the key of a site. */
export async function runCommand(cwd: string, args: readonly string[], key = ""): Promise<Ran> {
  const env = key === "" ? {} : { OCTAVO_KEY: key };
  const io = createTestIo({ cwd, env, now: new Date().toISOString(), realTimers: 1_000 });
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

/** Runs a command on a site. */
export async function runOn(server: Pick<ObjectServer, "key" | "site">, cwd: string, args: readonly string[]): Promise<Ran> {
  return runCommand(cwd, [...args, "--site", await server.site()], server.key);
}

/** Writes the secrets and the published files of the site. */
export async function prepareMachine(cwd: string, { secrets }: Pick<ObjectServer, "secrets">): Promise<void> {
  await mkdir(join(cwd, "data"), { mode: 0o700 });
  await writeFile(join(cwd, "data/secrets.json"), secrets, { mode: 0o600 });
  for (const [path, content] of Object.entries(PUBLISHED_FILES)) {
    await mkdir(dirname(join(cwd, "dist", path)), { recursive: true });
    await writeFile(join(cwd, "dist", path), JSON.stringify(content));
  }
}

/** Serves the folder's database as `octavo api` does. */
export async function serveMachine(cwd: string, key: string): Promise<Pick<ObjectServer, "send" | "owner" | "close">> {
  const io = createTestIo({ cwd, now: new Date().toISOString() });
  const done = main(["api", "--port", "0"], io);
  await io.waitFor('"message":"listening"');
  const origin = new URL(/"url":"(http:[^"]+)"/.exec(io.out())?.[1] ?? "").origin;
  const send: ObjectServer["send"] = async (method, path, body, headers = {}) =>
    fetch(/^\/(?:owner|moderate|subscriptions)\//.test(path) ? `${origin}${path}` : `${origin}${new URL(BASE).pathname}${path}`, {
      method,
      headers: { "User-Agent": BROWSER, ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  return {
    send,
    owner: (operation, input) => send("POST", `/owner/v1/${operation}`, input, { Authorization: `Bearer ${key}` }),
    close: async () => {
      io.abort();
      await done;
    },
  };
}

/** A bad connection to a site: its address and the site's key. */
export interface BadLine {
  readonly site: () => Promise<string>;
  readonly key: string;
}

/**
 * A proxy between commands and a server.
 * @param judge gets each request's operation and how often it was sent: `cut` drops the request
 * before it reaches the server, `lose` drops the answer
 */
export async function startBadLine(
  server: Pick<ObjectServer, "key" | "site">,
  judge: (operation: string, count: number) => "pass" | "cut" | "lose",
): Promise<BadLine> {
  const target = await server.site();
  const counts = new Map<string, number>();
  const line = createServer((request, response) => {
    const operation = request.url?.split("/").at(-1) ?? "";
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const verdict = judge(operation, count);
    if (verdict === "cut") return void response.destroy();
    void passOn(request, target).then((answer) => {
      if (verdict === "lose") response.destroy();
      else response.writeHead(answer.status, [...answer.headers].flat()).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void line.close());
  const { port } = line.address() as AddressInfo;
  return { key: server.key, site: async () => `http://127.0.0.1:${port}` };
}

async function passOn(request: IncomingMessage, target: string): Promise<{ status: number; headers: Headers; body: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = "", "content-type": type = "" } = request.headers;
  const headers = { Authorization: authorization, "Content-Type": type };
  const answer = await fetch(`${target}${request.url ?? ""}`, { method: "POST", headers, body: Buffer.concat(chunks) });
  const body = Buffer.from(await answer.arrayBuffer());
  const kept = new Headers(answer.headers);
  for (const name of ["content-encoding", "transfer-encoding", "content-length"]) kept.delete(name);
  return { status: answer.status, headers: kept, body };
}
