/** The one channel that reaches visitors, too. */
export const MAIL_CHANNEL = "mail";

/** To visitors who asked: `confirmation` asks whether they want to be told, `replies` tells. To the owner: `comments` wait for a decision, `inquiries` came, `report` is of a week. */
export type NoticeKind = "comments" | "inquiries" | "report" | "confirmation" | "replies";

/** A message to the owner by one channel. It names what it is about; the texts are read when it is sent. */
export interface Notice {
  /** The same for all channels and all attempts: Message-ID and webhook id are made of it. */
  id: string;
  /** Name of a channel (server/notices/channels/). */
  channel: string;
  kind: NoticeKind;
  /** Public ids of comments, inquiries or subscriptions; of a report its first day, `YYYY-MM-DD`. */
  subjects: readonly string[];
  createdAt: number;
  /** Attempts that were begun, this one included. */
  attempts: number;
}

/** A notice that the caller may send until the lease ends; afterwards anybody may. */
export interface LeasedNotice extends Notice {
  lease: string;
}

export type NoticeState = "waiting" | "sent" | "dead";

export interface StoredNotice extends Notice {
  state: NoticeState;
  /** When the next attempt is due, while it waits. */
  dueAt: number;
  finishedAt: number | null;
  /** The error of the last attempt, without secrets. */
  error: string | null;
}

export interface NoticeStore {
  /**
   * Makes messages for these channels of what has happened since: waiting comments together, a minute after the first of them and at most once an hour; inquiries one
   * by one and at once, from the 21st within an hour on together. A comment that was decided on meanwhile is not told. Returns how many messages were made.
   */
  plan(channels: readonly string[]): Promise<number>;
  /** Makes the messages of a report on the week from that day (YYYY-MM-DD), once for each. False: it was made before, or nothing at all was kept before the end of that week. */
  report(report: { firstDay: string; channels: readonly string[] }): Promise<boolean>;
  /** Takes the next message of a channel that is due and that nobody sends; null: none is. */
  lease(lease: { channel: string; ms: number }): Promise<LeasedNotice | null>;
  /** False: the lease has ended, and somebody else has it. */
  sent(notice: Pick<LeasedNotice, "id" | "channel" | "lease">): Promise<boolean>;
  /** @param failure `retryAt` null: no more attempts, it is a dead letter */
  failed(notice: Pick<LeasedNotice, "id" | "channel" | "lease">, failure: { error: string; retryAt: number | null }): Promise<boolean>;
  /** There is nothing left to tell of: what it was about was erased or decided. */
  drop(notice: Pick<LeasedNotice, "id" | "channel" | "lease">): Promise<boolean>;
  /** Newest first, at most 200. */
  list(states: readonly NoticeState[]): Promise<StoredNotice[]>;
  /** Lets dead letters be sent again, all or those with these ids; returns how many. */
  retry(ids: readonly string[] | null): Promise<number>;
}
