import { readBackupPlan } from "../../server/backups/backup-plan.ts";
import { toInstant } from "../../server/days.ts";
import { type Diagnosis, skipped } from "../../server/troubles/diagnosis.ts";
import { SERVER_ONLY, type TroubleKind, type WatchedSite } from "../../server/troubles/trouble.ts";
import { readTroubleRecord } from "../../server/troubles/trouble-file.ts";
import { TROUBLE_KINDS } from "../../server/troubles/trouble-kinds.ts";
import type { DoctorCheck, ExaminedSite } from "./doctor-check.ts";

/** The start itself reports rescued databases. */
const REPORTED_AT_START: readonly string[] = ["rescued"];

/** The kinds of trouble that the server watches for, as checks. */
export const TROUBLE_CHECKS: readonly DoctorCheck[] = TROUBLE_KINDS.map(toDoctorCheck);

function toDoctorCheck(kind: TroubleKind): DoctorCheck {
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

/** Ongoing troubles from the server's record, because only the server can examine them. */
function findRecorded({ dbFile }: ExaminedSite, name: string, isServerOnly: (key: string) => boolean): Diagnosis | null {
  const { lasting } = readTroubleRecord(dbFile);
  const findings = lasting.flatMap(({ trouble: { kind, key, message, remedy }, since }) =>
    kind === name && isServerOnly(key) ? [{ message: `${message} (since ${toInstant(since)})`, remedy }] : [],
  );
  return findings.length === 0 ? null : { status: "wrong", findings };
}
