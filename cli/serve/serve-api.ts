import { resolve } from "node:path";
import { createLog, type Log, type LogLevel } from "../../server/log.ts";
import { DEFAULT_PUBLISHED, isAddress } from "../build/published-place.ts";
import { warnAtStart } from "../doctor/doctor-at-start.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { listenOrExplain, untilAborted } from "./listening.ts";
import {
  findDatabase,
  type ServerSettings,
  toBackupPlan,
  toDeskPlace,
  toNoticeConfig,
  toRetention,
  toServerConfig,
} from "./server-settings.ts";
import { openWriteServer, type RunningWriteServer } from "./write-server.ts";

/**
 * `octavo api`: runs only the write server, until a signal stops it. Logs JSON to standard output,
 * one line per event.
 */
export async function serveApi(
  settings: ServerSettings & Settings<"port" | "db" | "published" | "desk" | "deskPath"> & { readonly log: LogLevel | null },
  io: Io,
): Promise<void> {
  const config = toServerConfig(settings, io);
  const notices = toNoticeConfig(io);
  const retention = toRetention(io);
  const backups = toBackupPlan(io);
  const desk = toDeskPlace(settings);
  const lost = io.surviveLostOutput();
  const log = createLog({ write: (lines) => void io.stdout.write(lines), clock: () => io.now(), level: settings.log ?? "info", lost });
  const published = toLocation(settings.published ?? DEFAULT_PUBLISHED, io.cwd);
  const folder = isAddress(published) ? null : published;
  const api = await openWriteServer({
    io,
    dbFile: findDatabase(settings, io),
    published,
    config,
    notices,
    retention,
    backups,
    desk,
    log,
    snapshotDir: folder,
  });
  try {
    const server = await listenOrExplain(api.app, settings, io);
    log.info("listening", { url: server.url, port: server.port, published });
    try {
      const served = folder === null ? [] : [{ path: folder, about: "the --published folder" }];
      await warnAtStart(settings, io, { served, trustNobody: false }, log);
      await tellReadiness(api, log);
      await untilAborted(io.signal);
      log.info("stopping");
    } finally {
      // Accepts no more requests. Requests in progress finish, and their writes reach the disk
      // before the database closes.
      await server.close();
    }
  } finally {
    await api.close();
    log.info("stopped");
    log.flush();
  }
}

/**
 * Logs whether the server is ready. The server also starts without published content: the CDN may
 * be unreachable, and the first build may come later.
 */
async function tellReadiness(api: RunningWriteServer, log: Log): Promise<void> {
  const { status, published } = await api.ready();
  // The reason has already been logged.
  if (published.buildId === null) log.info("not ready: check --published");
  else log.info(status === "unavailable" ? "not ready" : "ready", { buildId: published.buildId });
}

function toLocation(place: string, cwd: string): string {
  return isAddress(place) ? place : resolve(cwd, place);
}
