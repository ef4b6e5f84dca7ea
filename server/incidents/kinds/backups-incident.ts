import { existsSync } from "node:fs";
import { type BackupPlan, maxBackupAge } from "../../backups/backup-plan.ts";
import { listOwnBackups, newestBackup, type OwnBackup } from "../../backups/own-backups.ts";
import { DAY_MS, HOUR_MS, toInstant } from "../../days.ts";
import { latestBackup } from "../../privacy/known-copies.ts";
import { readDatabaseAge } from "../../store/sqlite/backup/database-age.ts";
import { type Diagnosis, healthy, skipped } from "../diagnosis.ts";
import { type Incident, type IncidentKind, SERVER_ONLY, type WatchedFiles, type WatchedSite } from "../incident.ts";

/**
 * Whether the newest backup is too old, according to the records of `octavo db backup` and the
 * server.
 */
export const backupsIncident: IncidentKind = {
  name: "backups",
  about: "how old the newest backup is, and whether the server's last one succeeded",
  needs: "files",
  examine(site) {
    const { files, server, now } = site;
    if (files === null || !existsSync(files.dbFile)) return skipped("there is no database yet");
    const failure = server?.backups?.().failure ?? null;
    if (failure !== null)
      return wrong("the server's last backup failed", `at ${toInstant(failure.at)}: ${failure.reason}`, files.backups, SERVER_ONLY);
    if (files.backups.kind === "elsewhere") return skipped("OCTAVO_BACKUPS says that another tool makes backups, which doctor cannot see");
    const newest = findNewest(files, now());
    if (newest !== null && now() - newest.at <= maxBackupAge(files.backups))
      return healthy(`the newest backup is ${describeAge(now() - newest.at)}: ${files.show(newest.file)}${missing(newest.file)}`);
    const { oldest } = readDatabaseAge(files.dbFile);
    if (oldest === null) return skipped("nobody has written anything yet");
    if (newest === null) return diagnoseNone(site, files, oldest);
    return wrong(
      `the newest backup is ${describeAge(now() - newest.at)}`,
      `${files.show(newest.file)}${missing(newest.file)}`,
      files.backups,
    );
  },
};

function findNewest({ dbFile, backups }: WatchedFiles, now: number): OwnBackup | null {
  return backups.kind === "own" ? newestBackup(listOwnBackups(dbFile, backups.folder), now) : latestBackup(dbFile);
}

function missing(file: string): string {
  return existsSync(file) ? "" : " (which no longer exists)";
}

function describeAge(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 2) return "less than 2 hours old";
  if (hours >= 48) return `${Math.floor(ms / DAY_MS)} days old`;
  return hours >= 24 && hours < 30 ? "1 day old" : `${hours} hours old`;
}

function diagnoseNone({ now }: WatchedSite, { backups }: WatchedFiles, oldest: number): Diagnosis<Incident> {
  if (now() - oldest < maxBackupAge(backups)) return skipped("none is known yet: octavo db backup <file> makes one");
  const days = Math.floor((now() - oldest) / DAY_MS);
  return wrong(`no backup is known, and visitors' data goes back ${days === 1 ? "a day" : `${days} days`}`, null, backups);
}

function wrong(publicMessage: string, detail: string | null, plan: BackupPlan, key = ""): Diagnosis<Incident> {
  const message = detail === null ? publicMessage : `${publicMessage}: ${detail}`;
  return { status: "wrong", findings: [{ key, message, publicMessage, remedy: remedyOf(plan) }] };
}

function remedyOf(plan: BackupPlan): string {
  return plan.kind === "own"
    ? "the running server tries again by itself; make room, create the folder, or make it writable for the server's user"
    : "let the server make them (OCTAVO_BACKUPS=/var/backups/octavo,daily,keep=14) or run octavo db backup <file> from cron; if another tool makes backups, which doctor cannot see, set OCTAVO_BACKUPS=elsewhere";
}
