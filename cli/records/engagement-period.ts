import { firstDayOfPeriod } from "../../server/report/report-model.ts";
import { usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { toDay } from "../text/times.ts";

export interface Period {
  /** YYYY-MM-DD of UTC, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
}

/** `--from` and `--to`; default: so many days, today included. @throws CliError with exit code 2 */
export function toPeriod({ from, to }: Pick<Settings, "from" | "to">, now: number, days: number): Period {
  const last = to ?? toDay(now);
  const first = from ?? firstDayOfPeriod(last, days);
  if (first > last) throw usageError(`--from ${first} is after --to ${last}`, "want the earlier day first");
  return { fromDay: first, toDay: last };
}
