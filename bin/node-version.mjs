/**
 * Checks whether Node is new enough, in syntax that any Node can read. The packages contain a copy
 * of this file next to their programs.
 */

/**
 * The oldest Node that runs TypeScript directly (a site's octavo.config.ts) without a flag or a
 * warning. `engines` in package.json states the same version.
 */
export const NODE_MIN = [22, 18];

/** @param {string} version without a leading v: `22.18.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
}

/** Message for a Node that is too old, in one line. */
export function tooOldMessage() {
  return `octavo: this is Node ${process.versions.node}, but Octavo needs ${NODE_MIN.join(".")} or newer. Get it from https://nodejs.org`;
}
