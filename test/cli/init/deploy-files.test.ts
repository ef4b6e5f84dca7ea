import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { toDeployFiles } from "../../../cli/init/deploy-files.ts";
import { main } from "../../../cli/main.ts";
import { createTestIo } from "../test-io.ts";

interface Step {
  readonly uses?: string;
  readonly with?: object;
}

function findCheckouts(workflow: string): readonly Step[] {
  const jobs: readonly { readonly steps: readonly Step[] }[] = Object.values(parse(workflow).jobs);
  return jobs.flatMap(({ steps }) => steps).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
}

it.each([
  "github-pages",
  "cloudflare",
  "nginx",
] as const)("the workflow for %s fetches all commits if they date the posts, and only then", (deploy) => {
  const plan = { deploy, url: "https://ines.example", template: "api", existingBuildScript: null, writes: false } as const;
  const textOf = (isDatedByGit: boolean): string => toDeployFiles({ ...plan, isDatedByGit })[0]?.text ?? "";
  const checkouts = findCheckouts(textOf(true));
  expect(checkouts).not.toEqual([]);
  for (const step of checkouts) expect(step.with).toEqual({ "fetch-depth": 0 });
  for (const step of findCheckouts(textOf(false))) expect(step.with).toBeUndefined();
});

it("the workflow gives pull requests a separate Worker if the site's Worker takes writes", () => {
  const plan = {
    deploy: "cloudflare",
    url: "https://ines.example",
    template: "website",
    existingBuildScript: null,
    isDatedByGit: false,
  } as const;
  const [alone = "", whole = ""] = [false, true].map((writes) => toDeployFiles({ ...plan, writes })[0]?.text);
  expect(alone).toContain("versions upload");
  expect(whole).not.toContain("versions upload");
  expect(whole).toMatch(/deploy --config \S+wrangler\.jsonc --name "ines-example-pr-\$\{\{ github\.event\.number \}\}"/);
  const steps = Object.values<{ steps: readonly { run?: string }[] }>(parse(whole).jobs).flatMap((job) =>
    job.steps.map(({ run }) => run ?? ""),
  );
  const at = (text: string): number => steps.findIndex((run) => run.startsWith(text));
  expect(at("npx --no octavo comments snapshot --from https://ines.example ||")).toBe(at("npx wrangler@4 deploy --config") - 1);
  expect(whole).toContain("url=https://ines-example-$ALIAS.$SUBDOMAIN.workers.dev");
});

it("init --deploy reads from the configuration that commits date the posts", async () => {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "octavo-deploy-")));
  onTestFinished(() => rm(cwd, { recursive: true, force: true, maxRetries: 5 }));
  await mkdir(join(cwd, "content/posts"), { recursive: true });
  await writeFile(join(cwd, "content/posts/heron.md"), "# Heron\n");
  await writeFile(
    join(cwd, "octavo.config.mts"),
    'export default { site: { name: "Notes", url: "https://a.example" }, frontMatter: { dates: "git" } };\n',
  );
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=Ines", "-c", "user.email=ines@a.example", ...args], { cwd, stdio: "ignore" });
  };
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "x");
  const io = createTestIo({ cwd });
  expect([await main(["init", ".", "--deploy", "github-pages", "--yes", "--package", "octavo@1.2.3"], io), io.err()]).toEqual([0, ""]);
  for (const step of findCheckouts(await readFile(join(cwd, ".github/workflows/publish.yml"), "utf8")))
    expect(step.with).toEqual({ "fetch-depth": 0 });
});
