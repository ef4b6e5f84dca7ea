/**
 * Every number that the contract promises, with its unit. Lengths of text are code points; sizes
 * are bytes.
 */

export const PAGE_MAX = 10_000;
/** Characters of a page's path. Hosts limit the length of paths. */
export const PAGE_PATH_MAX = 1_024;
export const PAGE_SIZE_MAX = 100;
export const SEARCH_PAGE_SIZE_DEFAULT = 10;
export const COMMENTS_PAGE_SIZE_MAX = 50;
export const COMMENTS_PAGE_SIZE_DEFAULT = 20;

/** Sort orders of a post's threads. */
export const COMMENT_SORTS = ["oldest", "newest", "popular"] as const;
/** Number of newest comments in `/comments` and the Atom feeds. */
export const RECENT_COMMENTS_MAX = 50;

/** Tags in a query, joined by commas. */
export const QUERY_TAGS_MAX = 5;
/** Characters of a language tag in a query; the longest tags in use have about 30. */
export const LANGUAGE_TEXT_MAX = 64;
/** Characters of a search query, after NFKC and trim. */
export const QUERY_TEXT_MAX = 200;
export const SLUG_MAX = 160;
/** Minimum characters of the secret word in a draft's link, so that nobody can guess it. */
export const PREVIEW_WORD_MIN = 16;
export const PREVIEW_WORD_MAX = 128;
/**
 * Bytes of an author's own front matter (`extra`) as JSON: in a summary, and in a document, where
 * the summary's keys count as well.
 */
export const EXTRA_SUMMARY_MAX_BYTES = 2_048;
export const EXTRA_DOCUMENT_MAX_BYTES = 16_384;
/** Nesting depth of objects and lists; `extra` itself is the first level. */
export const EXTRA_DEPTH_MAX = 6;
/**
 * Characters of a date or date-time in a query. RFC 3339 does not limit the decimals of a second.
 */
export const INSTANT_TEXT_MAX = 64;
/** Request target (path and query), in bytes. A longer one gets 414. */
export const URI_MAX_BYTES = 8_192;
/** `Link` header, in bytes: the size that proxies and clients accept without configuration. */
export const LINK_MAX_BYTES = 8_192;
/** Request body, in bytes. A longer one gets 413. */
export const BODY_MAX_BYTES = 32_768;
/** Request to `/mcp`, in bytes. A longer one gets 413. */
export const MCP_REQUEST_MAX_BYTES = 16_384;
/** Response of `/mcp`, in bytes. A longer one is split into pages. */
export const MCP_ANSWER_MAX_BYTES = 65_536;

export const COMMENT_AUTHOR_NAME_MAX = 80;
export const COMMENT_BODY_MAX = 5_000;
export const COMMENT_AUTHOR_URL_MAX = 500;
/** How long an author may edit or withdraw a comment, in ms. */
export const COMMENT_EDIT_MS = 15 * 60_000;
export const COMMENT_DEPTH_MAX = 5;
/** Replies in a thread. Further ones are paged with `parentId`. */
export const THREAD_REPLIES_MAX = 200;
/** Posts that one request for counts may name. */
export const COUNTED_SLUGS_MAX = 50;
export const EMAIL_MAX = 254;

export const INQUIRY_MESSAGE_MAX = 5_000;
export const INQUIRY_NAME_MAX = 100;

export const ENGAGEMENT_BATCH_MAX = 20;
export const ENGAGEMENT_ACTIVE_MS_MAX = 3_600_000;
export const ENGAGEMENT_AGE_MS_MAX = 300_000;
export const ENGAGEMENT_PATH_MAX = 1_024;
export const ENGAGEMENT_REFERRER_MAX = 2_048;
/** Characters of an outbound click's address. */
export const ENGAGEMENT_URL_MAX = 2_048;
export const ENGAGEMENT_NAME_MAX = 120;

export const IDEMPOTENCY_KEY_MIN = 16;
export const IDEMPOTENCY_KEY_MAX = 64;

/** Items of `/latest`. */
export const LATEST_MAX = 50;
export const RELATED_POSTS_MAX = 3;
/**
 * Items of a series in a post's document: the ones around that post. `/post-series/{slug}` has all
 * of them.
 */
export const SERIES_ITEMS_MAX = 50;

/** How long browsers may cache a preflight response, in seconds. */
export const CORS_MAX_AGE_SECONDS = 7_200;
/** `Retry-After` of a 503, in seconds. */
export const RETRY_AFTER_SECONDS = 5;
