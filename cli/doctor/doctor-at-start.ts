import { isWithin, realPathOf } from "../../build/shared/own-folders.ts";
import { type Log, NOTHING_LOST } from "../../server/log.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { createPlainLog, findDatabase, type ServerSettings } from "../serve/server-settings.ts";
import { DOCTOR_CHECKS } from "./doctor-checks.ts";
import { examineSite } from "./examine-site.ts";
import { type ExaminedParts, toExaminedSite } from "./run-doctor.ts";

/**
 * Prints the short form when `start` and `api` start: one line per problem, and where to read more.
 * Prints nothing if all is well, and leaves out problems that the start itself reports. Never
 * prevents a server from starting.
 */
export async function warnAtStart(
  settings: ServerSettings & Settings<"db">,
  io: Pick<Io, "cwd" | "env" | "now">,
  parts: ExaminedParts,
  log: Log,
): Promise<void> {
  const site = toExaminedSite(settings, io, parts);
  const checks = DOCTOR_CHECKS.filter(({ atStart }) => atStart);
  let isWell = true;
  for (const { check, diagnosis } of await examineSite(site, checks)) {
    if (diagnosis.status !== "wrong") continue;
    isWell = false;
    for (const { message } of diagnosis.findings) log.warn(`doctor: ${message}`, { check: check.name });
  }
  if (!isWell) log.warn("octavo doctor shows the remedies");
}

/**
 * Prints the short form for `start` on standard error.
 * @param publicUrl the address that visitors use, if a build states it; null to use --public-url,
 * or else this server's own address
 * @param folders absolute folders to serve pages from; folders that contain the database are
 * skipped
 */
export function examineStart(
  settings: ServerSettings & Settings<"db">,
  io: Pick<Io, "cwd" | "env" | "now" | "stderr">,
  { folders, publicUrl }: { readonly folders: readonly string[]; readonly publicUrl: string | null },
): Promise<void> {
  const dbFile = findDatabase(settings, io);
  const served = folders
    .filter((path) => !isWithin(realPathOf(dbFile), realPathOf(path)))
    .map((path) => ({ path, about: "a folder that is served" }));
  const log = createPlainLog(io, () => NOTHING_LOST);
  return warnAtStart(settings, io, { served, trustNobody: true, publicUrl }, log);
}
