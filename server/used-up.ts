import type { UsedUpTotal } from "./store/store.ts";

/** The message for the owner: in the log, on /readyz and below lists. */
export function describeUsedUp({ key, limit, refused }: UsedUpTotal): string {
  const kind = key.replace(/-all$/, "");
  const more = refused === 0 ? "" : `, and ${refused} more ${refused === 1 ? "was" : "were"} refused`;
  return `today's total of ${kind} (${limit}) is used up${more}: no more are accepted until midnight UTC. If this is not an attack, raise it: OCTAVO_RATE_LIMITS="${key}-day=…"`;
}
