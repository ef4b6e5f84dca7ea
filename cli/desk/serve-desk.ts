import { randomBytes } from "node:crypto";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import { toApp } from "../../hosts/node/server.ts";
import { createDesk } from "../../server/desk/desk-app.ts";
import { createDeskGate } from "../../server/desk/desk-gate.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { describeRescued, rescuedRemedy } from "../../server/store/sqlite/database/rescued-files.ts";
import { CTRL_C, type Io, type Keys } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { listenOrExplain, untilAborted } from "../serve/listening.ts";
import { withOwner } from "../serve/owner-access.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { createDocumentFinder } from "./post-finder.ts";

/** The desk serves only this machine, and anyone with a tunnel to it. */
const HOST = "127.0.0.1";
/** Idle time after which the desk ends, in ms. */
const IDLE_MS = 30 * 60_000;
/** Interval between idle checks, in ms. A single long timer would stop while a laptop sleeps. */
const IDLE_LOOK_MS = 30_000;

/** Runs `octavo desk` until a signal or until it has been idle for too long. */
export async function serveDesk(settings: DataPlace & Settings<"port" | "published" | "quiet">, io: Io): Promise<void> {
  // Reports database errors at once.
  await withOwner(settings, io, (owner) => owner(showSite, {}));
  const gate = createDeskGate({ random: randomBytes });
  const idle = createIdleWatch(io);
  const answer = createDesk({
    gate,
    withOwner: (work) => withOwner(settings, io, work),
    ...createDocumentFinder(settings.published, io),
    warnings: (rescued, timeZone) =>
      rescued.map((found) => `${describeRescued(found, timeZone)}: ${rescuedRemedy(shortenPath(found.file, io.cwd))}`),
    clock: () => io.now(),
    script: await loadProgram("desk"),
    use: idle.use,
  });
  const app = toApp((request) => answer(request));
  const server = await listenOrExplain(app, { host: HOST, port: settings.port }, io);
  const keys = io.openKeys?.() ?? null;
  const printLink = (): void => void io.stdout.write(`${settings.quiet ? "" : "your desk: "}${server.url}/?token=${gate.issue()}\n`);
  try {
    printLink();
    const ways = keys === null ? "Ctrl-C ends the desk" : "l prints another link, q or Ctrl-C ends the desk";
    if (!settings.quiet) io.stderr.write(`the link works once. ${ways}, and so do 30 minutes without use\n`);
    const ended = await Promise.race([
      untilAborted(io.signal).then(() => "stopped" as const),
      idle.over.then(() => "idle" as const),
      ...(keys === null ? [] : [followKeys(keys, printLink)]),
    ]);
    if (ended === "idle" && !settings.quiet) io.stderr.write("the desk was not used for 30 minutes, and has ended\n");
  } finally {
    idle.stop();
    keys?.close();
    await server.close();
  }
}

/** Resolves when the desk should end; never resolves if the terminal goes away. */
async function followKeys(keys: Keys, printLink: () => void): Promise<"stopped"> {
  for (;;) {
    const key = await keys.next();
    if (key === null) return new Promise(() => {});
    if (key === "q" || key === CTRL_C) return "stopped";
    if (key === "l") printLink();
  }
}

function createIdleWatch(io: Pick<Io, "now" | "setTimer">): { use(): boolean; stop(): void; readonly over: Promise<void> } {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let usedAt = io.now();
  let cancel = io.setTimer(look, IDLE_LOOK_MS);
  function look(): void {
    if (io.now() - usedAt >= IDLE_MS) end();
    else cancel = io.setTimer(look, IDLE_LOOK_MS);
  }
  return {
    use: () => {
      const now = io.now();
      if (now - usedAt >= IDLE_MS) return false;
      usedAt = now;
      return true;
    },
    stop: () => cancel(),
    over,
  };
}
