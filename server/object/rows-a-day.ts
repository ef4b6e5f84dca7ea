import { ConfigError } from "../server-config.ts";

/** Rows written that Cloudflare's free plan includes each day. */
export const FREE_PLAN_ROWS = 100_000;

/**
 * Reads `OCTAVO_ROWS_A_DAY`. null: any number.
 * @throws ConfigError
 */
export function readRowsADay(text: string | undefined): number | null {
  if (text === undefined || text === "") return FREE_PLAN_ROWS;
  if (text === "none") return null;
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw new ConfigError(`OCTAVO_ROWS_A_DAY="${text}" is not a number of rows`, "write a whole number from 1, or none");
  return Number(text);
}
