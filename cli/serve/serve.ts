import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { H3 } from "h3";
import { createBuildMemory } from "../../build/build-memory.ts";
import { ModuleSources } from "../../build/cache/module-sources.ts";
import { REFERENCE_PATH } from "../../contract/paths.ts";
import { pathOfAddress, putBelow, siteOfApi, toApiBase } from "../../contract/text/base-path.ts";
import { createDistFiles } from "../../hosts/node/dist-files.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { toApp } from "../../hosts/node/server.ts";
import { REMOTE_COUNTS_MAX_AGE_MS } from "../../hosts/writes/remote-server.ts";
import type { DeskPlace } from "../../server/desk/hosted/desk-address.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import { openContent, tellAssumed } from "../build/assumed-site.ts";
import { openWorkspace, type Workspace } from "../build/builder.ts";
import { examineStart } from "../doctor/doctor-at-start.ts";
import { readDescribedSite } from "../importing/described-site.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import { openInBrowser } from "../opening/open-in-browser.ts";
import type { Settings } from "../options/shared-options.ts";
import { createBuildNews } from "../pages/build-news.ts";
import { createOpenRequests } from "../pages/open-requests.ts";
import { createSitePages } from "../pages/serve-pages.ts";
import { privatePlacesOf, tellWithheldFolders } from "../pages/withheld-folders.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { listenOrExplain, untilAborted } from "./listening.ts";
import { createLiveBuilds } from "./live-builds.ts";
import { createLiveSession } from "./live-session.ts";
import { openWrites } from "./open-writes.ts";
import {
  audienceOf,
  besideFrontEnd,
  createHostList,
  isLoopbackUrl,
  noteOfNewBase,
  noteOfOtherBase,
  readBuiltBaseUrl,
  toPublicSite,
} from "./public-origin.ts";
import { openRemoteWrites } from "./remote-writes.ts";
import { createSearchClients } from "./search-clients.ts";
import { type ServingSettings, toOrigins } from "./server-settings.ts";
import { createPackageWatch, type PackageWatch } from "./watch/package-watch.ts";
import type { Watcher } from "./watch/watch.ts";
import { watchedPaths, watchWorkspace } from "./watch/watch-workspace.ts";

/** @param notes.pagesDir the folder that should have pages. null: none should */
function tellNotes(
  io: Io,
  notes: { readonly baseUrl: string | null; readonly builtBaseUrl: string; readonly pagesDir: string | null },
): void {
  const { baseUrl, builtBaseUrl, pagesDir } = notes;
  if (baseUrl !== null && baseUrl !== builtBaseUrl) io.stderr.write(`note: ${noteOfOtherBase(builtBaseUrl, baseUrl)}\n`);
  if (pagesDir !== null && !existsSync(join(pagesDir, "index.html")))
    io.stderr.write(`note: ${shortenPath(pagesDir, io.cwd)} has no pages: write website: true into octavo.config.ts, and build again\n`);
}

/**
 * Serves a finished build until the signal. With a database, it takes writes.
 * @param isTrial for the owner's own look: writes go into the local database, and none of them into
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
  const builtBaseUrl = await requireBuild(distDir, io);
  const baseUrl = settings.publicUrl === null ? null : toApiBase(toPublicSite(settings.publicUrl));
  const base = pathOfAddress(siteOfApi(baseUrl ?? builtBaseUrl));
  if (!settings.quiet) tellNotes(io, { baseUrl, builtBaseUrl, pagesDir: isTrial && workspace.config.website !== "edge" ? distDir : null });
  await tellWithheldFolders(workspace, settings, io);
  const { url: siteUrl } = await readDescribedSite(workspace.contentDir, workspace.config);
  const remote = settings.server === null ? null : openRemoteWrites(settings.server, createDistFiles(distDir).read, settings, io);
  const url = isTrial ? putBelow(`http://${settings.host}:${settings.port}`, base) : null;
  const own = { url, siteUrl: () => siteUrl, takesSnapshots: !isTrial, desk };
  const writes = settings.db !== null || (isTrial && remote === null) ? await openWrites(settings, io, distDir, own) : null;
  try {
    const app = createNodeHost({
      distDir,
      base,
      ...(baseUrl === null ? {} : { baseUrl }),
      server: writes,
      ...(remote === null ? {} : { ...remote, countsMaxAgeMs: REMOTE_COUNTS_MAX_AGE_MS }),
      pages: createSitePages({
        base,
        folder: distDir,
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
      onError: (error) => tellError(error, settings, io),
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
  const server = await listenOrExplain(app, settings);
  try {
    await prepare();
    if (!settings.quiet) io.stdout.write(`serving ${shortenPath(distDir, io.cwd)}/ at ${server.url}${base}  (Ctrl-C stops)\n`);
    await untilAborted(io.signal);
  } finally {
    await server.close();
  }
}

/** @returns the base URL of the build @throws CliError without one */
async function requireBuild(distDir: string, io: Io): Promise<string> {
  const baseUrl = await readBuiltBaseUrl(distDir);
  if (baseUrl !== null) return baseUrl;
  const hint = "run octavo build first, or start without --read-only";
  throw new CliError(`${shortenPath(distDir, io.cwd)} holds no finished build`, { hint });
}

/**
 * Builds and serves the site until the signal. It builds again when a scheduled date has come and,
 * with `watching`, on every save.
 */
