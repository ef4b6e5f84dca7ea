import { z } from "zod";
import { InquirySubmission } from "../../../contract/schemas/request.ts";
import { INQUIRY_NOTE_MAX, OwnedInquiry } from "../inquiries/inquiry-schemas.ts";
import { defineOperation } from "../owner-operation.ts";
import { IMPORT_BODY_MAX_BYTES, readListed } from "./import-operations.ts";

/** Maximum number of inquiries in one call. */
export const INQUIRY_IMPORT_MAX = 200;
/** The last millisecond of the year 9999. */
const TIME_MAX = 253_402_300_799_999;

const Time = z.int().min(0).max(TIME_MAX);
const { email, message, name, telegram, serviceId } = InquirySubmission.shape;

/** An inquiry from another database, with values that a server could have written. */
const Incoming = OwnedInquiry.extend({
  ...{ email, message, name, telegram, serviceId },
  id: z.string().regex(/^[a-z2-7]{24}$/, "want an inquiry's id"),
  origin: z.string().max(500).nullable(),
  createdAt: Time,
  notes: z.array(
    z.strictObject({
      at: Time,
      text: z
        .string()
        .min(1)
        .max(2 * INQUIRY_NOTE_MAX),
    }),
  ),
});

/** Imports inquiries from another database of the site, such as a rescued one. */
export const inquiryAddition = defineOperation({
  name: "inquiries.import",
  scope: "inquiries",
  about: "Merges inquiries from another database of the site; changes made here stay",
  input: z.strictObject({
    inquiries: z.array(Incoming).max(INQUIRY_IMPORT_MAX),
    /** Only counts, without importing. */
    dryRun: z.boolean().default(false),
  }),
  output: z.strictObject({ added: z.int(), changed: z.int(), existing: z.int(), erased: z.int() }),
  bodyMaxBytes: IMPORT_BODY_MAX_BYTES,
  run: async ({ store, host }, { inquiries, dryRun }) =>
    store.inquiries.take(inquiries, { erased: (await readListed(host)).subjects, dryRun }),
});
