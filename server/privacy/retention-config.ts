import { ConfigError } from "../server-config.ts";
import { DEFAULT_RETENTION, type Retention } from "../store/privacy-types.ts";

const NAMES = Object.keys(DEFAULT_RETENTION) as (keyof Retention)[];
const NEVER = "never";
/** A number of days, such as `90`. */
const DAYS = /^(?:0|[1-9]\d{0,4})$/;

/**
 * Reads OCTAVO_RETENTION: `rejected=30 spam=30 emails=365 events=90 inquiries=never`, in days.
 * Anything not named keeps its default.
 * @returns null if it is not set
 * @throws ConfigError with every mistake
 */
export function readRetention(text: string | undefined): Retention | null {
  const entries = (text ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  if (entries.length === 0) return null;
  const wrong = entries.filter((entry) => readEntry(entry) === null);
  if (wrong.length > 0) {
    throw new ConfigError(
      `OCTAVO_RETENTION has ${wrong.map((entry) => JSON.stringify(entry)).join(", ")}`,
      `want days or ${NEVER}, separated by spaces: ${retentionText(DEFAULT_RETENTION)}`,
    );
  }
  return { ...DEFAULT_RETENTION, ...Object.fromEntries(entries.flatMap((entry) => readEntry(entry) ?? [])) };
}

/** Formats a retention for `readRetention`. */
export function retentionText(retention: Retention): string {
  return NAMES.map((name) => `${name}=${retention[name] ?? NEVER}`).join(" ");
}

function readEntry(entry: string): [keyof Retention, number | null][] | null {
  const [name, value = "", ...more] = entry.split("=");
  const period = NAMES.find((candidate) => candidate === name);
  if (period === undefined || more.length > 0 || !(value === NEVER || DAYS.test(value))) return null;
  return [[period, value === NEVER ? null : Number(value)]];
}
