import { describeRescued, listRescuedFiles, rescuedRemedy } from "../../store/sqlite/database/rescued-files.ts";
import { diagnose, skipped } from "../diagnosis.ts";
import type { IncidentKind } from "../incident.ts";

/** Whether a database was rescued from a running server and has not been restored yet. */
export const rescuedIncident: IncidentKind = {
  name: "rescued",
  about: "whether a rescued database still has to be restored or dismissed",
  needs: "files",
  examine({ files }) {
    if (files === null) return skipped("no database is known");
    const findings = listRescuedFiles(files.dbFile).map((found) => {
      const message = describeRescued(found);
      return { key: found.at, message, publicMessage: message, remedy: rescuedRemedy(files.show(found.file)) };
    });
    return diagnose(findings, "no rescued database is waiting");
  },
};
