import type { Log } from "../log.ts";
import { type LeasedNotice, MAIL_CHANNEL } from "../store/notice-types.ts";
import type { Store } from "../store/store.ts";
import type { ComposeNotice } from "./compose-notice.ts";
import { secretsOf } from "./notice-config.ts";
import { type NoticeSender, SendFailure } from "./owner-message.ts";

/** Longer than any attempt takes: whoever was killed in the midst of one has lost it then. ms */
const LEASE_MS = 120_000;
/** Before the second attempt, and at most, ms. */
const RETRY_FIRST_MS = 30_000;
const RETRY_MAX_MS = 6 * 3_600_000;
/** Attempts, over a day and a half; then it is a dead letter. */
const ATTEMPTS_MAX = 14;
/** Characters of an error that are kept. */
const ERROR_MAX = 300;

export interface NotifierOptions {
  readonly store: Store;
  readonly senders: readonly NoticeSender[];
  readonly compose: ComposeNotice;
  /** ms since 1970. */
  readonly clock: () => number;
  /** 0 ≤ x < 1. */
  readonly chance: () => number;
  /** First day of the week whose report is due by mail; null: none is sent. */
  readonly reportWeek?: () => Promise<string | null>;
  readonly log: Log;
}

export interface Notifier {
  /** Makes messages of what has happened, and sends all that are due, each channel by itself; resolves when none is left. Rounds of a channel do not overlap. */
  run(): Promise<void>;
  /** Gives up what is being sent: it is sent again by the next start. */
  stop(): Promise<void>;
}

/** Takes notices from the outbox to the owner: at least once each, by a lease, with pauses that grow. */
export function createNotifier({ store, senders, compose, clock, chance, log, reportWeek }: NotifierOptions): Notifier {
  const stopping = new AbortController();
  const channels = senders.map(({ channel }) => channel);
  const secrets = secretsOf({ senders });
  const running = new Map<string, Promise<void>>();
  let planning: Promise<void> | null = null;
  /** Whose report is in the outbox. */
  let lastWeek: string | null = null;

  const attempt = async (notice: LeasedNotice, sender: NoticeSender): Promise<void> => {
    let visitor: string | null = null;
    try {
      const message = await compose(notice);
      visitor = message?.to?.address ?? null;
      if (message === null) {
        await store.notices.drop(notice);
        return;
      }
      await sender.send(message, { signal: stopping.signal, now: clock() });
    } catch (error) {
      // A mail server names the address that it refuses; in the log it must not stand.
      await settleFailure(notice, error, visitor === null ? secrets : [visitor, ...secrets]);
      return;
    }
    await store.notices.sent(notice);
    log.debug("the owner was told", { channel: notice.channel, kind: notice.kind, attempts: notice.attempts });
  };

  const settleFailure = async (notice: LeasedNotice, error: unknown, hidden: readonly string[]): Promise<void> => {
    const said = redact(error, hidden);
    const now = clock();
    if (stopping.signal.aborted) {
      await store.notices.failed(notice, { error: said, retryAt: now });
      return;
    }
    const pause = Math.min(RETRY_FIRST_MS * 2 ** (notice.attempts - 1), RETRY_MAX_MS);
    const retryAfterMs = error instanceof SendFailure ? (error.retryAfterMs ?? 0) : 0;
    // Half of it by chance: many that failed at once do not come back at once.
    const retryAt = notice.attempts >= ATTEMPTS_MAX ? null : now + Math.max(Math.round(pause * (0.5 + chance() / 2)), retryAfterMs);
    await store.notices.failed(notice, { error: said, retryAt });
    const what = retryAt === null ? "a notice could not be sent, and is not tried again: octavo notify list" : "a notice could not be sent";
    log.warn(what, { channel: notice.channel, detail: said, ...(retryAt === null ? {} : { retryAt: new Date(retryAt).toISOString() }) });
  };

  const drain = async (sender: NoticeSender): Promise<void> => {
    while (!stopping.signal.aborted) {
      const notice = await store.notices.lease({ channel: sender.channel, ms: LEASE_MS });
      if (notice === null) return;
      await attempt(notice, sender);
    }
  };

  const once = (sender: NoticeSender): Promise<void> => {
    const found = running.get(sender.channel);
    if (found !== undefined) return found;
    const round = drain(sender).finally(() => running.delete(sender.channel));
    running.set(sender.channel, round);
    return round;
  };

  const plan = async (): Promise<void> => {
    await store.notices.plan(channels);
    const week = channels.includes(MAIL_CHANNEL) ? ((await reportWeek?.()) ?? null) : null;
    if (week === null || week === lastWeek) return;
    await store.notices.report({ firstDay: week, channels: [MAIL_CHANNEL] });
    lastWeek = week;
  };

  return {
    run: async () => {
      if (stopping.signal.aborted) return;
      planning ??= plan().finally(() => {
        planning = null;
      });
      await planning;
      await Promise.all(senders.map(once));
    },
    stop: async () => {
      stopping.abort();
      await planning?.catch(() => {});
      await Promise.allSettled(running.values());
    },
  };
}

/** With the causes: fetch says why it failed there alone. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}

/** The error, on one line, without secrets. */
export function redact(error: unknown, secrets: readonly string[]): string {
  const clean = secrets.reduce((kept, secret) => kept.replaceAll(secret, "…"), describe(error));
  return clean.replace(/\p{Cc}+/gu, " ").slice(0, ERROR_MAX);
}
