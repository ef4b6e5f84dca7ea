/**
 * Stops programs started by npm when npm ends, in syntax that any Node can read. The packages
 * contain a copy of this file.
 */

/** Interval between checks that the parent process is alive, in ms. */
const PARENT_CHECK_MS = 250;

/**
 * Calls `onGone` when npm's shell has ended, because npm forwards signals to that shell only. Does
 * nothing outside npm, because a program started by something else may be meant to outlive it. On
 * Windows, the parent's id never changes. The timer does not keep the process alive.
 * @param {() => void} onGone
 * @returns {NodeJS.Timeout | undefined} for `clearInterval`
 */
export function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  return timer.unref();
}
