// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are in GitHub's workflows.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { runWith } from "./installed.ts";

const ROOT = join(import.meta.dirname, "../..");
const [octavo] = inject("tarballs");
const node = process.execPath;

let folder: string;
let site: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-deploy-"));
  site = join(folder, "site");
  await mkdir(site);
  // The package is in the folder, because another machine installs it from there.
  await cp(octavo?.file ?? "", join(site, "octavo.tgz"));
  await runWith(node, site, "npm", [
    "exec",
    "--yes",
    "--package",
    "./octavo.tgz",
    "--",
    "octavo",
    "init",
    ".",
    "--yes",
    "--deploy",
    "docker",
    "--url",
    "https://ines.example",
    "--package",
    "./octavo.tgz",
  ]);
  await runWith(node, site, "npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

interface DockerStep {
  readonly name: string;
  readonly args: string;
}

/** The instructions of a Dockerfile, with continued lines joined. */
function readDockerfile(text: string): readonly DockerStep[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => ({ name: line.split(" ")[0] ?? "", args: line.slice(line.indexOf(" ") + 1) }));
}

/**
 * Runs a Dockerfile's steps like a builder, with a folder instead of each stage, because there is
 * no daemon where tests run.
 */
class Builder {
  readonly #context: string;
  readonly #root: string;
  readonly #ignored: readonly string[];
  readonly #stages = new Map<string, string>();
  stage = "";
  workdir = "/";
  user = "root";
  readonly #env: Record<string, string> = {};

  constructor(context: string, root: string, ignored: readonly string[]) {
    this.#context = context;
    this.#root = root;
    this.#ignored = ignored;
  }

  /** The place of an image's path on this machine. */
  path(path: string): string {
    return join(this.stage, path.startsWith("/") ? path : join(this.workdir, path));
  }

