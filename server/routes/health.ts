import type { ClientAddresses } from "../http/address/client-address.ts";
import { jsonAnswer, type RouteAnswer } from "../http/respond.ts";
import type { FoundIncident } from "../incidents/incident.ts";
import type { Log } from "../log.ts";
import type { PublishedSource } from "../published.ts";
import type { Store } from "../store/store.ts";

/** Whether the server can work, for people and load balancers. It contains no secrets. */
export interface Readiness {
  /** `degraded`: the last write failed, but reads work. */
  readonly status: "ready" | "degraded" | "unavailable";
  readonly database: { readonly ok: boolean; readonly lastWriteFailure: string | null; readonly queued: number };
  readonly published: {
    readonly ok: boolean;
    readonly buildId: string | null;
    readonly readAt: string | null;
    readonly error: string | null;
  };
  /** Log lines that could not be written since the start. */
  readonly log: { readonly lostLines: number; readonly reason: string | null };
  /** Warnings for the owner, although the server works. */
  readonly warnings: readonly string[];
}

/** GET /healthz: 200 as long as the process answers. */
export function answerHealth(): RouteAnswer {
  return jsonAnswer(200, { status: "ok" });
}

/**
 * GET /readyz: 200 if reads work, otherwise 503. With `?strict`, it also answers 503 if writes
 * fail, for monitors that check only the status.
 */
export async function answerReadiness(parts: ReadinessParts, { strict }: { readonly strict: boolean }): Promise<RouteAnswer> {
  const readiness = await readReadiness(parts);
  const failing: readonly Readiness["status"][] = strict ? ["unavailable", "degraded"] : ["unavailable"];
  return jsonAnswer(failing.includes(readiness.status) ? 503 : 200, readiness);
}

export interface ReadinessParts {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly addresses: ClientAddresses;
  readonly limited: boolean;
  readonly log: Pick<Log, "lost">;
  readonly findIncidents: () => Promise<readonly FoundIncident[]>;
  /** Extra warnings for the owner. They must not contain secrets. */
  readonly ownerWarnings: () => readonly string[];
}

export async function readReadiness(parts: ReadinessParts): Promise<Readiness> {
  const { store, published, addresses, limited, log, ownerWarnings } = parts;
  const content = await published.current();
  const { ok, writes, queued } = await store.health();
  const { buildId, readAt, error } = published.status();
  const lost = log.lost();
  const incidents = await parts.findIncidents();
  const warnings = [
    ...(addresses.hint === null ? [] : [addresses.hint]),
    ...incidents.map(({ publicMessage }) => publicMessage),
    ...ownerWarnings(),
    ...(limited ? [] : ["OCTAVO_RATE_LIMITS=off: there are no rate limits"]),
  ];
  return {
    status: !ok || content === null ? "unavailable" : writes === null ? "ready" : "degraded",
    database: { ok, lastWriteFailure: writes, queued },
    published: { ok: content !== null && error === null, buildId, readAt: readAt === null ? null : new Date(readAt).toISOString(), error },
    log: { lostLines: lost.lines, reason: lost.reason },
    warnings,
  };
}
