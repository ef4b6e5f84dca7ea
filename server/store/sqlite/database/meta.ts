import Database from "better-sqlite3";
import type { SecretsStore } from "../../store.ts";
import type { StoreContext } from "../store-context.ts";

const SECRETS_SQL = "SELECT value FROM meta WHERE name = 'secrets'";

export function createSecretsMark({ connection, read, write }: StoreContext): SecretsStore {
  return {
    fingerprint: () => read(() => connection.get<{ value: string }>(SECRETS_SQL)?.value ?? null),
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

/** Which secrets a database or a backup was made with; null: it does not know, since no server of version 4 of the schema or later has had it. */
export function readSecretsMark(file: string): string | null {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get() !== undefined;
    return known ? (database.prepare<[], { value: string }>(SECRETS_SQL).get()?.value ?? null) : null;
  } finally {
    database.close();
  }
}
