import { isWithin, realPathOf } from "../../../build/shared/own-folders.ts";
import { diagnose, type IncidentFinding } from "../../../server/incidents/diagnosis.ts";
import type { DoctorCheck, ExaminedSite } from "../doctor-check.ts";
import { privateFilesOf } from "../private-files.ts";

/** Whether a stranger's request can reach a private file. */
export const exposureCheck: DoctorCheck = {
  name: "exposure",
  about: "files that strangers can reach: no served folder may contain the database or the secrets",
  atStart: true,
  run(site) {
    const findings = [...site.withheld, ...site.served.flatMap((folder) => findHeldFiles(folder, site))];
    return diagnose(findings, "no served folder contains the database, the secrets or a backup");
  },
};

function findHeldFiles({ path, about }: ExaminedSite["served"][number], { dbFile, show }: ExaminedSite): IncidentFinding[] {
  const folder = realPathOf(path);
  // Resolves links on both sides.
  const held = privateFilesOf(dbFile).filter((file) => isWithin(realPathOf(file), folder));
  const [first] = held;
  if (first === undefined) return [];
  const more = held.length === 1 ? "" : ` and ${held.length - 1} more private ${held.length === 2 ? "file" : "files"}`;
  return [
    {
      message: `${show(path)}, ${about}, contains ${show(first)}${more}: strangers may download it`,
      remedy:
        "move the database and the files next to it out of that folder, name the database with --db, then replace the keys: octavo secrets rotate --all",
    },
  ];
}
