import type { BackupPlan } from "../../server/backups/backup-plan.ts";
import type { DeskPlace } from "../../server/desk/hosted/desk-address.ts";
import type { Log } from "../../server/log.ts";
import type { NoticeConfig } from "../../server/notices/notice-config.ts";
import type { ServerConfig } from "../../server/server-config.ts";
import type { Retention } from "../../server/store/privacy-types.ts";
import type { Io } from "../io.ts";
import type { TellWaiting } from "../notices/waiting-line.ts";

export interface WriteServerOptions {
  readonly io: Pick<Io, "now" | "monotonic" | "setTimer" | "runSelf">;
  /** Absolute. The first start creates it and its folder. */
  readonly dbFile: string;
  /** The published content: an absolute path, or `https://…`. */
  readonly published: string;
  readonly config: ServerConfig;
  /** Channels of the owner's notices. Default: none. */
  readonly notices?: NoticeConfig;
  /** Default: DEFAULT_RETENTION. */
  readonly retention?: Retention | null;
  readonly log: Log;
  /** Address or path of the desk. Default: it is not served. */
  readonly desk?: DeskPlace | null;
  /** Settings for backups by the server. Default: the owner makes backups. */
  readonly backups?: BackupPlan;
  /** Absolute folder of a build, for snapshots of the comments. Default: none are written. */
  readonly snapshotDir?: string | null;
  /**
   * The site's own address from the newest configuration, if `published` was built for a local
   * address. Default: the published one.
   */
  readonly siteUrl?: () => string | null;
  /** Called with a line about waiting comments and inquiries; missing if no terminal shows it. */
  readonly tellWaiting?: TellWaiting;
}
