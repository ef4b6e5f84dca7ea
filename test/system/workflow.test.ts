// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are in GitHub's workflows.
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { runWith } from "../packages/installed.ts";
import { createNginx, type Nginx } from "./nginx.ts";
import { runOctavo } from "./octavo-process.ts";
import { describeWith } from "./programs.ts";

/**
 * Workflows of `octavo init --deploy`, from a commit to an answer: each run has a fresh clone, and
 * every `run:` of the jobs of a push runs exactly as written. Small programs replace `npm ci` (a
 * link to this tree), ssh (it runs the command here), sudo (nginx loads its configuration) and
 * wrangler.
 */

const node = process.execPath;
const URLS = {
  nginx: "https://ines.example/blog",
  "github-pages": "https://you.github.io/site",
  cloudflare: "https://ines.example",
} as const;
type Deploy = keyof typeof URLS;

/** Conditions of steps, for a push to main. */
const CONDITIONS: Readonly<Record<string, boolean>> = {
  "github.event_name != 'pull_request'": true,
  "steps.preview.outputs.url != ''": false,
  "github.event_name == 'pull_request' && vars.CLOUDFLARE_SUBDOMAIN != '' && github.event.pull_request.head.repo.full_name == github.repository": false,
};

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

let folder: string;
let programs: string;
let web: string;
let runs = 0;

async function writeProgram(name: string, script: string): Promise<void> {
  await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, name), 0o755);
}

const git = (cwd: string, ...args: string[]) =>
  runWith(node, cwd, "git", ["-c", "user.name=Ines", "-c", "user.email=ines@ines.example", ...args]);

/** A site in its own repository, with a bare repository as its remote. */
async function createRepository(deploy: Deploy): Promise<string> {
  const site = join(folder, `${deploy}.site`);
  await mkdir(site);
  await runOctavo(site, ["init", ".", "--yes", "--deploy", deploy, "--url", URLS[deploy], "--package", "./octavo.tgz"]);
  await git(folder, "init", "--quiet", "--bare", `${deploy}.git`);
  await git(site, "init", "--quiet", "--initial-branch", "main");
  await git(site, "remote", "add", "origin", join(folder, `${deploy}.git`));
  return site;
}

async function push(site: string): Promise<void> {
  await git(site, "add", ".");
  await git(site, "commit", "--quiet", "--message", "Content");
  await git(site, "push", "--quiet", "origin", "main");
}

/** Runs the jobs of a push in a fresh clone, with the caches of the last run. */
async function runWorkflow(deploy: Deploy, secrets: Readonly<Record<string, string>> = {}): Promise<string> {
  const clone = join(folder, `run-${++runs}`);
  await git(folder, "clone", "--quiet", "--branch", "main", join(folder, `${deploy}.git`), clone);
  const cache = join(folder, `${deploy}.cache`);
  const workflow = parse(await readFile(join(clone, ".github/workflows/publish.yml"), "utf8"));
  const { due: _, ...jobs } = workflow.jobs;
  const fill = (text: string): string =>
    text.replace(/^\$\{\{ (?:secrets|steps)\.(\S+) \}\}$/, (_all, name: string) => secrets[name] ?? "");
  for (const { env: jobEnv = {}, steps } of Object.values<{ env?: Record<string, string>; steps: readonly Step[] }>(jobs)) {
    for (const { uses, run, env = {}, with: input = {}, if: condition } of steps) {
      if (condition !== undefined && !(CONDITIONS[condition] ?? expect.fail(`an unknown condition: ${condition}`))) continue;
      const kept = join(cache, input.path ?? "");
      if (uses?.startsWith("actions/cache@")) await cp(kept, join(clone, input.path ?? ""), { recursive: true }).catch(ifMissing);
      if (uses?.startsWith("actions/upload-pages-artifact@"))
        await cp(join(clone, input.path ?? ""), join(web, "site"), { recursive: true });
      if (run === undefined) continue;
      const filled = Object.entries({ ...jobEnv, ...env }).map(([name, value]) => [name, fill(String(value))]);
      const runner = { HOME: join(folder, "home"), CI: "true", PATH: [programs, process.env.PATH].join(delimiter) };
      await runWith(node, clone, "bash", ["-eo", "pipefail", "-c", run], { ...Object.fromEntries(filled), ...runner });
    }
  }
  for (const path of [".octavo/cache", "dist"]) await cp(join(clone, path), join(cache, path), { recursive: true });
  return clone;
}

function ifMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

