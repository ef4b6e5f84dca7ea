import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { BuildResult } from "../../build/build-options.ts";
import type { UnreferencedFile } from "../../build/emit/prune.ts";
import type { Diagnostics } from "../../build/shared/diagnostics.ts";
import type { ResolvedConfig } from "../../build/shared/resolved-config.ts";
import { HOST_NAMES, HOSTS_OF_FILES, type HostName } from "../../hosts/host-names.ts";
import { sinceStart } from "../elapsed.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { checkAddress, openContent, tellAssumed } from "./assumed-site.ts";
import { runBuild, type Workspace } from "./builder.ts";
import { toHostWrites } from "./for-hosts/host-writes.ts";
import {
  findHosts,
  type HostSettings,
  noticeOfDesk,
  noticeOfNoServer,
  noticeOfOutside,
  noticeOfPlainServer,
  noticeOfRemoved,
  noticeOfRules,
  toHostFiles,
} from "./for-hosts/make-host-files.ts";
import type { ToldLimit } from "./limit-notices.ts";
import { cronOf, noticeOfAdded, noticeOfGone, renderResult, renderUnreferenced } from "./result-text.ts";

interface OnceSettings
  extends HostSettings,
    Settings<"config" | "content" | "out" | "publicUrl" | "strict" | "keepGoing" | "yes" | "json" | "quiet"> {
  /** Hours. */
  readonly grace: number | null;
  readonly prune: boolean;
  readonly changed: string | null;
  readonly nextAs: "cron" | "iso" | null;
  /**
   * Hosts that `octavo publish` derives from the target. Notices omit them, because nobody named
   * them.
   */
  readonly targetHosts?: readonly HostName[];
}

/** `octavo build`. */
export async function buildOnce(given: OnceSettings, io: Io): Promise<number> {
  const settings = given.preview === null ? given : toPreviewSettings(given, given.preview);
  if (settings.yes && !settings.prune)
    throw usageError("--yes goes with --prune", "it confirms that files that nothing refers to may be removed");
  if (settings.host.length === 0 && settings.writes) toHostWrites(settings, { writes: null, hasWriteServer: true });
  for (const name of ["server", "reader"] as const)
    if (settings[name] !== null && settings.host.length === 0)
      throw usageError(`--${name} goes with --host`, "it tells a host where to send requests");
  if (settings.nextAs !== null && settings.json) throw usageError("--next-as and --json do not go together", "--json has nextChange");
  const opened = await openContent(settings, io);
  const workspace = settings.preview === null ? opened : { ...opened, config: withoutCrawlers(opened.config) };
  checkAddress(workspace);
  tellAssumed(workspace, settings, io);
  requirePrograms(workspace.config, settings.host);
  if (settings.server !== null && !workspace.config.hasWriteServer)
    throw usageError("--server and website: { writeServer: false } exclude each other", "leave one of them out");
  const hostsBefore = findHosts(workspace.outDir).filter((host) => !given.targetHosts?.some((own) => own === host));
  const grace = settings.grace === null ? {} : { graceMs: settings.grace * HOUR_MS };
  // Code for serving and for pruning is loaded on demand.
  const address = settings.publicUrl === null ? null : (await import("../serve/public-origin.ts")).toPublicSite(settings.publicUrl);
  const addresses = address === null ? {} : { addresses: { public: address, ...(settings.preview === null ? {} : { site: address }) } };
  const more = settings.host.length === 0 ? {} : { more: await toHostFiles(settings, io, workspace) };
  const run = { outDir: workspace.outDir, ...addresses, ...more, report: settings.json ? null : io.stderr, ...grace };
  const built = await runBuild(workspace, settings, io, run);
  const unreferenced =
    settings.prune && built?.ok === true ? await (await import("../../build/emit/prune.ts")).prune(built.outDir, settings.yes) : null;
  const limits =
    built?.ok === true && settings.host.length > 0
      ? await (await import("./limit-notices.ts")).measureHostLimits(settings.host, built.outDir)
      : [];
  const outcome = built?.ok === true ? withNotices(built, hostsBefore, settings, limits, workspace.config) : built;
  if (settings.json) io.stdout.write(renderJson(outcome, workspace, unreferenced, limits));
  else if (outcome === null) io.stderr.write(nothingWritten(workspace.diagnostics));
  else reportResult(outcome, settings, io, settings.yes ? (unreferenced?.length ?? 0) : 0);
  if (unreferenced !== null && !settings.json && !settings.quiet) io.stdout.write(renderUnreferenced(unreferenced, settings.yes));
  if (built?.ok === true) await tellOthers(built, settings, io);
  const found = (built?.diagnostics ?? workspace.diagnostics).all();
  if (found.length > 0 && !settings.json && !settings.quiet)
    io.stderr.write((await import("./findings-summary.ts")).renderKinds(found, io));
  const passed = limits.filter(({ level }) => level === "over");
  if (!settings.json) for (const { message } of passed) io.stderr.write(`warning: ${message}\n`);
  const isWhole = outcome?.ok === true && outcome.leftOut.length === 0;
  return isWhole && !(settings.strict && passed.length > 0) ? EXIT_OK : EXIT_FAILED;
}

