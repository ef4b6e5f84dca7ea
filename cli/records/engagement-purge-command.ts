import { dayOf, toDayText } from "../../server/days.ts";
import { figuresPurge } from "../../server/owner/figures/purge-figures.ts";
import { figuresSummary } from "../../server/owner/figures/read-figures.ts";
import { mayDelete } from "../build/may-delete.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { writeJson } from "../text/output.ts";

/** Earlier than any counted day. */
const FIRST_DAY = "1970-01-01";

/** `octavo engagement purge`: permanently deletes figures for a period. */
export async function purgeFigures(settings: DataPlace & Settings<"from" | "to" | "yes" | "json" | "quiet">, io: Io): Promise<number> {
  const { from, to, json, quiet } = settings;
  if (from === null && to === null)
    throw usageError("no days to delete are given", "want --to 2025-12-31 (everything until then), or --from and --to");
  const yesterday = toDayText(dayOf(io.now()) - 1);
  const [fromDay, lastDay] = [from ?? FIRST_DAY, to ?? yesterday];
  if (fromDay > lastDay)
    throw usageError(`--from ${fromDay} is after --to ${lastDay}`, "want the earlier day first; the latest possible day is yesterday");
  if (lastDay > yesterday)
    throw usageError(`${lastDay} has not ended: its records are still being counted`, `days up to ${yesterday} can be deleted`);
  return withOwner(settings, io, async (owner) => {
    const { days } = await owner(figuresSummary, { fromDay, toDay: lastDay, limit: 0 });
    const records = days.reduce((sum, { count }) => sum + count, 0);
    const what = `all figures ${from === null ? "until" : `from ${fromDay} to`} ${lastDay} (${plural(records, "record")})`;
    if (!(await mayDelete(settings, io, what))) return EXIT_INTERRUPTED;
    const purged = await owner(figuresPurge, { fromDay, toDay: lastDay });
    if (json) writeJson(io, { fromDay, toDay: lastDay, records, ...purged });
    else if (!quiet)
      io.stdout.write(
        `deleted: ${what}, including ${plural(purged.events, "raw event")} that were still stored, and ${plural(purged.texts, "text")} that nothing else used\n`,
      );
    return EXIT_OK;
  });
}
