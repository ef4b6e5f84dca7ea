import type { PrivacyStore } from "../store/privacy-types.ts";
import { type Erasure, findPendingErasures } from "./erasure-record.ts";

/** The remedy for erasures made with secrets that the site does not have. */
export const FOREIGN_REMEDY =
  "give the site a secrets.json that also has the former secrets (octavo secrets export). If they are lost for good, copy the database with octavo db pull, run octavo secrets accept beside the copy, then octavo db push --force";

/**
 * Finds erasures that are in the list but not recorded in the database, and that cannot be repeated
 * because their secrets are missing.
 * @param fingerprints of the available secrets
 * @returns an empty list if they are older than everything in the database
 */
export async function findForeignErasures(
  privacy: Pick<PrivacyStore, "appliedErasures" | "holdsAnythingUntil">,
  listed: readonly Erasure[],
  fingerprints: readonly string[],
): Promise<readonly Erasure[]> {
  const pending = listed.length === 0 ? [] : findPendingErasures(listed, await privacy.appliedErasures());
  const foreign = pending.filter(({ secrets }) => !fingerprints.includes(secrets));
  if (foreign.length === 0) return [];
  return (await privacy.holdsAnythingUntil(Math.max(...foreign.map(({ at }) => Date.parse(at))))) ? foreign : [];
}

/** A sentence without its full stop. */
export function describeForeign(foreign: readonly Pick<Erasure, "secrets">[]): string {
  const marks = [...new Set(foreign.map(({ secrets }) => secrets))].join(", ");
  const erasures = foreign.length === 1 ? "1 listed erasure was" : `${foreign.length} listed erasures were`;
  return `${erasures} made with other secrets (${marks}), so the database may hold erased data`;
}
