import { z } from "zod";

const Found = z.strictObject({
  kind: z.string(),
  key: z.string(),
  message: z.string(),
  publicMessage: z.string(),
  remedy: z.string(),
});

const Delivery = z.strictObject({ channel: z.string(), attempts: z.int(), dueAt: z.number(), error: z.string().nullable() });

/** A trouble that lasts. Times are ms since 1970. */
const Lasting = z.strictObject({
  trouble: Found,
  since: z.number(),
  /** When an examination last found it. */
  seenAt: z.number(),
});

const PendingMessage = z.strictObject({
  id: z.string(),
  trouble: Found,
  since: z.number(),
  /** When the trouble ended; null in the message that it has started. */
  until: z.number().nullable(),
  deliveries: z.array(Delivery),
});

/** How often a trouble has come back, so that a flapping trouble is reported less and less often. */
const Past = z.strictObject({ kind: z.string(), key: z.string(), endedAt: z.number(), times: z.int() });

const TroubleRecordSchema = z.strictObject({
  format: z.literal(1),
  lasting: z.array(Lasting),
  past: z.array(Past),
  pending: z.array(PendingMessage),
});

export type TroubleRecord = z.infer<typeof TroubleRecordSchema>;
export type LastingTrouble = z.infer<typeof Lasting>;
export type TroubleMessage = z.infer<typeof PendingMessage>;
export type TroubleDelivery = z.infer<typeof Delivery>;

export const EMPTY_RECORD: TroubleRecord = { format: 1, lasting: [], past: [], pending: [] };

/** Any other value counts as empty, so a trouble is reported again. */
export function parseTroubleRecord(value: unknown): TroubleRecord {
  const parsed = TroubleRecordSchema.safeParse(value);
  return parsed.success ? parsed.data : EMPTY_RECORD;
}

/** Keeps the record from one process to the next. */
export interface RecordKeeper {
  read(): TroubleRecord;
  /** Does not throw. */
  keep(record: TroubleRecord): void;
}
