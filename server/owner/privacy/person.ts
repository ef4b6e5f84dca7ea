import { z } from "zod";
import { toEmailKey } from "../../privacy/email-key.ts";
import type { HeldRow, HeldValue, PersonQuery } from "../../store/privacy-types.ts";
import { completeId } from "../complete-id.ts";
import { IdWord } from "../moderation-schemas.ts";
import type { OwnerContext } from "../owner-operation.ts";

export const PersonEmail = z
  .string()
  .max(320)
  .regex(/^\s*[^\s@]+@[^\s@]+\s*$/, "want an email address such as ada@mail.example");

/** Selects the data of one email address, or one comment. */
export const PersonChoice = z.union([z.strictObject({ email: PersonEmail }), z.strictObject({ comment: IdWord })]);

export type PersonInput = z.input<typeof PersonChoice>;

/** Number of rows of each kind. */
export const RowCounts = z.record(z.string(), z.int());

/** Any JSON, because some client generators cannot handle a schema that contains itself. */
const HeldValueSchema = z.unknown() as z.ZodType<HeldValue>;
const HeldRowSchema: z.ZodType<HeldRow> = z.record(z.string(), HeldValueSchema);
export const Held = z.record(z.string(), z.array(HeldRowSchema).readonly());

export async function toPersonQuery({ store, host }: OwnerContext, person: z.output<typeof PersonChoice>): Promise<PersonQuery> {
  if ("comment" in person) return { commentId: await completeId(store.comments, person.comment) };
  const email = person.email.trim();
  return { email, emailHash: host.erasureKeys()[0]?.keys.hash("email", toEmailKey(email)) ?? null };
}
