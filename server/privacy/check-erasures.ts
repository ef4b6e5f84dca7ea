import { join } from "node:path";
import { errorFields, type Log } from "../log.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { ERASURES_FILE, ensureErasures, readErasures } from "./erasure-record.ts";

/** At a start: makes the list of erasures where nobody was ever erased, and says loudly that it is lost where the database knows better. */
export async function checkErasures(
  folder: string,
  privacy: Pick<PrivacyStore, "erasures">,
  log: Pick<Log, "error" | "warn">,
): Promise<void> {
  try {
    const wanted = await privacy.erasures();
    const found = readErasures(join(folder, ERASURES_FILE));
    if (found === null && wanted === 0) ensureErasures(folder);
    else if ((found?.length ?? 0) < wanted) {
      log.error("THE LIST OF ERASURES IS LOST OR TOO SHORT: A RESTORE WOULD BRING BACK WHAT WAS ERASED", {
        detail: `the database knows of ${wanted}, ${ERASURES_FILE} beside it has ${found?.length ?? "vanished"}. Put the copy that stands beside the newest backup (<backup>.erasures.json) in its place`,
      });
    }
  } catch (error) {
    log.warn("the list of erasures cannot be read", errorFields(error));
  }
}
