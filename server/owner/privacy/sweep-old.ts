import { z } from "zod";
import { DEFAULT_RETENTION, type Retention } from "../../store/privacy-types.ts";
import { defineOperation } from "../owner-operation.ts";

const Days = z.int().min(0).nullable();
const RetentionSchema = z.strictObject({
  rejected: Days,
  spam: Days,
  emails: Days,
  events: Days,
  inquiries: Days,
}) satisfies z.ZodType<Retention>;

/** Deletes records past their retention period. */
export const retentionSweep = defineOperation({
  name: "privacy.sweep",
  scope: "erase",
  about: "Deletes data past its retention period",
  input: z.strictObject({
    /** Only counts, without deleting. */
    dryRun: z.boolean().default(false),
    /** Null to use the retention with which the server was last started. */
    retention: RetentionSchema.nullable().default(null),
  }),
  output: z.strictObject({ retention: RetentionSchema, comments: z.int(), emails: z.int(), inquiries: z.int(), events: z.int() }),
  run: async ({ store: { maintenance, privacy } }, { dryRun, retention: given }) => {
    const retention = given ?? (await privacy.retention()) ?? DEFAULT_RETENTION;
    const report = dryRun ? await maintenance.due(retention) : await maintenance.run(() => false, retention);
    const { comments, emails, inquiries, events } = report;
    return { retention, comments, emails, inquiries, events };
  },
});
