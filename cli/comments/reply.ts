import { z } from "zod";
import { CommentSubmission } from "../../contract/schemas/request.ts";
import { toProblemItems } from "../../contract/schemas/request-problems.ts";
import { toShownBody } from "../../server/text/plain-text.ts";
import { SANITIZER_VERSION } from "../../server/text/sanitizer-version.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { toSafeLine } from "../text/display.ts";
import { toCommentJson } from "./comment-text.ts";
import { unknownComment } from "./list-comments.ts";

const Body = z.object({ body: CommentSubmission.shape.body });

/** `octavo comments reply <comment> [<text>]`: the owner's answer, public at once. */
export async function replyToComment(settings: Settings, io: Io, [word = "", given]: readonly string[]): Promise<number> {
  const text = given === undefined ? await askForText(io) : readReplyText(given);
  if (text === null) return EXIT_INTERRUPTED;
  const { renderComment } = await import("../../server/text/comment-markdown.ts");
  return withStore(settings, io, async ({ comments, site }) => {
    const known = await site.get();
    if (known === null)
      throw new CliError("nobody knows yet as whom to reply", {
        hint: "start the server once with this database: it learns the name of the site's author from what is published",
      });
    const result = await comments.reply({
      parentId: word.replace(/@.*$/, ""),
      authorName: known.author?.name ?? known.name,
      authorUrl: known.author?.url ?? known.url,
      body: text,
      bodyHtml: renderComment(text).html,
      sanitizerVersion: SANITIZER_VERSION,
    });
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

async function askForText(io: Io): Promise<string | null> {
  const prompts = (await io.openPrompts?.()) ?? null;
  if (prompts === null)
    throw usageError("there is no terminal to ask for the text", 'say it: octavo comments reply <comment> "Thank you!"');
  const answer = await prompts.ask({ message: "Your reply (Markdown)", initial: "", check: findProblem });
  return answer === null ? null : readReplyText(answer);
}

/** As visitors' texts: trimmed, without what nobody sees. @throws CliError with exit code 2 */
function readReplyText(text: string): string {
  const problem = findProblem(text);
  if (problem !== null) throw usageError(`the reply cannot be published: ${problem}`, "want 1 to 5,000 characters of Markdown");
  return toShownBody(Body.parse({ body: text }).body) ?? "";
}

function findProblem(text: string): string | null {
  const parsed = Body.safeParse({ body: text });
  if (!parsed.success) return toProblemItems(parsed.error, { body: text })[0]?.detail ?? "it is not right";
  return toShownBody(parsed.data.body) === null ? "nothing of it can be seen" : null;
}
