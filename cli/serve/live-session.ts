import type { BuildMemory, BuildResult } from "../../build/build-options.ts";
import { warningKeyOf } from "../../build/shared/diagnostics.ts";
import { nothingWritten } from "../build/build-once.ts";
import { runBuild, type Workspace } from "../build/builder.ts";
import { renderKinds } from "../build/findings-summary.ts";
import { renderRebuild, renderResult, renderWithheld } from "../build/result-text.ts";
import { sinceStart } from "../elapsed.ts";
import type { Io } from "../io.ts";
import { type BuildNewsStream, toBuildNews } from "../pages/build-news.ts";
import type { OpenRequests } from "../pages/open-requests.ts";
import { reportWithheldFolders } from "../pages/withheld-folders.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { type BuildOutcome, SCHEDULED } from "./live-builds.ts";
import { addressesOf } from "./public-origin.ts";
import type { ServingSettings } from "./server-settings.ts";
import type { RunningWriteServer } from "./write-server.ts";

/** A site that `start` and `dev` rebuild. */
export interface LiveSession {
  build(reasons: readonly string[]): Promise<BuildOutcome>;
  /** Whether a build has succeeded. */
  served(): boolean;
}

export interface LiveSessionParts {
  /** Data that one build leaves for the next. */
  readonly memory: BuildMemory | null;
  /** The address at which the site is served. */
  readonly url: string;
  readonly writes: RunningWriteServer;
  /** Receives the result of each build; null if no page listens. */
  readonly news: BuildNewsStream | null;
  /** Also receives the result of each build; null if pages may not open files. */
  readonly opening: OpenRequests | null;
  readonly watching: boolean;
  readonly localDir: string;
  reopen(): Promise<Workspace>;
  /**
   * Called with the workspace of each build, because a new configuration may name other folders.
   */
  onWorkspace(workspace: Workspace): Promise<void>;
}

/** Builds the site in the process that serves it, and reports the result of each build. */
export function createLiveSession(settings: ServingSettings, io: Io, parts: LiveSessionParts): LiveSession {
  const { memory, url, writes, watching, news, opening, localDir, reopen, onWorkspace } = parts;
  let succeeded = false;
  const shownWarnings = new Set<string>();
  const tell = createRebuildLines(settings, io);
  return {
    served: () => succeeded,
    async build(reasons) {
      // Read again each time, because the configuration itself may have changed.
      const workspace = await io.endOnSignal(reopen);
      const before = new Set(shownWarnings);
      const run = (): Promise<BuildResult | null> =>
        runBuild(workspace, settings, io, {
          outDir: localDir,
          addresses: addressesOf(settings, url),
          report: io.stderr,
          shownWarnings,
          addWarnings: (diagnostics) => reportWithheldFolders(workspace, settings, io, diagnostics),
          ...(memory === null ? {} : { memory }),
          // A save becomes visible sooner if its pages are made on request.
          ...(watching || !workspace.config.website ? { pagesOnRequest: { countsVisits: !watching } } : {}),
          onBuilt: (built) => {
            opening?.see(built);
            news?.publish(toBuildNews(built, built.diagnostics));
          },
        });
      // A signal must end an endless loop in a plugin. Without the author's code, running requests
      // are answered first.
      const mayLoop = watching || !succeeded || workspace.config.sources !== "";
      const result = await (mayLoop ? io.endOnSignal(run) : run());
      const fresh = (result?.diagnostics ?? workspace.diagnostics).all().filter((one) => !before.has(warningKeyOf(one) ?? ""));
      await onWorkspace(workspace);
      if (result === null) news?.publish(toBuildNews(null, workspace.diagnostics));
      if (result?.ok === true) {
        succeeded = true;
        // New documents accept comments immediately.
        await writes.refresh();
        tell(result, reasons);
      } else {
        io.stderr.write(result === null ? "nothing was built\n" : nothingWritten(result.diagnostics));
        if (succeeded) io.stderr.write("the last good build is served\n");
        else if (watching) io.stderr.write("nothing is served yet: the next save starts another build\n");
      }
      if (!settings.quiet) io.stderr.write(renderKinds(fresh, io));
      // With a fixed clock, no scheduled date ever passes.
      return { ok: result?.ok === true, next: settings.now === null ? (result?.nextChange ?? null) : null };
    },
  };
}

/** Prints a line for each successful build. */
function createRebuildLines(settings: ServingSettings, io: Io): (result: BuildResult, reasons: readonly string[]) => void {
  let shownWithheld = "";
  return (result, reasons) => {
    if (settings.quiet) return;
    const isFirst = reasons.includes("start");
    const changes = reasons.map((reason) => (reason === SCHEDULED ? "the public site has changed" : reason)).join(", ");
    const folder = `${shortenPath(result.outDir, io.cwd)}/`;
    io.stdout.write(isFirst ? renderResult(result, folder, sinceStart()) : `${changes}: ${renderRebuild(result)}\n`);
    const withheld = renderWithheld(result.stats.withheld);
    // Tells the author once why a post does not appear.
    if (withheld !== shownWithheld && withheld !== "" && !isFirst)
      io.stdout.write(`not public: ${withheld} (--drafts and --future show them)\n`);
    shownWithheld = withheld;
  };
}
