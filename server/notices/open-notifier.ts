import type { Log } from "../log.ts";
import type { PublishedSource } from "../published.ts";
import type { NoticeChannel } from "../store/notice-types.ts";
import type { Store } from "../store/store.ts";
import { createComposer } from "./compose-notice.ts";
import { createMailSender } from "./mail-sender.ts";
import { type NoticeConfig, secretsOf } from "./notice-config.ts";
import { createNotifier, type Notifier } from "./notifier.ts";
import type { NoticeSender } from "./owner-message.ts";
import { createTelegramSender } from "./telegram-sender.ts";
import { createWebhookSender } from "./webhook-sender.ts";
import { findReportWeek } from "./weekly-report.ts";

/** By each way that is configured. */
export function createSenders({ mail, webhook, telegram }: NoticeConfig, clock: () => number): Map<NoticeChannel, NoticeSender> {
  const senders = new Map<NoticeChannel, NoticeSender>();
  if (mail !== null) senders.set("mail", createMailSender(mail));
  if (webhook !== null) senders.set("webhook", createWebhookSender(webhook, { clock }));
  if (telegram !== null) senders.set("telegram", createTelegramSender(telegram));
  return senders;
}

export interface OpenNotifierOptions {
  readonly config: NoticeConfig;
  readonly store: Store;
  readonly published: PublishedSource;
  readonly clock: () => number;
  readonly log: Log;
}

/** null: the owner named no way to be told. */
export function openNotifier({ config, store, published, clock, log }: OpenNotifierOptions): Notifier | null {
  const senders = createSenders(config, clock);
  if (senders.size === 0) return null;
  const compose = createComposer({ store, published });
  const reportWeek = async (): Promise<string | null> =>
    config.weeklyReport ? findReportWeek(clock(), (await published.current())?.timeZone ?? "UTC") : null;
  return createNotifier({ store, senders, compose, clock, chance: Math.random, secrets: secretsOf(config), log, reportWeek });
}
