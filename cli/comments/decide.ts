import { decideComments } from "../../server/owner/comment-decisions.ts";
import { toReference } from "../../server/owner/comment-facts.ts";
import { unknownComment } from "../../server/owner/comment-queue.ts";
import type { DecisionOutcome } from "../../server/owner/moderation-schemas.ts";
import { describeOutcome } from "../../server/owner/moderation-text.ts";
import { showSite } from "../../server/owner/show-site.ts";
import type { Decision } from "../../server/store/comment-types.ts";
import { mayDelete } from "../build/may-delete.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { formatComment, toCommentJson } from "./comment-text.ts";

/**
 * Runs `octavo comments approve <id>…` and the other decisions. A comment that was edited after it
 * was shown is shown again instead.
 */
export function runDecision(
  decision: Decision,
): (settings: DataPlace & Settings<"json" | "quiet"> & Partial<Settings<"yes">>, io: Io, words: readonly string[]) => Promise<number> {
  return async (settings, io, words) => {
    const targets = words.map(toTarget);
    if (decision === "delete" && !(await mayDelete(settings, io, plural(targets.length, "comment")))) return EXIT_INTERRUPTED;
    return withOwner(settings, io, async (owner) => {
      const { outcomes } = await owner(decideComments, { decision, targets });
      if (settings.json) writeJson(io, { results: outcomes.map(toOutcomeJson) });
      else {
        const { timeZone } = await owner(showSite, {});
        for (const outcome of outcomes) tell(outcome, decision, settings, io, timeZone);
      }
      return outcomes.every(({ kind }) => kind === "decided" || kind === "unchanged") ? EXIT_OK : EXIT_FAILED;
    });
  };
}

/** Parses `<id>@<revision>`; without a revision, it means the comment as first sent. */
function toTarget(word: string): { readonly id: string; readonly revision: number } {
  const [, id, revision = "1"] = /^([^@]+)(?:@([1-9]\d{0,8}))?$/.exec(word) ?? [];
  if (id === undefined) throw usageError(`"${word}" is not the id of a comment`, "want the id in the first column of octavo comments list");
  return { id, revision: Number(revision) };
}

function toOutcomeJson(outcome: DecisionOutcome): Record<string, unknown> {
  return { id: outcome.id, result: outcome.kind, comment: outcome.kind === "unknown" ? null : toCommentJson(outcome.comment) };
}

function tell(outcome: DecisionOutcome, decision: Decision, { quiet }: Settings<"quiet">, io: Io, timeZone: string): void {
  if (outcome.kind === "unknown") {
    const error = unknownComment(outcome.id);
    io.stderr.write(`octavo: ${error.message}\nhint: ${error.hint}\n`);
    return;
  }
  const line = `${describeOutcome(outcome, decision)}\n`;
  if (outcome.kind === "decided" || outcome.kind === "unchanged") {
    if (!quiet) io.stdout.write(line);
    return;
  }
  io.stderr.write(line);
  if (outcome.kind !== "revision-conflict") return;
  io.stderr.write(`\n${formatComment(outcome.comment, widthOfOutput(io), timeZone)}\n`);
  io.stderr.write(`hint: octavo comments ${decision} ${toReference(outcome.comment)}\n`);
}
