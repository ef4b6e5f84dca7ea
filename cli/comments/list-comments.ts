import { inspectComment, listQueue, unknownComment } from "../../server/owner/comment-queue.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { COMMENT_STATES, type CommentState, type StoredComment } from "../../server/store/comment-types.ts";
import { describeRescued, rescuedRemedy } from "../../server/store/sqlite/database/rescued-files.ts";
import { describeUsedUp } from "../../server/used-up.ts";
import { plural } from "../build/result-text.ts";
import type { Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { type FilterSettings, toCommentFilter, toStates } from "./bulk/comment-filter.ts";
import { formatComment, renderComments, toCommentJson } from "./comment-text.ts";

const DEFAULT_LIMIT = 50;

/** `octavo comments list`. */
export function printComments(
  settings: DataPlace & FilterSettings & Settings<"limit" | "after" | "newest" | "json" | "quiet">,
  io: Io,
): Promise<void> {
  const { after, json, quiet, newest } = settings;
  const filter = toCommentFilter(settings, io.now());
  const states = [...toStates(settings.state)];
  const limit = settings.limit ?? DEFAULT_LIMIT;
  return withOwner(settings, io, async (owner) => {
    const { timeZone, rescued, ...site } = await owner(showSite, {});
    const usedUp = site.usedUp.filter(({ key }) => key === "comments-all");
    const order = newest ? "newest" : "oldest";
    const { items, next, countsByState } = await owner(listQueue, { states, ...filter, after, order, limit });
    if (json) writeJson(io, { items: items.map(toCommentJson), next, countsByState, usedUp: usedUp[0] ?? null, rescued });
    else if (items.length > 0) io.stdout.write(renderComments(items, widthOfOutput(io), timeZone));
    if (!json && !quiet) io.stderr.write(`${summary(countsByState, items.length)}${next === null ? "" : `; more with --after ${next}`}\n`);
    if (!json)
      for (const found of rescued)
        io.stderr.write(`WARNING: ${describeRescued(found, timeZone)}\nhint: ${rescuedRemedy(shortenPath(found.file, io.cwd))}\n`);
    if (!json && !quiet) for (const total of usedUp) io.stderr.write(`${describeUsedUp(total)}\n`);
  });
}

/** `12 comments listed; in total 3 pending, 40 approved`. */
function summary(countsByState: Record<CommentState, number>, listed: number): string {
  const parts = COMMENT_STATES.filter((state) => countsByState[state] > 0).map((state) => `${countsByState[state]} ${state}`);
  return `${plural(listed, "comment")} listed${parts.length === 0 ? "; there are none yet" : `; in total ${parts.join(", ")}`}`;
}

/** `octavo comments show <id>…`. */
export function showComments(settings: DataPlace & Settings<"json">, io: Io, words: readonly string[]): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const found = await Promise.all(words.map(async (word) => (await requireComment(owner, word)).comment));
    if (settings.json) writeJson(io, { items: found.map(toCommentJson) });
    else {
      const { timeZone } = await owner(showSite, {});
      io.stdout.write(found.map((comment) => formatComment(comment, widthOfOutput(io), timeZone)).join("\n"));
    }
  });
}

/**
 * Finds the comment named by `<id>` or `<id>@<revision>`.
 * @throws OwnerError if there is none
 */
export async function requireComment(owner: Owner, word: string): Promise<{ readonly comment: StoredComment; readonly others: number }> {
  const found = await owner(inspectComment, { id: withoutRevision(word) });
  if (found === null) throw unknownComment(word);
  return found;
}

export function withoutRevision(word: string): string {
  return word.replace(/(.)@.*$/, "$1");
}
