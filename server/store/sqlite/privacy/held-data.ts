import type { HeldData, HeldRow, HeldValue, PersonQuery } from "../../privacy-types.ts";
import type { Connection } from "../store-context.ts";
import { findPerson } from "./find-person.ts";
import { PERSON_TABLES, type StoredRow, selectRows } from "./person-tables.ts";

/** Row numbers, which mean nothing outside the database. Public ids are shown in their place. */
const INTERNAL = new Set(["id", "post_id", "parent_id", "hang_id", "comment_id", "inquiry_id", "lease", "lease_until"]);
/** Stored as 0 or 1 in the database. */
const SWITCHES = new Set(["is_author", "visible"]);
/** JSON stored as text. */
const LISTS = new Set(["subjects"]);

/**
 * Everything that belongs to a person, column by column. Columns added by later migrations are
 * included automatically.
 */
export function readHeldData(connection: Connection, person: PersonQuery): HeldData {
  const rows = findPerson(connection, person);
  return Object.fromEntries(PERSON_TABLES.map((table) => [table.name, selectRows(connection, table, rows).map(toHeldRow)]));
}

function toHeldRow(row: StoredRow): HeldRow {
  const entries = Object.entries(row).flatMap(([column, value]): [string, HeldValue][] => {
    if (column === "public_id") return [["id", toHeldValue(column, value)]];
    return INTERNAL.has(column) ? [] : [[toCamelCase(column), toHeldValue(column, value)]];
  });
  return Object.fromEntries(entries);
}

function toHeldValue(column: string, value: StoredRow[string]): HeldValue {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (typeof value === "number" && /(?:^|_)at$/.test(column)) return new Date(value).toISOString();
  if (SWITCHES.has(column)) return value === 1;
  if (typeof value === "string" && LISTS.has(column)) return JSON.parse(value) as HeldValue;
  return value;
}

function toCamelCase(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
