import { z } from "zod";
import {
  COMMENT_AUTHOR_NAME_MAX,
  COMMENT_AUTHOR_URL_MAX,
  COMMENT_BODY_MAX,
  EMAIL_MAX,
  IDEMPOTENCY_KEY_MAX,
  IDEMPOTENCY_KEY_MIN,
  INQUIRY_MESSAGE_MAX,
  INQUIRY_NAME_MAX,
} from "../limits.ts";
import { EMAIL, HTTP_URL, orAbsent, orNull, textField } from "./request-text.ts";

/**
 * Bodies of comments and inquiries. Optional members may be absent, null or empty; parsing turns
 * all three into null.
 */

const authorName = textField({
  min: 1,
  max: COMMENT_AUTHOR_NAME_MAX,
  singleLine: true,
  description: "Shown with the comment",
  example: "Ada",
});
const commentBody = textField({
  min: 1,
  max: COMMENT_BODY_MAX,
  description: "Markdown: paragraphs, emphasis, links, inline and fenced code, quotes, lists; everything else becomes plain text",
  example: "A *fine* table of tides.",
});
/**
 * Stored as browsers parse it, with quotes and angle brackets encoded, so that the address shown is
 * the one that was checked.
 */
const authorUrl = textField({ max: COMMENT_AUTHOR_URL_MAX, format: HTTP_URL, example: "https://ada.example/" }).overwrite((text) =>
  (URL.parse(text)?.href ?? text).replaceAll("'", "%27"),
);
const id = textField({ max: 64, singleLine: true });
/** Accepts any value, because a different response would show a bot that it was detected. */
const honeypot = z.unknown().optional().meta({ description: "Leave it out: a request with this member is treated as sent by a bot" });

/** Name of the honeypot field of comments and inquiries. */
const HONEYPOT = "contact_me_by_fax";

export const CommentSubmission = z
  .strictObject({
    authorName,
    body: commentBody,
    authorEmail: orNull(textField({ max: EMAIL_MAX, singleLine: true, format: EMAIL, example: "ada@ada.example" })).meta({
      description: "Never shown",
    }),
    authorUrl: orNull(authorUrl).meta({ description: "Shown with the comment: http or https" }),
    parentId: orNull(id).meta({ description: "The approved comment of the post to which this one replies" }),
    notifyReplies: z
      .boolean()
      .nullish()
      .transform((wanted) => wanted ?? false)
      .meta({
        description:
          "Whether to email `authorEmail` (then required) when somebody replies; nothing is sent unless the site's settings have `replyNotices`",
      }),
    [HONEYPOT]: honeypot,
  })
  .refine(({ notifyReplies, authorEmail }) => !notifyReplies || authorEmail !== null, {
    path: ["notifyReplies"],
    error: "needs authorEmail, the address for the notices",
  })
  .meta({ id: "CommentSubmission", description: "A new comment" });

/**
 * Absent members stay unchanged. `authorUrl` can be removed with null (RFC 7396) or an empty text;
 * for other members, null means absent.
 */
export const CommentEdit = z
  .strictObject({
    authorName: orAbsent(authorName).meta({ description: "Shown with the comment" }),
    authorUrl: authorUrl
      .nullish()
      .transform((url) => (url === "" ? null : url))
      .meta({ description: "Null or empty removes it" }),
    body: orAbsent(commentBody).meta({ description: "Markdown, as in a new comment" }),
  })
  .meta({ id: "CommentEdit", description: "Changes to a comment; absent members stay unchanged" });

// Slashes are in brackets because a RegExp's source escapes bare ones, and few engines other than
// JavaScript's accept that escape in the OpenAPI document.
const TELEGRAM = /^(?:@|(?:https?:[/][/])?t\.me[/])?([A-Za-z][A-Za-z0-9_]{4,31})[/]?$/;
const telegram = textField({
  max: 64,
  singleLine: true,
  format: {
    test: (text) => TELEGRAM.test(text),
    want: "@name or https://t.me/name",
    schema: { pattern: `^(?:${TELEGRAM.source.slice(1, -1)})?$` },
  },
  example: "@ada_lovelace",
}).overwrite((text) => text.replace(TELEGRAM, "@$1"));

export const InquirySubmission = z
  .strictObject({
    email: textField({ min: 1, max: EMAIL_MAX, singleLine: true, format: EMAIL, example: "ada@ada.example" }).meta({
      description: "Address to which the owner can reply",
    }),
    message: textField({ min: 1, max: INQUIRY_MESSAGE_MAX, example: "Could you weave two metres of this?" }).meta({
      description: "Plain text",
    }),
    telegram: orNull(telegram).meta({ description: "Sender's name on Telegram, stored as `@name`" }),
    serviceId: orNull(id).meta({ description: "`id` of a published offering" }),
    name: orNull(textField({ max: INQUIRY_NAME_MAX, singleLine: true, example: "Ada" })).meta({ description: "Name of the sender" }),
    [HONEYPOT]: honeypot,
  })
  .meta({ id: "InquirySubmission", description: "A new inquiry" });

/** Visible ASCII, which can be compared reliably in a header. */
export const IdempotencyKey = z
  .string()
  .min(IDEMPOTENCY_KEY_MIN)
  .max(IDEMPOTENCY_KEY_MAX)
  .regex(/^[\x21-\x7e]+$/)
  .meta({ example: "5f0c7a52-6a37-4a7e-9d0b-8c3a2b1d4e5f" });

export type CommentSubmission = z.output<typeof CommentSubmission>;
export type CommentEdit = z.output<typeof CommentEdit>;
export type InquirySubmission = z.output<typeof InquirySubmission>;