export async function serveLive(
  settings: ServingSettings,
  io: Io,
  { watching, opens, desk = null }: { readonly watching: boolean; readonly opens: boolean; readonly desk?: DeskPlace | null },
): Promise<number> {
  io.surviveLostOutput();
  const publicSite = settings.publicUrl === null ? null : toPublicSite(settings.publicUrl);
  const sources = new ModuleSources();
  const workspace = await openContent(settings, io, sources);
  tellAssumed(workspace, settings, io);
  const describe = async (opened: Workspace) => ({
    workspace: opened,
    siteUrl: (await readDescribedSite(opened.contentDir, opened.config)).url,
  });
  // From the newest configuration.
  let current = await describe(workspace);
  const gate = Promise.withResolvers<void>();
  const host = Promise.withResolvers<H3>();
  host.promise.catch(() => {});
  // The server listens before the build: a taken port is reported at once, and addresses of
  // pictures need the real port.
  const server = await listenOrExplain(
    toApp(async (request) => (await host.promise).fetch(request)),
    settings,
  );
  const toBase = (): string => pathOfAddress(publicSite ?? current.siteUrl ?? "");
  const base = toBase();
  const url = putBelow(besideFrontEnd(server.url, settings.siteUrl), base);
  const close: (() => Promise<unknown> | undefined)[] = [() => server.close()];
  let watcher: Watcher | null = null;
  let packages: PackageWatch | null = null;
  const localDir = join(workspace.localDir, toFolderName(server.url));
  // A random port will not be used again.
  if (settings.port === 0) close.push(() => rm(localDir, { recursive: true, force: true }));
  try {
    const writes = await openWrites(settings, io, localDir, { url, siteUrl: () => current.siteUrl, takesSnapshots: !watching, desk });
    close.push(() => writes.close());
    if (!watching) await examineStart(settings, io, { folders: [localDir], publicUrl: null });
    const news = watching ? createBuildNews() : null;
    const opening = watching ? createOpenRequests(io) : null;
    close.unshift(async () => news?.close());
    host.resolve(
      createNodeHost({
        distDir: localDir,
        base,
        pages: createSitePages({
          base,
          folder: localDir,
          places: () => privatePlacesOf(current.workspace, settings, io),
          news,
          isPreview: watching || settings.drafts || settings.future,
        }),
        actions: opening === null ? null : (request, pathname) => opening.answer(request, pathname),
        referencePath: REFERENCE_PATH,
        clientOf: createSearchClients(settings, io),
        hint: { contentDir: shortenPath(workspace.contentDir, io.cwd), watching },
        server: writes,
        ready: gate.promise,
        compress: true,
        revalidate: watching || isLoopbackUrl(publicSite ?? url),
        isOwnHost: watching || isLoopback(settings.host) ? createHostList(settings, () => [current.siteUrl, deskOrigin(desk)]) : null,
        audience: settings.drafts || settings.future ? audienceOf(settings.siteUrl) : null,
        onError: (error) => tellError(error, settings, io),
      }),
    );
    const memory = watching ? createBuildMemory() : null;
    close.push(async () => memory?.close());
    const session = createLiveSession(settings, io, {
      memory,
      url,
      writes,
      watching,
      news,
      opening,
      localDir,
      // A folder that is moved away for a moment is not a site without configuration.
      reopen: () => (workspace.assumed === null ? openWorkspace(settings, io, sources) : openContent(settings, io, sources)),
      onWorkspace: async (workspace) => {
        current = await describe(workspace);
        const newBase = toBase();
        if (newBase !== base) io.stderr.write(noteOfNewBase(newBase, base));
        watcher?.add(watchedPaths(workspace, settings, io));
        packages?.expect(workspace.missingPackages);
      },
    });
    const builds = createLiveBuilds({
      io,
      build: session.build,
      onError: (error) => tellError(error, settings, io),
    });
    close.unshift(() => builds.stop());
    packages = watching
      ? createPackageWatch({ io, onInstalled: (names) => builds.request(...names.map((name) => `${name} is installed`)) })
      : null;
    close.unshift(async () => packages?.close());
    watcher = watching ? await watchWorkspace(workspace, settings, io, builds) : null;
    close.unshift(() => watcher?.close());
    builds.request("start");
    await Promise.race([builds.idle(), untilAborted(io.signal)]);
    gate.resolve();
    const failed = !session.served() && !io.signal.aborted;
    if (failed && !watching) return EXIT_FAILED;
    if (!settings.quiet && !io.signal.aborted) {
      io.stdout.write(`${watching ? "watching and serving" : "serving"} at ${url}  (Ctrl-C stops)\n`);
    }
    if (opens && !io.signal.aborted) await openInBrowser(url, io);
    await untilAborted(io.signal);
    return EXIT_OK;
  } finally {
    gate.resolve();
    host.reject(new Error("the server has stopped"));
    // The order matters: a running step may still need the later ones.
    for (const step of close) await step();
  }
}

/** The desk's own origin; null if it has none. */
function deskOrigin(desk: DeskPlace | null): string | null {
  return desk?.kind === "host" ? desk.origin : null;
}

/** A folder for each address: two servers in one folder must not build over each other. */
function toFolderName(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname.replace(/[^a-z0-9.-]+/gi, "_")}-${port}`;
}

function tellError(error: unknown, { debug }: Settings<"debug">, io: Io): void {
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`octavo: ${message}\n`);
  if (debug && error instanceof Error) io.stderr.write(`${error.stack ?? ""}\n`);
}
