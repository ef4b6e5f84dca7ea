import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileClient } from "../../scripts/pack/compile-client.ts";
import { CLIENT_ENTRIES, toClientManifest } from "../../scripts/pack/manifests.ts";
import { type LiveSite, openLiveSite } from "../client/live-site.ts";
import { BUILD_TIMEOUT_MS, PROJECT_DIR } from "../helpers/sample-site.ts";
import { findNodes } from "../packages/nodes.ts";
import { describeInBrowser } from "../system/programs.ts";
import { freePort, startProcess } from "./processes.ts";
import { type FlakyProxy, startFlakyProxy } from "./runtimes/flaky-proxy.ts";
import { type LocalOrigin, serveFolder } from "./runtimes/static-origin.ts";
import { answers, startInFolder } from "./web-servers.ts";

/**
 * octavo-client, as packed, in each runtime that it supports: one program against a site whose
 * first answers get lost.
 */

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TOOLS = join(HERE, "node_modules/.bin");
const RUN_TIMEOUT_MS = 60_000;
const FILES = ["program.js", "main.js", "worker.js", "page.html"];

/** Output of the program in every runtime; `likeKept` if cookies are kept. */
const EXPECTED = {
  again: true,
  like: [false, true, 1, false],
  comment: [
    "pending",
    '<p>A <em>fine</em> piece, see <a href="BASE" rel="nofollow ugc noopener">BASE</a></p>',
    "<p>A finer piece</p>",
    "edit-token-invalid 403",
    true,
  ],
  inquiry: "received",
  engagement: { accepted: 1, rejected: [] },
  missing: "not-found 404",
  invalid: "validation-error 400",
  mistake: expect.stringMatching(/^TypeError: posts\.list has no parameter tags; it has /),
  late: "timeout 0",
  aborted: true,
  closed: "network-error 0",
  elsewhere: "not-found 404",
};

let folder: string;
let site: LiveSite;
let nodes: ReadonlyMap<string, string>;
/** Origins of two pages: one may send likes, the other may not. */
let listed: LocalOrigin;
let other: LocalOrigin;
/** Output of the first runtime: the others must print the same. */
let first: unknown;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-runtimes-"));
  const own = join(folder, "node_modules/octavo-client");
  await compileClient(PROJECT_DIR, join(own, "lib"), { client: CLIENT_ENTRIES.client });
  const manifest = toClientManifest(JSON.parse(await readFile(join(PROJECT_DIR, "package.json"), "utf8")));
  await writeFile(join(own, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module", "dependencies": { "octavo-client": "*" } }');
  for (const file of FILES) await cp(join(HERE, "runtimes", file), join(folder, file));
  nodes = findNodes(join(folder, "nodes"));
  [listed, other] = [await serveFolder(folder), await serveFolder(folder)];
  site = await openLiveSite([listed.url]);
}, BUILD_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([site?.close(), listed?.close(), other?.close()]);
  await rm(folder, { recursive: true, force: true });
});

interface Addresses {
  readonly baseUrl: string;
  readonly closedUrl: string;
}

/**
 * Runs the program against a site whose first answers get lost, and checks the requests that
 * reached the site.
 */
async function expectSame(run: (addresses: Addresses) => Promise<object>, likeKept: boolean): Promise<void> {
  const proxy = await startFlakyProxy(new URL(site.socketUrl).origin);
  try {
    const closedUrl = `http://127.0.0.1:${await freePort()}/api/v1`;
    const answer = await run({ baseUrl: `${proxy.url}/api/v1`, closedUrl });
    expect(answer).toMatchObject({ ...EXPECTED, likeKept });
    expectOnceEach(proxy);
    first ??= answer;
    expect(answer).toEqual({ ...(first as object), likeKept });
  } finally {
    await proxy.close();
  }
}

/** A write whose answer was lost was sent again, and accepted once. */
function expectOnceEach({ writes }: FlakyProxy): void {
  const of = (method: string, end: RegExp) => writes.filter((write) => write.method === method && end.test(write.path));
  for (const [path, status] of [
    [/\/comments$/, 202],
    [/\/inquiries$/, 201],
  ] as const) {
    const [lost, repeated, ...more] = of("POST", path);
    expect([lost?.fault, lost?.status, repeated?.fault, repeated?.status, more]).toEqual(["lost", status, null, status, []]);
    expect(repeated?.body?.id).toBe(lost?.body?.id);
  }
  const likes = of("POST", /\/like$/);
  expect(likes.map(({ fault, body }) => [fault, body?.likeCount])).toEqual([
    ["lost", likes[0]?.body?.likeCount],
    [null, likes[0]?.body?.likeCount],
  ]);
  expect(of("DELETE", /\/comments\/[^/]+$/).map(({ fault, status }) => [fault, status])).toEqual([
    ["lost", 204],
    [null, 404],
  ]);
}

