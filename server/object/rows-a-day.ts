/** Number of written rows that Cloudflare's free plan includes per day. */
export const FREE_PLAN_ROWS = 100_000;

/** The remedy for an invalid value. */
export const ROWS_A_DAY_WANT = "write a whole number from 1, or none";

/**
 * Reads `OCTAVO_ROWS_A_DAY`, for the site and as an option of commands.
 * @returns null if there is no limit; undefined if the text is invalid
 */
export function parseRowsADay(text: string): number | null | undefined {
  if (text === "none") return null;
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}
