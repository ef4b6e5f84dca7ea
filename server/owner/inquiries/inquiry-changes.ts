import { z } from "zod";
import type { InquiryStore } from "../../store/inquiry-types.ts";
import { completeId } from "../complete-id.ts";
import { IdWord } from "../moderation-schemas.ts";
import { defineOperation, type OwnerOperation } from "../owner-operation.ts";
import { DayText, INQUIRY_NOTE_MAX, InquiryStateName } from "./inquiry-schemas.ts";

/** Maximum number of inquiries in one call. */
const CHANGED_MAX = 1_000;
const Ids = z.array(IdWord).min(1).max(CHANGED_MAX);

/** One outcome per inquiry, in the order of the input. Missing inquiries do not stop the others. */
const Changes = z.strictObject({ outcomes: z.array(z.strictObject({ id: z.string(), found: z.boolean() })) });
export type InquiryChanges = z.infer<typeof Changes>;

type Change<Shape extends z.core.$ZodLooseShape> = (
  inquiries: InquiryStore,
  id: string,
  input: z.output<z.ZodObject<Shape, z.core.$strict>>,
) => Promise<boolean>;

function defineChange<Shape extends z.core.$ZodLooseShape>(
  name: string,
  about: string,
  { scope = "inquiries", shape, change }: { readonly scope?: "inquiries" | "erase"; readonly shape: Shape; readonly change: Change<Shape> },
): OwnerOperation<z.ZodObject<Shape & { ids: typeof Ids }, z.core.$strict>, typeof Changes> {
  return defineOperation({
    name,
    scope,
    about,
    input: z.strictObject({ ...shape, ids: Ids }),
    output: Changes,
    run: async ({ store: { inquiries } }, input) => {
      const words = (input as { readonly ids: readonly string[] }).ids;
      const ids = await Promise.all(words.map((word) => completeId(inquiries, word)));
      const outcomes: InquiryChanges["outcomes"] = [];
      for (const id of ids) outcomes.push({ id, found: await change(inquiries, id, input as Parameters<Change<Shape>>[2]) });
      return { outcomes };
    },
  });
}

export const inquiryMark = defineChange("inquiries.mark", "Sets the state of inquiries", {
  shape: { state: InquiryStateName },
  change: (inquiries, id, { state }) => inquiries.mark(id, state),
});

/** A `dueOn` of null removes the day. */
export const inquirySchedule = defineChange("inquiries.schedule", "Sets the day on which inquiries are due", {
  shape: { dueOn: DayText.nullable() },
  change: (inquiries, id, { dueOn }) => inquiries.schedule(id, dueOn),
});

const NoteText = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text !== "" && [...text].length <= INQUIRY_NOTE_MAX, `want 1 to ${INQUIRY_NOTE_MAX} characters`);

export const inquiryNote = defineChange("inquiries.note", "Adds a note to inquiries", {
  shape: {
    text: NoteText,
    /** An inquiry with this many notes is treated as missing. */
    notesMax: z.int().min(1).nullable().default(null),
  },
  change: (inquiries, id, { text, notesMax }) => inquiries.addNote(id, text, notesMax),
});

export const inquiryErasure = defineChange("inquiries.delete", "Erases inquiries and their notes", {
  scope: "erase",
  shape: {},
  change: (inquiries, id) => inquiries.delete(id),
});
