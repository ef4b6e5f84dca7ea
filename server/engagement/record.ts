import type { EngagementRecord } from "../../contract/schemas/request-engagement.ts";
import { isKindRecord, KIND_OF_RECORD } from "../../kinds/engagement-kinds.ts";
import type { PublishedContent } from "../published-content.ts";
import type { EngagementEvent } from "../store/engagement-types.ts";
import { toShownName } from "../text/plain-text.ts";
import { normalizePath, normalizeReferrer, normalizeTarget } from "./normalize.ts";

export interface RecordContext {
  /** The server's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly content: Pick<PublishedContent, "findPost" | "has" | "hasOwn" | "isPage" | "countsCampaigns">;
  /** The site's hosts, from `normalizeHost`. They are not counted as referrers. */
  readonly ownHosts: readonly string[];
  /** The visitor's key at a given time; null if visitors must not be distinguished. */
  readonly visitorAt: (at: number) => Uint8Array | null;
}

/**
 * Converts a valid record into a stored event. Its time is the server's clock minus the record's
 * age, and days and hours are UTC. Query and fragment are dropped, and only the host of the
 * referrer is kept. A post's former slug is replaced by its current one. A campaign is dropped
 * unless the site counts campaigns, because a visitor's program must not be able to turn that on.
 * Null if the record names something that is not published.
 */
export function toEngagementEvent(record: EngagementRecord, context: RecordContext): EngagementEvent | null {
  const slug = "slug" in record && typeof record.slug === "string" ? findSlug(record, record.slug, context.content) : null;
  if (slug === undefined) return null;
  const at = context.now - (record.ageMs ?? 0);
  const path = typeof record.path === "string" ? normalizePath(record.path) : null;
  return {
    type: record.type,
    at,
    retryId: typeof record.id !== "string" ? null : Buffer.from(record.id.replaceAll("-", ""), "hex"),
    path,
    isPage: path !== null && context.content.isPage(path),
    slug,
    referrer: typeof record.referrer !== "string" ? null : normalizeReferrer(record.referrer, context.ownHosts),
    target: targetOf(record, context.content),
    value: numberOf(record),
    activeMs: record.type === "read_progress" ? record.activeMs : null,
    visitor: context.visitorAt(at),
  };
}

/** The current slug; undefined if nothing is published under it. */
function findSlug(record: EngagementRecord, slug: string, content: RecordContext["content"]): string | undefined {
  if (isKindRecord(record.type)) return content.has(KIND_OF_RECORD[record.type], slug) ? slug : undefined;
  if (record.type !== "document_view") return content.findPost(slug)?.slug;
  // A slug has no slash.
  return content.hasOwn(record.kind, slug) ? `${record.kind}/${slug}` : undefined;
}

function targetOf(record: EngagementRecord, { countsCampaigns }: Pick<PublishedContent, "countsCampaigns">): string | null {
  switch (record.type) {
    case "outbound_click":
      return normalizeTarget(record.url);
    case "share":
      return toShownName(record.channel);
    case "cta_click":
      return toShownName(record.name);
    case "post_view":
    case "page_view":
      // Most views have no campaign, and cleaning three empty names would take 7% of a record's
      // time.
      return record.campaign == null || !countsCampaigns ? null : toCampaign(record.campaign);
    default:
      return null;
  }
}

/** Replaces a missing part of a campaign. */
const NO_PART = "-";

/** `newsletter / email / spring`; null if no part is visible. */
function toCampaign({ source, medium, name }: Partial<Record<"source" | "medium" | "name", string | null | undefined>>): string | null {
  const parts = [source, medium, name].map((part) => toShownName(part ?? ""));
  return parts.every((part) => part === null) ? null : parts.map((part) => part ?? NO_PART).join(" / ");
}

function numberOf(record: EngagementRecord): number | null {
  // 99.9% does not count as read to the end.
  if (record.type === "read_progress") return Math.floor(record.percent);
  return record.type === "search" ? record.resultCount : null;
}
