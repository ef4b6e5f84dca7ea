import { toDayIn } from "../../server/days.ts";
import { firstDayOfPeriod } from "../../server/report/report-model.ts";
import { usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";

/** Default number of days, including today. */
const USUAL_DAYS = 30;

export interface Period {
  /** `YYYY-MM-DD`, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
  /**
   * The time zone of the days: the site's for figures of the whole site, which are counted by the
   * hour, and UTC for lists.
   */
  readonly timeZone: string;
}

/** `--from` and `--to`. @throws CliError with exit code 2 */
export function toPeriod({ from, to }: Settings<"from" | "to">, now: number, timeZone: string): Period {
  const last = to ?? toDayIn(now, timeZone);
  const first = from ?? firstDayOfPeriod(last, USUAL_DAYS);
  if (first > last) throw usageError(`--from ${first} is after --to ${last}`, "want the earlier day first");
  return { fromDay: first, toDay: last, timeZone };
}
