import { existsSync } from "node:fs";
import { diagnose, type IncidentFinding, skipped } from "../../../server/incidents/diagnosis.ts";
import { inspectErasures } from "../../../server/privacy/inspect-erasures.ts";
import { plural } from "../../build/result-text.ts";
import type { DoctorCheck } from "../doctor-check.ts";

/** Whether the database contains erased data, or the list of erasures is lost. */
export const erasuresCheck: DoctorCheck = {
  name: "erasures",
  about: "whether the database has every erasure that erasures.json lists, and vice versa",
  run({ dbFile, show }) {
    if (!existsSync(dbFile)) return skipped("there is no database yet");
    const { file, listed, pending, foreign, unlisted, missing } = inspectErasures(dbFile);
    const findings: IncidentFinding[] = [];
    const own = pending - foreign;
    if (own > 0)
      findings.push({
        message: `${show(dbFile)} has not recorded ${plural(own, "erasure")} in ${show(file)}: it may be an older copy that still contains erased data`,
        remedy: "start the server: it repeats the erasures before it answers any request",
      });
    if (foreign > 0)
      findings.push({
        message: `${plural(foreign, "erasure")} in ${show(file)} cannot be repeated in ${show(dbFile)}, because the secrets are different ones`,
        remedy:
          "put the secrets.json from that time next to the database; if it is permanently lost, run octavo secrets accept, then octavo privacy erase",
      });
    if (unlisted > 0)
      findings.push({
        message: `${show(file)} lacks ${plural(unlisted, "erasure")} found in a list next to a backup`,
        remedy: "start the server: it adds them again, and repeats the erasures in the database",
      });
    if (missing > 0)
      findings.push({
        message: `${show(file)} is older than the database: it lacks ${plural(missing, "erasure")}, and a restore would bring back erased data`,
        remedy:
          "replace it with the copy next to the newest backup (<backup>.erasures.json); if all copies are lost, run octavo privacy accept-loss",
      });
    return diagnose(
      findings,
      listed === null || listed === 0 ? "nobody has been erased" : `the database has all ${listed} in erasures.json`,
    );
  },
};
