import { readTimeZone } from "../../server/known-site.ts";
import type { DecideResult, Decision, DecisionUndo, ModerationDecision, StoredComment } from "../../server/store/comment-types.ts";
import type { Store } from "../../server/store/store.ts";
import { mayDelete } from "../build/may-delete.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { completeId } from "../records/complete-ids.ts";
import { withStore } from "../serve/store-access.ts";
import { widthOfOutput } from "../text/output.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { formatComment, toCommentJson, toReference } from "./comment-text.ts";
import { unknownComment } from "./list-comments.ts";

/** Decisions of one transaction: the server's writes come between. */
const BATCH = 20;
const DONE: Readonly<Record<Decision, string>> = { approve: "approved", reject: "rejected", spam: "marked as spam", delete: "deleted" };

/** `octavo comments approve <id>…` and its like. A comment that was edited since it was seen is shown anew instead. */
export function decideComments(decision: Decision): (settings: Settings, io: Io, words: readonly string[]) => Promise<number> {
  return async (settings, io, words) => {
    const targets = words.map(toTarget);
    if (decision === "delete" && !(await mayDelete(settings, io, plural(targets.length, "comment")))) return EXIT_INTERRUPTED;
    return withStore(settings, io, async (store) => {
      const named = await Promise.all(targets.map(async (target) => ({ ...target, id: await completeId(store.comments, target.id) })));
      const results = await decideInBatches(store, named, decision);
      if (settings.json) io.stdout.write(`${JSON.stringify({ results: results.map(toResultJson) }, null, 2)}\n`);
      else {
        const timeZone = await readTimeZone(store);
        for (const { target, result } of results) tell(result, target, decision, { settings, io, timeZone });
      }
      return results.every(({ result }) => result.kind === "decided" || result.kind === "unchanged") ? EXIT_OK : EXIT_FAILED;
    });
  };
}

interface Target {
  readonly id: string;
  readonly revision: number;
}
interface Result {
  readonly target: Target;
  readonly result: DecideResult;
}

/** `<id>@<revision>`; without, the comment as it was first sent. An id that is none is left to the store: no comment has it. */
function toTarget(word: string): Target {
  const [, id, revision = "1"] = /^([^@]+)(?:@([1-9]\d{0,8}))?$/.exec(word) ?? [];
  if (id === undefined) throw usageError(`"${word}" names no revision`, "want what octavo comments list shows in its first column");
  return { id, revision: Number(revision) };
}

async function decideInBatches({ comments }: Store, targets: readonly Target[], decision: Decision): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < targets.length; from += BATCH) {
    const batch = targets.slice(from, from + BATCH).map(async (target) => {
      const order: ModerationDecision = { ...target, decision };
      return { target, result: await comments.decide(order) };
    });
    results.push(...(await Promise.all(batch)));
  }
  return results;
}

function toResultJson({ target, result }: Result): Record<string, unknown> {
  return { id: target.id, result: result.kind, comment: result.kind === "unknown" ? null : toCommentJson(result.comment) };
}

interface TellParts {
  readonly settings: Settings;
  readonly io: Io;
  readonly timeZone: string;
}

function tell(result: DecideResult, { id }: Target, decision: Decision, { settings: { quiet }, io, timeZone }: TellParts): void {
  if (result.kind === "decided" || result.kind === "unchanged") {
    if (!quiet) io.stdout.write(`${describeResult(result, decision)}\n`);
    return;
  }
  if (result.kind === "unknown") {
    const error = unknownComment(id);
    io.stderr.write(`${error.message}\nhint: ${error.hint}\n`);
    return;
  }
  io.stderr.write(`${describeResult(result, decision)}\n`);
  if (result.kind !== "revision-conflict") return;
  io.stderr.write(`\n${formatComment(result.comment, widthOfOutput(io), timeZone)}\n`);
  io.stderr.write(`hint: octavo comments ${decision} ${toReference(result.comment)}\n`);
}

/** Makes the operation that reverses a decision. */
export function toDecisionUndo({ before, comment }: { readonly before: StoredComment; readonly comment: StoredComment }): DecisionUndo {
  const { id, state, revision, decidedAt } = comment;
  return {
    id,
    before: { state: before.state, spamReason: before.spamReason, decidedAt: before.decidedAt },
    after: { state, revision, decidedAt },
  };
}

/** One line about what became of a decision. @param nameOf how the comment is called; by default with its id, which the other commands take */
export function describeResult(result: Exclude<DecideResult, { kind: "unknown" }>, decision: Decision, nameOf = nameWithId): string {
  const { comment } = result;
  switch (result.kind) {
    case "decided":
      return `${DONE[decision]}: ${nameOf(comment)}`;
    case "unchanged":
      return `it was so already: ${nameOf(comment)} is ${comment.state}`;
    case "not-allowed":
      return `${nameOf(comment)} is ${comment.state}; ${waysFrom(comment)}`;
    case "revision-conflict":
      return `not ${DONE[decision]}: ${comment.authorName === null ? "the comment" : nameOf(comment)} has been changed since; this is revision ${comment.revision}`;
  }
}

function nameWithId({ id, authorName, slug }: StoredComment): string {
  return authorName === null ? `${id} on ${slug}` : `${id} by ${toSafeLine(authorName)} on ${slug}`;
}

function waysFrom({ state }: StoredComment): string {
  return state === "deleted" ? "that is final" : "from there it can be approved or deleted";
}
