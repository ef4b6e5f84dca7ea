import { toMinuteIn } from "../../../server/days.ts";
import { unknownComment } from "../../../server/owner/comment-queue.ts";
import { showSite } from "../../../server/owner/show-site.ts";
import { closeComments, listClosed, moveThread } from "../../../server/owner/threads/thread-places.ts";
import { plural } from "../../build/result-text.ts";
import { EXIT_OK, type Io } from "../../io.ts";
import type { DataPlace, Settings } from "../../options/shared-options.ts";
import { withOwner } from "../../serve/owner-access.ts";
import { withoutRevision } from "../list-comments.ts";

type PlaceSettings = DataPlace & Settings<"force" | "json" | "quiet">;

/** `octavo comments move <comment> <post>`. */
export function runMove(settings: PlaceSettings, io: Io, [word = "", post = ""]: readonly string[]): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    const result = await owner(moveThread, { id: withoutRevision(word), post, isKnown: settings.force });
    if (result.kind === "unknown") throw unknownComment(word);
    if (settings.json) io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    else if (settings.quiet) return EXIT_OK;
    else if (result.kind === "unchanged") io.stdout.write(`nothing to do: the thread is on ${post} already\n`);
    else io.stdout.write(`moved: ${plural(result.count, "comment")} from ${result.from} to ${result.to}\n`);
    return EXIT_OK;
  });
}

/** `octavo comments close <post>` and `reopen`. */
export function runClosing(isClosed: boolean) {
  return (settings: PlaceSettings, io: Io, [post = ""]: readonly string[]): Promise<number> =>
    withOwner(settings, io, async (owner) => {
      const { changed } = await owner(closeComments, { post, isClosed, isKnown: settings.force });
      const state = isClosed ? "closed" : "open";
      if (settings.json) io.stdout.write(`${JSON.stringify({ post, state, changed }, null, 2)}\n`);
      else if (!settings.quiet)
        io.stdout.write(changed ? `comments on ${post} are ${state}\n` : `nothing to do: they are ${state} already\n`);
      return EXIT_OK;
    });
}

/** `octavo comments closed`. */
export function printClosed(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    const [{ items }, { timeZone }] = [await owner(listClosed, {}), await owner(showSite, {})];
    if (settings.json) {
      const shown = items.map(({ slug, closedAt }) => ({ slug, closedAt: new Date(closedAt).toISOString() }));
      io.stdout.write(`${JSON.stringify({ items: shown }, null, 2)}\n`);
      return EXIT_OK;
    }
    for (const { slug, closedAt } of items) io.stdout.write(`${toMinuteIn(closedAt, timeZone)}  ${slug}\n`);
    if (items.length === 0 && !settings.quiet) io.stderr.write("no post has closed comments\n");
    return EXIT_OK;
  });
}
