import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { openFile } from "../../../server/store/sqlite/database/open-database.ts";
import { verifyDatabase } from "../../../server/store/sqlite/database/verify.ts";
import { openStore, type StoreOptions } from "../../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../server/store/store.ts";
import { type ContractStore, NOON, seededRandom } from "./helpers.ts";

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "octavo-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestStore extends ContractStore {
  file: string;
  /** The handle that the store uses, which is the last one opened. */
  database(): Database.Database;
}

/** A fresh migrated SQLite store in its own file. */
export function createTestStore(options: Partial<StoreOptions> & { fast?: boolean } = {}): TestStore {
  const clock = { now: NOON };
  const file = options.file ?? join(temporaryFolder(), "octavo.sqlite");
  const random = seededRandom();
  const handles: Database.Database[] = [];
  const open = (): Store =>
    openStore({
      clock: () => clock.now,
      random,
      ...options,
      file,
      openFile: (name) => {
        const handle = (options.openFile ?? openFile)(name);
        handles.push(handle);
        return options.fast === true ? withoutSync(handle) : handle;
      },
    });
  let store = open();
  onTestFinished(() => store.close());
  return {
    store,
    file,
    clock,
    database: () => {
      const last = handles.at(-1);
      if (last === undefined) throw new Error("no database was opened");
      return last;
    },
    reopen: async () => {
      await store.close();
      store = open();
      return store;
    },
    another: () => {
      const other = open();
      onTestFinished(() => other.close());
      return other;
    },
    problems: async () => verifyDatabase(file).problems,
  };
}

/** For long sequences that do not test the disk. */
function withoutSync(handle: Database.Database): Database.Database {
  const pragma = handle.pragma.bind(handle);
  handle.pragma = (source, options) => pragma(source === "synchronous = FULL" ? "synchronous = OFF" : source, options);
  return handle;
}
