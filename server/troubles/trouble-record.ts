import { closeSync, constants, existsSync, fsyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { createPrivateFile, readPrivateJson } from "../private-file.ts";

/** A file in the database's folder: troubles that last, and messages about them to send. */
export const TROUBLES_FILE = "troubles.json";
/**
 * The file has this size from the start, and is overwritten in place. So it can be written on a
 * full disk, where neither the database nor a new file can. Bytes.
 */
const BLOCK_BYTES = 32 * 1024;

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
  /** null: it has begun. */
  until: z.number().nullable(),
  deliveries: z.array(Delivery),
});

/** How often a trouble has come back, to tell of one that flaps less and less often. */
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

export function troublesFileOf(dbFile: string): string {
  return join(dirname(dbFile), TROUBLES_FILE);
}

/** A missing or damaged file counts as empty: a trouble is then reported once more. */
export function readTroubleRecord(dbFile: string): TroubleRecord {
  try {
    const parsed = TroubleRecordSchema.safeParse(readPrivateJson(troublesFileOf(dbFile), { allowsShared: true }));
    return parsed.success ? parsed.data : EMPTY_RECORD;
  } catch {
    return EMPTY_RECORD;
  }
}

/**
 * Reserves the file's space, while there is some.
 * @param suffix of a temporary file
 */
export function reserveTroubleRecord(dbFile: string, suffix: string): void {
  if (!existsSync(troublesFileOf(dbFile))) createPrivateFile(troublesFileOf(dbFile), toBlock(EMPTY_RECORD), suffix);
}

/**
 * Overwrites the file in place and syncs it. A write that is torn by a power cut leaves no JSON.
 * @throws if the file does not exist, or the disk fails
 */
export function writeTroubleRecord(dbFile: string, record: TroubleRecord): void {
  const block = Buffer.from(toBlock(record));
  const file = openSync(troublesFileOf(dbFile), constants.O_WRONLY);
  try {
    for (let at = 0; at < block.length; ) at += writeSync(file, block, at, block.length - at, at);
    ftruncateSync(file, block.length);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Spaces after a JSON text mean nothing. */
function toBlock(record: TroubleRecord): string {
  const text = JSON.stringify(record);
  return `${text}${" ".repeat(Math.max(0, BLOCK_BYTES - Buffer.byteLength(text) - 1))}\n`;
}
