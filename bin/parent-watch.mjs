/**
 * Ends programs that npm starts when npm ends, in syntax that any Node can read. The packages have
 * it too.
 */

/** Between two looks whether whoever started this still lives, ms. */
const PARENT_LOOK_MS = 250;

/**
 * Calls `onGone` once npm's shell is gone: npm hands its signals to that shell alone. Under npm alone: what somebody else starts may be meant to stay when
 * they go. Windows names the old parent for ever. Keeps nobody alive.
 *
 * @param {() => void} onGone
 * @returns {NodeJS.Timeout | undefined} for `clearInterval`
 */
export function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return undefined;
  const parent = process.ppid;
  const looks = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looks);
    onGone();
  }, PARENT_LOOK_MS);
  return looks.unref();
}
