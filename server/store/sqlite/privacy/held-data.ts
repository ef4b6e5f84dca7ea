import { toEmailKey } from "../../../privacy/email-key.ts";
import type { HeldData, HeldRow, HeldValue, PersonQuery } from "../../privacy-types.ts";
import type { Connection } from "../database/connection.ts";
import { PERSON_TABLES, type PersonRows, type StoredRow, selectRows } from "./person-tables.ts";

/** Numbers of rows, which say nothing outside of the database, and what a public id stands for in its place. */
const INTERNAL = new Set(["id", "post_id", "parent_id", "hang_id", "comment_id", "inquiry_id", "lease", "lease_until"]);
/** 0 and 1 in the database. */
const SWITCHES = new Set(["is_author", "visible"]);
/** JSON in a text. */
const LISTS = new Set(["subjects"]);

/** Everything that is a person's, column by column: what a later migration adds is shown without being named here. */
export function readHeldData(connection: Connection, person: PersonQuery): HeldData {
  const rows = findPerson(connection, person);
  return Object.fromEntries(PERSON_TABLES.map((table) => [table.name, selectRows(connection, table, rows).map(toHeldRow)]));
}

interface Found {
  readonly row: number;
  readonly id: string;
}

/** Which comments and inquiries are a person's, and what leads from these to rows of other tables. */
function findPerson(connection: Connection, person: PersonQuery): PersonRows {
  const comments =
    "email" in person ? findByEmail(connection, "comment", "author_email", person.email) : findById(connection, person.commentId);
  const inquiries = "email" in person ? findByEmail(connection, "inquiry", "email", person.email) : [];
  const commentRows = JSON.stringify(comments.map(({ row }) => row));
  const keys = connection.all<{ kind: string; hash: Uint8Array }>(
    "SELECT DISTINCT kind, hash FROM author_key WHERE comment_id IN (SELECT value FROM json_each(?))",
    commentRows,
  );
  const ofEmail = "email" in person && person.emailHash !== null ? [toHex(person.emailHash)] : [];
  return {
    commentRows,
    inquiryRows: JSON.stringify(inquiries.map(({ row }) => row)),
    publicIds: JSON.stringify([...comments, ...inquiries].map(({ id }) => id)),
    hashes: JSON.stringify([...new Set([...ofEmail, ...keys.map(({ hash }) => toHex(hash))])]),
    quotaEnds: JSON.stringify(keys.filter(({ kind }) => kind === "address").map(({ hash }) => Buffer.from(hash).toString("base64url"))),
  };
}

/** SQLite knows the case of ASCII alone, so that all addresses are looked at. */
function findByEmail(connection: Connection, table: "comment" | "inquiry", column: string, email: string): Found[] {
  const wanted = toEmailKey(email);
  const addresses = connection
    .all<{ email: string }>(`SELECT DISTINCT ${column} AS email FROM ${table} WHERE ${column} IS NOT NULL`)
    .filter(({ email: found }) => toEmailKey(found) === wanted);
  return connection.all<Found>(
    `SELECT id AS row, public_id AS id FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?)) ORDER BY created_at, ${table}.id`,
    JSON.stringify(addresses.map(({ email: found }) => found)),
  );
}

function findById(connection: Connection, id: string): Found[] {
  return connection.all<Found>("SELECT id AS row, public_id AS id FROM comment WHERE public_id = ?", id);
}

function toHeldRow(row: StoredRow): HeldRow {
  const entries = Object.entries(row).flatMap(([column, value]): [string, HeldValue][] => {
    if (column === "public_id") return [["id", toHeldValue(column, value)]];
    return INTERNAL.has(column) ? [] : [[toCamelCase(column), toHeldValue(column, value)]];
  });
  return Object.fromEntries(entries);
}

function toHeldValue(column: string, value: StoredRow[string]): HeldValue {
  if (value instanceof Uint8Array) return toHex(value);
  if (typeof value === "number" && /(?:^|_)at$/.test(column)) return new Date(value).toISOString();
  if (SWITCHES.has(column)) return value === 1;
  if (typeof value === "string" && LISTS.has(column)) return JSON.parse(value) as HeldValue;
  return value;
}

function toCamelCase(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
