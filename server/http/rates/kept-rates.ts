import type { ApiKeys } from "../../route-context.ts";
import type { Store } from "../../store/store.ts";
import type { RateKind } from "./rate-limit.ts";
import { createStoredStates, type RateStates } from "./rate-states.ts";

/**
 * Kinds whose states are stored. Likes and engagement have daily quotas in the store, and repeats
 * write nothing.
 */
const KEPT_RATES: ReadonlySet<RateKind> = new Set(["comments", "comment-edits", "inquiries"]);
/**
 * Maximum number of states in memory. They are not stored yet, or are likely to be read again soon.
 */
const REMEMBERED_MAX = 10_000;

export interface KeptRatesOptions {
  readonly store: Pick<Store, "rates">;
  readonly keys: Pick<ApiKeys, "hash">;
  readonly keepsRates?: boolean;
}

/** Returns where the states of each kind of limit are kept. */
export function findRateStates({ store, keys, keepsRates = false }: KeptRatesOptions): (kind: RateKind) => RateStates | null {
  if (!keepsRates) return () => null;
  const stored = createStoredStates(store.rates, (key) => keys.hash("rate", key), REMEMBERED_MAX);
  return (kind) => (KEPT_RATES.has(kind) ? stored : null);
}
