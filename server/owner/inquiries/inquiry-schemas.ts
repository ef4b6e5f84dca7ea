import { z } from "zod";
import { INQUIRY_STATES, type StoredInquiry } from "../../store/inquiry-types.ts";
import { OwnerError } from "../owner-operation.ts";

/** Maximum length of a note, in code points. */
export const INQUIRY_NOTE_MAX = 4_000;

export const InquiryStateName = z.enum(INQUIRY_STATES);
/** `2026-01-31` */
export const DayText = z.iso.date();

/** An inquiry as the owner sees it. */
export const OwnedInquiry = z.strictObject({
  id: z.string(),
  state: InquiryStateName,
  email: z.string(),
  message: z.string(),
  name: z.string().nullable(),
  telegram: z.string().nullable(),
  serviceId: z.string().nullable(),
  origin: z.string().nullable(),
  createdAt: z.int(),
  dueOn: DayText.nullable(),
  notes: z.array(z.strictObject({ at: z.int(), text: z.string() })),
}) satisfies z.ZodType<StoredInquiry>;

export function unknownInquiry(id: string): OwnerError {
  return new OwnerError(`there is no inquiry ${id}`, "octavo inquiries list --state all lists them all");
}
