import type { EngagementType } from "../../engagement-types.ts";

/** Views. They count toward visitors, and a second view on the same day counts as a repeat. */
export const VISIT_TYPES: readonly EngagementType[] = ["post_view", "page_view", "photo_view", "service_view", "document_view"];
