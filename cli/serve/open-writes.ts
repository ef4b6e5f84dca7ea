import type { DeskPlace } from "../../server/desk/hosted/desk-address.ts";
import type { Io } from "../io.ts";
import type { TellWaiting } from "../notices/waiting-line.ts";
import { commandName } from "../text/typed-commands.ts";
import { withOwnPages } from "./public-origin.ts";
import {
  createPlainLog,
  exposureNote,
  findDatabase,
  type ServingSettings,
  toBackupPlan,
  toNoticeConfig,
  toRetention,
  toServerConfig,
} from "./server-settings.ts";
import { openWriteServer, type RunningWriteServer } from "./write-server.ts";

/**
 * The write server that runs with the read handler.
 * @param url the address at which visitors reach it; null if it is behind a proxy, at the address
 * that the build states
 */
export async function openWrites(
  settings: ServingSettings,
  io: Io,
  distDir: string,
  {
    url,
    ...own
  }: {
    readonly url: string | null;
    readonly siteUrl: () => string | null;
    readonly takesSnapshots: boolean;
    readonly desk: DeskPlace | null;
  },
): Promise<RunningWriteServer> {
  const config = withOwnPages(toServerConfig(settings, io, { trustNobody: true }), url, settings.siteUrl);
  const note = exposureNote(settings);
  if (note !== null && !settings.quiet) io.stderr.write(`note: ${note}\n`);
  const log = createPlainLog(io, io.surviveLostOutput());
  const tellWaiting: TellWaiting = (what, command) => void (settings.quiet || io.stdout.write(`${what} (${commandName(io)} ${command})\n`));
  return openWriteServer({
    io,
    dbFile: findDatabase(settings, io),
    published: distDir,
    config,
    notices: toNoticeConfig(io),
    retention: toRetention(io),
    // A server for the author's drafts makes no backups.
    backups: own.takesSnapshots ? toBackupPlan(io) : { kind: "elsewhere" },
    desk: own.desk,
    log,
    snapshotDir: own.takesSnapshots ? distDir : null,
    siteUrl: own.siteUrl,
    tellWaiting,
  });
}
