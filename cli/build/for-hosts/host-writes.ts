import type { ResolvedConfig } from "../../../build/shared/resolved-config.ts";
import { WRITES_HOSTS } from "../../../contract/config/config-names.ts";
import type { HostWrites } from "../../../hosts/host-files.ts";
import type { HostName } from "../../../hosts/host-names.ts";
import { CliError, usageError } from "../../io.ts";
import { readVersion } from "../../version.ts";

/** Settings that decide whether a host runs the write server. */
export interface WritesSettings {
  readonly host: readonly HostName[];
  readonly server: string | null;
  readonly writes: boolean;
  readonly preview: string | null;
}

/**
 * Hosts that may be built together with a host that takes writes: their service worker sends
 * requests to that host.
 */
const BESIDE: readonly HostName[] = ["github-pages"];

/**
 * The write server that one of the build's hosts runs itself; null if none does.
 * @throws CliError with exit code 2 if `--writes` is given for another host, or with an option that
 * excludes it
 */
export function toHostWrites(settings: WritesSettings, config: Pick<ResolvedConfig, "writes" | "hasWriteServer">): HostWrites | null {
  const { host: hosts, server, preview } = settings;
  if (settings.writes) requireWritesHost(settings);
  const isWanted = settings.writes || (config.writes !== null && hosts.includes(config.writes.to));
  if (!isWanted || preview !== null) return null;
  if (server !== null) {
    const source = settings.writes ? "--writes" : "writes in the configuration";
    throw usageError(`${source} and --server name two write servers`, "leave one of them out");
  }
  if (!config.hasWriteServer) throw usageError("--writes and website: { writeServer: false } exclude each other", "leave one of them out");
  const { jurisdiction = null, search = null, variables = {} } = config.writes ?? {};
  return { version: readVersion(), jurisdiction, search, variables };
}

/** @throws CliError with exit code 2 */
function requireWritesHost({ host: hosts }: WritesSettings): void {
  const [first] = WRITES_HOSTS;
  const others = hosts.filter((host) => !WRITES_HOSTS.some((own) => own === host));
  const unable = hosts.includes(first) ? others.filter((host) => !BESIDE.includes(host)) : others;
  if (hosts.length === 0) throw usageError("--writes goes with --host", `it lets a host run the write server: --host ${first} --writes`);
  if (unable.length === 0) return;
  throw usageError(
    `${unable.join(", ")} cannot run the write server, so --writes is only for ${WRITES_HOSTS.join(", ")}`,
    "run octavo api on a server of your own and pass --server https://…, or build for each host separately",
  );
}

/** Secrets of the write server itself. */
const SERVER_SECRETS: readonly string[] = ["OCTAVO_SECRETS", "OCTAVO_OWNER_KEY", "OCTAVO_PROXY_SECRET", "OCTAVO_KEY"];

/**
 * Refuses secrets in the configuration's variables, because a build's files must not contain them.
 * @param channelSecrets names of the channels' variables that hold secrets
 * @throws CliError
 */
export function refuseSecretVariables({ variables }: HostWrites, channelSecrets: readonly string[]): void {
  const found = Object.keys(variables).filter((name) => channelSecrets.includes(name) || SERVER_SECRETS.includes(name));
  if (found.length === 0) return;
  throw new CliError(`writes.variables has ${found.join(", ")}: a secret there would be written into a file of the build`, {
    hint: "remove it, set it in the environment, and run octavo secrets export --host cloudflare",
  });
}

/**
 * Checks the number of rows per day, because the object would refuse to start with an invalid one.
 * @throws CliError
 */
export function checkRowsADay({ variables }: HostWrites, read: (text: string | undefined) => unknown): void {
  try {
    read(variables.OCTAVO_ROWS_A_DAY);
  } catch (error) {
    if (!(error instanceof Error && "hint" in error && typeof error.hint === "string")) throw error;
    throw new CliError(`writes.variables: ${error.message}`, { hint: error.hint });
  }
}
