import { unknownComment } from "../../../server/owner/comment-queue.ts";
import { findReplyProblem } from "../../../server/owner/owner-replies.ts";
import { describeEditProblem, editOwnComment, previewText } from "../../../server/owner/threads/edit-own.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../../io.ts";
import type { DataPlace, Settings } from "../../options/shared-options.ts";
import { withOwner } from "../../serve/owner-access.ts";
import { writeJson } from "../../text/output.ts";
import { toCommentJson } from "../comment-text.ts";
import { requireComment } from "../list-comments.ts";
import { askForText, WANTED_TEXT } from "../reply.ts";

/** `octavo comments edit <comment> [<text>]`. */
export function runEdit(settings: DataPlace & Settings<"json" | "quiet">, io: Io, [word = "", given]: readonly string[]): Promise<number> {
  requireText(given ?? null);
  return withOwner(settings, io, async (owner) => {
    const { comment } = await requireComment(owner, word);
    if (!comment.isAuthor) throw new CliError(`${comment.id} is not your own reply`, { hint: "octavo comments show shows who wrote it" });
    const text = given ?? (await askForText(io, "edit", comment.body ?? ""));
    if (text === null) return EXIT_INTERRUPTED;
    const outcome = await owner(editOwnComment, { id: comment.id, revision: comment.revision, text });
    if (outcome.kind === "unknown") throw unknownComment(word);
    const problem = describeEditProblem(outcome);
    if (problem !== null) throw new CliError(problem, { hint: `octavo comments show ${comment.id}` });
    if (settings.json) writeJson(io, { comment: toCommentJson(outcome.comment) });
    else if (!settings.quiet) io.stdout.write(`${outcome.kind}: ${outcome.comment.id} on ${outcome.comment.slug}\n`);
    return EXIT_OK;
  });
}

/** @throws CliError with exit code 2 */
function requireText(text: string | null): void {
  const problem = text === null ? null : findReplyProblem(text);
  if (problem !== null) throw usageError(`this cannot be published: ${problem}`, WANTED_TEXT);
}

/** `octavo comments preview <text>`. */
export function printPreview(settings: DataPlace & Settings<"json" | "quiet">, io: Io, [text = ""]: readonly string[]): Promise<void> {
  requireText(text);
  return withOwner(settings, io, async (owner) => {
    const { html } = await owner(previewText, { text });
    if (settings.json) writeJson(io, { html });
    else io.stdout.write(`${html}\n`);
  });
}
