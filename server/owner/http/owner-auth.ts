import { dayOf, toDayText } from "../../days.ts";
import type { ClientKeys } from "../../http/address/ip.ts";
import { createRateLimiter, type RateLimits } from "../../http/rates/rate-limit.ts";
import type { StoreHost } from "../../store/engine/store-host.ts";
import type { Store } from "../../store/store.ts";
import { StoreUnavailable } from "../../store/store-errors.ts";
import { toKeyScopes } from "../keys/key-operations.ts";
import { isSecretOf, parseKey } from "../keys/key-text.ts";
import type { OwnerScope } from "../owner-operation.ts";
import { OwnerProblem } from "./owner-problems.ts";

/**
 * `attempts` counts wrong keys. Guessing 256 bits is hopeless; the limits keep attempts from
 * costing anything. They refuse only wrong keys: behind a proxy that is not trusted, all visitors
 * share one address, and a stranger could otherwise lock out the owner.
 */
const LIMITS: RateLimits<"attempts" | "calls"> = {
  attempts: { client: { quota: 10, windowMs: 600_000 }, all: { quota: 1_000, windowMs: 600_000 } },
  calls: { client: { quota: 600, windowMs: 60_000 }, all: { quota: 6_000, windowMs: 60_000 } },
};
/** A header with more characters cannot contain a key. */
const HEADER_MAX = 200;
const BEARER = /^Bearer (\S+)$/i;

export interface AdmittedKey {
  readonly id: string;
  readonly scopes: readonly OwnerScope[];
  /** Headers for the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** @throws OwnerProblem 401 if the key has been revoked or has expired in the meantime */
  confirm(): Promise<void>;
}

export interface OwnerAuthOptions {
  readonly store: Pick<Store, "ownerKeys">;
  readonly host: Pick<StoreHost, "files">;
  readonly clock: () => number;
  readonly monotonic: () => number;
}

/**
 * Finds the key of a request.
 * @throws OwnerProblem 401, Failure 429
 */
export type AdmitKey = (request: Request, client: ClientKeys) => Promise<AdmittedKey>;

/** A server creates only one, because each counts wrong keys separately. */
export function createOwnerAuth({ store: { ownerKeys }, host, clock, monotonic }: OwnerAuthOptions): AdmitKey {
  const limiter = createRateLimiter({ limits: LIMITS, monotonic });
  return async (request, client) => {
    const text = parseKey(BEARER.exec(readHeader(request))?.[1] ?? "");
    const found = text === null ? null : await ownerKeys.find(text.id);
    if (text === null || !isSecretOf(text.secret, found?.hash ?? null) || found === null) {
      limiter.charge("attempts", client);
      throw keyProblem();
    }
    // Charged by key, whatever addresses it is used from.
    const { headers } = limiter.charge("calls", { narrow: found.id, wide: null });
    await ownerKeys.used(found.id, toDayText(dayOf(clock()))).catch(ignoreUnavailable);
    // If the database is not a file, the first key has the rights of the owner in person.
    const isOwner = host.files === null && found.scopes.includes("owner");
    return {
      ...{ id: found.id, scopes: [...toKeyScopes(found.scopes), ...(isOwner ? (["owner"] as const) : [])], headers },
      confirm: async () => {
        if ((await ownerKeys.find(found.id)) === null) throw keyProblem();
      },
    };
  };
}

function keyProblem(): OwnerProblem {
  const detail = "Send `Authorization: Bearer` with a key from `octavo keys add` that is neither revoked nor expired.";
  return new OwnerProblem("key-invalid", detail, { "WWW-Authenticate": 'Bearer realm="octavo"' });
}

/**
 * A failure to store the day of a key's last use must not cause a request to be refused: during
 * a copy of the database, all writes are refused.
 */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

function readHeader(request: Request): string {
  const text = request.headers.get("Authorization") ?? "";
  return text.length > HEADER_MAX ? "" : text;
}
