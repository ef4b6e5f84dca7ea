import type { DailyQuota } from "../request-types.ts";
import type { EngagementParts } from "../sqlite/engagement/engagement-recorder.ts";
import type { RecordLabels } from "../sqlite/engagement/labels.ts";
import type { Increment } from "../sqlite/engagement/rollups.ts";

/** Engagement's caches for a group of requests that are counted all together or not at all. */
export interface DeferredParts {
  readonly parts: EngagementParts;
  /** Called last in the group's work: anything added after this cannot be undone. */
  apply(): void;
  /** Called if the group's work failed. */
  revert(): void;
}

export function deferParts(parts: EngagementParts): DeferredParts {
  const { labels, rollups, quotas, seen, sketches, packs } = parts;
  const pending = { keys: seen.pending, changes: sketches.pending, events: packs.pending };
  const increments: Increment[] = [];
  const uses: [quota: DailyQuota, cost: number, now: number][] = [];
  /** By day. The requests of the group share the labels that it has created. */
  const names = new Map<number, RecordLabels>();
  const namesOf = (today: number): RecordLabels => {
    const found = names.get(today) ?? labels.forRecord(today);
    names.set(today, found);
    return found;
  };
  return {
    parts: {
      ...parts,
      labels: { ...labels, forRecord: (today) => ({ resolve: namesOf(today).resolve, keep: () => {} }) },
      rollups: { ...rollups, add: (more) => void increments.push(...more) },
      // The group's requests are already acknowledged, so none is refused.
      quotas: {
        ...quotas,
        use: (...use) => {
          uses.push(use);
          return null;
        },
      },
    },
    apply: () => {
      for (const use of uses) quotas.use(...use);
      for (const each of names.values()) each.keep();
      rollups.add(increments);
    },
    revert: () => {
      seen.revert(pending.keys);
      sketches.revert(pending.changes);
      packs.revert(pending.events);
    },
  };
}
