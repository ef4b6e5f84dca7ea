import { randomBytes } from "node:crypto";
import { findObject } from "../../contract/objects/object-ids.ts";
import { type Erasure, mergeErasures, StoredErasures, toSubject } from "../privacy/erasure-record.ts";
import type { ErasureStorage } from "../store/engine/store-host.ts";
import type { ObjectEnv, ObjectState } from "./object-env.ts";

/** Number of random bytes in a revision. */
const REVISION_BYTES = 15;
/** Objects have no host; any name works. */
const ADDRESS = "https://erasures.local/";
/** Maximum number of erasures in one answer, about 330 bytes each. */
const PAGE = 5_000;
/** Where the next page begins. Without this header, there is no next page. */
const NEXT_HEADER = "Octavo-Next";
/** Changes with each addition. */
const REVISION_HEADER = "Octavo-Revision";
/** A row for each person, because a row of a Durable Object has at most 2 MB. */
const TABLE_SQL = "CREATE TABLE erasure (subject TEXT PRIMARY KEY, at INTEGER NOT NULL, erasure TEXT NOT NULL) STRICT, WITHOUT ROWID";
/**
 * The row shows that the list was created, even if the list is empty. If there is no row although
 * the database records erasures, the list is lost.
 */
const REVISION_SQL = "CREATE TABLE list_revision (id INTEGER PRIMARY KEY CHECK (id = 1), revision TEXT NOT NULL) STRICT";
/** A random text, so that a list which was lost and created again never repeats an earlier revision. */
const KEEP_REVISION_SQL = "INSERT INTO list_revision (id, revision) VALUES (1, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision";
const ADD_SQL = `INSERT INTO erasure (subject, at, erasure) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET at = excluded.at, erasure = excluded.erasure WHERE excluded.at > at`;

/**
 * The object that stores the list of erasures. It is separate from the database's object, so that a
 * recovery of the database does not bring erased data back. HEAD returns the revision of the list,
 * GET reads a page of it, and POST adds to it.
 */
export function openErasureObject({ storage }: Pick<ObjectState, "storage">): (request: Request) => Promise<Response> {
  const { sql } = storage;
  const add = (erasures: readonly Erasure[]): void =>
    storage.transactionSync(() => {
      sql.exec(KEEP_REVISION_SQL, randomBytes(REVISION_BYTES).toString("base64url"));
      for (const erasure of erasures) sql.exec(ADD_SQL, toSubject(erasure), Date.parse(erasure.at), JSON.stringify(erasure));
    });
  storage.transactionSync(() => {
    // Created only if missing, so that the list can still be read when the day's rows are used up.
    if (!hasTable(sql, "erasure")) sql.exec(TABLE_SQL);
    if (!hasTable(sql, "list_revision")) sql.exec(REVISION_SQL);
    takeEarlierLists(sql, add);
  });
  return async (request) => {
    if (request.method === "HEAD") return answerRevision(sql);
    if (request.method !== "POST") return answerPage(sql, new URL(request.url).searchParams.get("after") ?? "");
    add(StoredErasures.parse(await request.json()).erasures);
    return new Response(null, { status: 204 });
  };
}

function hasTable(sql: ObjectState["storage"]["sql"], table: string): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", table).toArray().length > 0;
}

/**
 * Takes over lists from earlier versions: one kept its list in a single row, another had no
 * revision.
 */
function takeEarlierLists(sql: ObjectState["storage"]["sql"], add: (erasures: readonly Erasure[]) => void): void {
  if (hasTable(sql, "erasure_list")) {
    for (const { list } of sql.exec("SELECT list FROM erasure_list").toArray())
      add(StoredErasures.parse(JSON.parse(String(list))).erasures);
    sql.exec("DROP TABLE erasure_list");
  }
  if (!hasTable(sql, "list_begun")) return;
  if (sql.exec("SELECT 1 FROM list_begun").toArray().length > 0) add([]);
  sql.exec("DROP TABLE list_begun");
}

function readRevision(sql: ObjectState["storage"]["sql"]): string | null {
  const [row] = sql.exec("SELECT revision FROM list_revision").toArray();
  return row === undefined ? null : String(row.revision);
}

function answerRevision(sql: ObjectState["storage"]["sql"]): Response {
  const revision = readRevision(sql);
  return revision === null ? new Response(null, { status: 404 }) : new Response(null, { headers: { [REVISION_HEADER]: revision } });
}

function answerPage(sql: ObjectState["storage"]["sql"], after: string): Response {
  if (readRevision(sql) === null) return new Response(null, { status: 404 });
  const rows = sql.exec("SELECT subject, erasure FROM erasure WHERE subject > ? ORDER BY subject LIMIT ?", after, PAGE).toArray();
  const last = rows.length < PAGE ? undefined : rows.at(-1)?.subject;
  const headers = { "Content-Type": "application/json", ...(last === undefined ? {} : { [NEXT_HEADER]: String(last) }) };
  return new Response(`{"format":1,"erasures":[${rows.map(({ erasure }) => String(erasure)).join(",")}]}`, { headers });
}

/** The list of erasures. Each start reads its revision, and the list itself only after a change. */
export interface ObjectErasures extends ErasureStorage {
  /** The current revision of the list; null if nothing was ever erased. Reads one row. */
  revision(): Promise<string | null>;
}

/** The list of erasures, for the database's object. */
export function createErasureClient(env: Pick<ObjectEnv, "OCTAVO_ERASURES" | "OCTAVO_JURISDICTION">): ObjectErasures {
  const ask = async (address: string, init?: RequestInit): Promise<Response> => {
    const response = await findObject(env, "erasures").fetch(address, init);
    const isEmpty = init?.method !== "POST" && response.status === 404;
    if (!response.ok && !isEmpty) throw new Error(`the list of erasures answered ${response.status}`);
    return response;
  };
  const read = async (): Promise<readonly Erasure[] | null> => {
    const pages: Erasure[][] = [];
    for (let after = ""; ; ) {
      const response = await ask(after === "" ? ADDRESS : `${ADDRESS}?after=${encodeURIComponent(after)}`);
      if (response.status === 404) return null;
      pages.push(StoredErasures.parse(await response.json()).erasures);
      const next = response.headers.get(NEXT_HEADER);
      if (next === null) return mergeErasures(...pages);
      after = next;
    }
  };
  return {
    read,
    revision: async () => (await ask(ADDRESS, { method: "HEAD" })).headers.get(REVISION_HEADER),
    text: async () => {
      const erasures = await read();
      return erasures === null ? null : JSON.stringify({ format: 1, erasures });
    },
    add: async (erasures: readonly Erasure[]) => {
      await ask(ADDRESS, { method: "POST", body: JSON.stringify({ format: 1, erasures }) });
      return "the object erasures";
    },
  };
}