async function runProgram(command: string, args: readonly string[]): Promise<object> {
  const env = { ...process.env, DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1", DO_NOT_TRACK: "1" };
  const { stdout } = await promisify(execFile)(command, [...args], { cwd: folder, env });
  return JSON.parse(stdout);
}

describe("octavo-client behaves the same", () => {
  it(
    "in the oldest Node and in this one",
    async () => {
      expect(nodes.size).toBe(2);
      for (const node of nodes.values())
        await expectSame(({ baseUrl, closedUrl }) => runProgram(node, ["main.js", baseUrl, closedUrl]), false);
    },
    RUN_TIMEOUT_MS,
  );

  it(
    "in Deno, which may only contact the site",
    async () => {
      await expectSame(({ baseUrl, closedUrl }) => {
        const hosts = [baseUrl, closedUrl].map((url) => new URL(url).host).join(",");
        return runProgram(join(TOOLS, "deno"), ["run", "--no-prompt", `--allow-net=${hosts}`, "main.js", baseUrl, closedUrl]);
      }, false);
    },
    RUN_TIMEOUT_MS,
  );

  it(
    "in Bun",
    async () => {
      await expectSame(({ baseUrl, closedUrl }) => runProgram(join(TOOLS, "bun"), ["main.js", baseUrl, closedUrl]), false);
    },
    RUN_TIMEOUT_MS,
  );

  it(
    "in workerd",
    async () => {
      await expectSame(async (addresses) => {
        const worker = await startWorker();
        try {
          const answer = await fetch(`${worker.url}/?${new URLSearchParams({ ...addresses })}`);
          const text = await answer.text();
          expect(answer.status, text).toBe(200);
          return JSON.parse(text);
        } finally {
          await worker.stop();
        }
      }, false);
    },
    RUN_TIMEOUT_MS,
  );
});

/** Starts the binary itself: wrangler would bundle the program first. */
function startWorker() {
  const binary: string = createRequire(join(HERE, "package.json"))("workerd").default;
  return startInFolder({ prefix: "octavo-workerd-" }, async (dir, port, url) => {
    const config = join(dir, "config.capnp");
    const embed = (name: string, file: string): string => `(name = "${name}", esModule = embed "${file}")`;
    for (const file of ["worker.js", "program.js"]) await cp(join(folder, file), join(dir, file));
    await cp(join(folder, "node_modules/octavo-client/lib/client.js"), join(dir, "client.js"));
    const modules = [embed("worker.js", "worker.js"), embed("program.js", "program.js"), embed("octavo-client", "client.js")];
    await writeFile(
      config,
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [${modules.join(", ")}], compatibilityDate = "2026-01-01", globalOutbound = "here")),
    (name = "here", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
    );
    return startProcess({ command: binary, args: ["serve", config], cwd: dir, ready: answers(url) });
  });
}

describeInBrowser("octavo-client in Chromium", (openBrowser) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const runInPage = async (origin: LocalOrigin, addresses: Addresses, name: "run" | "tryLike"): Promise<object> => {
    const page = await browser.newPage();
    await page.goto(`${origin.url}/page.html`);
    try {
      return await page.evaluate(
        async ([method, given]) =>
          (globalThis as unknown as Record<string, (addresses: Addresses) => Promise<object>>)[method]?.(given) ?? {},
        [name, addresses] as const,
      );
    } finally {
      await page.close();
    }
  };

  it(
    "behaves the same on a page of another origin that the site's owner lists",
    async () => {
      await expectSame((addresses) => runInPage(listed, addresses, "run"), true);
    },
    RUN_TIMEOUT_MS,
  );

  it(
    "reads and writes on a page of any origin, and explains why a like got no answer",
    async () => {
      const answer = await runInPage(other, { baseUrl: site.socketUrl, closedUrl: "" }, "tryLike");
      expect(answer).toEqual({
        name: "Ines Halvorsen",
        status: "pending",
        code: "network-error",
        detail: expect.stringContaining(
          `the site does not accept likes from pages of ${other.url}. Its owner lists other origins with --origins.`,
        ),
      });
    },
    RUN_TIMEOUT_MS,
  );
});
