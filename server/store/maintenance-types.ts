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
  /** Events that led to no notice, and notices that are over. */
  notices: number;
  /** Rejected ones and spam. */
  comments: number;
  /** E-mail addresses of comments. */
  emails: number;
  inquiries: number;
}

/** Rows that the owner's retention alone removes. */
export type RetentionReport = Pick<MaintenanceReport, "comments" | "emails" | "inquiries" | "events">;

export interface MaintenanceStore {
  /** Deletes what has reached its age, in short batches between other writes; the next run goes on where `isStopped` ended one. Call hourly. */
  run(isStopped?: () => boolean, retention?: Retention): Promise<MaintenanceReport>;
  /** Rows that a run would delete now because of `retention`. */
  due(retention: Retention): Promise<RetentionReport>;
}
