import type { WriteStorage } from "../../../../server/object/object-env.ts";
import { COUNT_CHECKS } from "../../../../server/store/engine/stored-counts.ts";
import { createObjectConnection } from "../../../../server/store/object/object-connection.ts";
import { openObjectStore } from "../../../../server/store/object/object-store.ts";
import type { Connection } from "../../../../server/store/sqlite/store-context.ts";
import type { Store } from "../../../../server/store/store.ts";
import { type ContractStore, NOON, seededRandom } from "../../../server/store/helpers.ts";
import { currentObject } from "./current-object.ts";
import { onTestFinished } from "./vitest.ts";

/** The store of the object in which the test runs, for the suites that every engine passes. */
export function createObjectTestStore(): ContractStore {
  const { storage } = currentObject();
  clear(storage);
  const clock = { now: NOON };
  const random = seededRandom();
  const open = (): Store => {
    const store = openObjectStore({ storage, clock: () => clock.now, random });
    onTestFinished(() => store.close());
    return store;
  };
  let store = open();
  return {
    store,
    clock,
    reopen: async () => {
      await store.close();
      store = open();
      return store;
    },
    another: open,
    problems: async () =>
      COUNT_CHECKS.flatMap((sql) => storage.sql.exec(`SELECT * FROM (${sql}) WHERE stored <> counted`).toArray()).map((row) =>
        JSON.stringify(row),
      ),
  };
}

/** A connection to the empty database of the object in which the test runs. */
export function openTestConnection(): Connection {
  return createObjectConnection(currentObject().storage);
}

/** A test that opens a second store no longer needs the first. */
function clear(storage: WriteStorage): void {
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'";
  storage.transactionSync(() => {
    storage.sql.exec("PRAGMA defer_foreign_keys = ON");
    for (const { name } of storage.sql.exec(tables).toArray()) storage.sql.exec(`DROP TABLE "${name}"`);
  });
}
