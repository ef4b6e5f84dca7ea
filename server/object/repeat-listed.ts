import type { Log } from "../log.ts";
import { describeForeign, FOREIGN_REMEDY } from "../privacy/foreign-erasures.ts";
import { OLDER_ACCESS } from "../privacy/older-access.ts";
import { repeatErasures } from "../privacy/repeat-erasures.ts";
import type { StoreHost } from "../store/engine/store-host.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { StoreFileError } from "../store/store-errors.ts";
import type { ObjectErasures } from "./erasure-object.ts";

/**
 * Repeats the erasures that are in the list but not recorded in the database, because the platform
 * may have recovered an earlier state of the database. Call it when the object starts, before it
 * serves any data. Objects start often and the plan limits the rows that they read, so an unchanged
 * list is not read again. An earlier state of the database has an earlier revision.
 * @throws StoreFileError if an erasure was made with secrets that are missing, and could concern
 * data in the database
 * @throws Error if the list cannot be read
 */
export async function repeatListedErasures(
  privacy: PrivacyStore,
  { erasures, erasureKeys }: Pick<StoreHost, "erasureKeys"> & { readonly erasures: Pick<ObjectErasures, "read" | "revision"> },
  log: Pick<Log, "warn" | "error">,
): Promise<void> {
  // Read before the list, to which another request may add entries.
  const revision = await erasures.revision();
  if (revision !== null && revision === (await privacy.repeatedList())) return;
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
  if (revision !== null) await privacy.keepRepeatedList(revision);
  if (replayed === 0) return;
  const detail = `the list of erasures names them, but the database had not recorded them: it had been replaced by an earlier state. ${OLDER_ACCESS}`;
  log.warn("erasures were repeated", { erasures: replayed, ...erased.rows, detail });
}
