import { z } from "zod";
import { CommentSubmission } from "../../contract/schemas/request.ts";
import { toProblemItems } from "../../contract/schemas/request-problems.ts";
import { toPublicUrl } from "../../server/known-site.ts";
import type { OwnerReplyResult } from "../../server/store/comment-types.ts";
import type { Store } from "../../server/store/store.ts";
import { toShownBody } from "../../server/text/plain-text.ts";
import { SANITIZER_VERSION } from "../../server/text/sanitizer-version.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { completeId } from "../records/complete-ids.ts";
import { withStore } from "../serve/store-access.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { toCommentJson } from "./comment-text.ts";
import { unknownComment } from "./list-comments.ts";

const Body = z.object({ body: CommentSubmission.shape.body });

/** `octavo comments reply <comment> [<text>]`: the owner's answer, public at once. */
export async function replyToComment(settings: Settings, io: Io, [word = "", given]: readonly string[]): Promise<number> {
  const text = given === undefined ? await askForText(io) : readReplyText(given);
  if (text === null) return EXIT_INTERRUPTED;
  return withStore(settings, io, async (store) => {
    const result = await publishReply(store, await completeId(store.comments, word.replace(/@.*$/, "")), text);
    if (result.kind === "unknown") throw unknownComment(word);
    if (result.kind === "not-public") {
      const { id, state } = result.parent;
      throw new CliError(`${id} is ${state}: an answer to it would stand below nothing`, {
        hint: state === "deleted" ? "answer another comment" : `octavo comments approve ${id} makes it public; then reply`,
      });
    }
    const { comment } = result;
    if (settings.json) io.stdout.write(`${JSON.stringify({ comment: toCommentJson(comment) }, null, 2)}\n`);
    else if (!settings.quiet)
      io.stdout.write(
        `published: ${comment.id} by ${toSafeLine(comment.authorName ?? "")} on ${comment.slug}, in reply to ${comment.parentId}\n`,
      );
    return EXIT_OK;
  });
}

/** Publishes the owner's answer to a comment. @throws CliError where no server has told yet who the site's author is */
export async function publishReply({ comments, site }: Store, parentId: string, given: string): Promise<OwnerReplyResult> {
  const { renderComment } = await import("../../server/text/comment-markdown.ts");
  const known = await site.get();
  if (known === null)
    throw new CliError("nobody knows yet as whom to reply", {
      hint: "start the server once with this database: it learns the name of the site's author from what is published",
    });
  const body = readReplyText(given);
  return comments.reply({
    parentId,
    authorName: known.author?.name ?? known.name,
    authorUrl: known.author?.url ?? toPublicUrl(known),
    body,
    bodyHtml: renderComment(body).html,
    sanitizerVersion: SANITIZER_VERSION,
  });
}

async function askForText(io: Io): Promise<string | null> {
  const prompts = (await io.openPrompts?.()) ?? null;
  if (prompts === null)
    throw usageError("there is no terminal to ask for the text", 'say it: octavo comments reply <comment> "Thank you!"');
  const answer = await prompts.ask({ message: "Your reply (Markdown)", initial: "", check: findReplyProblem });
  return answer === null ? null : readReplyText(answer);
}

/** As visitors' texts: trimmed, without what nobody sees. @throws CliError with exit code 2 */
function readReplyText(text: string): string {
  const problem = findReplyProblem(text);
  if (problem !== null) throw usageError(`the reply cannot be published: ${problem}`, "want 1 to 5,000 characters of Markdown");
  return toShownBody(Body.parse({ body: text }).body) ?? "";
}

/** Why a text cannot be a reply; null: it can. */
export function findReplyProblem(text: string): string | null {
  const parsed = Body.safeParse({ body: text });
  if (!parsed.success) return toProblemItems(parsed.error, { body: text })[0]?.detail ?? "it is not right";
  return toShownBody(parsed.data.body) === null ? "nothing of it can be seen" : null;
}
