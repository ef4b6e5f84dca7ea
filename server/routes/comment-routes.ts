import { COMMENT_EDIT_MS } from "../../contract/limits.ts";
import type { CommentSubmitted } from "../../contract/schemas/comment.ts";
import { CommentSubmission } from "../../contract/schemas/request.ts";
import { toInstant } from "../days.ts";
import { assertMediaType, readJsonObject } from "../http/body.ts";
import { readIdempotencyKey } from "../http/headers.ts";
import { Failure } from "../http/http-failure.ts";
import { parseBody } from "../http/http-problems.ts";
import { jsonAnswer, type RouteAnswer } from "../http/respond.ts";
import { toEmailKey } from "../privacy/email-key.ts";
import type { PublishedPost } from "../published-content.ts";
import type { ApiContext, RouteHandler, Visit } from "../route-context.ts";
import type { SubmitCommentResult, Verdict } from "../store/request-types.ts";
import type { NewSubscription } from "../store/subscription-types.ts";
import type { RenderedComment } from "../text/comment-markdown.ts";
import { toShownBody, toShownName } from "../text/plain-text.ts";
import { SANITIZER_VERSION } from "../text/sanitizer-version.ts";
import { assessSpam } from "../text/spam.ts";
import { banKeys, dailyQuotas, readOrigin } from "./clients.ts";
import { requirePost } from "./post-routes.ts";
import { idempotencyOf, requireAccepted, requireVisible, submitAdmitted } from "./submissions.ts";

const ACCEPTED = 202;

/** POST /posts/{slug}/comments */
export function submitComment(context: ApiContext): RouteHandler {
  return async (visit) => {
    await requireOpenPost(context, visit);
    assertMediaType(visit.request, ["application/json"]);
    const key = readIdempotencyKey(visit.request);
    return acceptComment(context, visit, { body: await readJsonObject(visit.request), key });
  };
}

/**
 * Checks and stores a submission, however it was sent.
 * @param sent.body the members of a CommentSubmission
 * @param sent.key the Idempotency-Key; null if there is none
 */
export async function acceptComment(
  context: ApiContext,
  visit: Visit,
  sent: { readonly body: object; readonly key: string | null },
): Promise<RouteAnswer> {
  const { store, keys } = context;
  const submission = readSubmission(sent.body);
  const slug = await requireOpenPost(context, await visitNow(context, visit));
  const { contact_me_by_fax: honeypot, ...fields } = submission;
  const { authorEmail, authorUrl, parentId } = fields;
  const idempotency = idempotencyOf(context, { scope: `/posts/${slug}/comments`, key: sent.key, status: ACCEPTED, body: fields });

  let bodyHtml = "";
  const result = await submitAdmitted(context, visit, "comments", idempotency, async () => {
    // Done only now, because rendering is the most expensive step.
    const { renderComment } = await loadRenderer();
    const rendered = renderComment(submission.body);
    bodyHtml = rendered.html;
    return store.comments.submit({
      slug,
      parentId,
      authorName: submission.authorName,
      authorEmail,
      authorUrl,
      body: submission.body,
      bodyHtml,
      sanitizerVersion: SANITIZER_VERSION,
      verdict: await judge(context, fields, rendered, honeypot),
      origin: readOrigin(visit),
      banKeys: banKeys(context, visit, authorEmail),
      duplicateKey: keys.hash("duplicate", slug, visit.client.narrow, submission.body),
      idempotency,
      quotas: dailyQuotas(context, visit, "comments"),
      subscription: fields.notifyReplies && authorEmail !== null ? await readSubscription(context, authorEmail) : null,
    });
  });

  const { status, ...accepted } = requireAcceptedComment(result);
  return jsonAnswer(status, toAnswer(context, accepted, { ...submission, bodyHtml }));
}

function toAnswer(
  { keys }: ApiContext,
  { id, createdAt }: { readonly id: string; readonly createdAt: number },
  submitted: Pick<CommentSubmitted, "parentId" | "authorName" | "authorUrl" | "body" | "bodyHtml">,
): CommentSubmitted {
  const { parentId, authorName, authorUrl, body, bodyHtml } = submitted;
  const editableUntil = toInstant(createdAt + COMMENT_EDIT_MS);
  const comment = { id, status: "pending" as const, createdAt: toInstant(createdAt), parentId, authorName, authorUrl, body, bodyHtml };
  return { ...comment, editableUntil, editToken: keys.editToken(id) };
}

/** null if the site sends no such emails. */
async function readSubscription({ published, keys }: ApiContext, email: string): Promise<NewSubscription | null> {
  const settings = (await published.document("/site-settings")) as { readonly replyNotices?: unknown } | null;
  return settings?.replyNotices === true ? { email, addressHash: keys.hash("email", toEmailKey(email)) } : null;
}

/**
 * The current slug of a post whose front matter does not close it. Whether the owner has closed it
 * is checked when a comment is stored.
 * @throws Failure 404, 403, 503
 */
export async function requireOpenPost(context: ApiContext, visit: Visit): Promise<string> {
  const post = await requirePost(context, visit);
  if (!post.commentsOpen) throw new Failure("comments-closed");
  return post.slug;
}

/** Whether neither the post's front matter nor the owner has closed its comments. */
export async function isOpenPost({ store }: ApiContext, { slug, commentsOpen }: PublishedPost): Promise<boolean> {
  return commentsOpen && !(await store.threads.isClosed(slug));
}

/** Reads the content again, because the post may be renamed while a body arrives. */
export async function visitNow({ published }: ApiContext, visit: Visit): Promise<Visit> {
  return { ...visit, content: await published.current() };
}

/**
 * Loading remark takes a third of the startup time and some megabytes, so the first comment loads
 * it.
 */
export function loadRenderer(): Promise<typeof import("../text/comment-markdown.ts")> {
  return import("../text/comment-markdown.ts");
}

function readSubmission(sent: object): CommentSubmission {
  const submission = parseBody(CommentSubmission, sent);
  const { authorName, body } = submission;
  return { ...submission, ...requireVisible({ authorName: toShownName(authorName), body: toShownBody(body) }) };
}

/** @throws Failure for every outcome except acceptance */
function requireAcceptedComment(result: SubmitCommentResult): ReturnType<typeof requireAccepted> {
  switch (result.kind) {
    case "closed":
      throw new Failure("comments-closed");
    case "duplicate":
      throw new Failure("duplicate-comment", { detail: "This comment was already received." });
    case "unknown-parent":
      throw new Failure("unknown-reference", {
        detail: "`parentId` must be an approved comment of this post.",
        errors: [{ pointer: "/parentId", code: "invalid_value", detail: "no approved comment of this post has this id" }],
      });
    default:
      return requireAccepted(result, "comments", ACCEPTED);
  }
}

export async function judge(
  { store }: ApiContext,
  comment: { readonly body: string; readonly authorName: string | null; readonly authorUrl: string | null },
  { text, linkCount }: RenderedComment,
  honeypot?: unknown,
): Promise<Verdict> {
  const { body, authorName, authorUrl } = comment;
  const words = await store.spamWords.list();
  const { spam, reasons } = assessSpam({ body, text, linkCount, authorName, authorUrl, honeypot, words });
  return spam ? { state: "spam", reason: reasons.join(", ") } : { state: "pending" };
}
