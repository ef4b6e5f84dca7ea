import { z } from "zod";
import { completeId } from "../complete-id.ts";
import { IdWord } from "../moderation-schemas.ts";
import { defineExport, defineOperation } from "../owner-operation.ts";
import { DayText, InquiryStateName, OwnedInquiry, unknownInquiry } from "./inquiry-schemas.ts";

/** Number of inquiries that an export reads at once. */
const PAGE = 500;
const States = z.array(InquiryStateName).min(1).nullable().default(null);

/** A page of inquiries, newest first. If `states` is null, they may be in any state. */
export const inquiryList = defineOperation({
  name: "inquiries.list",
  scope: "inquiries",
  about: "Lists inquiries, newest first",
  input: z.strictObject({
    states: States,
    email: z.string().nullable().default(null),
    /** Each must occur in the inquiry or its notes, ignoring case. */
    words: z.array(z.string().min(1)).max(20).default([]),
    /** The last inquiry of the previous page. */
    after: IdWord.nullable().default(null),
    limit: z.int().min(1).default(50),
  }),
  output: z.strictObject({
    items: z.array(OwnedInquiry),
    /** `after` of the next page; null if this is the last one. */
    next: z.string().nullable(),
  }),
  run: async ({ store: { inquiries } }, { states, email, words, after, limit }) => {
    const last = after === null ? null : await completeId(inquiries, after);
    if (last !== null && (await inquiries.get(last)) === null) throw unknownInquiry(last);
    const found = await inquiries.list({
      ...(states === null ? {} : { states }),
      ...(email === null ? {} : { email }),
      words,
      ...(last === null ? {} : { after: last }),
      limit: limit + 1,
    });
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  },
});

/** One inquiry with its notes; null if there is none. */
export const inquiryView = defineOperation({
  name: "inquiries.show",
  scope: "inquiries",
  about: "Shows one inquiry with its notes",
  input: z.strictObject({ id: IdWord }),
  output: OwnedInquiry.nullable(),
  run: async ({ store: { inquiries } }, { id }) => inquiries.get(await completeId(inquiries, id)),
});

/** Inquiries that are neither closed nor spam and are due by `lastDay`, longest overdue first. */
export const dueInquiryList = defineOperation({
  name: "inquiries.due",
  scope: "inquiries",
  about: "Lists inquiries that are due, longest overdue first",
  input: z.strictObject({ lastDay: DayText, limit: z.int().min(1).default(50) }),
  output: z.strictObject({ items: z.array(OwnedInquiry), hasMore: z.boolean() }),
  run: async ({ store: { inquiries } }, { lastDay, limit }) => {
    const found = await inquiries.due({ lastDay, limit: limit + 1 });
    return { items: found.slice(0, limit), hasMore: found.length > limit };
  },
});

/** All inquiries, oldest first. */
export const inquiryRows = defineExport({
  name: "inquiries.export",
  scope: "inquiries",
  about: "Exports inquiries, oldest first",
  input: z.strictObject({ states: States }),
  row: OwnedInquiry,
  async *rows({ store: { inquiries } }, { states }) {
    const filter = states === null ? {} : { states };
    for (let after: string | undefined; ; ) {
      const page = await inquiries.list({ order: "oldest", limit: PAGE, ...filter, ...(after === undefined ? {} : { after }) });
      yield* page;
      after = page.at(-1)?.id;
      if (page.length < PAGE) return;
    }
  },
});
