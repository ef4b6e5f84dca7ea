import { accessRevocation, deskInvitation, showAccess } from "./access/access-operations.ts";
import { banAuthor } from "./ban-author.ts";
import { addSpamWords, banEmail, banList, listSpamWords, removeSpamWords, revokeBan } from "./bans-and-words.ts";
import { decideComments, undoModeration } from "./comment-decisions.ts";
import { inspectComment, listQueue } from "./comment-queue.ts";
import { databaseBackup, erasureList } from "./database/backup-database.ts";
import { compactErased } from "./database/compact-database.ts";
import { databaseFill, databaseFinish, databaseRows, databaseTarget, erasureAddition } from "./database/fill-tables.ts";
import { databaseHold, databasePage, databaseRelease, databaseSum } from "./database/read-tables.ts";
import { figuresPurge } from "./figures/purge-figures.ts";
import { eventRows, figuresSummary, figuresVerification, postFigures, topFigures } from "./figures/read-figures.ts";
import { reportFigures, reportPost } from "./figures/report-figures.ts";
import { inquiryErasure, inquiryMark, inquiryNote, inquirySchedule } from "./inquiries/inquiry-changes.ts";
import { dueInquiryList, inquiryList, inquiryRows, inquiryView } from "./inquiries/inquiry-lists.ts";
import { keyIssue, keyList, keyRevocation } from "./keys/key-operations.ts";
import { noticeTest } from "./notice-test.ts";
import { noticeList, noticeRetry } from "./notices.ts";
import type { AnyOperation, OwnerDownload, OwnerExport, OwnerOperation } from "./owner-operation.ts";
import { replyToComment } from "./owner-replies.ts";
import { erasePersonData } from "./privacy/erase-data.ts";
import { showPerson } from "./privacy/show-person.ts";
import { retentionSweep } from "./privacy/sweep-old.ts";
import { countSelection, decideSelection, listUndoable, undoSelection } from "./selections/selection-operations.ts";
import { showSite } from "./show-site.ts";
import { editOwnComment, previewText } from "./threads/edit-own.ts";
import { closeComments, listClosed, moveThread } from "./threads/thread-places.ts";
import { commentRows } from "./transfers/comment-rows.ts";
import { commentAddition, commentExamination } from "./transfers/import-operations.ts";
import { inquiryAddition } from "./transfers/inquiry-import.ts";

/** Every operation of the owner that answers with one value. */
export const OWNER_OPERATIONS: readonly OwnerOperation[] = [
  showSite,
  listQueue,
  inspectComment,
  decideComments,
  replyToComment,
  banAuthor,
  undoModeration,
  countSelection,
  decideSelection,
  undoSelection,
  listUndoable,
  editOwnComment,
  previewText,
  moveThread,
  closeComments,
  listClosed,
  banList,
  banEmail,
  revokeBan,
  listSpamWords,
  addSpamWords,
  removeSpamWords,
  inquiryList,
  inquiryView,
  dueInquiryList,
  inquiryMark,
  inquirySchedule,
  inquiryNote,
  inquiryErasure,
  noticeList,
  noticeRetry,
  noticeTest,
  showPerson,
  erasePersonData,
  compactErased,
  retentionSweep,
  reportFigures,
  reportPost,
  figuresSummary,
  topFigures,
  postFigures,
  figuresVerification,
  figuresPurge,
  commentExamination,
  commentAddition,
  inquiryAddition,
  erasureList,
  databaseHold,
  databasePage,
  databaseSum,
  databaseRelease,
  databaseTarget,
  databaseFill,
  databaseRows,
  databaseFinish,
  erasureAddition,
  keyIssue,
  keyList,
  keyRevocation,
  deskInvitation,
  showAccess,
  accessRevocation,
];

const OWNER_EXPORTS: readonly OwnerExport[] = [commentRows, inquiryRows, eventRows];

const OWNER_DOWNLOADS: readonly OwnerDownload[] = [databaseBackup];

export const ALL_OPERATIONS: readonly AnyOperation[] = [...OWNER_OPERATIONS, ...OWNER_EXPORTS, ...OWNER_DOWNLOADS];
