import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createSite, post, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo } from "../cli/test-io.ts";

/** Servers whose log cannot be written: a full disk, a pipe whose reader has gone. */

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const ASK_AGAIN_MS = 100;

let site: SiteFixture;
let child: ChildProcess | null;
beforeEach(async () => {
  child = null;
  site = await createSite({ "content/posts/first-ice.md": post("first-ice", "2026-01-01") });
  expect(await main(["build"], createTestIo({ cwd: site.cwd }))).toBe(0);
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "close");
  }
  await site.remove();
});

/** A port that is free now, because this test cannot read the server's output. */
async function findPort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

type Output = "full" | "closed pipe";

/** Standard output and error alike. */
function spawnOctavo(args: readonly string[], output: Output): ChildProcess {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("OCTAVO_")));
  if (output === "full") {
    const full = openSync("/dev/full", "w");
    try {
      return spawn(process.execPath, [MAIN, ...args], { cwd: site.cwd, env, stdio: ["ignore", full, full] });
    } finally {
      closeSync(full);
    }
  }
  // A real pipe, as a shell and a supervisor make it: Node's own "pipe" is a socket.
  const command = 'exec 3> >(exit 0); wait $!; exec "$@" >&3 2>&1';
  return spawn("bash", ["-c", command, "bash", process.execPath, MAIN, ...args], { cwd: site.cwd, env, stdio: "ignore" });
}

async function readUntil<T>(read: () => Promise<T>, isEnough: (value: T) => boolean): Promise<T> {
  for (;;) {
    if (child === null || child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended with ${child?.exitCode}`);
    const value = await read().catch(() => null);
    if (value !== null && isEnough(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

interface Readiness {
  readonly status: string;
  readonly log: { readonly lostLines: number; readonly reason: string | null };
  readonly warnings: readonly string[];
}

describe.each([
  ["full", "ENOSPC"],
  ["closed pipe", "EPIPE"],
] as const)("with a log that cannot be written (%s)", (output, reason) => {
  it.each([
    ["api", ["api"]],
    ["start", ["start"]],
    ["start --read-only", ["start", "--read-only", "--db", "data/octavo.db"]],
    ["dev", ["dev"]],
  ] as const)("%s keeps serving, counts the lost lines, and stops when told to", async (_name, args) => {
    const port = await findPort();
    const base = `http://127.0.0.1:${port}`;
    child = spawnOctavo([...args, "--port", String(port)], output);
    const closed = once(child, "close");
    const readReadiness = async (): Promise<Readiness> => (await (await fetch(`${base}/readyz`)).json()) as Readiness;
    await readUntil(readReadiness, ({ status }) => status === "ready");

    // From a peer that is not trusted: this makes a line in every log.
    const liked = await fetch(`${base}/api/v1/posts/first-ice/like`, { method: "POST", headers: { "X-Forwarded-For": "203.0.113.9" } });
    expect(liked.status).toBe(200);
    const { log, warnings } = await readUntil(readReadiness, (found) => found.log.lostLines > 0);
    expect(log.reason).toBe(reason);
    expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`of the log (?:was|were) lost \\(${reason}\\)`)));
    expect(await (await fetch(`${base}/api/v1/posts/first-ice/like`)).json()).toMatchObject({ likeCount: 1 });

    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
  });
});

describe("a command that ends by itself", () => {
  it("says that its output cannot be written, and fails", async () => {
    const full = openSync("/dev/full", "w");
    child = spawn(process.execPath, [MAIN, "--version"], { cwd: site.cwd, stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
    const [code] = await once(child, "close");
    expect([code, said]).toEqual([1, expect.stringMatching(/^octavo: standard output cannot be written: ENOSPC.*\n$/)]);
  });

  it("ends silently if its reader has stopped reading", async () => {
    child = spawnOctavo(["check"], "closed pipe");
    expect(await once(child, "close")).toEqual([0, null]);
  });
});
