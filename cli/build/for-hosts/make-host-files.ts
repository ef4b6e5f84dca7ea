import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { MoreFiles } from "../../../build/build-options.ts";
import { counted, firstFew } from "../../../build/shared/diagnostics.ts";
import type { ResolvedConfig } from "../../../build/shared/resolved-config.ts";
import { folderOf, PREVIEW_RULE, RULES_FILE, type SiteRules } from "../../../contract/config/site-rules.ts";
import type { Manifest } from "../../../contract/index-format.ts";
import { MANIFEST_FILE } from "../../../contract/paths.ts";
import type { RedirectList } from "../../../contract/schemas/list.ts";
import { HOSTS_FOLDER, SERVICE_WORKER_FILE } from "../../../contract/static-files.ts";
import { pathBelow, pathOfAddress, siteOfApi } from "../../../contract/text/base-path.ts";
import type { HostDesk, HostWrites } from "../../../hosts/host-files.ts";
import { HOSTS_OF_FILES, type HostName } from "../../../hosts/host-names.ts";
import { REDIRECTS_FILE } from "../../../hosts/pages/former-pages.ts";
import type { DeskPlace } from "../../../server/desk/hosted/desk-address.ts";
import type { Io } from "../../io.ts";
import type { Settings } from "../../options/shared-options.ts";
import type { Workspace } from "../builder.ts";
import { checkRowsADay, refuseSecretVariables, toHostWrites } from "./host-writes.ts";

/** Settings of a build for hosts. */
export interface HostSettings extends Settings<"origins" | "server" | "desk" | "deskPath"> {
  readonly host: readonly HostName[];
  readonly reader: string | null;
  readonly preview: string | null;
  readonly writes: boolean;
}

/**
 * Makes, from the site's own files, the files that the hosts of `--host` need. The hosts' tools run
 * in `cwd`.
 * @throws CliError with exit code 2 for invalid `--origins`, and under the conditions of
 * `toHostWrites`
 */
export async function toHostFiles(
  settings: HostSettings,
  { cwd: root, env }: Pick<Io, "cwd" | "env">,
  { outDir, config }: Pick<Workspace, "outDir" | "config">,
): Promise<MoreFiles> {
  const { toDeskPlace, toOrigins } = await import("../../serve/server-settings.ts");
  const { host: hosts, server, reader, preview } = settings;
  const origins = toOrigins(settings, { env });
  const desk = toHostDesk(toDeskPlace(settings));
  const writes = toHostWrites(settings, config);
  if (writes !== null) {
    refuseSecretVariables(writes, (await import("../../../server/notices/channels/notice-channels.ts")).SECRET_VARIABLES);
    checkRowsADay(writes, (await import("../../../server/object/object-settings.ts")).readRowsADay);
  }
  const folder = relative(root, outDir).split(sep).join("/") || ".";
  return {
    pagesOfHost: {
      workerPages: hosts.includes("github-pages") ? (server === null ? "search" : "all") : null,
      hasFormPages: (server !== null || writes !== null) && hosts.some((host) => host !== "github-pages"),
    },
    key: JSON.stringify([hosts, server, reader, origins, folder, preview, desk, writes]),
    make: async (site) => {
      // Loaded on demand, because it includes a bundler.
      const { generateHostFiles } = await import("../../../hosts/hosts.ts");
      return generateHostFiles(hosts, site, { server, reader, origins, desk, folder, writes, isPreview: preview !== null });
    },
  };
}

function toHostDesk(place: DeskPlace | null): HostDesk | null {
  if (place === null) return null;
  return place.kind === "host" ? { origin: place.origin } : { path: place.path };
}

/**
 * Hosts whose files are in an output folder. This is cheap enough to call before and after each
 * build.
 */
export function findHosts(outDir: string): readonly string[] {
  const folder = join(outDir, HOSTS_FOLDER);
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const hosts = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  return existsSync(join(outDir, SERVICE_WORKER_FILE)) ? [...hosts, "github-pages"] : hosts;
}

/**
 * A notice that a build without `--host`, or with fewer hosts, has removed an earlier build's
 * files; null if nothing was removed.
 */
