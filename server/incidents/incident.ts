import type { BackupPlan, BackupState } from "../backups/backup-plan.ts";
import type { Log } from "../log.ts";
import type { FailingChannel } from "../store/notice-types.ts";
import type { Store } from "../store/store.ts";
import type { Diagnosis, IncidentFinding } from "./diagnosis.ts";

/** The key of an incident that only the running server can find, in a kind that needs files. */
export const SERVER_ONLY = "server";

/** Something that the owner must fix before visitors lose something. */
export interface Incident extends IncidentFinding {
  /**
   * Distinguishes incidents of one kind, for example `mail` among channels; "" if there is only one.
   */
  readonly key: string;
  /** The message for everybody: /readyz is public, so it contains no path and no address. */
  readonly publicMessage: string;
}

/**
 * One kind of incident: a file in kinds/ and a row in incident-kinds.ts. Notices, /readyz, /metrics
 * and `octavo doctor` all read that list.
 */
export interface IncidentKind {
  /**
   * One word: the label in /metrics and the name of doctor's check. A released name never changes.
   */
  readonly name: string;
  /** Describes the examination, for the help of doctor. */
  readonly about: string;
  /**
   * `files`: any process can examine it. `server`: only the running server can, and doctor reads
   * the server's record beside the database.
   */
  readonly needs: "files" | "server";
  /** Changes nothing. An error that it throws counts as an incident too. */
  examine(site: WatchedSite): Promise<Diagnosis<Incident>> | Diagnosis<Incident>;
}

/** An incident that was found, with its kind. */
export interface FoundIncident extends Incident {
  readonly kind: string;
}

/** The site as the kinds see it. */
export interface WatchedSite {
  readonly now: () => number;
  /** null if the server has no files (on Cloudflare, or in tests). */
  readonly files: WatchedFiles | null;
  /** null outside the server's process. */
  readonly server: WatchedServer | null;
}

export interface WatchedFiles {
  /** Absolute; it need not exist. */
  readonly dbFile: string;
  /** Other folders whose disks need free space, absolute. */
  readonly folders: readonly string[];
  readonly backups: BackupPlan;
  /** Shows a path as the owner knows it. */
  show(path: string): string;
}

export interface WatchedServer {
  readonly store: Pick<Store, "health" | "totals" | "dayRows"> & { readonly engagement: Pick<Store["engagement"], "inbox"> };
  readonly log: Pick<Log, "lost">;
  /** Daily totals over all clients, by their keys in the store; null if nothing is limited. */
  readonly totals: readonly { readonly key: string; readonly limit: number }[] | null;
  failingChannels(): Promise<readonly FailingChannel[]>;
  /** null if the server makes no backups. */
  readonly backups: (() => BackupState) | null;
}
