import { COMMENT_AUTHOR_NAME_MAX, COMMENT_BODY_MAX, EMAIL_MAX } from "../../contract/limits.ts";
import { CommentSubmission } from "../../contract/schemas/request.ts";
import { EMAIL } from "../../contract/schemas/request-text.ts";
import { toCommentMarkdown } from "../../import/comments/comment-html.ts";
import type { PlannedComment } from "../../import/comments/comment-plan.ts";
import type { ImportCounts } from "../../import/import-counts.ts";
import type { IncomingComment } from "../../server/store/transfer-types.ts";
import { toShownBody, toShownName } from "../../server/text/plain-text.ts";

/** The name of authors without one. */
const NAMELESS = "Anonymous";
/** Control characters other than newline and tab. */
const CONTROL = /[^\P{Cc}\n\t]/gu;
const AuthorUrl = CommentSubmission.shape.authorUrl;

/**
 * Converts a comment to the form in which visitors' comments are stored, without limiting its
 * length. Returns null if it has no visible content.
 */
export function toIncoming(comment: PlannedComment, slug: string, counts: ImportCounts): IncomingComment | null {
  const { own } = comment;
  const body = comment.state === "deleted" ? null : toBody(comment, counts);
  const isDeleted = body === null;
  // A deleted comment with replies keeps its place.
  if (isDeleted && comment.state !== "deleted" && !comment.isAnswered) {
    counts.add("left", "comments without visible text", comment.id.slice(0, 40));
    return null;
  }
  const state = isDeleted ? "deleted" : comment.state;
  counts.add("taken", state === "deleted" ? "deleted, as placeholders without text" : state);
  return {
    key: comment.key,
    id: own === null ? null : comment.id,
    slug,
    parent: comment.parent,
    state,
    revision: own?.revision ?? 1,
    authorName: isDeleted ? null : toName(comment.authorName, counts),
    authorEmail: isDeleted ? null : toEmail(comment.authorEmail, counts),
    authorUrl: isDeleted ? null : toUrl(comment.authorUrl, counts),
    isAuthor: !isDeleted && comment.isAuthor,
    body,
    createdAt: comment.createdAt,
    editedAt: comment.editedAt,
    decidedAt: own?.decidedAt ?? null,
    origin: isDeleted ? null : toText(own?.origin),
    spamReason: isDeleted ? null : toText(own?.spamReason),
  };
}

function toBody(comment: PlannedComment, counts: ImportCounts): string | null {
  const markdown = toCommentMarkdown(comment.body, (what) => counts.add("changed", what, comment.id.slice(0, 40)));
  const body = toShownBody(markdown.toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROL, ""));
  if (body !== null && body.length > COMMENT_BODY_MAX)
    counts.add("taken", `of them longer than ${COMMENT_BODY_MAX.toLocaleString("en")} characters: kept in full`);
  return body;
}

function toName(given: string, counts: ImportCounts): string {
  const name = toShownName(given.toWellFormed().replace(/\p{Cc}/gu, " "));
  if (name === null) {
    counts.add("changed", `comments without a name: ${NAMELESS}`);
    return NAMELESS;
  }
  const characters = [...name];
  if (characters.length <= COMMENT_AUTHOR_NAME_MAX) return name;
  counts.add("changed", `names longer than ${COMMENT_AUTHOR_NAME_MAX} characters: cut`);
  return characters.slice(0, COMMENT_AUTHOR_NAME_MAX).join("").trim();
}

function toEmail(given: string, counts: ImportCounts): string | null {
  const email = given.trim().normalize("NFC");
  if (email === "") return null;
  if (email.length <= EMAIL_MAX && EMAIL.test(email)) return email;
  counts.add("left", "invalid email addresses");
  return null;
}

function toUrl(given: string, counts: ImportCounts): string | null {
  const text = given.trim();
  // WordPress prefills its form with this.
  if (text === "" || /^https?:\/\/$/i.test(text)) return null;
  const parsed = AuthorUrl.safeParse(text);
  if (parsed.success) return parsed.data;
  counts.add("left", "authors' sites whose addresses are not http(s)", text.slice(0, 60));
  return null;
}

function toText(text: string | null | undefined): string | null {
  return text == null
    ? null
    : text
        .toWellFormed()
        .replace(/\p{Cc}/gu, " ")
        .slice(0, 500);
}