  async step({ name, args }: DockerStep): Promise<void> {
    if (name === "FROM") {
      this.stage = join(this.#root, String(this.#stages.size));
      this.#stages.set(/ AS (\w+)$/.exec(args)?.[1] ?? "final", this.stage);
      this.workdir = "/";
    } else if (name === "WORKDIR") {
      this.workdir = args;
      await mkdir(this.path("."), { recursive: true });
    } else if (name === "COPY") await this.#copy(args.split(" "));
    else if (name === "ENV") Object.assign(this.#env, Object.fromEntries([args.split("=")]));
    else if (name === "USER") this.user = args;
    // The users of this machine stay the same, but the folder is created.
    else if (name === "RUN" && args.includes("useradd")) await mkdir(this.path("/data"), { recursive: true });
    else if (name === "RUN")
      await runWith(node, this.path("."), "bash", ["-euo", "pipefail", "-c", args.replace(/^(?:--mount=\S+ )+/, "")], this.#env);
  }

  async #copy(words: readonly string[]): Promise<void> {
    const from = /^--from=(\w+)$/.exec(words[0] ?? "")?.[1];
    const patterns = words.slice(from === undefined ? 0 : 1, -1);
    const target = this.path(words.at(-1) ?? "");
    const base = from === undefined ? this.#context : (this.#stages.get(from) ?? "");
    const names = await readdir(base);
    const sources = patterns.flatMap((pattern) => (pattern.includes("*") ? names.filter((name) => matchesGlob(name, pattern)) : [pattern]));
    const filter = (path: string): boolean => from !== undefined || !this.#ignored.some((name) => path === join(this.#context, name));
    for (const source of sources) {
      const isInto = sources.length > 1 || words.at(-1)?.endsWith("/");
      await mkdir(dirname(target), { recursive: true });
      await cp(join(base, source), isInto && source !== "." ? join(target, source) : target, {
        recursive: true,
        filter,
        verbatimSymlinks: true,
      });
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("the Dockerfile", () => {
  const running: ChildProcess[] = [];
  afterAll(() => {
    for (const child of running) child.kill();
  });

  it("builds the site step by step, and serves it as a separate user, healthy and with a volume", async () => {
    const steps = readDockerfile(await readFile(join(site, "Dockerfile"), "utf8"));
    const builder = new Builder(site, join(folder, "stages"), (await readFile(join(site, ".dockerignore"), "utf8")).trim().split("\n"));
    for (const step of steps) await builder.step(step);
    expect(builder.user).toBe("octavo");
    expect(steps.filter(({ args }) => args.startsWith("--mount=type=cache,target=/site/.octavo/cache,")).length).toBe(1);
    expect(steps).toContainEqual({ name: "VOLUME", args: "/data" });
    expect(steps.find(({ args }) => args.includes("useradd"))?.args).toMatch(/--uid 10001 .*install -d -o octavo -g octavo -m 700 \/data$/);

    const port = await findFreePort();
    const toCommand = (text: string): string[] =>
      (JSON.parse(text) as string[]).map((word) => word.replace("/data/", `${builder.path("/data")}/`).replaceAll("3000", String(port)));
    const [, ...command] = toCommand(steps.find(({ name }) => name === "CMD")?.args ?? "[]");
    const [, health = ""] = /CMD (\[.*\])$/.exec(steps.find(({ name }) => name === "HEALTHCHECK")?.args ?? "") ?? [];
    const [, ...healthCommand] = toCommand(health);
    const isHealthy = (): boolean => spawnSync(node, healthCommand, { stdio: "ignore" }).status === 0;
    expect(isHealthy()).toBe(false);
    const child = spawn(node, command, {
      cwd: builder.path("."),
      stdio: "ignore",
      env: { PATH: process.env.PATH, OCTAVO_TRUST_PROXY: "127.0.0.1" },
    });
    running.push(child);
    await expect.poll(isHealthy, { timeout: 30_000, interval: 200 }).toBe(true);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/posts`);
    expect((await answer.json()).items[0].url).toBe("https://ines.example/posts/hello");
    const like = await fetch(`http://127.0.0.1:${port}/api/v1/posts/hello/like`, { headers: { "X-Forwarded-For": "203.0.113.9" } });
    expect(like.status).toBe(200);
    await expect(readFile(join(builder.path("/data"), "octavo.db"))).resolves.toBeInstanceOf(Buffer);
  }, 240_000);

  it("matches a compose file with the same ports, user data and proxy, and a Caddyfile for the site's address", async () => {
    const { services, volumes, networks } = parse(await readFile(join(site, "compose.yaml"), "utf8"));
    expect(services.octavo.volumes).toEqual(["data:/data"]);
    expect(Object.keys(volumes)).toContain("data");
    expect(services.octavo.environment.OCTAVO_TRUST_PROXY).toBe(services.caddy.networks.site.ipv4_address);
    expect(networks.site.ipam.config[0].subnet).toBe("172.30.83.0/24");
    expect(services.caddy.depends_on.octavo.condition).toBe("service_healthy");
    const caddyfile = await readFile(join(site, "Caddyfile"), "utf8");
    expect(caddyfile).toMatch(/^ines\.example \{\n(?:\t.*\n)*\treverse_proxy octavo:3000\n\}$/m);
  });
});

interface ActionStep {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

describe("the GitHub action", () => {
  let action: Action;
  beforeAll(async () => {
    action = parse(await readFile(join(ROOT, "action.yml"), "utf8"));
  });

  /**
   * Runs its own steps, as a runner does; returns the outputs. @throws the output of a step that
   * fails
   */
  async function run(given: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    const inputs = { ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default])), ...given };
    const temp = await mkdtemp(join(folder, "runner-"));
    const output = join(temp, "output");
    await writeFile(output, "");
    const fill = (text: string): string => text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? "");
    for (const step of action.runs.steps) {
      if (step.run === undefined || (step.if !== undefined && inputs.build !== "true")) continue;
      const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]));
      const runner = { GITHUB_WORKSPACE: folder, GITHUB_OUTPUT: output, RUNNER_TEMP: temp };
      await runWith(node, join(folder, fill(step["working-directory"] ?? ".")), "bash", ["-euo", "pipefail", "-c", step.run], {
        ...env,
        ...runner,
      });
    }
    return Object.fromEntries(
      (await readFile(output, "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
  }

  it("installs, checks and builds, and prints the result, the changes and when to build again", async () => {
    await writeFile(join(site, "content/posts/later.md"), "---\ntitle: Later\npublishedAt: 2126-07-01T10:30:00Z\n---\n\nText.\n");
    const outputs = await run({ folder: "site" });
    expect(outputs).toMatchObject({ out: "site/dist", "next-change": "2126-07-01T10:30:00.000Z" });
    expect(await readFile(outputs.changed ?? "", "utf8")).toContain("https://ines.example/api/v1/posts/hello\n");
    expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs));
    for (const [name, { value }] of Object.entries(action.outputs)) expect(value).toBe(`\${{ steps.build.outputs.${name} }}`);
    // With the cache, nothing has changed.
    expect(await readFile((await run({ folder: "site" })).changed ?? "", "utf8")).toBe("");
    const cached = action.runs.steps.find(({ uses }) => uses?.startsWith("actions/cache@"));
    expect(cached?.with?.path).toBe("${{ inputs.folder }}/.octavo/cache");
  }, 240_000);

  it("fails on mistakes with annotations, and then builds nothing", async () => {
    await writeFile(join(site, "content/posts/wrong.md"), "---\ntitel: Wrong\n---\n\nText.\n");
    await expect(run({ folder: "site" })).rejects.toMatchObject({
      stdout: expect.stringContaining("::error file=site/content/posts/wrong.md,line=2,col=1"),
    });
    await rm(join(site, "content/posts/wrong.md"));
  }, 60_000);

  it("treats a workflow's values as data, in variables", () => {
    for (const { run: script = "" } of action.runs.steps) expect(script).not.toContain("${{");
  });
});
