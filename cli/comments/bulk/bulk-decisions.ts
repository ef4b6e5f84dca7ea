import type { z } from "zod";
import { didYouMean } from "../../../build/shared/suggest.ts";
import { toSafeLine } from "../../../contract/text/safe-text.ts";
import { toReference } from "../../../server/owner/comment-facts.ts";
import { DONE } from "../../../server/owner/moderation-text.ts";
import type { Owner } from "../../../server/owner/owner-operation.ts";
import type { SelectionInput } from "../../../server/owner/selections/selection-filter.ts";
import { countSelection, decideSelection, undoSelection } from "../../../server/owner/selections/selection-operations.ts";
import { DECISIONS, type Decision, type StoredComment } from "../../../server/store/comment-types.ts";
import { mayDelete, mayGoOn } from "../../build/may-delete.ts";
import { plural } from "../../build/result-text.ts";
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../../io.ts";
import type { DataPlace, Settings } from "../../options/shared-options.ts";
import { withOwner } from "../../serve/owner-access.ts";
import { writeJson } from "../../text/output.ts";
import { commandName, placeOptions } from "../../text/typed-commands.ts";
import { type FilterSettings, toCommentFilter, toStates } from "./comment-filter.ts";

/** Maximum number of characters of a comment's text to show in the question. */
const SHOWN_MAX = 60;

type BulkSettings = DataPlace & FilterSettings & Settings<"dryRun" | "yes" | "json" | "quiet">;

/** `octavo comments bulk <decision>`: one decision for all comments that a filter selects. */
export function decideInBulk(settings: BulkSettings, io: Io, [word = ""]: readonly string[]): Promise<number> {
  const decision = DECISIONS.find((each) => each === word);
  if (decision === undefined)
    throw usageError(`"${word}" is not a decision`, didYouMean(word, DECISIONS) ?? `want ${DECISIONS.join(", ")}`);
  const filter = toFilter(settings, io.now());
  return withOwner(settings, io, async (owner) => {
    const { count, seen, sample } = await owner(countSelection, { filter });
    if (settings.dryRun || count === 0 || seen === null) {
      if (settings.json) writeJson(io, { dryRun: settings.dryRun, count, decided: 0, changed: [], undo: null });
      else io.stdout.write(`${plural(count, "comment")} selected\n${count === 0 ? "" : showSample(sample, count)}`);
      return EXIT_OK;
    }
    if (!settings.json && !settings.quiet) io.stderr.write(showSample(sample, count));
    if (!(await mayDecide(settings, io, count, decision))) return EXIT_INTERRUPTED;
    return decideAll(settings, io, { owner, filter, decision, seen, count });
  });
}

function toFilter(settings: FilterSettings, now: number): SelectionInput {
  const states = toStates(settings.state).filter((each) => each !== "deleted");
  if (states.length === 0)
    throw usageError("no decision can be made on deleted comments", "want --state pending, spam, rejected or approved");
  return { states, ...toCommentFilter(settings, now) };
}

function showSample(sample: readonly StoredComment[], count: number): string {
  const lines = sample.map(({ authorName, body, ...comment }) => {
    const text = [...(body ?? "").replaceAll(/\s+/g, " ")].slice(0, SHOWN_MAX).join("");
    return `  ${toReference(comment)} ${toSafeLine(`${authorName ?? ""}: ${text}`)}\n`;
  });
  return `${lines.join("")}${count > sample.length ? `  and ${count - sample.length} more\n` : ""}`;
}

function mayDecide(settings: Settings<"yes">, io: Io, count: number, decision: Decision): Promise<boolean> {
  const what = plural(count, "comment");
  if (decision === "delete") return mayDelete(settings, io, what);
  const question = decision === "spam" ? `mark ${what} as spam?` : `${decision} ${what}?`;
  return mayGoOn(settings, io, { question, reason: `this changes ${what}` });
}

interface Bulk {
  readonly owner: Owner;
  readonly filter: SelectionInput;
  readonly decision: Decision;
  /** Number of selected comments. */
  readonly count: number;
  readonly seen: { readonly newest: string; readonly at: number };
}

async function decideAll(
  settings: DataPlace & Settings<"json" | "quiet">,
  io: Io,
  { owner, filter, decision, seen, count }: Bulk,
): Promise<number> {
  let [selection, next]: [string | null, string | null] = [null, null];
  let total = 0;
  for (;;) {
    const step: z.output<typeof decideSelection.output> = await owner(decideSelection, { filter, decision, seen, selection, after: next });
    ({ selection, next } = step);
    total += step.decided;
    const isStopped = io.signal.aborted;
    if (next !== null && !isStopped) continue;
    const undo = decision === "delete" || total === 0 ? null : selection;
    if (settings.json) {
      const changed = step.changed.map((comment) => toReference(comment));
      writeJson(io, { dryRun: false, count, decided: total, changed, undo });
    } else if (!settings.quiet) {
      io.stdout.write(`${DONE[decision]}: ${plural(total, "comment")}\n`);
      if (undo !== null) io.stdout.write(`${commandName(io)} comments undo ${undo}${placeOptions(settings)} reverts this within a day\n`);
      for (const comment of step.changed) io.stderr.write(`edited in the meantime, so left unchanged: ${toReference(comment)}\n`);
    }
    return isStopped ? EXIT_INTERRUPTED : EXIT_OK;
  }
}

/** `octavo comments undo <selection>`. */
export function undoInBulk(settings: DataPlace & Settings<"json" | "quiet">, io: Io, [selection = ""]: readonly string[]): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    let undone = 0;
    const changed: string[] = [];
    for (let hasMore = true; hasMore && !io.signal.aborted; ) {
      const step = await owner(undoSelection, { selection });
      undone += step.undone;
      changed.push(...step.changed);
      hasMore = step.hasMore;
    }
    if (settings.json) writeJson(io, { undone, changed });
    else if (!settings.quiet) {
      io.stdout.write(`undone: ${plural(undone, "comment")}\n`);
      for (const id of changed) io.stderr.write(`changed in the meantime, so left unchanged: ${id}\n`);
    }
    return undone === 0 && changed.length > 0 ? EXIT_FAILED : EXIT_OK;
  });
}
