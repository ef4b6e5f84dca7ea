import { existsSync } from "node:fs";
import { join } from "node:path";
import type { H3 } from "h3";
import { REFERENCE_PATH } from "../../contract/paths.ts";
import { pathOfAddress, putBelow, siteOfApi, toApiBase } from "../../contract/text/base-path.ts";
import { createDistFiles } from "../../hosts/node/dist-files.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { REMOTE_COUNTS_MAX_AGE_MS } from "../../hosts/writes/remote-server.ts";
import type { DeskPlace } from "../../server/desk/hosted/desk-address.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import { openWorkspace } from "../build/builder.ts";
import { examineStart } from "../doctor/doctor-at-start.ts";
import { readDescribedSite } from "../importing/described-site.ts";
import { CliError, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { createSitePages } from "../pages/serve-pages.ts";
import { privatePlacesOf, tellWithheldFolders } from "../pages/withheld-folders.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { createErrorReport, listenOrExplain, untilAborted } from "./listening.ts";
import { openWrites } from "./open-writes.ts";
import { createHostList, deskOrigin, isLoopbackUrl, noteOfOtherBase, readBuiltBaseUrl, toPublicSite } from "./public-origin.ts";
import { openRemoteWrites } from "./remote-writes.ts";
import { createSearchClients } from "./search-clients.ts";
import { type ServingSettings, toOrigins } from "./server-settings.ts";

/** @param notes.pagesDir the folder that should have pages; null if none should */
function tellNotes(
  io: Io,
  notes: { readonly baseUrl: string | null; readonly builtBaseUrl: string; readonly pagesDir: string | null },
): void {
  const { baseUrl, builtBaseUrl, pagesDir } = notes;
  if (baseUrl !== null && baseUrl !== builtBaseUrl) io.stderr.write(`note: ${noteOfOtherBase(builtBaseUrl, baseUrl)}\n`);
  if (pagesDir !== null && !existsSync(join(pagesDir, "index.html")))
    io.stderr.write(`note: ${shortenPath(pagesDir, io.cwd)} has no pages: set website: true in octavo.config.ts, and build again\n`);
}

/**
 * Serves a finished build until a signal. With a database, it accepts writes.
 * @param isTrial true for the owner's own preview: writes go into the local database and never into
 * the build
 */
export async function serveBuilt(
  settings: ServingSettings & Settings<"out" | "server">,
  io: Io,
  { isTrial = false, desk = null }: { readonly isTrial?: boolean; readonly desk?: DeskPlace | null } = {},
): Promise<number> {
  io.surviveLostOutput();
  const workspace = await openWorkspace(settings, io);
  const { outDir: distDir } = workspace;
  const builtBaseUrl = await requireBuild(distDir, io, isTrial);
  const baseUrl = settings.publicUrl === null ? null : toApiBase(toPublicSite(settings.publicUrl));
  const base = pathOfAddress(siteOfApi(baseUrl ?? builtBaseUrl));
  if (!settings.quiet) tellNotes(io, { baseUrl, builtBaseUrl, pagesDir: isTrial && workspace.config.website !== "edge" ? distDir : null });
  await tellWithheldFolders(workspace, settings, io);
  const { url: siteUrl } = await readDescribedSite(workspace.contentDir, workspace.config);
  const remote = settings.server === null ? null : openRemoteWrites(settings.server, createDistFiles(distDir).read, settings, io);
  const url = isTrial ? putBelow(`http://${settings.host}:${settings.port}`, base) : null;
  const own = { url, siteUrl: () => siteUrl, takesSnapshots: !isTrial, desk };
  const notBuilt = `There is no finished build in ${shortenPath(distDir, io.cwd)}. octavo build creates it.`;
  const writes = settings.db !== null || (isTrial && remote === null) ? await openWrites(settings, io, distDir, own) : null;
  try {
    const app = createNodeHost({
      ...{ distDir, base, notBuilt },
      ...(baseUrl === null ? {} : { baseUrl }),
      server: writes,
      ...(remote === null ? {} : { ...remote, countsMaxAgeMs: REMOTE_COUNTS_MAX_AGE_MS }),
      pages: createSitePages({
        ...{ base, folder: distDir, notBuilt },
        places: () => privatePlacesOf(workspace, settings, io),
        news: null,
        isPreview: baseUrl !== null && baseUrl !== builtBaseUrl,
      }),
      referencePath: REFERENCE_PATH,
      clientOf: createSearchClients(settings, io),
      allowedOrigins: toOrigins(settings, io),
      compress: true,
      revalidate: isLoopbackUrl(baseUrl ?? builtBaseUrl),
      isOwnHost: isLoopback(settings.host) ? createHostList(settings, () => [siteUrl, builtBaseUrl, deskOrigin(desk)]) : null,
      onError: createErrorReport(settings, io, "octavo build creates it"),
    });
    const prepare = async (): Promise<void> => {
      await writes?.ready();
      if (!isTrial) await examineStart(settings, io, { folders: [distDir], publicUrl: builtBaseUrl });
    };
    await listenUntilAborted(app, settings, io, { prepare, distDir, base });
  } finally {
    await writes?.close();
  }
  return EXIT_OK;
}

async function listenUntilAborted(
  app: H3,
  settings: ServingSettings,
  io: Io,
  { prepare, distDir, base }: { readonly prepare: () => Promise<void>; readonly distDir: string; readonly base: string },
): Promise<void> {
  const server = await listenOrExplain(app, settings, io);
  try {
    await prepare();
    if (!settings.quiet) io.stdout.write(`serving ${shortenPath(distDir, io.cwd)}/ at ${server.url}${base}  (Ctrl-C stops)\n`);
    await untilAborted(io.signal);
  } finally {
    await server.close();
  }
}

/** @returns the base URL of the build @throws CliError without one */
async function requireBuild(distDir: string, io: Io, isTrial: boolean): Promise<string> {
  const baseUrl = await readBuiltBaseUrl(distDir);
  if (baseUrl !== null) return baseUrl;
  const hint = isTrial ? "run octavo build first" : "run octavo build first, or start without --read-only";
  throw new CliError(`${shortenPath(distDir, io.cwd)} contains no finished build`, { hint });
}
