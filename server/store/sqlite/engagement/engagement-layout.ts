import type { EngagementType } from "../../engagement-types.ts";

/**
 * Events that one millisecond can hold (`id` = at × this + n). The next one spills into the next
 * millisecond. Exact in a JS number until the year 2109.
 */
export const IDS_PER_MS = 2_048;
/** Views. They count a visitor and may repeat a view of the same day. */
export const VISIT_TYPES: readonly EngagementType[] = ["post_view", "page_view", "photo_view", "service_view", "document_view"];
