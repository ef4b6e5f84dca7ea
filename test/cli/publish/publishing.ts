import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { main } from "../../../cli/main.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

/** A site that can be published, and the effects of `octavo publish` on it. */

export interface Published {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface PublishingSite extends SiteFixture {
  publish(...args: readonly string[]): Promise<Published>;
  /** Runs git in the site's folder. */
  git(...args: readonly string[]): string;
}

const ADDRESS = "https://marsh.aas.no";

/** @param files files to add to a site with one post */
export async function createPublishingSite(files: Readonly<Record<string, string>> = {}): Promise<PublishingSite> {
  const site = await createSite({ "content/site.yaml": `name: Marsh notes\nurl: ${ADDRESS}\n`, ...files });
  onTestFinished(() => site.remove());
  // Without this machine's own git settings, and without a name for commits.
  const env = { PATH: process.env.PATH ?? "", HOME: site.cwd, GIT_CONFIG_NOSYSTEM: "1" };
  return {
    ...site,
    async publish(...args) {
      const io = createTestIo({ cwd: site.cwd, env });
      const code = await main(["publish", ...args], io);
      return { code, out: io.out(), err: io.err() };
    },
    git: (...args) => execFileSync("git", args, { cwd: site.cwd, env, encoding: "utf8", stdio: "pipe" }).trim(),
  };
}

/** Installs a program in the site's project that records its arguments and its input. */
export async function installStandIn(
  site: PublishingSite,
  name: string,
  answers: Readonly<Record<string, string>>,
): Promise<() => Promise<readonly (readonly string[])[]>> {
  const folder = join(site.cwd, "node_modules/.bin");
  const record = join(site.cwd, `${name}-calls`);
  await mkdir(folder, { recursive: true });
  await mkdir(record);
  const program = `#!${process.execPath}
const { writeFileSync, readdirSync } = require("node:fs");
const args = process.argv.slice(2);
writeFileSync(${JSON.stringify(record)} + "/" + readdirSync(${JSON.stringify(record)}).length, JSON.stringify(args));
const answer = ${JSON.stringify(answers)}[args[0]];
if (answer === undefined) process.exit(7);
console.log(answer);
`;
  await writeFile(join(folder, name), program);
  await chmod(join(folder, name), 0o755);
  return async () => {
    const names = (await readdir(record)).sort((a, b) => Number(a) - Number(b));
    return Promise.all(names.map(async (one) => JSON.parse(await readFile(join(record, one), "utf8")) as string[]));
  };
}
