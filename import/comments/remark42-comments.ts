import { toPlainText } from "../body/html-text.ts";
import { toInstantOf } from "./comment-dates.ts";
import type { CommentExport, CommentRecord, ExportFile, ImportedComment } from "./comment-export.ts";
import { type JsonObject, readJsonLines } from "./json-lines.ts";

const AGAIN = "make the backup again in Remark42: remark42 backup, or /api/v1/admin/export?mode=file";

/** Remark42's backup: a line about users and pages, then a comment a line. https://remark42.com/docs/backup/backup/ */
export function openRemark42(file: ExportFile): CommentExport {
  return { system: "Remark42", keyPrefix: "remark42", hasWorldwideIds: true, records: () => readRemark42(file) };
}

async function* readRemark42(file: ExportFile): AsyncGenerator<CommentRecord> {
  const threads = new Set<string>();
  let isFirst = true;
  for await (const { value } of readJsonLines(file, AGAIN)) {
    if (isFirst) {
      isFirst = false;
      continue;
    }
    const comment = toComment(value);
    if (comment === null) {
      yield { type: "left", what: "comments without an id, or without a page" };
      continue;
    }
    const { threadId } = comment;
    if (!threads.has(threadId)) {
      threads.add(threadId);
      yield { type: "thread", thread: { id: threadId, addresses: [threadId], createdAt: null } };
    }
    yield { type: "comment", comment };
  }
}

function toComment(value: JsonObject): ImportedComment | null {
  const user = toObject(value.user);
  const [id, page] = [toText(value.id), toText(toObject(value.locator).url)];
  if (id === "" || page === "") return null;
  const html = toText(value.text);
  return {
    id,
    threadId: page,
    parentId: toText(value.pid) || null,
    // Remark42 shows all that it has.
    state: value.delete === true ? "deleted" : "approved",
    // Kept with entities: `Tom &amp; Jerry`.
    authorName: toPlainText(toText(user.name)),
    authorEmail: "",
    authorUrl: "",
    isAuthor: user.admin === true,
    createdAt: toInstantOf(toText(value.time)),
    editedAt: toInstantOf(toText(toObject(value.edit).time)),
    // `orig` is what was typed; `text` is what was shown of it.
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
