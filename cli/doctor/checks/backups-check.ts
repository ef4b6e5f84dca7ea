import { existsSync } from "node:fs";
import { DAY_MS } from "../../../server/days.ts";
import { latestBackup } from "../../../server/privacy/known-copies.ts";
import { readDatabaseAge } from "../../../server/store/sqlite/backup/database-age.ts";
import { plural } from "../../build/result-text.ts";
import { type Diagnosis, type DoctorCheck, type ExaminedSite, healthy, skipped } from "../doctor-check.ts";

/** A weekly backup may be a day late. Days. */
const BACKUP_AGE_MAX = 8;
/** `OCTAVO_BACKUPS=elsewhere`: the owner says that another tool makes them. */
const ELSEWHERE = "elsewhere";

/** How old the newest backup is, as far as `octavo db backup` has noted it. */
export const backupsCheck: DoctorCheck = {
  name: "backups",
  about: "how old the newest backup is",
  atStart: true,
  run(site) {
    const { dbFile, io } = site;
    if (!existsSync(dbFile)) return skipped("there is no database yet");
    const { oldest } = readDatabaseAge(dbFile);
    if (oldest === null) return skipped("nobody has written anything yet");
    if (io.env.OCTAVO_BACKUPS === ELSEWHERE) return skipped("OCTAVO_BACKUPS says that another tool makes them; doctor cannot see those");
    return latestBackup(dbFile) === null ? diagnoseNone(site, oldest) : diagnoseAge(site);
  },
};

const REMEDY =
  "octavo db backup <file>, from cron each night; where another tool makes backups, which doctor cannot see, set OCTAVO_BACKUPS=elsewhere";

function diagnoseNone({ io }: ExaminedSite, oldest: number): Diagnosis {
  const days = Math.floor((io.now() - oldest) / DAY_MS);
  if (days < BACKUP_AGE_MAX) return skipped("none is known yet: octavo db backup <file> makes one");
  return {
    status: "wrong",
    findings: [{ message: `no backup is known, and visitors have written for ${plural(days, "day")}`, remedy: REMEDY }],
  };
}

function diagnoseAge({ dbFile, io, show }: ExaminedSite): Diagnosis {
  const newest = latestBackup(dbFile);
  if (newest === null) return skipped("none is known");
  const days = Math.floor((io.now() - newest.at) / DAY_MS);
  const gone = existsSync(newest.file) ? "" : " (which is not there now)";
  const what = `the newest backup is ${days < 1 ? "from today" : `${plural(days, "day")} old`}: ${show(newest.file)}${gone}`;
  return days > BACKUP_AGE_MAX ? { status: "wrong", findings: [{ message: what, remedy: REMEDY }] } : healthy(what);
}
