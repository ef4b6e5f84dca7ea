import { banAuthor } from "./ban-author.ts";
import { addSpamWords, listBans, listSpamWords, removeSpamWords, revokeBan } from "./block-lists.ts";
import { decideComments, undoModeration } from "./comment-decisions.ts";
import { exportComments } from "./comment-export.ts";
import { inspectComment, listQueue } from "./comment-queue.ts";
import { deleteInquiries, markInquiries, noteInquiries, scheduleInquiries } from "./inquiries/inquiry-changes.ts";
import { exportInquiries, listDueInquiries, listInquiries, showInquiry } from "./inquiries/inquiry-lists.ts";
import { addKey, listKeys, revokeKey } from "./keys/key-operations.ts";
import { listNotices, retryNotices } from "./notices.ts";
import type { AnyOperation, OwnerDownload, OwnerExport, OwnerOperation } from "./owner-operation.ts";
import { replyToComment } from "./owner-replies.ts";
import { compactErased, erasePersonData } from "./privacy/erase-person.ts";
import { showPerson } from "./privacy/show-person.ts";
import { sweepOld } from "./privacy/sweep-old.ts";
import { showSite } from "./show-site.ts";

/** Every operation of the owner that answers with one value. */
export const OWNER_OPERATIONS: readonly OwnerOperation[] = [
  showSite,
  listQueue,
  inspectComment,
  decideComments,
  replyToComment,
  banAuthor,
  undoModeration,
  listBans,
  revokeBan,
  listSpamWords,
  addSpamWords,
  removeSpamWords,
  listInquiries,
  showInquiry,
  listDueInquiries,
  markInquiries,
  scheduleInquiries,
  noteInquiries,
  deleteInquiries,
  listNotices,
  retryNotices,
  showPerson,
  erasePersonData,
  compactErased,
  sweepOld,
  addKey,
  listKeys,
  revokeKey,
];

export const OWNER_EXPORTS: readonly OwnerExport[] = [exportComments, exportInquiries];

export const OWNER_DOWNLOADS: readonly OwnerDownload[] = [];

export const ALL_OPERATIONS: readonly AnyOperation[] = [...OWNER_OPERATIONS, ...OWNER_EXPORTS, ...OWNER_DOWNLOADS];
