import { dirname, join } from "node:path";
import { z } from "zod";
import { addErasures, ERASURES_FILE, toAppliedErasure, toErasure } from "../../privacy/erasure-record.ts";
import { openSecrets } from "../../secrets.ts";
import type { HeldData } from "../../store/privacy-types.ts";
import { createApiKeys } from "../../tokens.ts";
import { defineOperation } from "../owner-operation.ts";
import { PersonChoice, RowCounts, toPersonQuery } from "./person.ts";

/**
 * Erases a person's data, or one comment. The erasure is listed first, so a restore, or the same
 * call again, finishes it whatever happens.
 */
export const erasePersonData = defineOperation({
  name: "privacy.erase",
  scope: "erase",
  about: "Erases everything that is held about a person, or one comment",
  input: z.strictObject({ person: PersonChoice }),
  output: z.strictObject({
    rows: RowCounts,
    /** The list of erasures, a path on the database's machine. */
    noted: z.string(),
  }),
  run: async (context, { person }) => {
    const { store, file, clock, random } = context;
    const query = await toPersonQuery(context, person);
    const at = Math.max(clock(), latestOf(await store.privacy.held(query)));
    // Makes secrets where there are none: without a key nobody could be recognised in a backup.
    const secrets = openSecrets(dirname(file), { random });
    const erasure = toErasure(query, at, { keys: createApiKeys(secrets, { random }), fingerprint: secrets.fingerprint });
    const noted = join(dirname(file), ERASURES_FILE);
    addErasures(noted, [erasure]);
    const { rows } = await store.privacy.erase(query, at);
    await store.privacy.recordErasures([toAppliedErasure(erasure)]);
    return { rows: { ...rows }, noted };
  },
});

/**
 * The time of the newest record, ms since 1970: it may lie ahead, because a clock was set back or a
 * record was imported.
 */
function latestOf({ comments = [], inquiries = [] }: HeldData): number {
  return [...comments, ...inquiries].reduce((latest, { createdAt }) => Math.max(latest, Date.parse(String(createdAt))), 0);
}
