import type { Retention } from "./privacy-types.ts";

/** Rows that one run removed. */
export interface MaintenanceReport {
  idempotencyKeys: number;
  duplicateMarks: number;
  quotas: number;
  bans: number;
  authorKeys: number;
  withdrawnLikes: number;
  visitorKeys: number;
  retryIds: number;
  events: number;
  /** Events that led to no notice, and finished notices. */
  notices: number;
  /** Steps that can no longer be undone. */
  undoSteps: number;
  /** Rejected comments and spam. */
  comments: number;
  /** Email addresses of comments. */
  emails: number;
  inquiries: number;
}

/** Rows removed because of the owner's retention periods. */
export type RetentionReport = Pick<MaintenanceReport, "comments" | "emails" | "inquiries" | "events">;

export interface MaintenanceStore {
  /**
   * Deletes rows past their retention in short batches between other writes. The next run continues
   * where `isStopped` ended this one. Call it hourly.
   */
  run(isStopped?: () => boolean, retention?: Retention): Promise<MaintenanceReport>;
  /** Rows that a run would delete now because of `retention`. */
  due(retention: Retention): Promise<RetentionReport>;
  /**
   * When a run has something to do next, in ms since 1970, possibly in the past; null if nothing is
   * waiting.
   */
  nextDue(retention?: Retention): Promise<number | null>;
}
