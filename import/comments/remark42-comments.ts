import { toPlainText, unescapeHtml } from "../body/html-text.ts";
import type { ExportFile } from "../export-text.ts";
import { toInstantOf } from "./comment-dates.ts";
import { type CommentExport, type CommentRecord, type ImportedComment, withThreads } from "./comment-export.ts";
import { type JsonObject, readJsonLines } from "./json-lines.ts";

const AGAIN = "make the backup again in Remark42: remark42 backup, or /api/v1/admin/export?mode=file";

/**
 * Remark42's backup: a line about users and pages, then one comment per line.
 * https://remark42.com/docs/backup/backup/
 */
export function openRemark42(file: ExportFile): CommentExport {
  return { system: "Remark42", keyPrefix: "remark42", hasWorldwideIds: true, records: () => withThreads(readRemark42(file)) };
}

async function* readRemark42(file: ExportFile): AsyncGenerator<CommentRecord> {
  let isFirst = true;
  for await (const { value } of readJsonLines(file, AGAIN)) {
    if (isFirst) {
      isFirst = false;
      continue;
    }
    const comment = toComment(value);
    yield comment === null ? { type: "left", what: "comments without an id, or without a page" } : { type: "comment", comment };
  }
}

function toComment(value: JsonObject): ImportedComment | null {
  const user = toObject(value.user);
  // Stored as in an attribute: `?p=1&amp;q=2`.
  const [id, page] = [toText(value.id), unescapeHtml(toText(toObject(value.locator).url))];
  if (id === "" || page === "") return null;
  const html = toText(value.text);
  return {
    id,
    threadId: page,
    parentId: toText(value.pid) || null,
    // Remark42 shows all other comments.
    state: value.delete === true ? "deleted" : "approved",
    // Stored with entities: `Tom &amp; Jerry`.
    authorName: toPlainText(toText(user.name)),
    authorEmail: "",
    authorUrl: "",
    isAuthor: user.admin === true,
    createdAt: toInstantOf(toText(value.time)),
    editedAt: toInstantOf(toText(toObject(value.edit).time)),
    // `orig` is the typed text; `text` is the rendered one.
    body: html === "" ? { markdown: toText(value.orig) } : { html, hasBareLines: false },
    own: null,
  };
}

function toObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? (value as JsonObject) : {};
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
