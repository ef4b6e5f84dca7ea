import type { ErasedRows, PrivacyStore } from "../store/privacy-types.ts";
import { type Erasure, type ErasureKeys, findPendingErasures, ownErasures, toAppliedErasure, toErasedSubjects } from "./erasure-record.ts";

export interface RepeatReport {
  /** Erasures that were missing from the database and are now done. */
  readonly replayed: number;
  /** Rows erased by them. */
  readonly erased: ErasedRows;
  /**
   * Erasures made with other secrets, which were recorded as done although they could not be
   * repeated.
   */
  readonly accepted: number;
}

export interface RepeatOptions {
  /** The keys of the database's secrets. Called only if an erasure is missing. */
  readonly keySets: () => readonly ErasureKeys[];
  /**
   * Returns the error for erasures made with other secrets that could concern data in the database;
   * null to record them as done.
   */
  readonly refuse: (foreign: readonly Erasure[], keySets: readonly ErasureKeys[]) => Error | null;
}

/**
 * Erases from a database everything that is in the list but not recorded in the database, so that
 * an older state of the database brings no erased data back. Call it before serving any data.
 * @throws the error of `refuse`
 */
export async function repeatErasures(
  privacy: PrivacyStore,
  listed: readonly Erasure[],
  { keySets: openKeys, refuse }: RepeatOptions,
): Promise<RepeatReport> {
  const pending = listed.length === 0 ? [] : findPendingErasures(listed, await privacy.appliedErasures());
  const keySets = pending.length === 0 ? [] : openKeys();
  const own = ownErasures(pending, keySets);
  const erased =
    own.length === 0
      ? { rows: {}, posts: [] }
      : await privacy.replay({ subjects: toErasedSubjects(own, keySets).subjects, erasures: own.map(toAppliedErasure) });
  const foreign = pending.filter((erasure) => !own.includes(erasure));
  if (foreign.length === 0) return { replayed: own.length, erased, accepted: 0 };
  const isMoot = !(await privacy.holdsAnythingUntil(Math.max(...foreign.map(({ at }) => Date.parse(at)))));
  const refusal = isMoot ? null : refuse(foreign, keySets);
  if (refusal !== null) throw refusal;
  await privacy.recordErasures(foreign.map(toAppliedErasure));
  return { replayed: own.length, erased, accepted: isMoot ? 0 : foreign.length };
}
