import { toMinuteIn } from "../../../server/days.ts";
import { unknownComment } from "../../../server/owner/comment-queue.ts";
import { showSite } from "../../../server/owner/show-site.ts";
import { closeComments, listClosed, moveThread } from "../../../server/owner/threads/thread-places.ts";
import { plural } from "../../build/result-text.ts";
import type { Io } from "../../io.ts";
import type { DataPlace, Settings } from "../../options/shared-options.ts";
import { withOwner } from "../../serve/owner-access.ts";
import { writeJson } from "../../text/output.ts";
import { withoutRevision } from "../list-comments.ts";

type PlaceSettings = DataPlace & Settings<"force" | "json" | "quiet">;

/** `octavo comments move <comment> <post>`. */
export function runMove(settings: PlaceSettings, io: Io, [word = "", post = ""]: readonly string[]): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const result = await owner(moveThread, { id: withoutRevision(word), post, isKnown: settings.force });
    if (result.kind === "unknown") throw unknownComment(word);
    if (settings.json) writeJson(io, result);
    if (settings.json || settings.quiet) return;
    if (result.kind === "unchanged") io.stdout.write(`nothing to do: the thread is on ${post} already\n`);
    else io.stdout.write(`moved: ${plural(result.count, "comment")} from ${result.from} to ${result.to}\n`);
  });
}

/** `octavo comments close <post>` and `reopen`. */
export function runClosing(isClosed: boolean) {
  return (settings: PlaceSettings, io: Io, [post = ""]: readonly string[]): Promise<void> =>
    withOwner(settings, io, async (owner) => {
      const { changed } = await owner(closeComments, { post, isClosed, isKnown: settings.force });
      const state = isClosed ? "closed" : "open";
      if (settings.json) writeJson(io, { post, state, changed });
      else if (!settings.quiet)
        io.stdout.write(changed ? `comments on ${post} are ${state}\n` : `nothing to do: they are ${state} already\n`);
    });
}

/** `octavo comments closed`. */
export function printClosed(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const [{ items }, { timeZone }] = [await owner(listClosed, {}), await owner(showSite, {})];
    if (settings.json) {
      const shown = items.map(({ slug, closedAt }) => ({ slug, closedAt: new Date(closedAt).toISOString() }));
      return writeJson(io, { items: shown });
    }
    for (const { slug, closedAt } of items) io.stdout.write(`${toMinuteIn(closedAt, timeZone)}  ${slug}\n`);
    if (items.length === 0 && !settings.quiet) io.stderr.write("no post has closed comments\n");
  });
}
