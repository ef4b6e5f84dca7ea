import type { PrivacyStore } from "../store/privacy-types.ts";
import { StoreFileError } from "../store/store-errors.ts";
import { ERASURES_FILE } from "./erasure-file.ts";
import { openErasureKeys } from "./erasure-keys.ts";
import type { Erasure } from "./erasure-record.ts";
import { openErasureList } from "./open-erasure-list.ts";
import { type RepeatReport, repeatErasures } from "./repeat-erasures.ts";

export interface ReplayReport extends RepeatReport {
  /** Erasures added to the list because a list beside a backup named them. */
  readonly recovered: number;
}

export interface ReplayOptions {
  /**
   * Whether to record erasures made with other secrets as done, instead of refusing them. Default
   * false.
   */
  readonly acceptsForeign?: boolean;
  /**
   * When the owner accepted the loss of the list, in milliseconds since 1970. Default: null, so a
   * lost list is an error.
   */
  readonly acceptsLossAt?: number | null;
}

/**
 * Erases from a database everything that is in `erasures.json` beside it but not recorded in the
 * database, so that copying an old database into place brings no erased data back. Call it before
 * serving any data.
 * @throws StoreFileError if an erasure was made with secrets that are missing, and could concern
 * data in the database
 * @throws PrivateFileError if the list cannot be read, or existed but is gone
 */
export async function replayPendingErasures(
  dbFile: string,
  privacy: PrivacyStore,
  { acceptsForeign = false, acceptsLossAt = null }: ReplayOptions = {},
): Promise<ReplayReport> {
  const { erasures: listed, recovered } = await openErasureList(dbFile, privacy, { acceptsLossAt });
  const report = await repeatErasures(privacy, listed, {
    keySets: () => openErasureKeys(dbFile),
    refuse: (foreign, keySets) => (acceptsForeign ? null : refusal(dbFile, foreign, keySets)),
  });
  return { ...report, recovered };
}

function refusal(dbFile: string, foreign: readonly Erasure[], keySets: readonly { readonly fingerprint: string }[]): StoreFileError {
  const secrets = [...new Set(foreign.map((erasure) => erasure.secrets))].join(", ");
  const found = keySets[0] === undefined ? "there is no secrets.json" : `secrets.json holds ${keySets[0].fingerprint}`;
  const count = foreign.length === 1 ? "1 erasure" : `${foreign.length} erasures`;
  return new StoreFileError(
    `${dbFile} may hold erased data: ${count} in ${ERASURES_FILE} cannot be repeated without the secrets ${secrets}, and ${found}`,
    `put the secrets.json from that time beside the database; if it is lost for good, run \`octavo secrets accept\`, then erase again: octavo privacy erase`,
  );
}
