import type { UsedUpTotal } from "./store/store.ts";

/** For the owner: in the log, on /readyz and below lists. */
export function describeUsedUp({ key, limit, refused }: UsedUpTotal): string {
  const kind = key.replace(/-all$/, "");
  const more = refused === 0 ? "" : `, and ${refused} more ${refused === 1 ? "was" : "were"} refused`;
  return `today's total of ${kind} (${limit}) is used up${more}: none is taken until midnight UTC. Where that is not an attack, raise it: OCTAVO_RATE_LIMITS="${key}-day=…"`;
}
