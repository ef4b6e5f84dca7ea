import type { Log } from "../log.ts";
import { createModerationTokens } from "../moderation/moderation-token.ts";
import type { PublishedSource } from "../published.ts";
import type { ApiKeys } from "../route-context.ts";
import type { Store } from "../store/store.ts";
import { readTimeZone } from "../stored-site.ts";
import { createSubscriptionTokens } from "../subscriptions/subscription-token.ts";
import { type ComposeOptions, createComposer } from "./compose-notice.ts";
import { findDigestDay } from "./daily-digest.ts";
import type { NoticeConfig } from "./notice-config.ts";
import { createNotifier, type Notifier } from "./notifier.ts";
import { findReportWeek } from "./weekly-report.ts";

export interface OpenNotifierOptions {
  readonly config: NoticeConfig;
  readonly store: Store;
  readonly published: PublishedSource;
  readonly keys: Pick<ApiKeys, "hash">;
  /** The configured public base of the API. */
  readonly baseUrl: string | null;
  readonly findTroubles?: ComposeOptions["findTroubles"];
  readonly clock: () => number;
  readonly log: Log;
}

/** null if no notice channel is configured. */
export function openNotifier({
  config,
  store,
  published,
  keys,
  baseUrl,
  findTroubles = async () => [],
  clock,
  log,
}: OpenNotifierOptions): Notifier | null {
  const { senders } = config;
  if (senders.length === 0) return null;
  const tokens = createModerationTokens(keys, clock);
  const subscriptions = createSubscriptionTokens(keys);
  const compose = createComposer({
    store,
    published,
    findTroubles,
    moderationUrl: ({ id, revision }, content) => {
      const base = baseUrl ?? content?.baseUrl ?? null;
      return base === null ? null : tokens.link({ kind: "comment", id, revision }, base);
    },
    subscriptionUrl: (id, content) => {
      const base = baseUrl ?? content?.baseUrl ?? null;
      return base === null ? null : subscriptions.link(id, base);
    },
  });
  const readZone = async (): Promise<string> => (await published.current())?.timeZone ?? (await readTimeZone(store));
  const reportWeek = async (): Promise<string | null> => (config.weeklyReport ? findReportWeek(clock(), await readZone()) : null);
  const { digest: plan } = config;
  const digest = plan && { isOnly: plan.isOnly, dueDay: async () => findDigestDay(clock(), await readZone(), plan.hour) };
  return createNotifier({ store, senders, compose, clock, chance: Math.random, log, reportWeek, digest });
}
