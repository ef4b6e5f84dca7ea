import type { Log } from "../log.ts";
import { describeForeign, FOREIGN_REMEDY } from "../privacy/foreign-erasures.ts";
import { OLDER_ACCESS } from "../privacy/older-access.ts";
import { repeatErasures } from "../privacy/repeat-erasures.ts";
import type { StoreHost } from "../store/engine/store-host.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { StoreFileError } from "../store/store-errors.ts";

/**
 * Repeats the erasures that the list names and the database has not recorded: the platform may have
 * recovered an earlier state of it. Call it when the object wakes, before it serves any data.
 * @throws StoreFileError if an erasure was made with secrets that are missing, and could concern
 * data in the database
 * @throws Error if the list cannot be read
 */
export async function repeatListedErasures(
  privacy: PrivacyStore,
  { erasures, erasureKeys }: Pick<StoreHost, "erasures" | "erasureKeys">,
  log: Pick<Log, "warn" | "error">,
): Promise<void> {
  const listed = await erasures.read();
  if (listed === null) {
    if (!(await privacy.erasureList()).isKnown) return;
    const detail = "the database records erasures, but the object that lists them is empty: a recovery could bring erased data back";
    return log.error("THE LIST OF ERASURES IS LOST", { detail });
  }
  const { replayed, erased } = await repeatErasures(privacy, listed, {
    keySets: erasureKeys,
    refuse: (foreign) => new StoreFileError(describeForeign(foreign), FOREIGN_REMEDY),
  });
  if (replayed === 0) return;
  const detail = `the list of erasures names them, but the database had not recorded them: an earlier state had replaced it. ${OLDER_ACCESS}`;
  log.warn("erasures were repeated", { erasures: replayed, ...erased.rows, detail });
}
