import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PublishTarget, readPublishTarget, WANT_TARGET } from "../../contract/config/publish-target.ts";
import { siteOfApi } from "../../contract/text/base-path.ts";
import type { HostName } from "../../hosts/host-names.ts";
import { openContent } from "../build/assumed-site.ts";
import { buildOnce } from "../build/build-once.ts";
import type { Workspace } from "../build/builder.ts";
import { toChangedAddresses } from "../build/changed-addresses.ts";
import { makeStateFolder } from "../build/state-folder.ts";
import { readDescribedSite } from "../importing/described-site.ts";
import { CliError, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { readBuiltBaseUrl, toPublicSite } from "../serve/public-origin.ts";
import { refuseMistakes } from "../text/refuse-mistakes.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { isPublicAddress } from "../text/site-name.ts";
import type { DeployContext, Deployment } from "./deployment.ts";
import { DEPLOYMENTS } from "./deployments.ts";
import { runOwnerTool } from "./owner-tool.ts";
import { digestFiles, findChanged, readLastPublication, writeLastPublication } from "./publication.ts";
import { takeSnapshotBefore } from "./snapshot-before.ts";

type SharedSettings = Settings<
  "config" | "content" | "out" | "publicUrl" | "origins" | "server" | "desk" | "deskPath" | "strict" | "all" | "quiet"
>;

interface PublishSettings extends SharedSettings {
  readonly to: string | null;
  readonly host: readonly HostName[];
  readonly reader: string | null;
  readonly writes: boolean;
  readonly dryRun: boolean;
}

/** Addresses that changed, for `publish.after`. */
const CHANGED_FILE = "changed.txt";
const LOCK_FILE = "publish.lock";
const LOCK_STALE_MS = 10_000;

/** `octavo publish`: builds, uploads with the owner's own tool, and prints the address. */
export async function publishSite(settings: PublishSettings, io: Io): Promise<void> {
  const workspace = await openContent(settings, io);
  await refuseMistakes(workspace.diagnostics, io);
  const target = requireTarget(settings.to ?? workspace.config.publish.to);
  makeStateFolder(io.cwd);
  await mkdir(workspace.cacheDir, { recursive: true });
  const release = await lockPublishing(workspace.cacheDir);
  try {
    return await publishAlone(workspace, target, settings, io);
  } finally {
    await release();
  }
}

async function publishAlone(workspace: Workspace, target: PublishTarget, settings: PublishSettings, io: Io): Promise<void> {
  const { outDir, cacheDir } = workspace;
  const deployment = DEPLOYMENTS[target.name];
  const context = createContext(target, workspace, settings, io);
  await requirePublicAddress(workspace, settings);
  await deployment.prepare(context);
  await build(deployment, settings, io);
  const baseUrl = (await readBuiltBaseUrl(outDir)) ?? "";
  const siteUrl = siteOfApi(baseUrl);
  await takeSnapshotBefore(siteUrl, { ...settings, host: toHosts(deployment, settings), preview: null }, workspace, io, context);
  const to = `${target.name}:${target.place}`;
  const [before, after] = [await readLastPublication(cacheDir, to), await digestFiles(outDir)];
  const removed = Object.keys(before).filter((path) => !Object.hasOwn(after, path));
  await deployment.upload({ ...context, siteUrl, files: Object.keys(after), removed });
  if (settings.dryRun) return void io.stdout.write(`nothing was published: without --dry-run, the site would be at ${siteUrl}\n`);
  if (!settings.quiet) io.stdout.write(`published: ${siteUrl}\n`);
  await runAfter(workspace, toChangedAddresses(findChanged(before, after), baseUrl), context);
  // Done last: if `publish.after` fails, the next run passes the same addresses to it again.
  await writeLastPublication(cacheDir, { to, files: after });
}

/** @throws CliError with exit code 2 */
function requireTarget(written: string | null): PublishTarget {
  if (written === null)
    throw usageError("no target to publish to is given", `set publish: { to: "…" } in octavo.config.ts, or use --to: ${WANT_TARGET}`);
  const target = readPublishTarget(written);
  if (typeof target === "string") throw usageError(`--to is "${written}", which ${target}`, WANT_TARGET);
  return target;
}

/** @returns a function that releases the lock @throws CliError if another run holds it */
async function lockPublishing(cacheDir: string): Promise<() => Promise<void>> {
  const { lock } = await import("proper-lockfile");
  try {
    return await lock(cacheDir, { lockfilePath: join(cacheDir, LOCK_FILE), stale: LOCK_STALE_MS });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ELOCKED")) throw error;
    throw new CliError("another octavo publish is running in this folder", { hint: "wait for it, then publish again" });
  }
}

function createContext(
  { place }: PublishTarget,
  { outDir }: Workspace,
  { dryRun, quiet }: PublishSettings,
  { cwd, env, stderr }: Io,
): DeployContext {
  return {
    place,
    cwd,
    outDir,
    dryRun,
    async run(program, args, { input = "", env: more = {}, isShown = true } = {}) {
      const show = isShown && !quiet ? stderr : null;
      const answer = await runOwnerTool(program, args, { cwd, env: { ...env, ...more }, input, show });
      if (isShown && quiet && answer.status !== 0) stderr.write(answer.output);
      return answer;
    },
    tell: (line) => {
      if (!quiet) stderr.write(`${line}\n`);
    },
  };
}

function toHosts({ host }: Deployment, settings: PublishSettings): readonly HostName[] {
  return host === null || settings.host.includes(host) ? settings.host : [host, ...settings.host];
}

/** @throws CliError if the build fails or leaves out a file */
async function build(deployment: Deployment, settings: PublishSettings, io: Io): Promise<void> {
  const hosts = toHosts(deployment, settings);
  const once = { preview: null, prune: false, changed: null, nextAs: null, json: false, keepGoing: false, yes: false };
  const targetHosts = Object.values(DEPLOYMENTS).flatMap(({ host }) => host ?? []);
  const code = await buildOnce({ ...settings, ...once, host: hosts, grace: deployment.graceHours, targetHosts }, io);
  if (code !== EXIT_OK) throw new CliError("nothing was published: the build failed", { hint: "octavo check lists the mistakes" });
}

/**
 * Called before the build, because building takes long. The build reports mistakes in the address.
 * @throws CliError
 */
async function requirePublicAddress({ contentDir, config }: Workspace, { publicUrl }: PublishSettings): Promise<void> {
  const { url, standInUrl } = await readDescribedSite(contentDir, config);
  const siteUrl = publicUrl === null ? (url ?? standInUrl) : toPublicSite(publicUrl);
  if (siteUrl === null || isPublicAddress(siteUrl)) return;
  throw new CliError(`nothing was published: ${siteUrl} is a placeholder, and every page would link to it`, {
    hint: "set the site's own address as url in content/site.yaml",
  });
}

/** @throws CliError if the owner's program fails */
async function runAfter(
  { config: { publish, root }, cacheDir }: Workspace,
  addresses: readonly string[],
  context: DeployContext,
): Promise<void> {
  const [program, ...args] = publish.after;
  if (program === undefined) return;
  const file = join(cacheDir, CHANGED_FILE);
  await writeFile(file, addresses.map((address) => `${address}\n`).join(""));
  const { status } = await context.run(program, [...args, file]);
  if (status === 0) return;
  const message = status === null ? `publish.after: there is no program ${program}` : `publish.after failed with exit code ${status}`;
  throw new CliError(`${message}; the site is published`, {
    hint: `the changed addresses are in ${shortenPath(file, root)}; the next octavo publish passes them again`,
  });
}
