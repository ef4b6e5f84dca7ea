import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROJECT_DIR } from "../helpers/sample-site.ts";

let site: string;

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "octavo-wrangler-"));
  await mkdir(join(site, "content/posts"), { recursive: true });
  await writeFile(join(site, "octavo.config.mjs"), 'export default { website: true, publish: { to: "cloudflare" } };\n');
  await writeFile(join(site, "content/site.yaml"), "name: Marsh\nurl: https://marsh.aas.no\n");
  await writeFile(join(site, "content/posts/ice.md"), "---\ntitle: Ice\npublishedAt: 2026-01-02\n---\nText.\n");
});
afterAll(() => rm(site, { recursive: true, force: true }));

it("octavo publish --dry-run passes the site to wrangler, which bundles the Worker and reads the files", async () => {
  // wrangler is not a dependency of the site here, so the one on PATH is used.
  const PATH = [join(PROJECT_DIR, "test/hosts/node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, HOME: site, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_API_TOKEN: "" };
  const args = [join(PROJECT_DIR, "bin/octavo.mjs"), "publish", "--dry-run"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: site, env, maxBuffer: 16 * 1024 * 1024 });
  expect(stderr).toMatch(/Read \d+ files from the assets directory/);
  expect(stderr).toMatch(/Total Upload: [\d.]+ KiB/);
  expect(stderr).toContain("--dry-run: exiting now");
  expect(stdout).toContain("nothing was published: without --dry-run, the site would be at https://marsh.aas.no\n");
}, 120_000);
