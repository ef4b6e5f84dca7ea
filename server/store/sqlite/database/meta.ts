import type { AccessStore } from "../../access-types.ts";
import { DEFAULT_RETENTION, type ErasureListMark, type PrivacyStore, type Retention } from "../../privacy-types.ts";
import type { IncidentsStore, SaltMark, SaltMarkStore, SecretsStore, SiteStore, StoredSite } from "../../store.ts";
import { rekeyDatabase } from "../rekey.ts";
import type { Connection, StoreContext } from "../store-context.ts";

export const SECRETS_SQL = "SELECT value FROM meta WHERE name = 'secrets'";

export function createSecretsMark({ connection, read, write }: StoreContext): SecretsStore {
  return {
    fingerprint: () => read(() => connection.get<{ value: string }>(SECRETS_SQL)?.value ?? null),
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

const SITE_SQL = "SELECT value FROM meta WHERE name = 'site'";

export function createSiteMark({ connection, read, write }: StoreContext): SiteStore {
  const find = (): string | null => connection.get<{ value: string }>(SITE_SQL)?.value ?? null;
  return {
    get: async () => {
      const text = await read(find);
      return text === null ? null : (JSON.parse(text) as StoredSite);
    },
    keep: async (site) => {
      const text = JSON.stringify(site);
      if ((await read(find)) === text) return;
      await write(() => writeMetaText(connection, "site", text));
    },
  };
}

const INCIDENTS_SQL = "SELECT value FROM meta WHERE name = 'incidents'";

export function createIncidentsMark({ connection, read, write }: StoreContext): IncidentsStore {
  return {
    get: () => read(() => connection.get<{ value: string }>(INCIDENTS_SQL)?.value ?? null),
    keep: (text) => write(() => writeMetaText(connection, "incidents", text)),
  };
}

const SALT_SQL = "SELECT value FROM meta WHERE name = 'salt'";

export function createSaltMark({ connection, read, write }: StoreContext): SaltMarkStore {
  return {
    get: async () => {
      const text = await read(() => connection.get<{ value: string }>(SALT_SQL)?.value ?? null);
      return text === null ? null : (JSON.parse(text) as SaltMark);
    },
    keep: (mark) => write(() => writeMetaText(connection, "salt", JSON.stringify(mark))),
  };
}

const DESK_SQL = "SELECT value FROM meta WHERE name = 'desk'";

export function createDeskMark({ connection, read, write }: StoreContext): Pick<AccessStore, "deskPlace" | "keepDeskPlace"> {
  const find = (): string | null => connection.get<{ value: string }>(DESK_SQL)?.value ?? null;
  return {
    deskPlace: () => read(find),
    keepDeskPlace: async (place) => {
      if ((await read(find)) === place) return;
      await write(() =>
        place === null ? void connection.run("DELETE FROM meta WHERE name = 'desk'") : writeMetaText(connection, "desk", place),
      );
    },
  };
}

const EVENTS_FROM_SQL = "SELECT value FROM meta WHERE name = 'events-from'";

/**
 * Number of the first UTC day with complete raw events, if some were deleted; null if none were.
 */
export function readEventsFrom(connection: Connection): number | null {
  const text = connection.get<{ value: string }>(EVENTS_FROM_SQL)?.value;
  return text === undefined ? null : Number(text);
}

/** Never decreases. Writes nothing if it is unchanged. */
export async function keepEventsFrom(connection: Connection, write: StoreContext["write"], day: number): Promise<void> {
  if ((readEventsFrom(connection) ?? Number.NEGATIVE_INFINITY) >= day) return;
  await write(() => writeMetaText(connection, "events-from", String(day)));
}

export function readLastErasure(connection: Connection): number | null {
  const text = connection.get<{ value: string }>("SELECT value FROM meta WHERE name = 'last-erasure'")?.value;
  return text === undefined ? null : Number(text);
}

/** Never decreases. Runs in the transaction of the erasure. */
export function keepLastErasure(connection: Connection, until: number): void {
  writeMetaText(connection, "last-erasure", String(Math.max(until, readLastErasure(connection) ?? 0)));
}

/** A database with an erasure must also have had a list. */
export function readErasureListMark(connection: Connection): ErasureListMark {
  const accepted = connection.get<{ value: string }>("SELECT value FROM meta WHERE name = 'erasure-loss-accepted'")?.value;
  return {
    isKnown: isListNoted(connection) || readLastErasure(connection) !== null,
    lossAcceptedAt: accepted === undefined ? null : Number(accepted),
  };
}

function isListNoted(connection: Connection): boolean {
  return connection.get("SELECT 1 FROM meta WHERE name = 'erasure-list'") !== undefined;
}

export function createErasureListMark({
  connection,
  read,
  write,
}: StoreContext): Pick<PrivacyStore, "erasureList" | "keepErasureList" | "acceptErasureLoss" | "repeatedList" | "keepRepeatedList"> {
  return {
    repeatedList: () => read(() => connection.get<{ value: string }>("SELECT value FROM meta WHERE name = 'repeated-list'")?.value ?? null),
    keepRepeatedList: (revision) => write(() => writeMetaText(connection, "repeated-list", revision)),
    erasureList: () => read(() => readErasureListMark(connection)),
    keepErasureList: async () => {
      if (!(await read(() => isListNoted(connection)))) await write(() => writeMetaText(connection, "erasure-list", "1"));
    },
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
  return connection.get("SELECT 1 FROM meta WHERE name = 'compaction-due'") !== undefined;
}

export function clearCompactionDue(connection: Connection): void {
  connection.run("DELETE FROM meta WHERE name = 'compaction-due'");
}

const RETENTION_SQL = "SELECT value FROM meta WHERE name = 'retention'";

export function createRetentionMark({ connection, read, write }: StoreContext): Pick<PrivacyStore, "retention" | "keepRetention"> {
  const find = (): string | null => connection.get<{ value: string }>(RETENTION_SQL)?.value ?? null;
  return {
    retention: async () => {
      const text = await read(find);
      return text === null ? null : { ...DEFAULT_RETENTION, ...(JSON.parse(text) as Partial<Retention>) };
    },
    keepRetention: async (retention) => {
      const text = JSON.stringify(retention);
      if ((await read(find)) !== text) await write(() => writeMetaText(connection, "retention", text));
    },
  };
}

/** Changes a page of the database, so that a full disk is noticed. */
export function writeTrial(connection: Connection, now: number): void {
  writeMetaText(connection, "write-trial", String(now));
}

export function writeMetaText(connection: Connection, name: string, text: string): void {
  connection.run("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", name, text);
}
