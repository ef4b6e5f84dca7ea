import { readBackupPlan } from "../../server/backups/backup-plan.ts";
import { toInstant } from "../../server/days.ts";
import { type Diagnosis, skipped } from "../../server/incidents/diagnosis.ts";
import { type IncidentKind, SERVER_ONLY, type WatchedSite } from "../../server/incidents/incident.ts";
import { readIncidentRecord } from "../../server/incidents/incident-file.ts";
import { INCIDENT_KINDS } from "../../server/incidents/incident-kinds.ts";
import type { DoctorCheck, ExaminedSite } from "./doctor-check.ts";

/** The start itself reports rescued databases. */
const REPORTED_AT_START: readonly string[] = ["rescued"];

/** The kinds of incident that the server watches for, as checks. */
export const INCIDENT_CHECKS: readonly DoctorCheck[] = INCIDENT_KINDS.map(toDoctorCheck);

function toDoctorCheck(kind: IncidentKind): DoctorCheck {
  const { name, about, needs } = kind;
  return {
    name,
    about,
    atStart: needs === "files" && !REPORTED_AT_START.includes(name),
    run: async (site) => {
      if (needs === "server")
        return findRecorded(site, name, () => true) ?? skipped("the server watches this while it runs, and has recorded nothing");
      const diagnosis = await kind.examine(toWatchedSite(site));
      return diagnosis.status === "wrong" ? diagnosis : (findRecorded(site, name, (key) => key === SERVER_ONLY) ?? diagnosis);
    },
  };
}

function toWatchedSite({ io, dbFile, served, show }: ExaminedSite): WatchedSite {
  const folders = [io.cwd, ...served.map(({ path }) => path)];
  return {
    now: () => io.now(),
    server: null,
    files: {
      ...{ dbFile, folders, show },
      // Read on demand, because only one check needs it, and that check reports a mistake in it.
      get backups() {
        return readBackupPlan(io.env.OCTAVO_BACKUPS, io.cwd);
      },
    },
  };
}

/** Ongoing incidents from the server's record, because only the server can examine them. */
function findRecorded({ dbFile }: ExaminedSite, name: string, isServerOnly: (key: string) => boolean): Diagnosis | null {
  const { lasting } = readIncidentRecord(dbFile);
  const findings = lasting.flatMap(({ incident: { kind, key, message, remedy }, since }) =>
    kind === name && isServerOnly(key) ? [{ message: `${message} (since ${toInstant(since)})`, remedy }] : [],
  );
  return findings.length === 0 ? null : { status: "wrong", findings };
}
