import type { Connection } from "./database/connection.ts";
import type { Quotas } from "./quotas.ts";

/** Shared by all resources of the store. */
export interface StoreContext {
  connection: Connection;
  /** Milliseconds since 1970. */
  clock: () => number;
  quotas: Quotas;
  random: (bytes: number) => Uint8Array;
  /** A new public id. */
  newId: () => string;
  /** Runs in the shared transaction; resolves after its commit. */
  write<T>(work: () => T): Promise<T>;
  /** Runs reads on one snapshot, at once. Rejects with StoreUnavailable for SQLite errors. */
  read<T>(read: () => T): Promise<T>;
  /** Removes deleted rows from the database's log as well. False if somebody is reading. */
  emptyLog(): boolean;
}
