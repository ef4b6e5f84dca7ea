import { DAY_MS, findEarliest } from "../days.ts";
import type { Log } from "../log.ts";
import { isMailChannel, type LeasedNotice } from "../store/notice-types.ts";
import type { Store } from "../store/store.ts";
import { toAsciiAddress } from "./channels/mail/mail-transport.ts";
import type { ComposeNotice } from "./compose-notice.ts";
import { secretsOf } from "./notice-config.ts";
import { redact, retryPause } from "./notice-retry.ts";
import type { NoticeSender } from "./owner-message.ts";

/**
 * How long a lease lasts, in ms; longer than any attempt takes. If a process is killed during
 * an attempt, the next attempt begins when the lease expires.
 */
const LEASE_MS = 120_000;
const MINUTE_MS = 60_000;
/** Longer than the time between two reports, in ms. */
const CALENDAR_MS = 8 * DAY_MS;

export interface NotifierOptions {
  readonly store: Store;
  readonly senders: readonly NoticeSender[];
  readonly compose: ComposeNotice;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** 0 ≤ x < 1. */
  readonly chance: () => number;
  /**
   * First day of the week whose report is due by mail at `at` (ms since 1970); null if none is due.
   */
  readonly reportWeek?: (at: number) => Promise<string | null>;
  /**
   * The daily digest. `dueDay` is the latest day whose digest is due at the given time. Default:
   * none.
   */
  readonly digest?: { readonly isOnly: boolean; readonly dueDay: (at: number) => Promise<string> } | null;
  readonly log: Log;
}

export interface Notifier {
  /**
   * Turns events into notices and sends the ones that are due, each channel independently. Resolves
   * when none is left. Rounds of a channel do not overlap.
   */
  run(): Promise<void>;
  /**
   * When messages must be planned or sent next, in ms since 1970, possibly in the past; null if
   * nothing is waiting.
   */
  nextMessageDue(): Promise<number | null>;
  /** When the next report or digest is due by the calendar. Finding it takes a millisecond. */
  nextReportDue(): Promise<number | null>;
  /** Aborts the messages being sent. The next start sends them again. */
  stop(): Promise<void>;
}

/**
 * Sends each message in the outbox to its channel at least once, with leases and growing pauses.
 */
export function createNotifier(options: NotifierOptions): Notifier {
  const { store, senders, reportWeek, digest = null, clock } = options;
  const delivery = new NoticeDelivery(options);
  const channels = senders.map(({ channel }) => channel);
  const mails = channels.filter(isMailChannel);
  const withoutComments = digest?.isOnly === true;
  const running = new Map<string, Promise<void>>();
  let planning: Promise<void> | null = null;
  /** First day of the week whose report is already in the outbox. */
  let lastWeek: string | null = null;

  const once = (sender: NoticeSender): Promise<void> => {
    const found = running.get(sender.channel);
    if (found !== undefined) return found;
    const round = delivery.drain(sender).finally(() => running.delete(sender.channel));
    running.set(sender.channel, round);
    return round;
  };
  const plan = async (): Promise<void> => {
    await store.notices.plan(channels, { withoutComments });
    if (digest !== null) await store.notices.digest({ day: await digest.dueDay(clock()), channels });
    const week = mails.length > 0 ? ((await reportWeek?.(clock())) ?? null) : null;
    if (week === null || week === lastWeek) return;
    await store.notices.report({ firstDay: week, channels: mails });
    lastWeek = week;
  };

  return {
    run: async () => {
      if (delivery.stopping.signal.aborted) return;
      planning ??= plan().finally(() => {
        planning = null;
      });
      await planning;
      await Promise.all(senders.map(once));
    },
    nextMessageDue: () => store.notices.nextDue(channels, { withoutComments }),
    nextReportDue: async () =>
      findEarliest(
        digest === null ? null : await findNextChange(clock(), digest.dueDay),
        mails.length === 0 || reportWeek === undefined ? null : await findNextChange(clock(), reportWeek),
      ),
    stop: async () => {
      delivery.stopping.abort();
      await planning?.catch(() => {});
      await Promise.allSettled(running.values());
    },
  };
}

/**
 * When the next report or digest is due by the calendar, to the minute.
 * @returns null if none will be due
 */
async function findNextChange(now: number, find: (at: number) => Promise<string | null>): Promise<number | null> {
  const present = await find(now);
  let [before, after] = [now, now + CALENDAR_MS];
  if ((await find(after)) === present) return null;
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2);
    if ((await find(middle)) === present) before = middle;
    else after = middle;
  }
  return after;
}

class NoticeDelivery {
  readonly stopping = new AbortController();
  readonly #options: NotifierOptions;
  readonly #secrets: readonly string[];

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#secrets = secretsOf(options);
  }

  /** Sends the channel's due notices until none is left. */
  async drain(sender: NoticeSender): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const notice = await this.#options.store.notices.lease({ channel: sender.channel, ms: LEASE_MS });
      if (notice === null) return;
      await this.#attempt(notice, sender);
    }
  }

  async #attempt(notice: LeasedNotice, sender: NoticeSender): Promise<void> {
    const { store, compose, clock, log } = this.#options;
    let visitors: string[] = [];
    try {
      const message = await compose(notice);
      visitors = [message?.to, message?.replyTo].flatMap((each) =>
        each ? [each.address, toAsciiAddress(each.address) ?? each.address] : [],
      );
      if (message === null) {
        await store.notices.drop(notice);
        return;
      }
      await sender.send(message, { signal: this.stopping.signal, now: clock() });
    } catch (error) {
      // Mail services quote the address that they refuse. It must not appear in the log.
      await this.#settleFailure(notice, error, [...visitors, ...this.#secrets]);
      return;
    }
    await store.notices.sent(notice);
    log.debug("the owner was notified", { channel: notice.channel, kind: notice.kind, attempts: notice.attempts });
  }

  async #settleFailure(notice: LeasedNotice, failure: unknown, hidden: readonly string[]): Promise<void> {
    const { store, clock, chance, log } = this.#options;
    const error = redact(failure, hidden);
    const now = clock();
    if (this.stopping.signal.aborted) {
      await store.notices.failed(notice, { error, retryAt: now });
      return;
    }
    const pause = retryPause(notice.attempts, failure, chance());
    const retryAt = pause === null ? null : now + pause;
    await store.notices.failed(notice, { error, retryAt });
    const event =
      retryAt === null ? "a notice could not be sent and will not be retried; see octavo notify list" : "a notice could not be sent";
    log.warn(event, { channel: notice.channel, detail: error, ...(retryAt === null ? {} : { retryAt: new Date(retryAt).toISOString() }) });
  }
}
