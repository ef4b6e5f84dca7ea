import { readTimeZone } from "../../server/known-site.ts";
import { COMMENT_STATES, type CommentState } from "../../server/store/comment-types.ts";
import { describeRescued, listRescuedFiles, rescuedRemedy } from "../../server/store/sqlite/database/rescued-files.ts";
import { describeUsedUp } from "../../server/used-up.ts";
import { plural } from "../build/result-text.ts";
import { CliError, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { completeId } from "../records/complete-ids.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { withStore } from "../serve/store-access.ts";
import { widthOfOutput } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { formatComment, renderComments, toCommentJson } from "./comment-text.ts";

const DEFAULT_LIMIT = 50;

/** `octavo comments list`. */
export function printComments(settings: Settings, io: Io): Promise<number> {
  const { post, email, after, json, quiet, newest } = settings;
  const states = toStates(settings.state);
  const limit = settings.limit ?? DEFAULT_LIMIT;
  const rescued = listRescuedFiles(findDatabase(settings, io));
  return withStore(settings, io, async ({ comments, totals, site }) => {
    const usedUp = (await totals.usedUp()).filter(({ key }) => key === "comments-all");
    const last = after === null ? null : await completeId(comments, after);
    if (last !== null && (await comments.get(last)) === null) throw unknownComment(last);
    const found = await comments.list({
      states,
      ...(post === null ? {} : { slug: post }),
      ...(email === null ? {} : { authorEmail: email }),
      ...(last === null ? {} : { after: last }),
      order: newest ? "newest" : "oldest",
      limit: limit + 1,
    });
    const items = found.slice(0, limit);
    const next = found.length > limit ? (items.at(-1)?.id ?? null) : null;
    const [tally, timeZone] = [await comments.tally(), await readTimeZone({ site })];
    if (json)
      io.stdout.write(`${JSON.stringify({ items: items.map(toCommentJson), next, tally, usedUp: usedUp[0] ?? null, rescued }, null, 2)}\n`);
    else if (items.length > 0) io.stdout.write(renderComments(items, widthOfOutput(io), timeZone));
    if (!json && !quiet) io.stderr.write(`${summary(tally, items.length)}${next === null ? "" : `; more with --after ${next}`}\n`);
    if (!json)
      for (const found of rescued)
        io.stderr.write(`WARNING: ${describeRescued(found, timeZone)}\nhint: ${rescuedRemedy(shortenPath(found.file, io.cwd))}\n`);
    if (!json && !quiet) for (const total of usedUp) io.stderr.write(`${describeUsedUp(total)}\n`);
    return EXIT_OK;
  });
}

/** `12 comments listed; in all 3 pending, 40 approved`. */
function summary(tally: Record<CommentState, number>, listed: number): string {
  const parts = COMMENT_STATES.filter((state) => tally[state] > 0).map((state) => `${tally[state]} ${state}`);
  return `${plural(listed, "comment")} listed${parts.length === 0 ? "; there are none yet" : `; in all ${parts.join(", ")}`}`;
}

/** `octavo comments show <id>…`. */
export function showComments(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  return withStore(settings, io, async ({ comments, site }) => {
    const found = await Promise.all(
      words.map(async (word) => {
        const comment = await comments.get(await completeId(comments, word.replace(/@.*$/, "")));
        if (comment === null) throw unknownComment(word);
        return comment;
      }),
    );
    if (settings.json) io.stdout.write(`${JSON.stringify({ items: found.map(toCommentJson) }, null, 2)}\n`);
    else {
      const timeZone = await readTimeZone({ site });
      io.stdout.write(found.map((comment) => formatComment(comment, widthOfOutput(io), timeZone)).join("\n"));
    }
    return EXIT_OK;
  });
}

/** @throws CliError with exit code 2 */
export function toStates(text: string | null): readonly CommentState[] {
  if (text === null) return ["pending"];
  if (text === "all") return COMMENT_STATES;
  return text.split(",").map((name) => {
    const state = COMMENT_STATES.find((candidate) => candidate === name.trim());
    if (state === undefined)
      throw usageError(`--state has "${name}"`, `want all, or of ${COMMENT_STATES.join(", ")} some with commas between`);
    return state;
  });
}

export function unknownComment(id: string): CliError {
  return new CliError(`there is no comment ${id}`, { hint: "octavo comments list --state all shows those there are" });
}