describeWith(["nginx"], "a generated workflow", (program) => {
  let nginx: Nginx;
  const ask = async (path: string) => {
    const { status, headers, text } = await fetch(nginx.origin + path, { redirect: "manual" }).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
    }));
    return { status, location: headers.get("Location"), text };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "octavo-workflow-"));
    programs = join(folder, "programs");
    web = join(folder, "web");
    for (const made of [programs, join(web, "blog"), join(folder, "home")]) await mkdir(made, { recursive: true });
    // A pattern, which may match nothing: nginx runs before the first upload.
    const own = `include ${web}/blog/_hosts/nginx/octavo.con[f];`;
    nginx = await createNginx({ program, root: web, dir: join(folder, "nginx"), own });
    await nginx.start();
    const npm = (await runWith(node, folder, "sh", ["-c", "command -v npm"])).stdout.trim();
    const install = `mkdir -p node_modules/.bin && ln -s ${PROJECT_DIR} node_modules/octavo && ln -s ../octavo/bin/octavo.mjs node_modules/.bin/octavo`;
    await writeProgram("npm", `if [ "$1" = ci ]; then ${install}; else exec ${npm} "$@"; fi`);
    await writeProgram("ssh", 'while [ "${1%ines.example}" = "$1" ]; do shift; done; shift; exec sh -c "$*"');
    await writeProgram(
      "npx",
      `case "$1" in wrangler@4) echo "$CLOUDFLARE_API_TOKEN $*" >> ${folder}/wrangler; test -f "$4";; *) exec ${npm.replace(/npm$/, "npx")} "$@";; esac`,
    );
    await writeProgram("systemctl", "exit 3");
    await writeProgram("sudo", `[ "$*" = "-n /usr/bin/systemctl reload nginx" ] && kill -HUP "$(cat ${folder}/nginx/nginx.pid)"`);
  }, 60_000);
  afterAll(async () => {
    await nginx?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("copies a site to nginx and loads its configuration, so a new alias redirects at once", async () => {
    const site = await createRepository("nginx");
    const secrets = { DEPLOY_TO: `you@ines.example:${web}/blog`, DEPLOY_KEY: "key", DEPLOY_KNOWN_HOSTS: "host" };
    await push(site);
    expect((await ask("/blog/api/v1/posts")).status).toBe(404);
    await runWorkflow("nginx", secrets);
    await expect.poll(() => ask("/blog/api/v1/posts")).toMatchObject({ status: 200, text: expect.stringContaining("/blog/posts/hello") });
    expect((await ask("/blog/api/v1/posts/greeting")).status).toBe(404);

    const file = join(site, "content/posts/hello.md");
    await writeFile(file, (await readFile(file, "utf8")).replace("---\n", "---\naliases: [greeting]\n"));
    await appendFile(file, "\nA second commit.\n");
    await push(site);
    await runWorkflow("nginx", secrets);
    await expect
      .poll(() => ask("/blog/api/v1/posts/greeting"))
      .toMatchObject({ status: 200, text: expect.stringContaining("A second commit.") });
  }, 240_000);

  it("puts a project's site on GitHub Pages with its dot files", async () => {
    const site = await createRepository("github-pages");
    await mkdir(join(site, "public/.well-known"), { recursive: true });
    await writeFile(join(site, "public/.well-known/security.txt"), "Contact: mailto:ines@ines.example\n");
    await push(site);
    await runWorkflow("github-pages");
    expect(await ask("/site/api/v1/posts.json")).toMatchObject({
      status: 200,
      text: expect.stringContaining(`${URLS["github-pages"]}/posts/hello`),
    });
    expect((await ask("/site/octavo-sw.js")).status).toBe(200);
    expect((await ask("/site/.well-known/security.txt")).text).toMatch(/^Contact:/);
  });

  it("passes wrangler a working Worker and the token", async () => {
    await push(await createRepository("cloudflare"));
    const clone = await runWorkflow("cloudflare", { CLOUDFLARE_API_TOKEN: "token" });
    expect(await readFile(join(folder, "wrangler"), "utf8")).toBe(
      "token wrangler@4 deploy --config dist/_hosts/cloudflare/wrangler.jsonc\n",
    );
    const { default: worker } = await import(join(clone, "dist/_worker.js/index.js"));
    const assets = async (url: string): Promise<Response> =>
      readFile(join(clone, "dist", new URL(url).pathname)).then(
        (bytes) => new Response(bytes),
        () => new Response(null, { status: 404 }),
      );
    const answer = await worker.fetch(new Request(`${URLS.cloudflare}/api/v1/posts?q=hello`), { ASSETS: { fetch: assets } });
    expect(await answer.json()).toMatchObject({ items: [{ slug: "hello" }] });
  });
});
