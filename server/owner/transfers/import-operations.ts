import { z } from "zod";
import { COMMENT_AUTHOR_NAME_MAX, EMAIL_MAX } from "../../../contract/limits.ts";
import type { ProblemItem } from "../../../contract/problems.ts";
import { CommentSubmission } from "../../../contract/schemas/request.ts";
import { EMAIL } from "../../../contract/schemas/request-text.ts";
import { invalidBody } from "../../http/http-failure.ts";
import { type ListedErasures, toErasedSubjects } from "../../privacy/erasure-record.ts";
import type { StoreHost } from "../../store/engine/store-host.ts";
import type { IncomingComment } from "../../store/transfer-types.ts";
import { defineOperation } from "../owner-operation.ts";

/** Maximum number of comments in one call. */
export const IMPORT_MAX = 1_000;
/**
 * Maximum length of a comment, in characters. Other systems have no limit; this one bounds the size
 * of a call.
 */
const IMPORTED_BODY_MAX = 1_000_000;
/**
 * The factor by which a comment's row may be longer than its text, because the row also holds HTML
 * and more.
 */
const ROW_OF_TEXT = 8;
/** Maximum number of bytes in a call. */
export const IMPORT_BODY_MAX_BYTES = 8 * 1024 * 1024;

const Key = z.string().min(1).max(1_000);
const Id = z.string().max(100).nullable();
const Time = z.int();
const State = z.enum(["pending", "approved", "rejected", "spam", "deleted"]);
/** `Text` contains neither control characters (except newline and tab) nor half of a surrogate pair. */
const CONTROL = /[^\P{Cc}\n\t]/u;
const Text = z.string().refine((text) => text.isWellFormed() && !CONTROL.test(text), "has control characters");
const Line = Text.max(500).nullable();

/** The part of a comment that determines whether it may be imported. */
const Candidate = z.strictObject({ key: Key, id: Id, authorEmail: z.string().max(1_000).nullable(), createdAt: Time, state: State });
export type ImportCandidate = z.infer<typeof Candidate>;

const Incoming = z.strictObject({
  key: Key,
  id: Id,
  slug: z.string().min(1).max(400),
  parent: z.strictObject({ key: Key, id: Id }).nullable(),
  state: State,
  revision: z.int().min(1),
  authorName: Text.refine((text) => [...text].length <= COMMENT_AUTHOR_NAME_MAX, "is too long").nullable(),
  authorEmail: z.string().max(EMAIL_MAX).refine(EMAIL.test, EMAIL.want).nullable(),
  authorUrl: CommentSubmission.shape.authorUrl,
  isAuthor: z.boolean(),
  /** Markdown. */
  body: Text.max(IMPORTED_BODY_MAX).nullable(),
  createdAt: Time,
  editedAt: Time.nullable(),
  decidedAt: Time.nullable(),
  origin: Line,
  spamReason: Line,
});

/** `known`: it already exists. `erased`: its author, or the comment itself, was erased here. */
const Judgement = z.enum(["new", "known", "erased"]);
export type ImportJudgement = z.infer<typeof Judgement>;

/** Finds which comments of an import are missing, and which must not come back. */
export const commentExamination = defineOperation({
  name: "comments.examine-import",
  scope: "moderate",
  about: "Reports which comments from another system are missing here, and which were erased",
  input: z.strictObject({ comments: z.array(Candidate).max(IMPORT_MAX) }),
  output: z.strictObject({
    judgements: z.array(Judgement),
    /** Number of erasures recorded with other secrets. It is unknown whom they concern. */
    foreign: z.int(),
  }),
  run: async ({ store: { commentTransfers }, host }, { comments }) => {
    const existing = await commentTransfers.existing(comments.map(({ key, id }) => ({ key, id })));
    const erased = await readListed(host);
    return { judgements: judgeCandidates(comments, erased, existing), foreign: erased.foreign };
  },
});

/** Adds comments from another system unchanged. Nobody is notified. */
export const commentAddition = defineOperation({
  name: "comments.import",
  scope: "moderate",
  about: "Adds comments from another system; existing ones stay unchanged",
  input: z.strictObject({ comments: z.array(Incoming).max(IMPORT_MAX) }),
  output: z.strictObject({ added: z.int(), existing: z.int() }),
  bodyMaxBytes: IMPORT_BODY_MAX_BYTES,
  run: async ({ store: { commentTransfers }, host }, { comments }) => {
    requireFitting(comments, host);
    const judged = judgeCandidates(comments, await readListed(host));
    return commentTransfers.add(comments.map((comment, at) => (judged[at] === "erased" ? withoutText(comment) : comment)));
  },
});

/**
 * A row holds a comment's text, and later its HTML, which can be six times as long because of
 * characters such as `<`.
 * @throws Failure 422 for texts that do not fit into a row of the engine
 */
function requireFitting(comments: readonly Pick<IncomingComment, "key" | "body">[], { rowMaxBytes }: Pick<StoreHost, "rowMaxBytes">): void {
  if (rowMaxBytes === null) return;
  const most = Math.floor(rowMaxBytes / ROW_OF_TEXT);
  const errors = comments.flatMap(({ key, body }, at): ProblemItem[] => {
    const bytes = Buffer.byteLength(body ?? "");
    const detail = `the text of the comment ${key.slice(0, 100)} has ${bytes} bytes: want at most ${most} at this site`;
    return bytes <= most ? [] : [{ pointer: `/comments/${at}/body`, code: "too_big", detail }];
  });
  if (errors.length > 0) throw invalidBody(errors);
}

/** @param existing the ones that already exist. Default: none */
export function judgeCandidates(
  comments: readonly ImportCandidate[],
  { subjects }: Pick<ListedErasures, "subjects">,
  existing: readonly boolean[] = [],
): ImportJudgement[] {
  return comments.map(({ id, authorEmail, createdAt, state }, at) => {
    if (existing[at] === true) return "known";
    const until = Math.max(
      (authorEmail === null || authorEmail === "" ? null : subjects.email(authorEmail)) ?? Number.NEGATIVE_INFINITY,
      (id === null ? null : subjects.comment(id)) ?? Number.NEGATIVE_INFINITY,
    );
    return createdAt > until || state === "deleted" ? "new" : "erased";
  });
}

/** A placeholder without text, because the comment's replies need a parent. */
function withoutText(comment: IncomingComment): IncomingComment {
  const nothing = { authorName: null, authorEmail: null, authorUrl: null, body: null, origin: null, spamReason: null };
  return { ...comment, ...nothing, isAuthor: false, state: "deleted" };
}

/** @throws PrivateFileError if the list is damaged */
export async function readListed(host: StoreHost): Promise<ListedErasures> {
  return toErasedSubjects((await host.erasures.read()) ?? [], host.erasureKeys());
}
