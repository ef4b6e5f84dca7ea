import type { AccessStore } from "../../access-types.ts";
import { DEFAULT_RETENTION, type ErasureListMark, type PrivacyStore, type Retention } from "../../privacy-types.ts";
import type { IncidentsStore, SaltMarkStore, SecretsStore, SiteStore } from "../../store.ts";
import { rekeyDatabase } from "../rekey.ts";
import type { Connection, StoreContext } from "../store-context.ts";

/** Selects one text by its name. */
export const META_TEXT_SQL = "SELECT value FROM meta WHERE name = ?";

export function readMetaText(connection: Connection, name: string): string | null {
  return connection.get<{ value: string }>(META_TEXT_SQL, name)?.value ?? null;
}

function readNumber(connection: Connection, name: string): number | null {
  const text = readMetaText(connection, name);
  return text === null ? null : Number(text);
}

/** @param text null removes it */
export function writeMetaText(connection: Connection, name: string, text: string | null): void {
  if (text === null) connection.run("DELETE FROM meta WHERE name = ?", name);
  else connection.run("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", name, text);
}

interface TextMark {
  get(): Promise<string | null>;
  /** Writes nothing if it is unchanged. */
  keep(text: string | null): Promise<void>;
}

function createTextMark({ connection, read, write }: StoreContext, name: string): TextMark {
  return {
    get: () => read(() => readMetaText(connection, name)),
    keep: (text) =>
      write(() => {
        if (readMetaText(connection, name) !== text) writeMetaText(connection, name, text);
      }),
  };
}

interface ObjectMark<T> {
  get(): Promise<T | null>;
  /** Writes nothing if it is unchanged. */
  keep(value: T): Promise<void>;
}

function createObjectMark<T>(context: StoreContext, name: string): ObjectMark<T> {
  const mark = createTextMark(context, name);
  return {
    get: async () => {
      const text = await mark.get();
      return text === null ? null : (JSON.parse(text) as T);
    },
    keep: (value) => mark.keep(JSON.stringify(value)),
  };
}

export function createSecretsMark(context: StoreContext): SecretsStore {
  const { connection, write } = context;
  return {
    fingerprint: createTextMark(context, "secrets").get,
    rekey: ({ fingerprint, emailHash }) =>
      write(() => {
        const report = rekeyDatabase(connection, emailHash);
        writeMetaText(connection, "secrets", fingerprint);
        return report;
      }),
    keep: async (fingerprint) => {
      await write(() =>
        connection.run(
          "INSERT INTO meta (name, value) VALUES ('secrets', ?) ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
          fingerprint,
        ),
      );
    },
  };
}

export function createSiteMark(context: StoreContext): SiteStore {
  return createObjectMark(context, "site");
}

export function createIncidentsMark(context: StoreContext): IncidentsStore {
  return createTextMark(context, "incidents");
}

export function createSaltMark(context: StoreContext): SaltMarkStore {
  return createObjectMark(context, "salt");
}

export function createDeskMark(context: StoreContext): Pick<AccessStore, "deskPlace" | "keepDeskPlace"> {
  const mark = createTextMark(context, "desk");
  return { deskPlace: mark.get, keepDeskPlace: mark.keep };
}

/**
 * Number of the first UTC day with complete raw events, if some were deleted; null if none were.
 */
export function readEventsFrom(connection: Connection): number | null {
  return readNumber(connection, "events-from");
}

/** Never decreases. Writes nothing if it is unchanged. */
export async function keepEventsFrom(connection: Connection, write: StoreContext["write"], day: number): Promise<void> {
  if ((readEventsFrom(connection) ?? Number.NEGATIVE_INFINITY) >= day) return;
  await write(() => writeMetaText(connection, "events-from", String(day)));
}

export function readLastErasure(connection: Connection): number | null {
  return readNumber(connection, "last-erasure");
}

/** Never decreases. Runs in the transaction of the erasure. */
export function keepLastErasure(connection: Connection, until: number): void {
  writeMetaText(connection, "last-erasure", String(Math.max(until, readLastErasure(connection) ?? 0)));
}

/** A database with an erasure must also have had a list. */
export function readErasureListMark(connection: Connection): ErasureListMark {
  return {
    isKnown: readMetaText(connection, "erasure-list") !== null || readLastErasure(connection) !== null,
    lossAcceptedAt: readNumber(connection, "erasure-loss-accepted"),
  };
}

type ListPart = "erasureList" | "keepErasureList" | "acceptErasureLoss" | "repeatedList" | "keepRepeatedList";

export function createErasureListMark(context: StoreContext): Pick<PrivacyStore, ListPart> {
  const { connection, read, write } = context;
  const repeated = createTextMark(context, "repeated-list");
  return {
    repeatedList: repeated.get,
    keepRepeatedList: repeated.keep,
    erasureList: () => read(() => readErasureListMark(connection)),
    keepErasureList: () => createTextMark(context, "erasure-list").keep("1"),
    acceptErasureLoss: (at) => write(() => writeMetaText(connection, "erasure-loss-accepted", String(at))),
  };
}

/**
 * Records that erased data may remain in unused parts of the database until it is rewritten. Runs
 * in the erasing transaction.
 */
export function markCompactionDue(connection: Connection): void {
  writeMetaText(connection, "compaction-due", "1");
}

export function isCompactionDue(connection: Connection): boolean {
  return readMetaText(connection, "compaction-due") !== null;
}

export function clearCompactionDue(connection: Connection): void {
  writeMetaText(connection, "compaction-due", null);
}

export function createRetentionMark(context: StoreContext): Pick<PrivacyStore, "retention" | "keepRetention"> {
  const mark = createObjectMark<Partial<Retention>>(context, "retention");
  return {
    retention: async () => {
      const stored = await mark.get();
      return stored === null ? null : { ...DEFAULT_RETENTION, ...stored };
    },
    keepRetention: mark.keep,
  };
}

/** Changes a page of the database, so that a full disk is noticed. */
export function writeTrial(connection: Connection, now: number): void {
  writeMetaText(connection, "write-trial", String(now));
}
