import { type DoctorCheck, diagnose } from "../doctor-check.ts";

/** Whether the configuration can be read. */
export const configurationCheck: DoctorCheck = {
  name: "configuration",
  about: "whether octavo.config.ts can be read",
  atStart: false,
  run({ configProblem }) {
    const findings = configProblem === null ? [] : [{ message: configProblem, remedy: "octavo check says what and where" }];
    return diagnose(findings, "it can be read");
  },
};