export function noticeOfRemoved(before: readonly string[], after: readonly string[]): string | null {
  const gone = before.filter((host) => !after.includes(host));
  if (gone.length === 0) return null;
  return `removed the files of an earlier build for ${gone.join(", ")}: use --host ${gone.join(",")} again, or set OCTAVO_HOSTS wherever this site is built`;
}

/**
 * A notice that a host cannot apply `headers` or some `redirects` of the configuration; null if all
 * are applied.
 */
export function noticeOfRules(hosts: readonly HostName[], outDir: string): string | null {
  const file = join(outDir, RULES_FILE);
  if (!hosts.includes("github-pages") || !existsSync(file)) return null;
  const { headers, redirects }: SiteRules = JSON.parse(readFileSync(file, "utf8"));
  const folders = redirects.filter(({ from }) => folderOf(from) !== null).map(({ from }) => from);
  const own = headers.filter(({ path }) => path !== PREVIEW_RULE.path);
  const parts = [...(own.length === 0 ? [] : ["headers"]), ...(folders.length === 0 ? [] : [`redirects from ${folders.join(", ")}`])];
  return parts.length === 0 ? null : `github-pages only serves files: ${parts.join(" and ")} in the configuration have no effect there`;
}

/** Web servers that accept rules for paths outside the folder of the files. */
const WHOLE_SERVERS: readonly HostName[] = ["nginx", "caddy"];
/** Maximum number of former pages that a notice names. */
const SHOWN_MAX = 3;

/**
 * A notice that some hosts answer only under the base of the files and cannot redirect some former
 * pages; null if there are no such pages.
 */
export function noticeOfOutside(hosts: readonly HostName[], outDir: string): string | null {
  const limited = hosts.filter((host) => !WHOLE_SERVERS.includes(host));
  if (limited.length === 0) return null;
  const read = <T>(path: string): T => JSON.parse(readFileSync(join(outDir, path), "utf8"));
  const files = siteOfApi(read<Manifest>(MANIFEST_FILE).site.baseUrl);
  const base = pathOfAddress(files);
  const outside = read<RedirectList>(REDIRECTS_FILE).items.filter(({ from }) => pathBelow(base, from) === null);
  if (outside.length === 0) return null;
  const paths = firstFew(
    outside.map(({ from }) => from),
    SHOWN_MAX,
  );
  return `${limited.join(", ")} can answer only under ${base}, so they cannot redirect ${counted(outside.length, "former page")} outside it: ${paths}. If the pages are also at ${files}, set url: ${files} instead of the public URL`;
}

/**
 * A notice that hosts do not forward requests to the desk; null if they do, or if there is no desk.
 */
export function noticeOfDesk({ desk, deskPath, server, host: hosts }: HostSettings, writes: HostWrites | null): string | null {
  if (hosts.length === 0 || writes !== null || (desk === null && deskPath === null)) return null;
  if (server === null)
    return `${desk === null ? "--desk-path" : "--desk"} has no effect on a host's files without --server, which states where the desk is served from`;
  const others = hosts.filter((host) => !WHOLE_SERVERS.includes(host));
  if (others.length === 0) return null;
  return `${others.join(", ")}: the desk is not available there; point a separate host name at the write server, and pass that name with --desk (docs/desk.md)`;
}

/**
 * A notice that nothing receives visitors' submissions on a website's pages; null if there is a
 * write server, or if the host's own settings may name one.
 */
export function noticeOfNoServer(
  { website, hasWriteServer }: Pick<ResolvedConfig, "website" | "hasWriteServer">,
  { host: hosts, server, preview }: HostSettings,
  writes: HostWrites | null,
): string | null {
  const without = hosts.filter((host) => HOSTS_OF_FILES.includes(host));
  const isServed = server !== null || writes !== null || preview !== null;
  if (website === null || !hasWriteServer || isServed || without.length === 0) return null;
  return `${without.join(", ")} without --server: nothing there receives comments, likes and forms from the pages; set website: { writeServer: false } in the configuration, or name your write server`;
}

/** A notice that hosts reach the write server without encryption; null if they do not. */
export function noticeOfPlainServer(server: string | null): string | null {
  if (server === null || !server.startsWith("http:") || /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(server))
    return null;
  return `--server ${server} is not encrypted: others can read the proxy secret, cookies and visitors' texts in transit; use https, unless the network is your own`;
}
