import type { ClientAddresses } from "../http/address/client-address.ts";
import { jsonAnswer, type RouteAnswer } from "../http/respond.ts";
import type { Log, LostLines } from "../log.ts";
import type { PublishedSource } from "../published.ts";
import type { Store } from "../store/store.ts";
import { describeUsedUp } from "../used-up.ts";

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

/** GET /healthz: the process answers. */
export function answerHealth(): RouteAnswer {
  return jsonAnswer(200, { status: "ok" });
}

/** GET /readyz: 200 if reads work, otherwise 503. */
export async function answerReadiness(parts: ReadinessParts): Promise<RouteAnswer> {
  const readiness = await readReadiness(parts);
  return jsonAnswer(readiness.status === "unavailable" ? 503 : 200, readiness);
}

export interface ReadinessParts {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly addresses: ClientAddresses;
  readonly limited: boolean;
  readonly log: Pick<Log, "lost">;
  /** Extra warnings for the owner. They must not contain secrets. */
  readonly ownerWarnings: () => readonly string[];
}

export async function readReadiness({ store, published, addresses, limited, log, ownerWarnings }: ReadinessParts): Promise<Readiness> {
  const content = await published.current();
  const { ok, writes, queued } = await store.health();
  const { buildId, readAt, error } = published.status();
  const lost = log.lost();
  const usedUp = ok ? await store.totals.usedUp() : [];
  const warnings = [
    ...(addresses.hint === null ? [] : [addresses.hint]),
    ...(lost.lines === 0 ? [] : [describeLost(lost)]),
    ...usedUp.map(describeUsedUp),
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

function describeLost({ lines, reason }: LostLines): string {
  const count = lines === 1 ? "a line of the log was" : `${lines} lines of the log were`;
  return `${count} lost (${reason}): check the disk that the log is written to, or the program that reads it`;
}