/** @throws CliError if pages are left to programs, but a host has no program */
function requirePrograms({ website }: ResolvedConfig, hosts: readonly HostName[]): void {
  const without = hosts.filter((host) => HOSTS_OF_FILES.includes(host));
  if (website !== "edge" || without.length === 0) return;
  const others = HOST_NAMES.filter((host) => !HOSTS_OF_FILES.includes(host));
  throw new CliError(
    `website: { render: "edge" } leaves the pages to the host's program, but ${without.join(", ")} ${without.length === 1 ? "has" : "have"} none`,
    {
      hint: `write website: true, or build for ${others.join(", ")}`,
    },
  );
}

/** A preview never writes to the site's own server, even if a script or a variable names it. */
function toPreviewSettings(settings: OnceSettings, preview: string): OnceSettings {
  if (settings.publicUrl !== null) throw usageError("--preview and --public-url do not go together", "a preview is at one address");
  return { ...settings, publicUrl: preview, server: null, reader: null, desk: null, deskPath: null, writes: false };
}

function withoutCrawlers(config: ResolvedConfig): ResolvedConfig {
  const { discovery } = config;
  return { ...config, discovery: { ...discovery, robots: discovery.robots === null ? null : { disallow: ["/"] } } };
}

/** Informs other programs: caches in front of the host, timers. */
async function tellOthers({ changed, outDir, nextChange }: BuildResult, settings: OnceSettings, io: Io): Promise<void> {
  if (settings.changed !== null) {
    const { toChangedAddresses } = await import("./changed-addresses.ts");
    const { readBuiltBaseUrl } = await import("../serve/public-origin.ts");
    const baseUrl = await readBuiltBaseUrl(outDir);
    const addresses = baseUrl === null ? [] : toChangedAddresses(changed, baseUrl);
    await writeFile(resolve(io.cwd, settings.changed), addresses.map((address) => `${address}\n`).join(""));
  }
  if (settings.nextAs !== null && nextChange !== null) io.stdout.write(`${settings.nextAs === "cron" ? cronOf(nextChange) : nextChange}\n`);
}

const HOUR_MS = 3_600_000;

/** Adds notices about the hosts. */
function withNotices(
  result: BuildResult,
  hostsBefore: readonly string[],
  settings: OnceSettings,
  limits: readonly ToldLimit[],
  config: ResolvedConfig,
): BuildResult {
  const { host: hosts, server } = settings;
  const writes = toHostWrites(settings, config);
  const notices = [
    noticeOfRemoved(hostsBefore, findHosts(result.outDir)),
    noticeOfPlainServer(server),
    noticeOfNoServer(config, settings, writes),
    noticeOfDesk(settings, writes),
    noticeOfRules(hosts, result.outDir),
    noticeOfOutside(hosts, result.outDir),
    noticeOfGone(result.gone),
    noticeOfAdded(result.added),
  ].filter((notice) => notice !== null);
  const near = limits.filter(({ level }) => level === "near").map(({ message }) => message);
  return { ...result, notices: [...result.notices, ...notices, ...near] };
}

/**
 * Prints a table after a build that wrote, and a single line after one that did not.
 * @param pruned files removed after the build
 */
function reportResult(result: BuildResult, settings: OnceSettings, io: Io, pruned: number): void {
  if (!result.ok) {
    io.stderr.write(nothingWritten(result.diagnostics));
    for (const notice of result.notices.filter((one) => one.startsWith("--keep-going"))) io.stderr.write(`${notice}\n`);
    return;
  }
  if (result.leftOut.length > 0) io.stderr.write(`left out because of errors: ${result.leftOut.join(", ")}\n`);
  if (!settings.quiet) {
    io.stdout.write(renderResult(result, `${shortenPath(result.outDir, io.cwd)}/`, sinceStart(), pruned));
  }
}

/** Why a build wrote nothing. */
export function nothingWritten(diagnostics: Diagnostics): string {
  const why = diagnostics.errorCount === 0 ? "warnings fail under --strict" : "fix the mistakes above";
  return `nothing was written: ${why}\n`;
}

/** The result for editors and scripts: findings, and what was built. */
export function renderJson(
  result: BuildResult | null,
  workspace: Workspace,
  unreferenced: readonly UnreferencedFile[] | null = null,
  limits: readonly ToldLimit[] = [],
): string {
  const diagnostics = result === null ? workspace.diagnostics : result.diagnostics;
  const value = {
    ok: result?.ok === true && result.leftOut.length === 0,
    errors: diagnostics.errorCount,
    warnings: diagnostics.warningCount,
    diagnostics: diagnostics.all(),
    notices: result?.notices ?? [],
    leftOut: result?.leftOut ?? [],
    nextChange: result?.nextChange ?? null,
    stats: result?.ok === true ? result.stats : null,
    limits,
    ...(unreferenced === null ? {} : { unreferenced }),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
