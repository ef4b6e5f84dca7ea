import { dayOf, toDayText } from "../../server/days.ts";
import { mayDelete } from "../build/may-delete.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { withStore } from "../serve/store-access.ts";

/** Before anything was counted. */
const FIRST_DAY = "1970-01-01";

/** `octavo engagement purge`: figures of some days, for good. */
export async function purgeFigures(settings: Settings<"db" | "from" | "to" | "yes" | "json" | "quiet">, io: Io): Promise<number> {
  const { from, to, json, quiet } = settings;
  if (from === null && to === null)
    throw usageError("which days are to be deleted was not said", "want --to 2025-12-31 (all until then), or --from and --to");
  const yesterday = toDayText(dayOf(io.now()) - 1);
  const [fromDay, lastDay] = [from ?? FIRST_DAY, to ?? yesterday];
  if (fromDay > lastDay)
    throw usageError(`--from ${fromDay} is after --to ${lastDay}`, "want the earlier day first; the last one is yesterday");
  return withStore(settings, io, async ({ engagement }) => {
    const { days } = await engagement.summary({ fromDay, toDay: lastDay, limit: 0 });
    const records = days.reduce((sum, { count }) => sum + count, 0);
    const what = `all figures ${from === null ? "until" : `from ${fromDay} to`} ${lastDay} (${plural(records, "record")})`;
    if (!(await mayDelete(settings, io, what))) return EXIT_INTERRUPTED;
    const purged = await engagement.purge({ fromDay, toDay: lastDay }).catch((error: unknown) => {
      if (error instanceof RangeError) throw usageError(error.message, `days until ${yesterday} can be deleted, those before it at once`);
      throw error;
    });
    if (json) io.stdout.write(`${JSON.stringify({ fromDay, toDay: lastDay, records, ...purged }, null, 2)}\n`);
    else if (!quiet)
      io.stdout.write(
        `deleted: ${what}, of which ${plural(purged.events, "raw event")} were still kept, and ${plural(purged.texts, "text")} that nothing else names\n`,
      );
    return EXIT_OK;
  });
}
