import { siteOfApi } from "../../contract/text/base-path.ts";
import { type DeskPlace, findCardSite, toDeskAddress } from "../desk/hosted/desk-address.ts";
import type { Log } from "../log.ts";
import { type CardLink, createModerationTokens } from "../moderation/moderation-token.ts";
import type { PublishedSource } from "../published.ts";
import type { PublishedContent } from "../published-content.ts";
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
  /** Where this server serves the desk. Default: nowhere. */
  readonly desk?: DeskPlace | null;
  /**
   * Whether the server runs on a machine, where commands need no address. Default true.
   */
  readonly hasMachine?: boolean;
  readonly findIncidents?: ComposeOptions["findIncidents"];
  readonly clock: () => number;
  readonly log: Log;
}

/** Returns null if no notice channel is configured. */
export function openNotifier({
  config,
  store,
  published,
  keys,
  baseUrl,
  desk = null,
  hasMachine = true,
  findIncidents = async () => [],
  clock,
  log,
}: OpenNotifierOptions): Notifier | null {
  const { senders } = config;
  if (senders.length === 0) return null;
  const tokens = createModerationTokens(keys, clock);
  const subscriptions = createSubscriptionTokens(keys);
  const findBase = (content: PublishedContent | null): string | null => baseUrl ?? content?.baseUrl ?? null;
  const toCard = (link: CardLink, content: PublishedContent | null): string | null => {
    const base = findBase(content);
    const site = findCardSite(desk, base === null ? null : siteOfApi(base));
    return site === null ? null : tokens.link(link, site);
  };
  const compose = createComposer({
    store,
    published,
    findIncidents,
    moderationUrl: ({ id, revision }, content) => toCard({ kind: "comment", id, revision }, content),
    inquiryUrl: ({ id }, content) => toCard({ kind: "inquiry", id }, content),
    commandSite: (content) => {
      const base = hasMachine ? null : findBase(content);
      return base === null ? null : siteOfApi(base);
    },
    deskUrl: (content) => {
      const base = findBase(content);
      return desk === null ? null : (toDeskAddress(desk, base === null ? null : new URL(siteOfApi(base)).origin)?.url ?? null);
    },
    subscriptionUrl: (id, content) => {
      const base = findBase(content);
      return base === null ? null : subscriptions.link(id, base);
    },
  });
  const readZone = async (): Promise<string> => (await published.current())?.timeZone ?? (await readTimeZone(store));
  const reportWeek = async (at: number): Promise<string | null> => (config.weeklyReport ? findReportWeek(at, await readZone()) : null);
  const { digest: plan } = config;
  const digest = plan && { isOnly: plan.isOnly, dueDay: async (at: number) => findDigestDay(at, await readZone(), plan.hour) };
  return createNotifier({ store, senders, compose, clock, chance: Math.random, log, reportWeek, digest });
}
