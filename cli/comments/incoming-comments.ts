import { COMMENT_AUTHOR_NAME_MAX, COMMENT_BODY_MAX, EMAIL_MAX } from "../../contract/limits.ts";
import { CommentSubmission } from "../../contract/schemas/request.ts";
import { EMAIL } from "../../contract/schemas/request-text.ts";
import { toCommentMarkdown } from "../../import/comments/comment-html.ts";
import type { PlannedComment } from "../../import/comments/comment-plan.ts";
import type { ImportTally } from "../../import/import-tally.ts";
import type { IncomingComment } from "../../server/store/transfer-types.ts";
import { toShownBody, toShownName } from "../../server/text/plain-text.ts";

/** Of who gave no name. */
const NAMELESS = "Anonymous";
/** Other than newline and tab. */
const CONTROL = /[^\P{Cc}\n\t]/gu;
const AuthorUrl = CommentSubmission.shape.authorUrl;

/** A comment as a visitor's would be kept, but for its length; null: nothing of it can be seen. */
export function toIncoming(comment: PlannedComment, slug: string, tally: ImportTally): IncomingComment | null {
  const { own } = comment;
  const body = comment.state === "deleted" ? null : toBody(comment, tally);
  const isDeleted = body === null;
  // Those who answer it keep their place.
  if (isDeleted && comment.state !== "deleted" && !comment.isAnswered) {
    tally.add("left", "comments without a text that can be seen", comment.id.slice(0, 40));
    return null;
  }
  const state = isDeleted ? "deleted" : comment.state;
  tally.add("taken", state === "deleted" ? "deleted, as places without a text" : state);
  return {
    key: comment.key,
    id: own === null ? null : comment.id,
    slug,
    parent: comment.parent,
    state,
    revision: own?.revision ?? 1,
    authorName: isDeleted ? null : toName(comment.authorName, tally),
    authorEmail: isDeleted ? null : toEmail(comment.authorEmail, tally),
    authorUrl: isDeleted ? null : toUrl(comment.authorUrl, tally),
    isAuthor: !isDeleted && comment.isAuthor,
    body,
    createdAt: comment.createdAt,
    editedAt: comment.editedAt,
    decidedAt: own?.decidedAt ?? null,
    origin: isDeleted ? null : toText(own?.origin),
    spamReason: isDeleted ? null : toText(own?.spamReason),
  };
}

function toBody(comment: PlannedComment, tally: ImportTally): string | null {
  const markdown = toCommentMarkdown(comment.body, (what) => tally.add("changed", what, comment.id.slice(0, 40)));
  const body = toShownBody(markdown.toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROL, ""));
  if (body !== null && body.length > COMMENT_BODY_MAX)
    tally.add("taken", `of these longer than ${COMMENT_BODY_MAX.toLocaleString("en")} characters, whole`);
  return body;
}

function toName(given: string, tally: ImportTally): string {
  const name = toShownName(given.toWellFormed().replace(/\p{Cc}/gu, " "));
  if (name === null) {
    tally.add("changed", `comments without a name: ${NAMELESS}`);
    return NAMELESS;
  }
  const characters = [...name];
  if (characters.length <= COMMENT_AUTHOR_NAME_MAX) return name;
  tally.add("changed", `names longer than ${COMMENT_AUTHOR_NAME_MAX} characters: cut`);
  return characters.slice(0, COMMENT_AUTHOR_NAME_MAX).join("").trim();
}

function toEmail(given: string, tally: ImportTally): string | null {
  const email = given.trim().normalize("NFC");
  if (email === "") return null;
  if (email.length <= EMAIL_MAX && EMAIL.test(email)) return email;
  tally.add("left", "e-mail addresses that are none");
  return null;
}

function toUrl(given: string, tally: ImportTally): string | null {
  const text = given.trim();
  // What WordPress' form holds before anybody has typed.
  if (text === "" || /^https?:\/\/$/i.test(text)) return null;
  const parsed = AuthorUrl.safeParse(text);
  if (parsed.success) return parsed.data;
  tally.add("left", "addresses of people's sites that are no http(s) addresses", text.slice(0, 60));
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
