import type { EngagementType } from "../../engagement-types.ts";

/** Views. They count a visitor and may repeat a view of the same day. */
export const VISIT_TYPES: readonly EngagementType[] = ["post_view", "page_view", "photo_view", "service_view", "document_view"];
