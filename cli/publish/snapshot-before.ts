import type { Workspace } from "../build/builder.ts";
import { toHostWrites, type WritesSettings } from "../build/for-hosts/host-writes.ts";
import { CliError, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import type { DeployContext } from "./deployment.ts";

/** The settings of `octavo publish` that a snapshot needs. */
type SnapshotSettings = WritesSettings & Settings<"config" | "out" | "dryRun" | "quiet">;

/**
 * Adds the comments of the published site to its files if the host itself accepts writes, so that
 * they can be read while the object cannot answer. If nothing answers, for example before the first
 * publication, no comments are added.
 */
export async function takeSnapshotBefore(
  siteUrl: string,
  settings: SnapshotSettings,
  { config }: Pick<Workspace, "config">,
  io: Io,
  { tell }: Pick<DeployContext, "tell">,
): Promise<void> {
  if (settings.dryRun || toHostWrites(settings, config) === null) return;
  const { takeSnapshot } = await import("../comments/snapshot.ts");
  const { config: file, out, quiet } = settings;
  try {
    await takeSnapshot({ config: file, out, db: null, force: false, json: false, quiet, from: siteUrl }, io);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    tell(`no snapshot of the comments was taken: ${error.message}`);
  }
}
