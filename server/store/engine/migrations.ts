import { COMMENT_IMPORTS_SQL } from "../migrations/010-comment-imports.ts";
import { INQUIRY_DUE_AND_REPORTS_SQL } from "../migrations/011-inquiry-due-and-reports.ts";
import { PRIVACY_SQL } from "../migrations/012-privacy.ts";
import { REPLY_NOTICES_SQL } from "../migrations/013-reply-notices.ts";
import { AUTHOR_KEYS_SQL } from "../migrations/014-author-keys.ts";
import { APPLIED_ERASURES_SQL } from "../migrations/015-applied-erasures.ts";
import { VISITOR_ESTIMATES_SQL } from "../migrations/016-visitor-estimates.ts";
import { OPEN_CHANNELS_SQL } from "../migrations/017-open-channels.ts";
import { OWNER_KEYS_SQL } from "../migrations/018-owner-keys.ts";
import { UNDO_STEPS_SQL } from "../migrations/019-undo-steps.ts";
import { OWNER_ACCESS_SQL } from "../migrations/020-owner-access.ts";
import { THREADS_AND_DIGESTS_SQL } from "../migrations/021-threads-and-digests.ts";
import { RATE_STATES_SQL } from "../migrations/022-rate-states.ts";
import { EVENT_PACKS_SQL } from "../migrations/023-event-packs.ts";
import { ACCESS_HISTORY_SQL } from "../migrations/024-access-history.ts";
import { COMMENTS_SQL } from "../migrations/before-10/001-comments.ts";
import { LIKES_AND_INQUIRIES_SQL } from "../migrations/before-10/002-likes-and-inquiries.ts";
import { ENGAGEMENT_SQL } from "../migrations/before-10/003-engagement.ts";
import { META_SQL } from "../migrations/before-10/004-meta.ts";
import { SEEN_SQL } from "../migrations/before-10/005-seen.ts";
import { LABEL_ROOM_SQL } from "../migrations/before-10/006-label-room.ts";
import { AUTHOR_REPLIES_SQL } from "../migrations/before-10/007-author-replies.ts";
import { NOTICES_SQL } from "../migrations/before-10/008-notices.ts";
import { INQUIRY_DESK_SQL } from "../migrations/before-10/009-inquiry-desk.ts";

export interface Migration {
  /** The database's `user_version` afterwards. */
  version: number;
  name: string;
  sql: string;
}

/**
 * In order and without gaps, each in the file with its number. A released migration never changes;
 * a change needs a new file.
 */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "comments", sql: COMMENTS_SQL },
  { version: 2, name: "likes-and-inquiries", sql: LIKES_AND_INQUIRIES_SQL },
  { version: 3, name: "engagement", sql: ENGAGEMENT_SQL },
  { version: 4, name: "meta", sql: META_SQL },
  { version: 5, name: "seen", sql: SEEN_SQL },
  { version: 6, name: "label-room", sql: LABEL_ROOM_SQL },
  { version: 7, name: "author-replies", sql: AUTHOR_REPLIES_SQL },
  { version: 8, name: "notices", sql: NOTICES_SQL },
  { version: 9, name: "inquiry-desk", sql: INQUIRY_DESK_SQL },
  { version: 10, name: "comment-imports", sql: COMMENT_IMPORTS_SQL },
  { version: 11, name: "inquiry-due-and-reports", sql: INQUIRY_DUE_AND_REPORTS_SQL },
  { version: 12, name: "privacy", sql: PRIVACY_SQL },
  { version: 13, name: "reply-notices", sql: REPLY_NOTICES_SQL },
  { version: 14, name: "author-keys", sql: AUTHOR_KEYS_SQL },
  { version: 15, name: "applied-erasures", sql: APPLIED_ERASURES_SQL },
  { version: 16, name: "visitor-estimates", sql: VISITOR_ESTIMATES_SQL },
  { version: 17, name: "open-channels", sql: OPEN_CHANNELS_SQL },
  { version: 18, name: "owner-keys", sql: OWNER_KEYS_SQL },
  { version: 19, name: "undo-steps", sql: UNDO_STEPS_SQL },
  { version: 20, name: "owner-access", sql: OWNER_ACCESS_SQL },
  { version: 21, name: "threads-and-digests", sql: THREADS_AND_DIGESTS_SQL },
  { version: 22, name: "rate-states", sql: RATE_STATES_SQL },
  { version: 23, name: "event-packs", sql: EVENT_PACKS_SQL },
  { version: 24, name: "access-history", sql: ACCESS_HISTORY_SQL },
];

/** The schema version that this program supports. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Stored in the header of the file ("Octv"), to distinguish it from other programs' databases. */
export const APPLICATION_ID = 0x4f637476;
