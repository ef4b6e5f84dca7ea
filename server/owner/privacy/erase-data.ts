import { z } from "zod";
import { toAppliedErasure, toErasure } from "../../privacy/erasure-record.ts";
import type { HeldData } from "../../store/privacy-types.ts";
import { defineOperation } from "../owner-operation.ts";
import { PersonChoice, RowCounts, toPersonQuery } from "./person.ts";

/**
 * Erases a person's data, or one comment. The erasure is added to the list first, so a restore or a
 * repeated call completes it even if this call fails.
 */
export const erasePersonData = defineOperation({
  name: "privacy.erase",
  scope: "erase",
  about: "Erases everything that is held about a person, or one comment",
  input: z.strictObject({ person: PersonChoice }),
  output: z.strictObject({
    rows: RowCounts,
    /** Where the list of erasures is: a path on the database's machine, or a name. */
    noted: z.string(),
    /** How many days the platform can recover deleted rows; null if it cannot. */
    recoveryDays: z.int().nullable(),
  }),
  run: async (context, { person }) => {
    const { store, host, clock } = context;
    const query = await toPersonQuery(context, person);
    const at = Math.max(clock(), latestOf(await store.privacy.held(query)));
    // Creates secrets if there are none: without a key nobody could be recognized in a backup.
    const erasure = toErasure(query, at, host.presentKeys());
    const noted = await host.erasures.add([erasure]);
    const { rows } = await store.privacy.erase(query, at);
    await store.privacy.recordErasures([toAppliedErasure(erasure)]);
    return { rows: { ...rows }, noted, recoveryDays: host.recoveryDays };
  },
});

/**
 * The time of the newest record, in ms since 1970. It may be in the future, because a clock was set
 * back or a record was imported.
 */
function latestOf({ comments = [], inquiries = [] }: HeldData): number {
  return [...comments, ...inquiries].reduce((latest, { createdAt }) => Math.max(latest, Date.parse(String(createdAt))), 0);
}
