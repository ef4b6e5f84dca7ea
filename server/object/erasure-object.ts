import { findObject } from "../../contract/objects/object-ids.ts";
import { type Erasure, mergeErasures, StoredErasures } from "../privacy/erasure-record.ts";
import type { ErasureStorage } from "../store/engine/store-host.ts";
import type { ObjectEnv, ObjectState } from "./object-env.ts";

/** Objects have no host; any name works. */
const ADDRESS = "https://erasures.local/";
const LIST_SQL = "CREATE TABLE IF NOT EXISTS erasure_list (id INTEGER PRIMARY KEY CHECK (id = 1), list TEXT NOT NULL) STRICT";

/**
 * The object that has the list of erasures. It is another one than the database's, so that a
 * recovery of the database brings no erased person back. GET reads the list, POST adds to it.
 */
export function openErasureObject({ storage }: Pick<ObjectState, "storage">): (request: Request) => Promise<Response> {
  storage.sql.exec(LIST_SQL);
  const read = (): string | null => {
    const [row] = storage.sql.exec("SELECT list FROM erasure_list").toArray();
    return row === undefined ? null : String(row.list);
  };
  return async (request) => {
    if (request.method !== "POST") return new Response(read(), { status: read() === null ? 404 : 200 });
    const added = StoredErasures.parse(await request.json()).erasures;
    const text = read();
    const list = text === null ? [] : StoredErasures.parse(JSON.parse(text)).erasures;
    const merged = JSON.stringify({ format: 1, erasures: mergeErasures(list, added) });
    storage.sql.exec("INSERT INTO erasure_list (id, list) VALUES (1, ?) ON CONFLICT DO UPDATE SET list = excluded.list", merged);
    return new Response(null, { status: 204 });
  };
}

/** The list of erasures, as the database's object uses it. */
export function createErasureClient(env: Pick<ObjectEnv, "OCTAVO_ERASURES" | "OCTAVO_JURISDICTION">): ErasureStorage {
  const ask = (init?: RequestInit): Promise<Response> => findObject(env, "erasures").fetch(ADDRESS, init);
  const text = async (): Promise<string | null> => {
    const response = await ask();
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`the list of erasures answers ${response.status}`);
    return response.text();
  };
  return {
    text,
    read: async () => {
      const stored = await text();
      return stored === null ? null : StoredErasures.parse(JSON.parse(stored)).erasures;
    },
    add: async (erasures: readonly Erasure[]) => {
      const response = await ask({ method: "POST", body: JSON.stringify({ format: 1, erasures }) });
      if (!response.ok) throw new Error(`the list of erasures answers ${response.status}`);
      return "the object erasures";
    },
  };
}
