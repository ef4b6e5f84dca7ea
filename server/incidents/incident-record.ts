import { z } from "zod";

const Found = z.strictObject({
  kind: z.string(),
  key: z.string(),
  message: z.string(),
  publicMessage: z.string(),
  remedy: z.string(),
});

const Delivery = z.strictObject({ channel: z.string(), attempts: z.int(), dueAt: z.number(), error: z.string().nullable() });

/** An incident that lasts. Times are ms since 1970. */
const Lasting = z.strictObject({
  incident: Found,
  since: z.number(),
  /** When an examination last found it. */
  seenAt: z.number(),
});

const PendingMessage = z.strictObject({
  id: z.string(),
  incident: Found,
  since: z.number(),
  /** When the incident ended; null in the message that it has started. */
  until: z.number().nullable(),
  deliveries: z.array(Delivery),
});

/** How often an incident has come back, so that a flapping incident is reported less and less often. */
const Past = z.strictObject({ kind: z.string(), key: z.string(), endedAt: z.number(), times: z.int() });

const IncidentRecordSchema = z.strictObject({
  format: z.literal(1),
  lasting: z.array(Lasting),
  past: z.array(Past),
  pending: z.array(PendingMessage),
});

export type IncidentRecord = z.infer<typeof IncidentRecordSchema>;
export type LastingIncident = z.infer<typeof Lasting>;
export type IncidentMessage = z.infer<typeof PendingMessage>;
export type IncidentDelivery = z.infer<typeof Delivery>;

export const EMPTY_RECORD: IncidentRecord = { format: 1, lasting: [], past: [], pending: [] };

/** Any other value counts as empty, so an incident is reported again. */
export function parseIncidentRecord(value: unknown): IncidentRecord {
  const parsed = IncidentRecordSchema.safeParse(value);
  return parsed.success ? parsed.data : EMPTY_RECORD;
}

/** Keeps the record from one process to the next. */
export interface RecordKeeper {
  read(): IncidentRecord;
  /** Does not throw. */
  keep(record: IncidentRecord): void;
}
