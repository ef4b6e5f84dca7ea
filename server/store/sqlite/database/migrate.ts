import type Database from "better-sqlite3";
import { COMMENT_IMPORTS_SQL } from "../../migrations/010-comment-imports.ts";
import { INQUIRY_DUE_AND_REPORTS_SQL } from "../../migrations/011-inquiry-due-and-reports.ts";
import { PRIVACY_SQL } from "../../migrations/012-privacy.ts";
import { REPLY_NOTICES_SQL } from "../../migrations/013-reply-notices.ts";
import { AUTHOR_KEYS_SQL } from "../../migrations/014-author-keys.ts";
import { APPLIED_ERASURES_SQL } from "../../migrations/015-applied-erasures.ts";
import { VISITOR_ESTIMATES_SQL } from "../../migrations/016-visitor-estimates.ts";
import { OPEN_CHANNELS_SQL } from "../../migrations/017-open-channels.ts";
import { OWNER_KEYS_SQL } from "../../migrations/018-owner-keys.ts";
import { UNDO_STEPS_SQL } from "../../migrations/019-undo-steps.ts";
import { OWNER_ACCESS_SQL } from "../../migrations/020-owner-access.ts";
import { THREADS_AND_DIGESTS_SQL } from "../../migrations/021-threads-and-digests.ts";
import { RATE_STATES_SQL } from "../../migrations/022-rate-states.ts";
import { COMMENTS_SQL } from "../../migrations/before-10/001-comments.ts";
import { LIKES_AND_INQUIRIES_SQL } from "../../migrations/before-10/002-likes-and-inquiries.ts";
import { ENGAGEMENT_SQL } from "../../migrations/before-10/003-engagement.ts";
import { META_SQL } from "../../migrations/before-10/004-meta.ts";
import { SEEN_SQL } from "../../migrations/before-10/005-seen.ts";
import { LABEL_ROOM_SQL } from "../../migrations/before-10/006-label-room.ts";
import { AUTHOR_REPLIES_SQL } from "../../migrations/before-10/007-author-replies.ts";
import { NOTICES_SQL } from "../../migrations/before-10/008-notices.ts";
import { INQUIRY_DESK_SQL } from "../../migrations/before-10/009-inquiry-desk.ts";
import { StoreFileError } from "../../store-errors.ts";

export interface Migration {
  /** The database's `user_version` afterwards. */
  version: number;
  name: string;
  sql: string;
}

/**
 * In order and without gaps, each in the file of that number. A released migration never changes; a
 * change needs a new file.
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
];

/** The schema version that this program supports. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Stored in the header of the file ("Octv"), to tell it from other programs' databases. */
export const APPLICATION_ID = 0x4f637476;

/**
 * Marks databases from before the program was called Octavo ("Quir"). Their schema is that of the
 * first migrations.
 */
export const FORMER_APPLICATION_ID = 0x51756972;

/**
 * Converts a database from before the rename; nothing else in it changes. False if it is not such a
 * database.
 */
export function adoptFormer(database: Database.Database): boolean {
  if (pragmaNumber(database, "application_id") !== FORMER_APPLICATION_ID) return false;
  database.pragma(`application_id = ${APPLICATION_ID}`);
  return true;
}

/**
 * The version of a database that is octavo's or empty (0).
 * @throws StoreFileError for another program's database, or one newer than this program
 */
export function readSchemaVersion(database: Database.Database): number {
  const version = pragmaNumber(database, "user_version");
  const application = pragmaNumber(database, "application_id");
  if (application === FORMER_APPLICATION_ID)
    throw new StoreFileError(
      `${database.name} was created before this program was called Octavo`,
      `stop the processes that use it, then migrate it: octavo db migrate --db ${database.name}; a backup can be restored as it is`,
    );
  const empty = database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
  if (application !== APPLICATION_ID && !(empty && application === 0 && version === 0)) {
    throw new StoreFileError(`${database.name} is an SQLite database, but not one of octavo's`, "name another file, or move this one away");
  }
  if (version > SCHEMA_VERSION) {
    throw new StoreFileError(
      `${database.name} has version ${version} of the schema, but this program supports only versions up to ${SCHEMA_VERSION}`,
      "run the newer octavo that wrote it, or restore a backup from before the update",
    );
  }
  return version;
}

/**
 * For a process that must not migrate, because a server of an older version may be using the
 * database.
 * @throws StoreFileError like `readSchemaVersion`, and for a database older than this program
 */
export function requireSchema(database: Database.Database): void {
  const version = readSchemaVersion(database);
  if (version === SCHEMA_VERSION) return;
  throw new StoreFileError(
    `${database.name} has version ${version} of the schema, but this program needs version ${SCHEMA_VERSION}`,
    "start the server of this version, which migrates it, or stop the server and run `octavo db migrate`",
  );
}

/**
 * Migrates a database to the newest version in one transaction: all steps or none. Safe if several
 * processes start at once.
 * @returns the names of the steps that ran
 * @throws StoreFileError like `readSchemaVersion`, and if a step fails
 */
export function migrate(database: Database.Database, migrations: readonly Migration[] = MIGRATIONS): string[] {
  if (readSchemaVersion(database) >= migrations.length) return [];
  const run = database.transaction((): string[] => {
    // Read again: another process may have migrated while this one waited for the lock.
    const missing = migrations.slice(readSchemaVersion(database));
    for (const step of missing) runStep(database, step);
    return missing.map((step) => step.name);
  });
  return run.immediate();
}

function runStep(database: Database.Database, step: Migration): void {
  try {
    database.exec(step.sql);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${step.version}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(
      `migration ${step.version} (${step.name}) of ${database.name} failed: ${reason}`,
      "nothing was changed; check the file with `octavo db verify`, then start again",
      { cause: error },
    );
  }
}

function pragmaNumber(database: Database.Database, name: string): number {
  return Number(database.pragma(name, { simple: true }));
}
