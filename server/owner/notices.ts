import { z } from "zod";
import type { StoredNotice } from "../store/notice-types.ts";
import { defineOperation } from "./owner-operation.ts";

const NoticeStateName = z.enum(["waiting", "sent", "dead"]);

const OwnedNotice = z.strictObject({
  id: z.string(),
  channel: z.string(),
  kind: z.enum(["comments", "inquiries", "report", "digest", "confirmation", "replies"]),
  subjects: z.array(z.string()).readonly(),
  createdAt: z.int(),
  attempts: z.int(),
  state: NoticeStateName,
  dueAt: z.int(),
  finishedAt: z.int().nullable(),
  error: z.string().nullable(),
}) satisfies z.ZodType<StoredNotice>;

/** At most 200, newest first. */
export const noticeList = defineOperation({
  name: "notices.list",
  scope: "read",
  about: "Lists messages to the owner, newest first",
  input: z.strictObject({ states: z.array(NoticeStateName).min(1).default(["waiting", "dead"]) }),
  output: z.strictObject({ items: z.array(OwnedNotice) }),
  run: async ({ store: { notices } }, { states }) => ({ items: (await notices.list(states)).map(toOwnedNotice) }),
});

/** If `ids` is null, all of them are retried. */
export const noticeRetry = defineOperation({
  name: "notices.retry",
  scope: "moderate",
  about: "Retries messages that the server has given up on",
  input: z.strictObject({ ids: z.array(z.string()).max(1_000).nullable().default(null) }),
  output: z.strictObject({ count: z.int() }),
  run: async ({ store: { notices } }, { ids }) => ({ count: await notices.retry(ids) }),
});

/** Leaves out columns that a newer store may add. */
function toOwnedNotice({ id, channel, kind, subjects, createdAt, attempts, state, dueAt, finishedAt, error }: StoredNotice): StoredNotice {
  return { id, channel, kind, subjects, createdAt, attempts, state, dueAt, finishedAt, error };
}
