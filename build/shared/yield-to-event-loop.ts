/** How long work goes on without letting others in, milliseconds: signals, and a server in the same process. */
const TURN_MS = 20;

/** Long work that never waits calls this now and then. */
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
