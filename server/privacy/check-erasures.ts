import { join } from "node:path";
import { errorFields, type Log } from "../log.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { ERASURES_FILE, ensureErasures, readErasures } from "./erasure-record.ts";

/** At a start: makes the list of erasures where nobody was ever erased, and says loudly that it is lost where the database knows better. */
export async function checkErasures(
  folder: string,
  privacy: Pick<PrivacyStore, "lastErasure">,
  log: Pick<Log, "error" | "warn">,
): Promise<void> {
  try {
    const wanted = await privacy.lastErasure();
    const found = readErasures(join(folder, ERASURES_FILE));
    if (found === null && wanted === null) ensureErasures(folder);
    else if (wanted !== null && !(found ?? []).some(({ at }) => Date.parse(at) >= wanted)) {
      log.error("THE LIST OF ERASURES IS LOST OR TOO OLD: A RESTORE WOULD BRING BACK WHAT WAS ERASED", {
        detail: `the database knows of one at ${new Date(wanted).toISOString()}, which ${join(folder, ERASURES_FILE)} does not have${found === null ? ": it is gone" : ""}. Put the copy that stands beside the newest backup (<backup>.erasures.json) in its place, or erase again: octavo privacy erase`,
      });
    }
  } catch (error) {
    log.warn("the list of erasures cannot be read", errorFields(error));
  }
}
