import type { Log } from "../../server/log.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { DOCTOR_CHECKS } from "./doctor-checks.ts";
import { examineSite } from "./examine-site.ts";
import { type ExaminedParts, toExaminedSite } from "./run-doctor.ts";

/**
 * The short form, at a start of `start` and `api`: what is wrong, a line each, and where to read more. Says nothing
 * where all is well, and leaves out what a start checks in its own words. Never keeps a server from starting.
 */
export async function warnAtStart(settings: Settings, io: Pick<Io, "cwd" | "env" | "now">, parts: ExaminedParts, log: Log): Promise<void> {
  const site = toExaminedSite(settings, io, parts);
  const checks = DOCTOR_CHECKS.filter(({ atStart }) => atStart);
  let isWell = true;
  for (const { check, diagnosis } of await examineSite(site, checks)) {
    if (diagnosis.status !== "wrong") continue;
    isWell = false;
    for (const { message } of diagnosis.findings) log.warn(`doctor: ${message}`, { check: check.name });
  }
  if (!isWell) log.warn("octavo doctor says what to do");
}
