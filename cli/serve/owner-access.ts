import { createOwner, type Owner } from "../../server/owner/owner-operation.ts";
import type { Store } from "../../server/store/store.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { withStore } from "./store-access.ts";

/**
 * Runs owner operations on the database, also while the server runs.
 * @throws like `withStore`, and OwnerError
 */
export function withOwner<T>(settings: Settings<"db">, io: Io, work: (owner: Owner, store: Store) => Promise<T>): Promise<T> {
  return withStore(settings, io, (store) => work(createOwner({ store }), store));
}
