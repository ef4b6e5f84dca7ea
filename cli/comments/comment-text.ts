import { toSafeLine } from "../../contract/text/safe-text.ts";
import { toMinuteIn } from "../../server/days.ts";
import { linksOf, toReference } from "../../server/owner/comment-facts.ts";
import type { StoredComment } from "../../server/store/comment-types.ts";
import { indentText, tabulate } from "../text/display.ts";
import { toIso } from "../text/times.ts";

/** Columns of a label. */
const LABEL_WIDTH = 9;

export function renderComments(comments: readonly StoredComment[], width: number | null, timeZone: string): string {
  return tabulate(
    [
      { title: "COMMENT", cell: (comment) => toReference(comment) },
      { title: `WHEN (${timeZone})`, cell: ({ createdAt }) => toMinuteIn(createdAt, timeZone) },
      { title: "STATE", cell: toStateText, shrinks: true },
      { title: "POST", cell: ({ slug }) => slug, shrinks: true },
      { title: "AUTHOR", cell: ({ authorName }) => authorName ?? "", shrinks: true },
      { title: "TEXT", cell: ({ body }) => body ?? "", flexible: true },
    ],
    comments,
    width,
  );
}

/** All facts about one comment, and its full text. */
export function formatComment(comment: StoredComment, width: number | null, timeZone: string): string {
  return `${commentHead(comment, timeZone).join("\n")}\n\n${commentLines(comment, width).join("\n")}\n`;
}

/**
 * Renders the facts about a comment, one line each.
 * @param timeZone IANA name
 */
export function commentHead(comment: StoredComment, timeZone: string): string[] {
  const at = (ms: number): string => toMinuteIn(ms, timeZone);
  const state = toStateText(comment);
  const rows: readonly (readonly [string, string | null])[] = [
    ["comment", toReference(comment)],
    ["post", comment.parentId === null ? comment.slug : `${comment.slug}, in reply to ${comment.parentId}`],
    ["state", comment.decidedAt === null ? state : `${state} since ${at(comment.decidedAt)}`],
    ["author", comment.authorName],
    ["email", comment.authorEmail],
    ["website", comment.authorUrl],
    ["sent", `${at(comment.createdAt)} ${timeZone}${comment.editedAt === null ? "" : `, changed ${at(comment.editedAt)}`}`],
    ["from", comment.origin ?? "(no page: no Origin was sent)"],
    ["replies", comment.replyCount === 0 ? null : String(comment.replyCount)],
    ...linksOf(comment.bodyHtml).map((link): [string, string] => ["link", link]),
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [`${label.padEnd(LABEL_WIDTH)} ${toSafeLine(value)}`]));
}

/** Marks the owner's comments, because visitors may use any name. */
function toStateText({ state, spamReason, isAuthor }: StoredComment): string {
  const notes = [...(spamReason === null ? [] : [spamReason]), ...(isAuthor ? ["yours"] : [])];
  return notes.length === 0 ? state : `${state} (${notes.join(", ")})`;
}

/** The text of a comment, in lines that fit the terminal. */
export function commentLines({ body }: StoredComment, width: number | null): string[] {
  return body === null ? ["  (deleted: the text was erased)"] : indentText(body, width);
}

/** For programs: names as in the store, instants as in the API. */
export function toCommentJson(comment: StoredComment): Record<string, unknown> {
  const { createdAt, editedAt, decidedAt } = comment;
  return { ...comment, createdAt: toIso(createdAt), editedAt: toIso(editedAt), decidedAt: toIso(decidedAt) };
}
