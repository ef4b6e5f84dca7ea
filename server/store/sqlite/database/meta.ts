import Database from "better-sqlite3";
import type { KnownSite, SecretsStore, SiteStore } from "../../store.ts";
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

const SITE_SQL = "SELECT value FROM meta WHERE name = 'site'";

export function createSiteMark({ connection, read, write }: StoreContext): SiteStore {
  const find = (): string | null => connection.get<{ value: string }>(SITE_SQL)?.value ?? null;
  return {
    get: async () => {
      const text = await read(find);
      return text === null ? null : (JSON.parse(text) as KnownSite);
    },
    keep: async (site) => {
      const text = JSON.stringify(site);
      if ((await read(find)) === text) return;
      await write(() =>
        connection.run("INSERT INTO meta (name, value) VALUES ('site', ?) ON CONFLICT DO UPDATE SET value = excluded.value", text),
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
