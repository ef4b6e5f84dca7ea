/** The only channel that also reaches visitors. */
export const MAIL_CHANNEL = "mail";

/** Whether a channel sends emails: to the first recipient, or to a further one (`mail-2`). */
export function isMailChannel(channel: string): boolean {
  return channel === MAIL_CHANNEL || channel.startsWith(`${MAIL_CHANNEL}-`);
}

/**
 * To visitors who asked: `confirmation` asks whether they want notifications, and `replies`
 * contains them. To the owner: `comments` are pending, `inquiries` arrived, `report` covers a week,
 * and `digest` covers a day.
 */
export type NoticeKind = "comments" | "inquiries" | "report" | "digest" | "confirmation" | "replies";

/** A message on one channel. It refers to its subjects, whose texts are read when it is sent. */
export interface Notice {
  /** The same for all channels and attempts. Message-ID and webhook id are derived from it. */
  id: string;
  /** Name of a channel (server/notices/channels/). */
  channel: string;
  kind: NoticeKind;
  /**
   * Public ids of comments, inquiries or subscriptions; for a report its first day, `YYYY-MM-DD`;
   * for a digest its day, and the start (inclusive) and end (exclusive) of its period.
   */
  subjects: readonly string[];
  createdAt: number;
  /** Attempts started so far, including this one. */
  attempts: number;
}

/** A notice that the caller may send until the lease ends. After that, any process may. */
export interface LeasedNotice extends Notice {
  lease: string;
}

export type NoticeState = "waiting" | "sent" | "dead";

export interface StoredNotice extends Notice {
  state: NoticeState;
  /** When the next attempt is due, if it is waiting. */
  dueAt: number;
  finishedAt: number | null;
  /** The error of the last attempt, without secrets. */
  error: string | null;
}

/** A channel whose messages to the owner have failed several times. */
export interface FailingChannel {
  readonly channel: string;
  /** When the oldest of these messages was created. */
  readonly since: number;
  /** The error of the last attempt, without secrets. */
  readonly error: string;
}

export interface NoticeStore {
  /**
   * Turns events into messages for these channels. Pending comments are combined, a minute after
   * the first and at most once an hour. Inquiries are sent immediately and individually, and
   * combined from the 21st within an hour. Comments decided in the meantime are left out. Returns
   * the number of messages.
   */
  plan(channels: readonly string[], options?: { withoutComments?: boolean }): Promise<number>;
  /**
   * Creates the messages for a report on the week that begins on that day (YYYY-MM-DD), once per
   * week. False if they already exist, or if nothing was recorded before the end of that week.
   */
  report(report: { firstDay: string; channels: readonly string[] }): Promise<boolean>;
  /**
   * Creates the messages of the digest that is due on a day, once, covering everything since the
   * previous one. The first call only starts the first period. False if none was created.
   */
  digest(digest: { day: string; channels: readonly string[] }): Promise<boolean>;
  /** Leases a channel's next due message; null if there is none. */
  lease(lease: { channel: string; ms: number }): Promise<LeasedNotice | null>;
  /** False if the lease has expired and another process holds it. */
  sent(notice: Pick<LeasedNotice, "id" | "channel" | "lease">): Promise<boolean>;
  /** @param failure `retryAt` null ends the attempts; the message is then a dead letter */
  failed(notice: Pick<LeasedNotice, "id" | "channel" | "lease">, failure: { error: string; retryAt: number | null }): Promise<boolean>;
  /** Removes a message whose subjects were erased or decided. */
  drop(notice: Pick<LeasedNotice, "id" | "channel" | "lease">): Promise<boolean>;
  /** Newest first, at most 200. */
  list(states: readonly NoticeState[]): Promise<StoredNotice[]>;
  /**
   * Channels that failed several times to send a message to the owner, or gave up on one and have
   * sent none since.
   */
  failing(): Promise<FailingChannel[]>;
  /** When the oldest waiting message was due; null if none is overdue or being sent. */
  oldestDue(): Promise<number | null>;
  /**
   * When something must be planned or sent on these channels next, in ms since 1970, possibly in
   * the past; null if nothing is waiting. Reports and digests are due by the calendar and do not
   * count.
   */
  nextDue(channels: readonly string[], options?: { withoutComments?: boolean }): Promise<number | null>;
  /** Queues dead letters again, all or those with these ids; returns how many. */
  retry(ids: readonly string[] | null): Promise<number>;
}
