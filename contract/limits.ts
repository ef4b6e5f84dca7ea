/** Every number the contract promises, with its unit. Lengths of text are code points; sizes are bytes. */

export const PAGE_MAX = 10_000;
/** Longest path of a page: hosts limit longer ones. */
export const PAGE_PATH_MAX = 1_024;
export const PAGE_SIZE_MAX = 100;
export const SEARCH_PAGE_SIZE_DEFAULT = 10;
export const COMMENTS_PAGE_SIZE_MAX = 50;
export const COMMENTS_PAGE_SIZE_DEFAULT = 20;

/** Orders of a post's threads. */
export const COMMENT_SORTS = ["oldest", "newest", "popular"] as const;
/** Number of newest comments in `/comments` and the Atom feeds. */
export const RECENT_COMMENTS_MAX = 50;

/** Tags that a query may name, joined by commas. */
export const QUERY_TAGS_MAX = 5;
/** Language in a query, characters: the longest tags in use have some 30. */
export const LANGUAGE_TEXT_MAX = 64;
/** Search text, after NFKC and trim. */
export const QUERY_TEXT_MAX = 200;
export const SLUG_MAX = 160;
/** An author's own front matter (`extra`), as JSON: bytes in a summary, and in a document, which has what its summary has too. */
export const EXTRA_SUMMARY_MAX_BYTES = 2_048;
export const EXTRA_DOCUMENT_MAX_BYTES = 16_384;
/** Objects and lists in each other, `extra` itself the first. */
export const EXTRA_DEPTH_MAX = 6;
/** Date or date-time in a query, characters: RFC 3339 sets no end to the decimals of a second. */
export const INSTANT_TEXT_MAX = 64;
/** Request target (path and query), bytes; above it 414. */
export const URI_MAX_BYTES = 8_192;
/** `Link` header, bytes: what proxies and clients take without being told to. */
export const LINK_MAX_BYTES = 8_192;
/** Request body, bytes; above it 413. */
export const BODY_MAX_BYTES = 32_768;
/** Request to `/mcp`, bytes; above it 413. */
export const MCP_REQUEST_MAX_BYTES = 16_384;
/** Answer of `/mcp`, bytes; what does not fit is on a next page. */
export const MCP_ANSWER_MAX_BYTES = 65_536;

export const COMMENT_AUTHOR_NAME_MAX = 80;
export const COMMENT_BODY_MAX = 5_000;
export const COMMENT_AUTHOR_URL_MAX = 500;
/** How long an author may change or withdraw a comment, ms. */
export const COMMENT_EDIT_MS = 15 * 60_000;
export const COMMENT_DEPTH_MAX = 5;
/** Replies that a thread carries; more are paged with `parentId`. */
export const THREAD_REPLIES_MAX = 200;
/** Posts whose counts are asked for by name. */
export const COUNTED_SLUGS_MAX = 50;
export const EMAIL_MAX = 254;

export const INQUIRY_MESSAGE_MAX = 5_000;
export const INQUIRY_NAME_MAX = 100;

export const ENGAGEMENT_BATCH_MAX = 20;
export const ENGAGEMENT_ACTIVE_MS_MAX = 3_600_000;
export const ENGAGEMENT_AGE_MS_MAX = 300_000;
export const ENGAGEMENT_PATH_MAX = 1_024;
export const ENGAGEMENT_REFERRER_MAX = 2_048;
/** Address of an outbound click. */
export const ENGAGEMENT_URL_MAX = 2_048;
export const ENGAGEMENT_NAME_MAX = 120;

export const IDEMPOTENCY_KEY_MIN = 16;
export const IDEMPOTENCY_KEY_MAX = 64;

/** Items of `/latest`. */
export const LATEST_MAX = 50;
export const RELATED_POSTS_MAX = 3;
/** Items of its series that a post carries, around itself; all of them are at `/post-series/{slug}`. */
export const SERIES_ITEMS_MAX = 50;

/** Preflight answers may be kept this long, seconds. */
export const CORS_MAX_AGE_SECONDS = 7_200;
/** `Retry-After` of a 503, seconds. */
export const RETRY_AFTER_SECONDS = 5;
