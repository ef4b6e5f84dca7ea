import { readTimeZone } from "../../server/known-site.ts";
import type { CommentState } from "../../server/store/comment-types.ts";
import type { Store } from "../../server/store/store.ts";
import { EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { toStates } from "./list-comments.ts";
import { walkThrough } from "./moderation-walk.ts";

/** `octavo comments moderate`: one comment after the other, a key each. */
export async function moderate(settings: Settings, io: Io): Promise<number> {
  const states = toStates(settings.state);
  if (states.includes("deleted"))
    throw usageError("deleted comments cannot be decided on", "want --state pending, spam, rejected or approved");
  return withStore(settings, io, async (store) => {
    const keys = io.openKeys?.() ?? null;
    if (keys === null)
      throw usageError("moderate needs a terminal to read keys from", "octavo comments list, approve, reject and spam work without one");
    try {
      const timeZone = await readTimeZone(store);
      const decided = await walkThrough({ store, keys, settings, io, states, timeZone });
      io.stdout.write(`${decided === 0 ? "nothing decided" : `${decided} decided`}; ${await waiting(store, states)}\n`);
      return EXIT_OK;
    } finally {
      keys.close();
    }
  });
}

async function waiting({ comments }: Store, states: readonly CommentState[]): Promise<string> {
  const tally = await comments.tally();
  return states.map((state) => `${tally[state]} ${state}`).join(", ");
}
