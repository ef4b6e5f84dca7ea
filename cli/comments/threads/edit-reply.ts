import { unknownComment } from "../../../server/owner/comment-queue.ts";
import type { Owner } from "../../../server/owner/owner-operation.ts";
import { findReplyProblem } from "../../../server/owner/owner-replies.ts";
import { describeEditProblem, editOwnComment, previewText } from "../../../server/owner/threads/edit-own.ts";
import type { StoredComment } from "../../../server/store/comment-types.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../../io.ts";
import type { DataPlace, Settings } from "../../options/shared-options.ts";
import { withOwner } from "../../serve/owner-access.ts";
import { writeJson } from "../../text/output.ts";
import { toCommentJson } from "../comment-text.ts";
import { requireComment } from "../list-comments.ts";

const WANTED = "want 1 to 5,000 characters of Markdown";

/** `octavo comments edit <comment> [<text>]`. */
export function runEdit(settings: DataPlace & Settings<"json" | "quiet">, io: Io, [word = "", given]: readonly string[]): Promise<number> {
  requireText(given ?? null);
  return withOwner(settings, io, async (owner) => {
    const { comment } = await requireComment(owner, word);
    if (!comment.isAuthor) throw new CliError(`${comment.id} is not your own reply`, { hint: "octavo comments show shows who wrote it" });
    const text = given ?? (await askForText(io, comment));
    if (text === null) return EXIT_INTERRUPTED;
    return publish(settings, io, { owner, comment, text, word });
  });
}

interface Edit {
  readonly owner: Owner;
  readonly comment: StoredComment;
  readonly text: string;
  readonly word: string;
}

async function publish(settings: Settings<"json" | "quiet">, io: Io, { owner, comment, text, word }: Edit): Promise<number> {
  const outcome = await owner(editOwnComment, { id: comment.id, revision: comment.revision, text });
  if (outcome.kind === "unknown") throw unknownComment(word);
  const problem = describeEditProblem(outcome);
  if (problem !== null) throw new CliError(problem, { hint: `octavo comments show ${comment.id}` });
  if (settings.json) writeJson(io, { comment: toCommentJson(outcome.comment) });
  else if (!settings.quiet) io.stdout.write(`${outcome.kind}: ${outcome.comment.id} on ${outcome.comment.slug}\n`);
  return EXIT_OK;
}

/** @throws CliError with exit code 2 */
function requireText(text: string | null): void {
  const problem = text === null ? null : findReplyProblem(text);
  if (problem !== null) throw usageError(`this cannot be published: ${problem}`, WANTED);
}

async function askForText(io: Io, { body }: StoredComment): Promise<string | null> {
  const prompts = (await io.openPrompts?.()) ?? null;
  if (prompts === null)
    throw usageError("there is no terminal to ask for the text", 'write it: octavo comments edit <comment> "Thank you!"');
  return prompts.ask({ message: "Your reply (Markdown)", initial: body ?? "", check: findReplyProblem });
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
