import type { BackupPlan } from "../../server/backups/backup-plan.ts";
import type { Log } from "../../server/log.ts";
import type { NoticeConfig } from "../../server/notices/notice-config.ts";
import type { ServerConfig } from "../../server/server-config.ts";
import type { Retention } from "../../server/store/privacy-types.ts";
import type { Io } from "../io.ts";

export interface WriteServerOptions {
  readonly io: Pick<Io, "now" | "monotonic" | "setTimer">;
  /** Absolute; made at first start, and its folder. */
  readonly dbFile: string;
  /** The published content: an absolute path, or `https://…`. */
  readonly published: string;
  readonly config: ServerConfig;
  /** Channels of the owner's notices. Default: none. */
  readonly notices?: NoticeConfig;
  /** Default: DEFAULT_RETENTION. */
  readonly retention?: Retention | null;
  readonly log: Log;
  /** By whom backups are made. Default: by the owner. */
  readonly backups?: BackupPlan;
  /** A folder that a build wrote, absolute: it gets snapshots of the comments. Default: none are written. */
  readonly snapshotDir?: string | null;
  /** The site's own address where `published` is built for a local one, as the newest configuration says it. Default: the content's. */
  readonly siteUrl?: () => string | null;
  /** Gets a line about comments and inquiries that wait for the owner, if a terminal shows it. */
  readonly tellWaiting?: (line: string) => void;
}
