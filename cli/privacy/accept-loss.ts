import type { Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { requireDatabase, withStore } from "../serve/store-access.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { erasuresFileOf } from "./listed-erasures.ts";

/**
 * `octavo privacy accept-loss`: continues without the list of erasures, because it is lost. The
 * database records the time, but only if something is lost.
 */
export async function acceptLoss(settings: Settings<"db" | "quiet">, io: Io): Promise<void> {
  const file = requireDatabase(settings, io);
  const now = io.now();
  const isLost = await withStore(settings, io, async ({ privacy }) => (await privacy.erasureList()).lossAcceptedAt === now, {
    acceptsLossAt: now,
  });
  const shown = shortenPath(erasuresFileOf(file), io.cwd);
  if (!isLost) {
    if (!settings.quiet)
      io.stdout.write(`nothing is lost: ${shown} has every erasure that the database has recorded. Nothing was recorded.\n`);
    return;
  }
  io.stderr.write(
    `WARNING: data whose erasure was listed only in a lost ${shown} may be public again in ${shortenPath(file, io.cwd)}. Check the database, and run octavo privacy erase if it has such data\n`,
  );
  if (!settings.quiet) io.stdout.write(`${shown} is the list of erasures from now on; the loss of an earlier one is accepted.\n`);
}
