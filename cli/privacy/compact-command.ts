import { compactErased } from "../../server/owner/database/compact-database.ts";
import { unfinishedText } from "../../server/store/sqlite/database/compaction.ts";
import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";

/** `octavo db compact`. */
export function compact(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    const report = await owner(compactErased, {});
    const shown = settings.site === null ? shortenPath(findDatabase(settings, io), io.cwd) : "the database";
    if (settings.json) writeJson(io, report);
    else if (report.isFinished && !settings.quiet)
      io.stdout.write(`${shown} was rewritten (${report.bytesBefore} → ${report.bytesAfter} bytes), and its log is empty\n`);
    if (!report.isFinished) io.stderr.write(`octavo: ${unfinishedText(shown)}\n`);
    return report.isFinished ? EXIT_OK : EXIT_FAILED;
  });
}
