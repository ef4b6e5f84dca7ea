import { diagnose } from "../../../server/incidents/diagnosis.ts";
import type { DoctorCheck } from "../doctor-check.ts";

/** Whether the configuration can be read and the site has its own address. */
export const configurationCheck: DoctorCheck = {
  name: "configuration",
  about: "whether octavo.config.ts can be read",
  run({ configProblem, standInUrl }) {
    const findings =
      configProblem === null ? [] : [{ message: configProblem, remedy: "octavo check shows the mistakes and where they are" }];
    if (standInUrl !== null)
      findings.push({
        message: `the site's address ${standInUrl} is a placeholder: feeds, sitemap.xml and robots.txt contain it`,
        remedy: "put the real address into content/site.yaml (or the configuration), then build again",
      });
    return diagnose(findings, "it can be read");
  },
};
