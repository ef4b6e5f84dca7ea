import type { Log } from "../log.ts";
import { secretsOf } from "../notices/notice-config.ts";
import { redact, retryPause } from "../notices/notice-retry.ts";
import type { NoticeSender, OwnerMessage } from "../notices/owner-message.ts";
import type { FailingChannel } from "../store/notice-types.ts";
import type { IncidentDelivery, IncidentMessage } from "./incident-record.ts";

/** Number of failed attempts after which a channel counts as failing, as in the outbox. */
const FAILING_ATTEMPTS = 3;

export interface IncidentSenderOptions {
  readonly senders: readonly NoticeSender[];
  readonly compose: (message: IncidentMessage) => Promise<OwnerMessage>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** 0 ≤ x < 1. */
  readonly chance: () => number;
  readonly log: Pick<Log, "warn">;
}

export interface IncidentSender {
  /** Sends the due messages. Returns the remaining ones, with their next attempt. */
  send(pending: readonly IncidentMessage[], signal: AbortSignal): Promise<IncidentMessage[]>;
}

/**
 * Sends messages from memory, because the outbox cannot store them while writes to the database
 * fail.
 */
export function createIncidentSender(options: IncidentSenderOptions): IncidentSender {
  return {
    async send(pending, signal) {
      const left = await Promise.all(pending.map((message) => sendMessage(message, options, signal)));
      return left.filter(({ deliveries }) => deliveries.length > 0);
    },
  };
}

async function sendMessage(message: IncidentMessage, options: IncidentSenderOptions, signal: AbortSignal): Promise<IncidentMessage> {
  const { senders, clock, compose } = options;
  if (!message.deliveries.some(({ dueAt }) => dueAt <= clock())) return message;
  const composed = await compose(message);
  const left = await Promise.all(
    message.deliveries.map(async (delivery): Promise<IncidentDelivery | null> => {
      // The channel is no longer configured.
      const sender = senders.find(({ channel }) => channel === delivery.channel);
      if (sender === undefined) return null;
      if (delivery.dueAt > clock()) return delivery;
      return attempt(delivery, () => sender.send(composed, { signal, now: clock() }), options);
    }),
  );
  return { ...message, deliveries: left.filter((delivery) => delivery !== null) };
}

async function attempt(
  delivery: IncidentDelivery,
  send: () => Promise<void>,
  { senders, clock, chance, log }: IncidentSenderOptions,
): Promise<IncidentDelivery | null> {
  try {
    await send();
    return null;
  } catch (failure) {
    const error = redact(failure, secretsOf({ senders }));
    const attempts = delivery.attempts + 1;
    const pause = retryPause(attempts, failure, chance());
    log.warn(
      pause === null
        ? "a message about an incident could not be sent and will not be retried"
        : "a message about an incident could not be sent",
      { channel: delivery.channel, detail: error },
    );
    return pause === null ? null : { ...delivery, attempts, error, dueAt: clock() + pause };
  }
}

/** Channels that have failed several times to send a message about an incident. */
export function failingDeliveries(pending: readonly IncidentMessage[]): FailingChannel[] {
  return pending.flatMap(({ since, until, deliveries }) =>
    deliveries.flatMap(({ channel, attempts, error }) =>
      attempts >= FAILING_ATTEMPTS && error !== null ? [{ channel, since: until ?? since, error }] : [],
    ),
  );
}
