import { listQueue } from "../../server/owner/comment-queue.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { showSite } from "../../server/owner/show-site.ts";
import type { CommentState } from "../../server/store/comment-types.ts";
import { type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { toStates } from "./bulk/comment-filter.ts";
import { walkThrough } from "./moderation-walk.ts";

/** `octavo comments moderate`: shows one comment after another, and a key decides on each. */
export async function moderate(settings: DataPlace & Settings<"state" | "post" | "newest" | "days" | "note">, io: Io): Promise<void> {
  const states = [...toStates(settings.state)];
  if (states.includes("deleted"))
    throw usageError("no decision can be made on deleted comments", "want --state pending, spam, rejected or approved");
  return withOwner(settings, io, async (owner) => {
    const keys = io.openKeys?.() ?? null;
    if (keys === null)
      throw usageError("moderate needs a terminal to read keys from", "octavo comments list, approve, reject and spam work without one");
    try {
      const { timeZone } = await owner(showSite, {});
      const decided = await walkThrough({ owner, keys, settings, io, states, timeZone });
      io.stdout.write(`${decided === 0 ? "nothing decided" : `${decided} decided`}; ${await waiting(owner, states)}\n`);
    } finally {
      keys.close();
    }
  });
}

async function waiting(owner: Owner, states: readonly CommentState[]): Promise<string> {
  const { countsByState } = await owner(listQueue, { limit: 1 });
  return states.map((state) => `${countsByState[state]} ${state}`).join(", ");
}
