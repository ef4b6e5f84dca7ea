import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "../../cli/main.ts";
import { createSite, post } from "../cli/site-fixture.ts";
import { createTestIo } from "../cli/test-io.ts";
import { type Conformance, createConformance } from "../helpers/openapi.ts";

/** `octavo api` as its owner runs it: a separate process, over a socket, with a database file. */

const PROGRAM = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
/** isbot does not recognize it as a bot. */
const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const START_MAX_MS = 30_000;
/**
 * Idle connections are not used after this time. The server closes them after five seconds, which a
 * busy test may notice only once it has sent a request.
 */
const IDLE_MAX_MS = 2_000;

export interface ApiRequest {
  readonly method: string;
  /** Relative to the server's address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface ApiProcess {
  readonly pid: number;
  /**
   * Each answer of the API is checked against the OpenAPI document of the build. Rejects if no
   * whole answer came.
   * @param onArrival called when the answer has come, before it is checked
   */
  send(request: ApiRequest, onArrival?: () => void): Promise<Answer>;
  /** A page that is not JSON. */
  read(path: string, headers?: Readonly<Record<string, string>>): Promise<{ readonly type: string; readonly text: string }>;
  /** kill -9; resolves once the process is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and waits for its observers; rejects unless it ends with 0. */
  stop(): Promise<void>;
  /** Its log, one JSON object per line. */
  log(): string;
  readonly port: number;
}

export interface StartOptions {
  /** Absolute path of the database. */
  readonly db: string;
  /** Modules beside this one that are loaded first. */
  readonly preload?: string;
  /** A program and its arguments that run the server. The server must keep the process id. */
  readonly under?: readonly string[];
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SystemSite {
  /** Absolute path in its own folder. */
  path(name: string): string;
  start(options: StartOptions): Promise<ApiProcess>;
  /** Runs a command of octavo, in this process. */
  octavo(...args: string[]): Promise<{ readonly code: number; readonly out: string }>;
  /** Ends everything that is still running, and deletes the folder. */
  remove(): Promise<void>;
}

export const SLUGS = ["first-ice", "thaw", "flood"] as const;

/** Builds a site of three posts. */
export async function createSystemSite(): Promise<SystemSite> {
  const posts = SLUGS.map((slug, index) => [`content/posts/${slug}.md`, post(slug, `2026-01-0${index + 1}`)] as const);
  const site = await createSite(Object.fromEntries(posts));
  const octavo: SystemSite["octavo"] = async (...args) => {
    const io = createTestIo({ cwd: site.cwd });
    const code = await main(args, io);
    return { code, out: io.out() + io.err() };
  };
  const built = await octavo("build");
  if (built.code !== 0) throw new Error(`the build failed: ${built.out}`);
  const conformance = createConformance(JSON.parse(await readFile(join(site.cwd, "dist/api/v1/openapi.json"), "utf8")));
  const running = new Set<ChildProcess>();
  return {
    path: (name) => join(site.cwd, name),
    octavo,
    start: async (options) => {
      const child = spawnApi(site.cwd, options);
      running.add(child);
      child.once("close", () => running.delete(child));
      return await toApiProcess(child, conformance);
    },
    remove: async () => {
      for (const child of running) {
        child.kill("SIGKILL");
        await new Promise((resolve) => child.once("close", resolve));
      }
      await site.remove();
    },
  };
}

function spawnApi(cwd: string, { db, preload, under = [], env = {} }: StartOptions): ChildProcess {
  const preloads = preload === undefined ? [] : ["--import", fileURLToPath(new URL(preload, import.meta.url))];
  const [program = "", ...args] = [...under, process.execPath, ...preloads, PROGRAM, "api", "--port", "0", "--db", db];
  return spawn(program, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: cwd, OCTAVO_RATE_LIMITS: "off", ...env },
  });
}

async function toApiProcess(child: ChildProcess, conformance: Conformance): Promise<ApiProcess> {
  let log = "";
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (log.includes('"message":"ready"')) resolve();
    });
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (log += text));
  const timer = setTimeout(() => child.kill("SIGKILL"), START_MAX_MS);
  await Promise.race([ready, closed]);
  clearTimeout(timer);
  const port = Number(/"message":"listening".*?"port":(\d+)/.exec(log)?.[1]);
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined || !(port > 0))
    throw new Error(`octavo api did not start: ${log}`);

  const { ask, close } = connectTo(port);
  return {
    pid: child.pid,
    port,
    log: () => log,
    send: async (request, onArrival = () => {}) => {
      const response = await ask(request);
      onArrival();
      const text = await response.clone().text();
      if (request.path.startsWith("/api/v1/")) await conformance.checkResponse(request.method, request.path, response);
      return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
    },
    read: async (path, headers = {}) => {
      const response = await ask({ method: "GET", path, headers });
      return { type: response.headers.get("Content-Type") ?? "", text: await response.text() };
    },
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
      close();
    },
    stop: async () => {
      child.kill("SIGTERM");
      const code = await closed;
      close();
      if (code !== 0) throw new Error(`octavo api ended with ${code}: ${log}`);
    },
  };
}

/** Sends requests over connections that stay open, but are not used after idling. */
function connectTo(port: number): { ask(request: ApiRequest): Promise<Response>; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const freeSince = new WeakMap<object, number>();
  agent.on("free", (socket: object) => freeSince.set(socket, performance.now()));
  return {
    ask(request) {
      for (const socket of Object.values(agent.freeSockets).flat())
        if (socket !== undefined && performance.now() - (freeSince.get(socket) ?? 0) > IDLE_MAX_MS) socket.destroy();
      return exchange(agent, port, request);
    },
    close: () => agent.destroy(),
  };
}

function exchange(agent: Agent, port: number, { method, path, headers = {}, body }: ApiRequest): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const given = { "User-Agent": AGENT, ...(text === undefined ? {} : { "Content-Type": "application/json" }), ...headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ agent, host: "127.0.0.1", port, method, path, headers: given }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => resolve(toResponse(response, Buffer.concat(chunks))));
    });
    request.on("error", reject).end(text);
  });
}

function toResponse({ statusCode = 0, rawHeaders }: IncomingMessage, body: Uint8Array<ArrayBuffer>): Response {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  return new Response(statusCode === 204 || statusCode === 304 ? null : body, { status: statusCode, headers });
}
