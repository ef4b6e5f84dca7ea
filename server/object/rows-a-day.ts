/** Rows written that Cloudflare's free plan includes each day. */
const FREE_PLAN_ROWS = 100_000;

/**
 * The rows that the object may write in a day; null: any number.
 * @param text OCTAVO_ROWS_A_DAY
 * @throws Error with a remedy
 */
export function readRowsADay(text: string | undefined): number | null {
  if (text === undefined || text === "") return FREE_PLAN_ROWS;
  if (text === "none") return null;
  if (!/^[1-9]\d{2,11}$/.test(text)) throw new Error(`OCTAVO_ROWS_A_DAY is "${text}": want a number of rows from 100, or none`);
  return Number(text);
}
