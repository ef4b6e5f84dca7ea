import { inspectComment } from "../owner/comment-queue.ts";
import { findReplyProblem } from "../owner/owner-replies.ts";
import { describeEditProblem, editOwnComment, previewText } from "../owner/threads/edit-own.ts";
import { closeComments, moveThread } from "../owner/threads/thread-places.ts";
import type { ActionAnswer, DeskContext, DeskForm } from "./desk-context.ts";
import { readNumber, readText, say } from "./queue-actions.ts";
import { composeComment } from "./queue-page.ts";

/** POST /comments/{id} with `preview` or `preview-edit`: shows how a text would be published. */
export async function previewFrom(context: DeskContext, sent: DeskForm, of: "reply" | "edit"): Promise<ActionAnswer | null> {
  const text = readText(sent.form);
  const problem = findReplyProblem(text);
  const preview = problem === null ? (await context.owner(previewText, { text })).html : null;
  const page = await composeComment(context, sent.id, { draft: { of, text, problem, preview }, query: sent.query });
  return page === null ? null : { page };
}

/** POST /comments/{id} with `edit`: changes the text of the owner's own reply. */
export async function editFrom(context: DeskContext, { id, form }: DeskForm): Promise<ActionAnswer | null> {
  const { owner, session } = context;
  const text = readText(form);
  const revision = readNumber(form.get("revision"), Number.MAX_SAFE_INTEGER);
  const unfit = findReplyProblem(text);
  const outcome = unfit === null ? await owner(editOwnComment, { id, revision, text }) : null;
  const problem = unfit ?? (outcome === null ? null : describeEditProblem(outcome));
  // Only the owner's own replies have the form that shows the problem.
  if (problem === null || outcome?.kind === "not-own") {
    say(session, problem ?? "your reply was changed", problem !== null);
    return { location: `/comments/${id}` };
  }
  const page = await composeComment(context, id, { draft: { of: "edit", text, problem, preview: null } });
  return page === null ? null : { page };
}

/** POST /comments/{id} with `move`. */
export async function moveFrom({ owner, session, findPost }: DeskContext, { id, form }: DeskForm): Promise<ActionAnswer | null> {
  const post = (form.get("post") ?? "").trim();
  // Replaces a former slug with the post's current one, which has the comments.
  const found = await findPost(post);
  const result = await owner(moveThread, { id, post: found?.slug ?? post, isKnown: found !== null }).catch((error: unknown) =>
    toProblem(error),
  );
  if (typeof result === "string") say(session, result, true);
  else if (result.kind === "unknown") return null;
  else if (result.kind === "unchanged") say(session, `the thread is already on ${post}`);
  else say(session, `moved: ${result.count === 1 ? "1 comment" : `${result.count} comments`} from ${result.from} to ${result.to}`);
  return { location: `/comments/${id}` };
}

/** POST /comments/{id} with `close` or `reopen`: closes or reopens the comments on its post. */
export async function closeFrom({ owner, session }: DeskContext, { id }: DeskForm, isClosed: boolean): Promise<ActionAnswer | null> {
  const { comment } = (await owner(inspectComment, { id })) ?? {};
  if (comment === undefined) return null;
  await owner(closeComments, { post: comment.slug, isClosed, isKnown: true });
  say(session, `comments on ${comment.slug} are ${isClosed ? "closed" : "open"}`);
  return { location: `/comments/${id}` };
}

/** Returns an operation's own message. Other errors are shown on the error page. */
function toProblem(error: unknown): string {
  if (error instanceof Error && "hint" in error) return `${error.message}: ${String(error.hint)}`;
  throw error;
}
