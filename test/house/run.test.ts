import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const RUN = fileURLToPath(new URL("../../scripts/run.mjs", import.meta.url));
/** Replaces npm: records how it was called, and installs the packages of the lock file. */
const FAKE_NPM = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
if (process.argv[2] === "ci") {
  if (process.env.FAKE_NPM_FAILS) process.exit(7);
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const installed = Object.entries(packages).filter(([path, entry]) => path !== "" && !entry.optional);
  for (const [path] of installed) mkdirSync(path, { recursive: true });
  writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: Object.fromEntries(installed) }));
}
`;
const LOCK = {
  packages: {
    "": { name: "x" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/for-another-system": { version: "1.0.0", integrity: "sha512-b", optional: true },
  },
};

/** Replaces the pinned Node. */
const FAKE_NODE = '#!/bin/sh\nif [ "$1" = --version ]; then echo v24.0.0; else echo pinned; fi\n';
const PLATFORM = `${process.platform}-${process.arch}`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "octavo-run-"));
  await mkdir(join(root, "scripts"));
  for (const name of ["run.mjs", "pinned-node.mjs"]) await copyFile(join(dirname(RUN), name), join(root, "scripts", name));
  await mkdir(join(root, "bin"));
  for (const name of ["node-version.mjs", "parent-watch.mjs"]) await copyFile(join(dirname(RUN), "../bin", name), join(root, "bin", name));
  await pin(FAKE_NODE);
  await writeFile(join(root, "package.json"), '{"name":"x"}');
  await writeFile(join(root, "package-lock.json"), JSON.stringify(LOCK));
  await writeFile(join(root, "npm-cli.js"), FAKE_NPM);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Records the hash of the program; null to record none for this platform. */
async function pin(program: string | null): Promise<void> {
  const sha256 = program === null ? {} : { [PLATFORM]: createHash("sha256").update(program).digest("hex") };
  await writeFile(join(root, "scripts/pinned-node.json"), JSON.stringify({ version: "24.0.0", sha256 }));
}

/** Leaves the pinned Node as its install script would. */
async function unpackNode(program: string): Promise<void> {
  await mkdir(join(root, "node_modules/.bin"), { recursive: true });
  await mkdir(join(root, "node_modules/node/bin"), { recursive: true });
  await writeFile(join(root, "node_modules/node/bin/node"), program);
  await chmod(join(root, "node_modules/node/bin/node"), 0o755);
  await writeFile(join(root, "node_modules/.bin/greet"), "#!/usr/bin/env node\n");
  await chmod(join(root, "node_modules/.bin/greet"), 0o755);
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const environment = (env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: root,
  npm_execpath: join(root, "npm-cli.js"),
  ...env,
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, "scripts/run.mjs"), ...args], { cwd: root, env: environment(env) }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const npmCalls = async (): Promise<string[]> =>
  (await readFile(join(root, "npm.log"), "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
const CI = "ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error";
const HELLO = ["node", "-e", "console.log('hello', ...process.argv.slice(1))", "--", "--port", "4000"];

describe("scripts/run.mjs", () => {
  it("installs missing packages, including development packages, then runs the command with its arguments", async () => {
    const { code, stdout, stderr } = await run(HELLO, { NODE_ENV: "production" });
    expect([code, stdout], stderr).toEqual([0, "hello --port 4000\n"]);
    expect(stderr).toContain("node_modules is missing or incomplete: installing");
    expect(await npmCalls()).toEqual([CI]);
  });

  it("installs only once: a package for another system does not count as missing", async () => {
    await run(HELLO);
    const { stderr } = await run(HELLO);
    expect(stderr).not.toContain("install");
    expect(await npmCalls()).toEqual([CI]);
  });

  it("installs again when the lock file has changed", async () => {
    await run(HELLO);
    const newer = { packages: { ...LOCK.packages, "node_modules/a": { version: "1.1.0", integrity: "sha512-c" } } };
    await writeFile(join(root, "package-lock.json"), JSON.stringify(newer));
    expect((await run(HELLO)).stderr).toContain("node_modules/a is 1.0.0, not 1.1.0: installing");
    expect(await npmCalls()).toEqual([CI, CI]);
  });

  it("installs again when a package was deleted", async () => {
    await run(HELLO);
    await rm(join(root, "node_modules/a"), { recursive: true });
    expect((await run(HELLO)).stderr).toContain("node_modules/a is missing: installing");
  });

  it("states what to do when the installation fails, and does not run the command", async () => {
    const { code, stdout, stderr } = await run(HELLO, { FAKE_NPM_FAILS: "1" });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("npm ci exited with code 7\nhint: ");
  });

  it("states what to do if there is no lock file", async () => {
    await rm(join(root, "package-lock.json"));
    expect((await run(HELLO)).stderr).toContain("package-lock.json is missing or broken\nhint: ");
  });

  it("finds the commands of node_modules first, and runs them under the pinned Node", async () => {
    await run(HELLO);
    await unpackNode(FAKE_NODE);
    expect(await run(["greet"])).toEqual({ code: 0, stdout: "pinned\n", stderr: "" });
  });

  it("refuses to run a pinned Node whose hash is not the committed one, the first time and later", async () => {
    await run(HELLO);
    const foreign = `#!/bin/sh\ntouch ${join(root, "it-ran")}\necho v24.0.0\n`;
    await unpackNode(foreign);
    const refused = await run(["greet"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(
      /bin\/node is not Node 24\.0\.0 for .*: its SHA-256 is [0-9a-f]{64}, but scripts\/pinned-node\.json requires [0-9a-f]{64}\nhint: it was not run/,
    );
    await unpackNode(FAKE_NODE);
    expect((await run(["greet"])).stdout).toBe("pinned\n");
    // A file that was correct once is checked again after a change, even if its size is the same.
    await unpackNode(FAKE_NODE.replace("pinned", "foiled"));
    expect(await run(["greet"])).toMatchObject({ code: 1, stdout: "" });
    await expect(access(join(root, "it-ran"))).rejects.toThrow("ENOENT");
  });

  it("states that no hash is committed for this platform, and continues", async () => {
    await run(HELLO);
    await pin(null);
    await unpackNode(FAKE_NODE);
    const { code, stdout, stderr } = await run(["greet"]);
    expect([code, stdout]).toEqual([0, "pinned\n"]);
    expect(stderr).toBe(`octavo: the Node in node_modules was not checked: scripts/pinned-node.json has no SHA-256 for ${PLATFORM}\n`);
  });

  it("has the hashes of the version that package.json pins", async () => {
    const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(dirname(RUN), name), "utf8"));
    const { devDependencies } = (await read("../package.json")) as { devDependencies: { node: string } };
    const { version, sha256 } = (await read("pinned-node.json")) as { version: string; sha256: Record<string, string> };
    expect(version).toBe(devDependencies.node);
    expect(Object.values(sha256).filter((hash) => !/^[0-9a-f]{64}$/.test(hash))).toEqual([]);
    expect(Object.keys(sha256)).toContain("linux-x64");
  });

  it("repairs a pinned Node whose install script did not run, and continues without it if it can", async () => {
    await run(HELLO);
    await mkdir(join(root, "node_modules/node"), { recursive: true });
    await writeFile(join(root, "node_modules/node/package.json"), "{}");
    const { code, stderr } = await run(HELLO);
    expect(code).toBe(0);
    expect(await npmCalls()).toEqual([CI, "rebuild node --ignore-scripts=false --loglevel=error"]);
    expect(stderr).toContain("the pinned Node does not run here");
  });

  it("returns the command's exit code", async () => {
    expect((await run(["node", "-e", "process.exit(3)"])).code).toBe(3);
  });

  it("names a command that does not exist", async () => {
    const { code, stderr } = await run(["no-such-command"]);
    expect(code).toBe(127);
    expect(stderr).toContain("no command is named no-such-command");
  });

  it.each(["SIGINT", "SIGTERM"] as const)("forwards %s, and waits for the command to end", async (signal) => {
    await run(HELLO);
    const script = `process.on("${signal}", () => { console.log("got ${signal}"); process.exit(5); }); setInterval(() => {}, 1000); console.log("ready");`;
    const child = spawn(process.execPath, [join(root, "scripts/run.mjs"), "node", "-e", script], { cwd: root, env: environment() });
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout === "ready\n") child.kill(signal);
    });
    const code = await new Promise((resolve) => child.on("exit", resolve));
    expect([stdout, code]).toEqual([`ready\ngot ${signal}\n`, 5]);
  });

  it.each([
    [
      "stops the command when npm's shell is gone, because npm sends signals only to the shell",
      { npm_lifecycle_event: "start" },
      "got SIGTERM\n",
    ],
    ["does not stop a command that something other than npm has started", {}, "still there\n"],
  ])("%s", async (_, env, last) => {
    await run(HELLO);
    // Ends by itself after it has outlived the shell for long enough.
    const script = `process.on("SIGTERM", () => { console.log("got SIGTERM"); process.exit(); });
      setTimeout(() => { console.log("still there"); process.exit(); }, ${last.startsWith("got") ? 20_000 : 1_500}); console.log("ready");`;
    const line = `"$1" "$2" node -e "$3"; true`;
    const shell = spawn("sh", ["-c", line, "sh", process.execPath, join(root, "scripts/run.mjs"), script], {
      cwd: root,
      env: environment(env),
    });
    let stdout = "";
    shell.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout === "ready\n") shell.kill("SIGTERM");
    });
    // Does not wait for the shell's end: the command holds the same pipe.
    await new Promise((resolve) => shell.on("close", resolve));
    expect(stdout).toBe(`ready\n${last}`);
  });

  it("reports a command that a signal ended as shells do", async () => {
    expect((await run(["node", "-e", "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)"])).code).toBe(137);
  });
});
