import { toSafeLine } from "../../contract/text/safe-text.ts";
import { unknownComment } from "../../server/owner/comment-queue.ts";
import { describeOutcome } from "../../server/owner/moderation-text.ts";
import { findReplyProblem, replyToComment } from "../../server/owner/owner-replies.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { writeJson } from "../text/output.ts";
import { toCommentJson } from "./comment-text.ts";
import { withoutRevision } from "./list-comments.ts";

export const WANTED_TEXT = "want 1 to 5,000 characters of Markdown";

/** `octavo comments reply <comment> [<text>]`: the owner's reply, public immediately. */
export async function runReply(
  settings: DataPlace & Settings<"json" | "quiet">,
  io: Io,
  [word = "", given]: readonly string[],
): Promise<number> {
  const text = given ?? (await askForText(io, "reply", ""));
  if (text === null) return EXIT_INTERRUPTED;
  const problem = findReplyProblem(text);
  if (problem !== null) throw usageError(`the reply cannot be published: ${problem}`, WANTED_TEXT);
  return withOwner(settings, io, async (owner) => {
    const result = await owner(replyToComment, { id: withoutRevision(word), text });
    switch (result.kind) {
      case "published": {
        const { id, slug, authorName, parentId } = result.reply;
        if (settings.json) writeJson(io, { comment: toCommentJson(result.reply) });
        else if (!settings.quiet)
          io.stdout.write(`published: ${id} by ${toSafeLine(authorName ?? "")} on ${slug}, in reply to ${parentId}\n`);
        return EXIT_OK;
      }
      case "unknown":
        throw unknownComment(word);
      case "no-author":
        throw new CliError("the author's name for the reply is not known yet", {
          hint: "start the server once with this database: it reads the name of the site's author from the published site",
        });
      case "not-public": {
        const { id, state } = result.comment;
        throw new CliError(`${id} is ${state}: a reply to it could not be shown`, {
          hint: state === "deleted" ? "answer another comment" : `octavo comments approve ${id} makes it public; then reply`,
        });
      }
      default:
        throw new CliError(describeOutcome({ ...result, id: result.comment.id }, "approve"));
    }
  });
}

/** @returns null if the owner gives up @throws CliError with exit code 2 without a terminal */
export async function askForText(io: Io, command: "reply" | "edit", initial: string): Promise<string | null> {
  const prompts = (await io.openPrompts?.()) ?? null;
  if (prompts === null)
    throw usageError("there is no terminal to ask for the text", `write it: octavo comments ${command} <comment> "Thank you!"`);
  return prompts.ask({ message: "Your reply (Markdown)", initial, check: findReplyProblem });
}
