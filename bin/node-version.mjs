/** What any Node can read: whether it is new enough. In the packages too, beside the programs that ask. */

/** The first Node that runs TypeScript as it stands (a site's octavo.config.ts), without a flag or a warning; `engines` says the same. */
export const NODE_MIN = [22, 18];

/** @param {string} version without a v in front: `22.18.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
}

/** What to say where this Node is too old, in a line. */
export function tooOldMessage() {
  return `octavo: this is Node ${process.versions.node}, and Octavo needs ${NODE_MIN.join(".")} or newer: https://nodejs.org has it`;
}
