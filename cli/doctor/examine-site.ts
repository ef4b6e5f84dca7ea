import type { Diagnosis, IncidentFinding } from "../../server/incidents/diagnosis.ts";
import type { DoctorCheck, ExaminedSite } from "./doctor-check.ts";

export interface Examination {
  readonly check: DoctorCheck;
  readonly diagnosis: Diagnosis;
}

/** Runs all checks, independently of each other's results. */
export async function examineSite(site: ExaminedSite, checks: readonly DoctorCheck[]): Promise<readonly Examination[]> {
  const done: Examination[] = [];
  for (const check of checks) done.push({ check, diagnosis: await runCheck(check, site) });
  return done;
}

export function findingsOf(examinations: readonly Examination[]): readonly IncidentFinding[] {
  return examinations.flatMap(({ diagnosis }) => (diagnosis.status === "wrong" ? diagnosis.findings : []));
}

/**
 * Runs one check. An unreadable file or an invalid setting becomes a finding: the error states the
 * problem and its hint the remedy.
 */
async function runCheck(check: DoctorCheck, site: ExaminedSite): Promise<Diagnosis> {
  try {
    return await check.run(site);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof Error && "hint" in error && typeof error.hint === "string" ? error.hint : null;
    return { status: "wrong", findings: [{ message, remedy: hint ?? "fix that, then run octavo doctor again" }] };
  }
}
