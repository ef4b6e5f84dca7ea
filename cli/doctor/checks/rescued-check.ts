import { describeRescued, listRescuedFiles, rescuedRemedy } from "../../../server/store/sqlite/database/rescued-files.ts";
import { type DoctorCheck, diagnose } from "../doctor-check.ts";

/** Whether a database was taken away from a running server, and what it held is still to be put back. */
export const rescuedCheck: DoctorCheck = {
  name: "rescued",
  about: "whether a rescued database was neither restored nor dismissed",
  atStart: false,
  run({ dbFile, show }) {
    const findings = listRescuedFiles(dbFile).map((found) => ({
      message: describeRescued(found),
      remedy: rescuedRemedy(show(found.file)),
    }));
    return diagnose(findings, "no rescued database waits");
  },
};
