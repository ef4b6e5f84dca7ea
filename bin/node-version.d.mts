/** The oldest Node that runs Octavo: major and minor version. */
export const NODE_MIN: readonly [number, number];
/** Takes a version without a v in front. */
export function isNewEnough(version: string): boolean;
export function tooOldMessage(): string;
