import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { diagnose, skipped } from "../../../server/incidents/diagnosis.ts";
import { openSecrets, SECRETS_FILE } from "../../../server/secrets/secrets-file.ts";
import { readSecretsMark } from "../../../server/store/file/secrets-mark.ts";
import type { DoctorCheck } from "../doctor-check.ts";

/** Whether the secrets are usable and belong to the database. */
export const secretsCheck: DoctorCheck = {
  name: "secrets",
  about: "whether secrets.json exists, is valid, and is the one that the database was created with",
  run({ dbFile, show }) {
    const file = join(dirname(dbFile), SECRETS_FILE);
    const wanted = existsSync(dbFile) ? readSecretsMark(dbFile) : null;
    // A missing file must stay missing: opening would create a new one.
    const secrets = existsSync(file) ? openSecrets(dirname(dbFile), { random: randomBytes }) : null;
    const found = secrets?.fingerprint ?? null;
    if (found === null && wanted === null) return skipped("there are none yet: the first start creates them");
    // A start converts a database from before `octavo secrets rotate --all`.
    const matches = found === wanted || wanted === null || secrets?.previous.some(({ fingerprint }) => fingerprint === wanted) === true;
    const findings = matches
      ? []
      : [
          {
            message:
              found === null
                ? `${show(file)} is missing, but the database was created with the secrets ${wanted}`
                : `${show(file)} contains the secrets ${found}, but the database was created with ${wanted}`,
            remedy:
              "put the right secrets.json back (mode 0600), or visitors can like again and bans have no effect; if it is permanently lost, run octavo secrets accept",
          },
        ];
    return diagnose(findings, `${show(file)} belongs to the database`);
  },
};
