import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { counted } from "../../../build/shared/counted.ts";
import { openErasureKeys } from "../../../server/privacy/erasure-keys.ts";
import {
  ERASURES_FILE,
  findMissingErasures,
  findPendingErasures,
  ownErasures,
  readErasures,
} from "../../../server/privacy/erasure-record.ts";
import type { AppliedErasure } from "../../../server/store/privacy-types.ts";
import { readDatabaseAge } from "../../../server/store/sqlite/backup/database-age.ts";
import { SCHEMA_VERSION } from "../../../server/store/sqlite/database/migrate.ts";
import { openStore } from "../../../server/store/sqlite/sqlite-store.ts";
import { type DoctorCheck, type DoctorFinding, diagnose, type ExaminedSite, skipped } from "../doctor-check.ts";

/** Whether the database has made every erasure of the list, and the list has every one of the database. */
export const erasuresCheck: DoctorCheck = {
  name: "erasures",
  about: "whether every erasure in erasures.json was made in this database, and the list is whole",
  // A start makes them again, or refuses, and says so.
  atStart: false,
  async run(site) {
    const { dbFile } = site;
    if (!existsSync(dbFile)) return skipped("there is no database yet");
    if (readDatabaseAge(dbFile).version < SCHEMA_VERSION) return skipped("the next start brings the database forward, and checks them");
    const listed = readErasures(join(dirname(dbFile), ERASURES_FILE)) ?? [];
    const applied = await readApplied(site);
    const pending = findPendingErasures(listed, applied);
    const own = pending.length === 0 ? [] : ownErasures(pending, openErasureKeys(dbFile));
    const findings = [
      findPending(own.length),
      findForeign(pending.length - own.length),
      findMissing(findMissingErasures(listed, applied).length),
    ].filter((finding) => finding !== null);
    return diagnose(findings, `${counted(listed.length, "erasure")} on the list, all made in this database`);
  },
};

async function readApplied({ dbFile, io }: ExaminedSite): Promise<readonly AppliedErasure[]> {
  const store = openStore({ file: dbFile, clock: () => io.now(), random: randomBytes, migrates: false });
  try {
    return await store.privacy.appliedErasures();
  } finally {
    await store.close();
  }
}

function findPending(count: number): DoctorFinding | null {
  if (count === 0) return null;
  return {
    message: `${counted(count, "erasure")} of erasures.json ${count === 1 ? "is" : "are"} not made in this database: an older copy was put in its place`,
    remedy: "octavo start and octavo api erase again before they serve: restart the server; serve nothing from this copy before that",
  };
}

function findForeign(count: number): DoctorFinding | null {
  if (count === 0) return null;
  return {
    message: `${counted(count, "erasure")} of erasures.json cannot be made in this database: they were noted with other secrets`,
    remedy:
      "put the secrets.json of that time beside the database; if it is lost for good: octavo secrets accept, then octavo privacy erase",
  };
}

function findMissing(count: number): DoctorFinding | null {
  if (count === 0) return null;
  return {
    message: `erasures.json lacks ${counted(count, "erasure")} that the database has made: a restore would bring back what was erased`,
    remedy: "put the copy beside the newest backup (<backup>.erasures.json) in its place, or erase again: octavo privacy erase",
  };
}
