/**
 * Maps items with at most `limit` pending calls; synchronous results are not awaited. The results
 * have the order of the items. The first failure prevents further calls, and is thrown after the
 * pending calls have ended.
 */
export async function mapLimit<T, U>(items: readonly T[], limit: number, map: (item: T, index: number) => U | Promise<U>): Promise<U[]> {
  const results: U[] = new Array(items.length);
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const index = next;
      next += 1;
      try {
        const result = map(items[index] as T, index);
        results[index] = result instanceof Promise ? await result : result;
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  const failure = settled.find((result) => result.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return results;
}

/** How long work may block signals and a server in the same process, in milliseconds. */
const TURN_MS = 20;

/** Returns a function for long synchronous work to call repeatedly, so that other work can run. */
export function createYielder(): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        last = performance.now();
        resolve();
      });
    });
  };
}

/**
 * Creates a `mapLimit` that lets other work run in between and counts the results of all its calls.
 * @param total the number of items in all calls
 */
export function createCountedMap(limit: number, total: number, onProgress: (done: number, total: number) => void) {
  const yieldToOthers = createYielder();
  let done = 0;
  const count = <R>(result: R): R => {
    done += 1;
    onProgress(done, total);
    return result;
  };
  return <T, R>(items: readonly T[], map: (item: T) => R | Promise<R>): Promise<R[]> =>
    mapLimit(items, limit, (item) => {
      const result = map(item);
      const counted = result instanceof Promise ? result.then(count<R>) : count(result);
      const pause = yieldToOthers();
      return pause === undefined ? counted : Promise.all([counted, pause]).then(([one]) => one);
    });
}
