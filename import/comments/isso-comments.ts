import Database from "better-sqlite3";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { findExcess } from "../../build/markdown/excess.ts";
import { unescapeHtml } from "../body/html-text.ts";
import type { ExportFile } from "../export-text.ts";
import { ImportError } from "../import-error.ts";
import { fromSeconds } from "./comment-dates.ts";
import type { CommentBody, CommentExport, CommentRecord, ImportedState } from "./comment-export.ts";

/** Maximum number of characters per comment. */
const TEXT_MAX = 1_000_000;
const HINT = "name Isso's database: the file that dbpath in its configuration names";
/** Isso's `mode`. */
const STATES: Readonly<Record<number, ImportedState>> = { 1: "approved", 2: "pending", 4: "deleted" };

/** Values can be anything, because SQLite's columns accept any type. */
interface IssoRow {
  readonly id: number;
  readonly tid: number;
  readonly parent: unknown;
  readonly created: unknown;
  readonly modified: unknown;
  readonly mode: unknown;
  readonly text: unknown;
  readonly author: unknown;
  readonly email: unknown;
  readonly website: unknown;
}

const THREADS_SQL = "SELECT id, uri FROM threads ORDER BY id";
const TOO_LONG_SQL = `SELECT id FROM comments WHERE coalesce(length(text), 0) + coalesce(length(author), 0) + coalesce(length(email), 0)
  + coalesce(length(website), 0) > ? LIMIT 1`;
const COMMENTS_SQL = "SELECT id, tid, parent, created, modified, mode, text, author, email, website FROM comments ORDER BY id";

/** Isso's SQLite database. It is opened read-only. Votes and people's addresses are not read. */
export function openIsso(file: ExportFile): CommentExport {
  return { system: "Isso", keyPrefix: "isso", hasWorldwideIds: false, records: () => readIsso(file) };
}

async function* readIsso({ path, shown }: ExportFile): AsyncGenerator<CommentRecord> {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true });
    // Prevents a foreign schema from running code.
    database.pragma("trusted_schema = OFF");
    requireTables(database, shown);
    const tooLong = database.prepare<[number], { id: number }>(TOO_LONG_SQL).get(TEXT_MAX);
    if (tooLong !== undefined)
      throw new ImportError(`${shown}: comment ${tooLong.id} has more than ${TEXT_MAX / 1_000_000} million characters`, HINT);
    for (const { id, uri } of database.prepare<[], { id: number; uri: unknown }>(THREADS_SQL).iterate())
      yield { type: "thread", thread: { id: String(id), addresses: [toText(uri)].filter((text) => text !== ""), createdAt: null } };
    for (const row of database.prepare<[], IssoRow>(COMMENTS_SQL).iterate()) yield { type: "comment", comment: toComment(row) };
  } catch (cause) {
    if (cause instanceof ImportError || !(cause instanceof Database.SqliteError)) throw cause;
    throw new ImportError(`${shown} cannot be read as a database: ${cause.message}`, HINT, { cause });
  } finally {
    database?.close();
  }
}

/** @throws ImportError if a table is missing or is a view */
function requireTables(database: Database.Database, shown: string): void {
  const tables = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('comments', 'threads')")
    .all();
  if (tables.length === 2) return;
  throw new ImportError(`${shown}: this is not Isso's database: it has no comments and threads tables`, HINT);
}

function toComment(row: IssoRow) {
  return {
    id: String(row.id),
    threadId: String(row.tid),
    parentId: typeof row.parent === "number" ? String(row.parent) : null,
    state: STATES[Number(row.mode)] ?? "pending",
    // Stored with entities: `Tom &amp; Jerry`.
    authorName: unescapeHtml(toText(row.author)),
    authorEmail: unescapeHtml(toText(row.email)),
    authorUrl: unescapeHtml(toText(row.website)),
    isAuthor: false,
    createdAt: fromSeconds(row.created),
    editedAt: fromSeconds(row.modified),
    body: toIssoBody(toText(row.text)),
    own: null,
  };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Elements that Isso shows or replaces with their content. Any other word in angle brackets is
 * probably text: `List<String>`.
 */
const TAG =
  /<\/?(?:a|b|blockquote|br|cite|code|del|div|em|h[1-6]|hr|i|img|ins|li|ol|p|pre|q|s|span|strike|strong|su[bp]|table|t[dhr]|tbody|thead|u|ul)(?:\s[^<>]*)?\/?>/i;

const toHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze();

/**
 * Isso's Markdown may contain HTML, and comments imported from Disqus or WordPress are only HTML.
 * Our comments do not support HTML.
 */
function toIssoBody(text: string): CommentBody {
  if (!TAG.test(text) || findExcess(text) !== null) return { markdown: text };
  return { html: String(toHtml.processSync(text)), hasBareLines: false };
}
