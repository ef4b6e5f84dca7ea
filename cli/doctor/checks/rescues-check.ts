import { describeRescued, listRescuedFiles, rescuedRemedy } from "../../../server/store/sqlite/database/rescued-files.ts";
import { type DoctorCheck, diagnose } from "../doctor-check.ts";

/** Whether a rescued database waits to be restored, imported or dismissed. */
export const rescuesCheck: DoctorCheck = {
  name: "rescues",
  about: "whether a rescued database was neither restored nor dismissed",
  // A start names each of them already.
  atStart: false,
  run({ dbFile, show }) {
    const findings = listRescuedFiles(dbFile).map((found) => ({
      message: `${describeRescued(found)}: ${show(found.file)}`,
      remedy: rescuedRemedy(show(found.file)),
    }));
    return diagnose(findings, "no rescued database is left over");
  },
};
