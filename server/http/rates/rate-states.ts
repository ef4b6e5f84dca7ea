import type { StoredRates } from "../../store/request-types.ts";

/**
 * The state of each limited client and total: its theoretical arrival time (gcra.ts), in
 * milliseconds of the limiter's clock.
 */
export interface RateStates {
  get(key: string): number | undefined;
  set(key: string, tat: number): void;
  /** Makes a state outlive the process, if states are kept. */
  keep(key: string): void;
}

/** @param capacity how many keys to remember. The one that was set longest ago is forgotten first */
export function createMemoryStates(capacity: number): RateStates {
  const states = new Map<string, number>();
  return {
    get: (key) => states.get(key),
    set: (key, tat) => {
      states.delete(key);
      states.set(key, tat);
      if (states.size <= capacity) return;
      const oldest = states.keys().next();
      if (!oldest.done) states.delete(oldest.value);
    },
    keep: () => {},
  };
}

/**
 * States that a store keeps, so that they outlive the process. The hosts of such stores charge for
 * each written row, and strangers decide how many requests are refused. So a state stays in memory
 * until `keep` writes it.
 * @param capacity as in `createMemoryStates`
 */
export function createStoredStates(stored: StoredRates, toHash: (key: string) => Uint8Array, capacity: number): RateStates {
  const memory = createMemoryStates(capacity);
  return {
    get: (key) => memory.get(key) ?? stored.get(toHash(key)),
    set: memory.set,
    keep: (key) => {
      const tat = memory.get(key);
      if (tat !== undefined) stored.set(toHash(key), tat);
    },
  };
}
