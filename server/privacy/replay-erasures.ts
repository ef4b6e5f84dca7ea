import type { ErasedRows, PrivacyStore } from "../store/privacy-types.ts";
import { StoreFileError } from "../store/store-errors.ts";
import { openErasureKeys } from "./erasure-keys.ts";
import { ERASURES_FILE, type Erasure, findPendingErasures, ownErasures, toAppliedErasure, toErasedSubjects } from "./erasure-record.ts";
import { openErasureList } from "./open-erasure-list.ts";

export interface ReplayReport {
  /** Erasures that the database did not have, and has now. */
  readonly replayed: number;
  /** Rows that they erased. */
  readonly erased: ErasedRows;
  /** Erasures of other secrets that the owner has given up. */
  readonly accepted: number;
  /** Erasures that the list lacked, and has again: a list beside a backup named them. */
  readonly recovered: number;
}

export interface ReplayOptions {
  /** Whether erasures that were noted with other secrets are recorded as if they were done, instead of refused. Default false. */
  readonly acceptsForeign?: boolean;
  /** When the owner says that the list is lost, ms since 1970. Default null: a lost list is refused. */
  readonly acceptsLossAt?: number | null;
}

/**
 * Erases from a database whatever `erasures.json` beside it names and the database has not recorded: one that was copied into its place does not bring anybody back.
 * Before anything is read from the database for others.
 *
 * @throws StoreFileError where an erasure was noted with other secrets than those at hand, and could be of something in the database
 * @throws PrivateFileError where the list cannot be read, or is gone though there was one
 */
export async function replayPendingErasures(
  dbFile: string,
  privacy: PrivacyStore,
  { acceptsForeign = false, acceptsLossAt = null }: ReplayOptions = {},
): Promise<ReplayReport> {
  const { erasures: listed, recovered } = await openErasureList(dbFile, privacy, { acceptsLossAt });
  const pending = listed.length === 0 ? [] : findPendingErasures(listed, await privacy.appliedErasures());
  const keySets = pending.length === 0 ? [] : openErasureKeys(dbFile);
  const own = ownErasures(pending, keySets);
  const erased =
    own.length === 0
      ? { rows: {}, posts: [] }
      : await privacy.replay({ subjects: toErasedSubjects(own, keySets).subjects, erasures: own.map(toAppliedErasure) });
  const foreign = pending.filter((erasure) => !own.includes(erasure));
  if (foreign.length === 0) return { replayed: own.length, erased, accepted: 0, recovered };
  const isMoot = !(await privacy.holdsAnythingUntil(Math.max(...foreign.map(({ at }) => Date.parse(at)))));
  if (!isMoot && !acceptsForeign) throw refusal(dbFile, foreign, keySets);
  await privacy.recordErasures(foreign.map(toAppliedErasure));
  return { replayed: own.length, erased, accepted: isMoot ? 0 : foreign.length, recovered };
}

function refusal(dbFile: string, foreign: readonly Erasure[], keySets: readonly { readonly fingerprint: string }[]): StoreFileError {
  const secrets = [...new Set(foreign.map((erasure) => erasure.secrets))].join(", ");
  const found = keySets[0] === undefined ? "there is no secrets.json" : `secrets.json holds ${keySets[0].fingerprint}`;
  const count = foreign.length === 1 ? "1 erasure" : `${foreign.length} erasures`;
  return new StoreFileError(
    `${dbFile} may hold what was erased: ${count} of ${ERASURES_FILE} cannot be made again without the secrets ${secrets}, and ${found}`,
    `put the secrets.json of that time beside the database; if it is lost for good, say so with \`octavo secrets accept\`, then erase again: octavo privacy erase`,
  );
}
