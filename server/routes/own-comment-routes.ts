import { COMMENT_EDIT_MS } from "../../contract/limits.ts";
import type { CommentEdited } from "../../contract/schemas/comment.ts";
import { CommentEdit } from "../../contract/schemas/request.ts";
import { toInstant } from "../days.ts";
import { assertMediaType, readJsonObject } from "../http/body.ts";
import { readEditToken } from "../http/headers.ts";
import { Failure } from "../http/http-failure.ts";
import { parseBody } from "../http/http-problems.ts";
import { jsonAnswer, noContent } from "../http/respond.ts";
import type { ApiContext, RouteHandler, Visit } from "../route-context.ts";
import type { OwnComment, StoredComment } from "../store/comment-types.ts";
import { isPublicId } from "../store/sqlite/ids.ts";
import { toShownBody, toShownName } from "../text/plain-text.ts";
import { SANITIZER_VERSION } from "../text/sanitizer-version.ts";
import { admit, dailyRefusal, totalQuotas } from "./clients.ts";
import { judge, loadRenderer, visitNow } from "./comment-routes.ts";
import { requirePost } from "./post-routes.ts";
import { requireVisible } from "./submissions.ts";

/** PATCH /posts/{slug}/comments/{id} */
export function patchComment(context: ApiContext): RouteHandler {
  const { store } = context;

  return async (visit) => {
    const { id } = await requireOwn(context, visit);
    assertMediaType(visit.request, ["application/json"]);
    const edit = await readEdit(visit);
    const { slug } = await requirePost(context, await visitNow(context, visit));
    const admission = admit(context, visit, { kind: "comment-edits" });
    const before = await store.comments.get(id);
    if (before === null || before.slug !== slug || before.body === null) throw noComment();
    const { authorName, authorUrl, body } = edit;
    const { renderComment } = await loadRenderer();
    const rendered = renderComment(body ?? before.body);
    const verdict = await judge(context, withEdit({ ...before, body: before.body }, edit), rendered);
    const result = await admission.during(() =>
      store.comments.edit({
        slug,
        id,
        ...(authorName === undefined ? {} : { authorName }),
        ...(authorUrl === undefined ? {} : { authorUrl }),
        ...(body === undefined ? {} : { text: { body, bodyHtml: rendered.html, sanitizerVersion: SANITIZER_VERSION } }),
        verdict,
        quotas: totalQuotas(context, "comment-edits"),
      }),
    );
    if (result.kind === "unknown") throw noComment();
    if (result.kind === "expired") throw tooLate();
    if (result.kind === "quota") throw dailyRefusal("comment-edits", result);
    admission.accepted();
    return jsonAnswer(200, toAnswer(result.comment));
  };
}

function toAnswer({ id, parentId, authorName, authorUrl, body, bodyHtml, createdAt }: OwnComment): CommentEdited {
  return {
    ...{ id, status: "pending", createdAt: toInstant(createdAt), parentId, authorName, authorUrl, body, bodyHtml },
    editableUntil: toInstant(createdAt + COMMENT_EDIT_MS),
  };
}

async function readEdit({ request }: Visit): Promise<CommentEdit> {
  const edit = parseBody(CommentEdit, await readJsonObject(request));
  const { authorName, body } = edit;
  return {
    ...edit,
    ...requireVisible({
      ...(authorName === undefined ? {} : { authorName: toShownName(authorName) }),
      ...(body === undefined ? {} : { body: toShownBody(body) }),
    }),
  };
}

/** The comment after the edit. */
function withEdit(before: StoredComment & { readonly body: string }, { authorName, authorUrl, body }: CommentEdit) {
  return {
    authorName: authorName ?? before.authorName,
    authorUrl: authorUrl === undefined ? before.authorUrl : authorUrl,
    body: body ?? before.body,
  };
}

/** DELETE /posts/{slug}/comments/{id} */
export function deleteComment(context: ApiContext): RouteHandler {
  const { store } = context;

  return async (visit) => {
    const { slug, id } = await requireOwn(context, visit);
    const admission = admit(context, visit, { kind: "comment-edits" });
    const result = await admission.during(() => store.comments.withdraw({ slug, id }));
    if (result.kind === "unknown") throw noComment();
    if (result.kind === "expired") throw tooLate();
    admission.accepted();
    return noContent({ "Cache-Control": "no-store" });
  };
}

/**
 * The comment that a request names, if its token is valid. Without the right token, a client cannot
 * learn whether the comment exists.
 * @throws Failure 404, 400, 403
 */
async function requireOwn(context: ApiContext, visit: Visit): Promise<{ slug: string; id: string }> {
  const { slug } = await requirePost(context, visit);
  const id = visit.params.id ?? "";
  if (!isPublicId(id)) throw noComment();
  if (!context.keys.isEditToken(id, readEditToken(visit.request))) {
    throw new Failure("edit-token-invalid", { detail: "The token in `X-Edit-Token` does not belong to this comment." });
  }
  return { slug, id };
}

function noComment(): Failure {
  return new Failure("not-found", { detail: "This post has no such comment." });
}

function tooLate(): Failure {
  return new Failure("edit-token-invalid", { detail: "The 15 minutes in which a comment can be changed or withdrawn are over." });
}
