import { DAY_MS, toDayIn } from "../../../server/days.ts";
import { diagnose, skipped } from "../../../server/incidents/diagnosis.ts";
import type { DoctorCheck } from "../doctor-check.ts";
import { findAccessFacts } from "../examined-server.ts";

/** A key that expires within this many days is a finding, because its user will then be refused. */
const SOON_DAYS = 14;

/** Whether keys for the owner's remote commands are about to expire. */
export const keysCheck: DoctorCheck = {
  name: "keys",
  about: `whether an owner's key (octavo keys) expires within ${SOON_DAYS} days`,
  run(site) {
    const now = site.io.now();
    const keys = findAccessFacts(site)?.keys ?? [];
    const valid = keys.filter(({ expiresAt }) => expiresAt > now);
    if (valid.length === 0) return skipped("there is no valid key: commands only work on the database's machine (octavo keys add)");
    const findings = valid
      .filter(({ expiresAt }) => expiresAt <= now + SOON_DAYS * DAY_MS)
      .map(({ id, name, expiresAt, lastUsedOn }) => ({
        message: `the key ${name} (${id}) expires on ${toDayIn(expiresAt, "UTC")}; it was ${lastUsedOn === null ? "never used" : `last used on ${lastUsedOn}`}`,
        remedy: `octavo keys add creates another one; then octavo keys revoke ${id}`,
      }));
    const [first] = valid;
    const count = valid.length === 1 ? "1 key is valid" : `${valid.length} keys are valid`;
    return diagnose(findings, `${count}${first === undefined ? "" : `; the first expires on ${toDayIn(first.expiresAt, "UTC")}`}`);
  },
};
