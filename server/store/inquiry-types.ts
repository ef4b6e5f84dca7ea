import type { DailyQuota, IdempotencyRequest, QuotaRefusal } from "./request-types.ts";
import type { JoinCounts, JoinOptions } from "./transfer-types.ts";

export interface NewInquiry {
  email: string;
  message: string;
  name: string | null;
  telegram: string | null;
  serviceId: string | null;
  state: "received" | "spam";
  origin: string | null;
  idempotency: IdempotencyRequest | null;
  quotas: readonly DailyQuota[];
}

/** In their usual order. The honeypot marks spam; the owner may set any state. */
export const INQUIRY_STATES = ["new", "read", "replied", "closed", "spam"] as const;
export type InquiryState = (typeof INQUIRY_STATES)[number];

/** The owner's note about an inquiry. */
export interface InquiryNote {
  at: number;
  text: string;
}

export interface StoredInquiry {
  id: string;
  state: InquiryState;
  email: string;
  message: string;
  name: string | null;
  telegram: string | null;
  serviceId: string | null;
  origin: string | null;
  createdAt: number;
  /** The day on which it is due, in the site's time zone, YYYY-MM-DD; null if no day is set. */
  dueOn: string | null;
  /** Oldest first. */
  notes: InquiryNote[];
}

export type SubmitInquiryResult =
  | { kind: "accepted"; id: string; createdAt: number }
  | { kind: "replayed"; id: string; createdAt: number; status: number }
  | { kind: "key-reused" }
  | QuotaRefusal;

export interface InquiryStore {
  submit(inquiry: NewInquiry): Promise<SubmitInquiryResult>;
  get(id: string): Promise<StoredInquiry | null>;
  /** Ids that begin with the prefix, sorted. */
  findIds(prefix: string, limit: number): Promise<string[]>;
  /** Newest first by default, after the inquiry `after`. Default `limit` 50. */
  list(query?: {
    states?: readonly InquiryState[];
    email?: string;
    /** Each word must occur in the inquiry or its notes, ignoring case. */
    words?: readonly string[];
    order?: "oldest" | "newest";
    after?: string;
    limit?: number;
  }): Promise<StoredInquiry[]>;
  /** False if there is no such inquiry. */
  mark(id: string, state: InquiryState): Promise<boolean>;
  /** null removes the day. False if there is no such inquiry. */
  schedule(id: string, dueOn: string | null): Promise<boolean>;
  /**
   * Inquiries that are neither closed nor spam and are due by `lastDay`, longest overdue first.
   * Default `limit` 50.
   */
  due(query: { lastDay: string; limit?: number }): Promise<StoredInquiry[]>;
  /**
   * False if there is no such inquiry, or if it already has `notesMax` notes. Default: no maximum.
   */
  addNote(id: string, text: string, notesMax?: number | null): Promise<boolean>;
  /**
   * Imports inquiries from another database of the site, as `JoinStore.inquiries` does, in one
   * transaction. Nobody is notified.
   */
  take(inquiries: readonly StoredInquiry[], options: Pick<JoinOptions, "dryRun" | "erased">): Promise<JoinCounts>;
  /** Erases the inquiry and its notes; false if there is none. */
  delete(id: string): Promise<boolean>;
}
