import { describeUsedUp } from "../../used-up.ts";
import { diagnose, skipped } from "../diagnosis.ts";
import type { Incident, IncidentKind } from "../incident.ts";

/**
 * The share of a daily total at which the owner is warned, with time to act before visitors are
 * refused.
 */
const NEAR_SHARE = 0.8;

/** Whether today's totals over all clients are nearly used up. */
export const capsIncident: IncidentKind = {
  name: "caps",
  about: "whether a daily total over all clients is nearly used up",
  needs: "server",
  async examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    const { store, totals } = server;
    // A database that cannot be read is a separate incident.
    if (!(await store.health()).ok) return skipped("the database cannot be read");
    const exhausted = await store.totals.usedUp();
    const names = new Set(exhausted.map(({ key }) => key));
    const used = totals === null ? new Map<string, number>() : await store.totals.used(totals.map(({ key }) => key));
    const near = (totals ?? []).filter(({ key, limit }) => !names.has(key) && (used.get(key) ?? 0) >= NEAR_SHARE * limit);
    const found = [
      ...exhausted.map((total) => toIncident(total.key, describeUsedUp(total))),
      ...near.map(({ key, limit }) => toIncident(key, describeNear(key, used.get(key) ?? 0, limit))),
    ];
    return diagnose(found, "no daily total is nearly used up");
  },
};

function describeNear(key: string, used: number, limit: number): string {
  const share = Math.floor((100 * used) / limit);
  return `${share}% of today's total of ${key.replace(/-all$/, "")} is used (${used} of ${limit}). If this is not an attack, raise it: OCTAVO_RATE_LIMITS="${key}-day=…"`;
}

function toIncident(key: string, message: string): Incident {
  const remedy = "check the incoming requests: octavo comments list, octavo engagement summary; the totals reset at midnight UTC";
  return { key, message, publicMessage: message, remedy };
}
