import { existsSync } from "node:fs";
import { diagnose } from "../../../server/incidents/diagnosis.ts";
import { latestBackup } from "../../../server/privacy/known-copies.ts";
import { readDatabaseAge } from "../../../server/store/sqlite/backup/database-age.ts";
import type { DoctorCheck } from "../doctor-check.ts";

/** The year of this version. No correct clock shows an earlier date. */
const EARLIEST = Date.parse("2026-01-01T00:00:00Z");
/** Tolerance between the clocks of machines that share a database, in ms. */
const TOLERANCE_MS = 120_000;

/** Whether the clock can be right. A clock that is ahead cannot be detected. */
export const clockCheck: DoctorCheck = {
  name: "clock",
  about: "whether the clock is behind stored dates",
  atStart: true,
  run({ dbFile, io }) {
    const now = io.now();
    const shown = new Date(now).toISOString();
    const remedy = `set the clock, and let the system keep it correct${process.platform === "linux" ? ": timedatectl set-ntp true" : ""}`;
    const times = [
      { what: "the newest comment or inquiry", at: existsSync(dbFile) ? readDatabaseAge(dbFile).newest : null },
      { what: "the newest backup", at: latestBackup(dbFile)?.at ?? null },
    ];
    const later = times.flatMap(({ what, at }) =>
      at === null || at <= now + TOLERANCE_MS
        ? []
        : [{ message: `the clock shows ${shown}, but ${what} is from ${new Date(at).toISOString()}`, remedy }],
    );
    const early = now < EARLIEST ? [{ message: `the clock shows ${shown}, which is before this version was released`, remedy }] : [];
    return diagnose([...early, ...later], `it is ${shown}; nothing has a later date`);
  },
};
