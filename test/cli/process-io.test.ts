import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const CONTENT = {
  "content/site.yaml": "name: Ines\nurl: https://ines.example\ntimeZone: UTC\n",
  "content/posts/a.md": "---\ntitle: A\ndate: 2024-01-01\n---\nRain.\n",
};
const LOOP = 'process.stderr.write("looping\\n"); for (;;) {}';

function makeSite(files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-signals-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...CONTENT, ...files })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return cwd;
}

function run(cwd: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** The output of both streams, once it contains a text. */
async function shown(child: ChildProcess, wanted: string): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    let text = "";
    const take = (part: Buffer): void => {
      text += part.toString("utf8");
      if (text.includes(wanted)) resolve(text);
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.on("exit", () => reject(new Error(`it ended with: ${text}`)));
  });
}

/** The address of a server of `start` or `dev`, once it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  return /serving at (\S+)/.exec(await shown(child, "Ctrl-C stops"))?.[1] ?? "";
}

describe("an uncaught error in the author's code", () => {
  it.each([
    [
      "a rejected promise",
      'Promise.reject(new Error("no word"))',
      "octavo: your code at octavo.config.mjs:2:16 failed, and nothing caught the error: no word\n",
    ],
    [
      "a timer",
      'setTimeout(() => { throw new TypeError("no\\nword"); })',
      "octavo: your code at octavo.config.mjs:2:26 failed, and nothing caught the error: TypeError: no\n",
    ],
    [
      "a rejected promise without an error",
      'Promise.reject("no word")',
      "octavo: a promise or timer failed, and nothing caught the error: no word\n",
    ],
  ])("ends a build with a line: %s", async (_, code, line) => {
    const config = `export default { kinds: { talks: { words: { one: "talk", many: "talks" }, fields: {}, computed: { n: { type: "number" } }, compute: () => {
${code};
return { n: 1 };
} } } };\n`;
    const cwd = makeSite({ "octavo.config.mjs": config, "content/talks/a.md": "---\ntitle: A\n---\nRain.\n" });
    const child = run(cwd, "build");
    const hint = "hint: check octavo.config.ts, its imports, and plugins: catch the errors of promises and timers there\n";
    const text = shown(child, hint);
    const [exitCode] = await once(child, "exit");
    expect([exitCode, (await text).slice(-(line + hint).length)]).toEqual([1, line + hint]);
    expect(await text).not.toContain("Node.js v");
  });
});

describe("process.exit in the author's code", () => {
  it.each([["check"], ["build"]])("never counts as success: octavo %s", async (command) => {
    const child = run(makeSite({ "octavo.config.mjs": "process.exit(0);\nexport default {};\n" }), command);
    const text = shown(child, "hint: look for process.exit in octavo.config.ts, its imports, and plugins\n");
    const [code] = await once(child, "exit");
    expect([code, await text]).toEqual([1, expect.stringContaining("octavo: stopped before it was done: something called process.exit\n")]);
  });

  it.each([
    [0, 1],
    [3, 3],
  ])("is reported, whatever the code, and nothing is written: compute calls process.exit(%i)", async (called, exited) => {
    const config = `export default { kinds: { talks: { words: { one: "talk", many: "talks" }, fields: {}, computed: { n: { type: "number" } }, compute: () => process.exit(${called}) } } };\n`;
    const cwd = makeSite({ "octavo.config.mjs": config, "content/talks/a.md": "---\ntitle: A\n---\nRain.\n" });
    const child = run(cwd, "build");
    const text = shown(child, "hint: look for process.exit in octavo.config.ts, its imports, and plugins\n");
    const [code] = await once(child, "exit");
    expect([code, await text]).toEqual([
      exited,
      expect.stringContaining("octavo: stopped before it was done: something called process.exit\n"),
    ]);
    expect(existsSync(join(cwd, "dist"))).toBe(false);
  });
});

describe("a signal", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("ends a check whose configuration loops forever: %s", async (signal) => {
    const child = run(makeSite({ "octavo.config.mjs": `${LOOP}\nexport default {};\n` }), "check");
    await shown(child, "looping");
    child.kill(signal);
    expect((await once(child, "exit"))[1]).toBe(signal);
  });

  it.each([["check"], ["build"], ["dev", "--port", "0"]])("ends a plugin that loops forever: octavo %s", async (...args) => {
    const plugin = `export default { markdown: { remarkPlugins: [() => () => { ${LOOP} }] } };\n`;
    const child = run(makeSite({ "octavo.config.mjs": plugin }), ...args);
    await shown(child, "looping");
    child.kill("SIGINT");
    expect((await once(child, "exit"))[1]).toBe("SIGINT");
  });

  it("ends a later build of start whose plugin loops forever, and keeps serving the previous build", { timeout: 60_000 }, async () => {
    // Each of them changes the public site. The first one after the start triggers a build.
    const expiries = Array.from({ length: 20 }, (_, index) => new Date(Date.now() + 3_000 * (index + 1)).toISOString());
    const expiring = expiries.map((at, index) => [
      `content/posts/${index}.md`,
      `---\ntitle: A\ndate: 2024-01-01\nexpiresAt: ${at}\n---\nRain.\n`,
    ]);
    const plugin = `() => (tree) => { if (JSON.stringify(tree).includes("for ever")) { ${LOOP} } }`;
    const cwd = makeSite({
      ...Object.fromEntries(expiring),
      "octavo.config.mjs": `export default { markdown: { remarkPlugins: [${plugin}] } };\n`,
    });
    const child = run(cwd, "start", "--port", "0");
    const like = `${await addressOf(child)}/api/v1/posts/a/like`;
    const looping = shown(child, "looping");
    const posted = await fetch(like, { method: "POST" });
    expect(posted.status).toBe(200);
    writeFileSync(join(cwd, "content/posts/a.md"), CONTENT["content/posts/a.md"].replace("Rain", "Rain for ever"));
    await looping;
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[1]).toBe("SIGTERM");

    writeFileSync(join(cwd, "content/posts/a.md"), CONTENT["content/posts/a.md"]);
    const again = run(cwd, "start", "--port", "0");
    const liked = await fetch(`${await addressOf(again)}/api/v1/posts/a/like`);
    expect(await liked.json()).toMatchObject({ slug: "a", likeCount: 1 });
  });

  it("ends a later build that is writing, and leaves no lock for the next one", async () => {
    const cwd = makeSite({});
    const script = `
      import { createProcessIo } from ${JSON.stringify(new URL("../../cli/process-io.ts", import.meta.url).href)};
      import { lockOutDir } from ${JSON.stringify(new URL("../../build/emit/emit.ts", import.meta.url).href)};
      const io = createProcessIo();
      io.signal;
      const release = await io.endOnSignal(() => lockOutDir("content"));
      await release();
      await io.endOnSignal(async () => {
        await lockOutDir("content");
        process.stderr.write("writing\\n");
        await new Promise((resolve) => setTimeout(resolve, 600_000));
      });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await shown(child, "writing");
    expect(readdirSync(join(cwd, "content"))).toContain(".octavo-lock");
    child.kill("SIGINT");
    expect((await once(child, "exit"))[1]).toBe("SIGINT");
    expect(readdirSync(join(cwd, "content"))).not.toContain(".octavo-lock");
  });

  it.each([
    ["one, as a terminal and npm send it twice", 150, [0, null]],
    ["two, and the second ends at once", 600, [130, null]],
  ])("that is repeated counts as %s", async (_what, ms, ended) => {
    const script = `
      import { createProcessIo } from ${JSON.stringify(new URL("../../cli/process-io.ts", import.meta.url).href)};
      const { signal } = createProcessIo();
      // Closing takes a while.
      signal.addEventListener("abort", () => setTimeout(() => process.exit(0), 1_500));
      setTimeout(() => {}, 600_000);
      signal.addEventListener("abort", () => setTimeout(() => process.kill(process.pid, "SIGINT"), ${ms}));
      process.stderr.write("ready\\n");`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await shown(child, "ready");
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual(ended);
  });

  it("lets an idle server close its open files", async () => {
    const child = run(makeSite({}), "dev", "--port", "0");
    await shown(child, "Ctrl-C stops");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

it("a check ends by itself if documents, the configuration or the counts are pipes", async () => {
  const site = (path: string, files: Readonly<Record<string, string>> = {}): string => {
    const cwd = makeSite(files);
    execFileSync("mkfifo", [join(cwd, path)]);
    return cwd;
  };
  const outcomes = [
    run(site("content/posts/b.md"), "check"),
    run(site("octavo.config.ts"), "check"),
    run(site("counts.json"), "check", "--counts", "counts.json"),
  ].map(async (child) => {
    await shown(child, "not a regular file");
    return (await once(child, "exit"))[0];
  });
  expect(await Promise.all(outcomes)).toEqual([1, 1, 1]);
});
