import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { H3 } from "h3";
import { ModuleSources } from "../../build/cache/module-sources.ts";
import { REFERENCE_PATH } from "../../contract/paths.ts";
import { pathOfAddress, putBelow } from "../../contract/text/base-path.ts";
import { IndexUnavailable } from "../../edge/read-file.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { toApp } from "../../hosts/node/server.ts";
import type { DeskPlace } from "../../server/desk/hosted/desk-address.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import { openContent, tellAssumed } from "../build/assumed-site.ts";
import { createBuildMemory } from "../build/build-memory.ts";
import { openWorkspace, type Workspace } from "../build/builder.ts";
import { examineStart } from "../doctor/doctor-at-start.ts";
import { readDescribedSite } from "../importing/described-site.ts";
import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import { openInBrowser } from "../opening/open-in-browser.ts";
import { createBuildNews } from "../pages/build-news.ts";
import { createOpenRequests } from "../pages/open-requests.ts";
import { createSitePages } from "../pages/serve-pages.ts";
import { privatePlacesOf } from "../pages/withheld-folders.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { createErrorReport, listenOrExplain, tellError, untilAborted } from "./listening.ts";
import { createLiveBuilds } from "./live-builds.ts";
import { createLiveSession } from "./live-session.ts";
import { openWrites } from "./open-writes.ts";
import { audienceOf, besideFrontEnd, createHostList, deskOrigin, isLoopbackUrl, noteOfNewBase, toPublicSite } from "./public-origin.ts";
import { createSearchClients } from "./search-clients.ts";
import type { ServingSettings } from "./server-settings.ts";
import { createPackageWatch, type PackageWatch } from "./watch/package-watch.ts";
import type { Watcher } from "./watch/watch.ts";
import { watchedPaths, watchWorkspace } from "./watch/watch-workspace.ts";

/**
 * Builds and serves the site until a signal. It builds again when a scheduled date is reached and,
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
  // Updated from each new configuration.
  let current = await describe(workspace);
  const gate = Promise.withResolvers<void>();
  const host = Promise.withResolvers<H3>();
  host.promise.catch(() => {});
  // The server listens before the build starts, so that a port in use is reported at once, and
  // because picture addresses need the real port.
  const server = await listenOrExplain(
    toApp(async (request) => (await host.promise).fetch(request)),
    settings,
    io,
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
    const notBuilt = watching
      ? "The first build found mistakes. The terminal lists them, and each save starts another build."
      : "The build's folder has been deleted. Stop octavo start, and start it again.";
    const reportError = createErrorReport(settings, io, `${watching ? "save a file" : "stop and start again"}: that rebuilds the site`);
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
          notBuilt,
        }),
        notBuilt,
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
        onError: (error) => {
          // The failed build has already been reported.
          if (session.served() || !(error instanceof IndexUnavailable)) reportError(error);
        },
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
      // A folder that is briefly moved away is not a site without configuration.
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
    // In order, because a step may still need what later steps close.
    for (const step of close) await step();
  }
}

/**
 * One folder per address, so that two servers in one folder do not overwrite each other's builds.
 */
function toFolderName(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname.replace(/[^a-z0-9.-]+/gi, "_")}-${port}`;
}
