import { firstDayOfPeriod } from "../../server/report/report-model.ts";
import { usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { toDay } from "../text/times.ts";

/** Days of figures unless asked otherwise, today included. */
const USUAL_DAYS = 30;

export interface Period {
  /** YYYY-MM-DD of UTC, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
}

/** `--from` and `--to`. @throws CliError with exit code 2 */
export function toPeriod({ from, to }: Pick<Settings, "from" | "to">, now: number): Period {
  const last = to ?? toDay(now);
  const first = from ?? firstDayOfPeriod(last, USUAL_DAYS);
  if (first > last) throw usageError(`--from ${first} is after --to ${last}`, "want the earlier day first");
  return { fromDay: first, toDay: last };
}
