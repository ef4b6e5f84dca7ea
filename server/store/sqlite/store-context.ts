import type { Connection } from "./database/connection.ts";
import type { Quotas } from "./quotas.ts";

/** The tools that every resource of the store works with. */
export interface StoreContext {
  connection: Connection;
  /** ms since 1970. */
  clock: () => number;
  quotas: Quotas;
  random: (bytes: number) => Uint8Array;
  /** A new public id. */
  newId: () => string;
  /** Runs in the shared transaction; resolves after its commit. */
  write<T>(work: () => T): Promise<T>;
  /** Runs reads on one snapshot, at once; errors of SQLite become StoreUnavailable, and like all others reject. */
  read<T>(read: () => T): Promise<T>;
}
