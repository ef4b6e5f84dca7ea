/** How long work may block others, milliseconds: signals, and a server in the same process. */
const TURN_MS = 20;

/** Returns a function that long synchronous work calls repeatedly. */
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
