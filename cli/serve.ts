import { join } from "node:path";
import type { BuildResult } from "../build/build.ts";
import { createNodeHost } from "../hosts/node/app.ts";
import { listen, type RunningServer } from "../hosts/node/server.ts";
import { openWorkspace, runBuild, showPath, type Workspace } from "./builder.ts";
import { nothingWritten } from "./commands/build.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io } from "./io.ts";
import { type BuildOutcome, createLiveBuilds, type LiveBuilds, SCHEDULED } from "./live-builds.ts";
import type { Settings } from "./options.ts";
import { renderRebuild, renderResult } from "./result-text.ts";
import { watchPaths } from "./watch.ts";

/** Files that `dev` watches besides folders; the first that exists is the configuration. */
const CONFIG_FILES = ["quire.config.ts", "quire.config.mts", "quire.config.js", "quire.config.mjs"];

/** Serves a finished build until the signal. */
export async function serveFinished(settings: Settings, io: Io, distDir: string): Promise<number> {
  const app = createNodeHost({ distDir, onError: (error) => tellError(error, settings, io) });
  const server = await listenOrExplain(app, settings);
  if (!settings.quiet) io.stdout.write(`serving ${showPath(distDir, io.cwd)}/ at ${server.url}  (Ctrl-C stops)\n`);
  await untilAborted(io.signal);
  await server.close();
  return EXIT_OK;
}

/** Builds, serves what was built, builds again when something becomes public and, with `watching`, on every save; until the signal. */
export async function serveLive(settings: Settings, io: Io, { watching }: { readonly watching: boolean }): Promise<number> {
  const workspace = await openWorkspace(settings, io);
  const gate = createGate();
  const app = createNodeHost({
    distDir: workspace.localDir,
    hint: { contentDir: showPath(workspace.contentDir, io.cwd), watching },
    ready: gate.opened,
    onError: (error) => tellError(error, settings, io),
  });
  // The address first: a taken port is said before a long build, and the pictures' addresses need the real one.
  const server = await listenOrExplain(app, settings);
  const session = createSession(settings, io, server, watching);
  const builds = createLiveBuilds({ io, build: session.build, onError: (error) => tellError(error, settings, io) });
  const watcher = watching ? await watchWorkspace(workspace, settings, io, builds) : null;
  try {
    builds.request("start");
    await Promise.race([builds.idle(), untilAborted(io.signal)]);
    gate.open();
    const failed = !session.served() && !io.signal.aborted;
    if (failed && !watching) return EXIT_FAILED;
    if (!settings.quiet && !io.signal.aborted) {
      io.stdout.write(`${watching ? "watching and serving" : "serving"} at ${server.url}  (Ctrl-C stops)\n`);
    }
    await untilAborted(io.signal);
    return EXIT_OK;
  } finally {
    gate.open();
    await Promise.all([watcher?.close(), builds.stop(), server.close()]);
  }
}

interface Session {
  build(reasons: readonly string[]): Promise<BuildOutcome>;
  /** Whether a build has succeeded. */
  served(): boolean;
}

function createSession(settings: Settings, io: Io, server: RunningServer, watching: boolean): Session {
  let succeeded = false;
  const tell = (result: BuildResult, reasons: readonly string[]): void => {
    if (settings.quiet) return;
    if (reasons.includes("start")) io.stdout.write(renderResult(result, `${showPath(result.outDir, io.cwd)}/`));
    else
      io.stdout.write(
        `${reasons.map((reason) => (reason === SCHEDULED ? "something became public" : reason)).join(", ")}: ${renderRebuild(result)}\n`,
      );
  };
  return {
    served: () => succeeded,
    async build(reasons) {
      // Read again each time: the configuration may be what has changed.
      const workspace = await openWorkspace(settings, io);
      const result = await runBuild(workspace, settings, io, { outDir: workspace.localDir, siteUrl: server.url, report: io.stderr });
      if (result?.ok === true) {
        succeeded = true;
        tell(result, reasons);
      } else {
        io.stderr.write(result === null ? "nothing was built\n" : nothingWritten(result.diagnostics));
        if (watching || succeeded) io.stderr.write("the last good answers are served\n");
      }
      // With a clock that stands still nothing becomes public by itself.
      return { ok: result?.ok === true, next: settings.now === null ? (result?.nextPublication ?? null) : null };
    },
  };
}

function watchWorkspace(workspace: Workspace, settings: Settings, io: Io, builds: LiveBuilds): ReturnType<typeof watchPaths> {
  const configs = CONFIG_FILES.map((name) => join(io.cwd, name));
  const counts = workspace.counts === null ? [] : [workspace.counts];
  return watchPaths({
    io,
    paths: [workspace.contentDir, ...workspace.staticDirs, ...configs, ...counts],
    ignored: [workspace.outDir, workspace.localDir, workspace.cacheDir],
    onChange(paths) {
      if (!settings.quiet) for (const path of paths.slice(3)) io.stdout.write(`${showPath(path, io.cwd)} changed\n`);
      for (const path of paths.slice(0, 3)) builds.request(showPath(path, io.cwd));
    },
  });
}

async function listenOrExplain(app: ReturnType<typeof createNodeHost>, { host, port }: Settings): Promise<RunningServer> {
  try {
    return await listen(app, { host, port });
  } catch (error) {
    throw explainListenError(error, host, port);
  }
}

function explainListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") {
    const hint = `stop the program that has it, or take another: --port ${port === 65_535 ? 0 : port + 1}, or --port 0 for any that is free`;
    return new CliError(`port ${port} on ${host} is taken`, { hint, cause: error });
  }
  if (code === "EACCES")
    return new CliError(`port ${port} on ${host} is not allowed`, { hint: "ports below 1024 need rights; take --port 3000", cause: error });
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new CliError(`${host} is not an address of this machine`, {
      hint: "want --host 127.0.0.1, or 0.0.0.0 for all addresses",
      cause: error,
    });
  }
  return error;
}

function tellError(error: unknown, { debug }: Settings, io: Io): void {
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`quire: ${message}\n`);
  if (debug && error instanceof Error) io.stderr.write(`${error.stack ?? ""}\n`);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function createGate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
