import { z } from "zod";
import { type ExportFile, readJsonExport } from "../export-text.ts";
import { ImportError } from "../import-error.ts";
import { toInstantOf } from "./comment-dates.ts";
import { type CommentExport, type CommentRecord, type ImportedComment, type ImportedState, withThreads } from "./comment-export.ts";

const AGAIN = "export it again in Commento (Dashboard → Domain → General → Export Data)";
const STATES: Readonly<Record<string, ImportedState>> = { approved: "approved", unapproved: "pending", flagged: "spam" };
/**
 * Commento's text for a deleted comment, which then has no author. Exports do not mark it in
 * another way.
 */
const DELETED = "[deleted]";
/** Addresses that Commento invented for authors of comments imported from Disqus. */
const MADE_UP_EMAIL = /@disqus\.com$/i;

const text = z.string().catch("");
const Comment = z.object({
  commentHex: text,
  domain: text,
  url: text,
  commenterHex: text,
  markdown: text,
  parentHex: text,
  state: text,
  creationDate: text,
});
const Commenter = z.object({ commenterHex: text, email: text, name: text, link: text });
const Export = z.object({ comments: z.array(Comment), commenters: z.array(Commenter) });

/** Commento's JSON with comments and their authors. */
export function openCommento(file: ExportFile): CommentExport {
  return { system: "Commento", keyPrefix: "commento", hasWorldwideIds: true, records: () => withThreads(readCommento(file)) };
}

async function* readCommento(file: ExportFile): AsyncGenerator<CommentRecord> {
  const { comments, commenters } = await readWhole(file);
  const people = new Map(commenters.map((person) => [person.commenterHex, person]));
  for (const given of comments) {
    const address = given.url.startsWith("/") && given.domain !== "" ? `https://${given.domain}${given.url}` : given.url;
    if (given.commentHex === "" || address === "") yield { type: "left", what: "comments without an id, or without a page" };
    else yield { type: "comment", comment: toComment(given, address, people.get(given.commenterHex)) };
  }
}

function toComment(given: z.infer<typeof Comment>, threadId: string, person: z.infer<typeof Commenter> | undefined): ImportedComment {
  const isDeleted = person === undefined && given.markdown === DELETED;
  return {
    id: given.commentHex,
    threadId,
    parentId: given.parentHex === "root" || given.parentHex === "" ? null : given.parentHex,
    state: isDeleted ? "deleted" : (STATES[given.state] ?? "pending"),
    authorName: person?.name ?? "",
    authorEmail: person === undefined || MADE_UP_EMAIL.test(person.email) ? "" : person.email,
    authorUrl: person === undefined || person.link === "undefined" ? "" : person.link,
    // The export does not show moderators: its `isModerator` is always false.
    isAuthor: false,
    createdAt: toInstantOf(given.creationDate),
    editedAt: null,
    body: { markdown: given.markdown },
    own: null,
  };
}

async function readWhole(file: ExportFile): Promise<z.infer<typeof Export>> {
  const broken = ["the file is not JSON, or its end is missing", AGAIN] as const;
  const parsed = Export.safeParse(await readJsonExport(file, { again: AGAIN, broken }));
  if (parsed.success) return parsed.data;
  const message = "this is not an export from Commento: it has no lists of comments and commenters";
  throw new ImportError(`${file.shown}: ${message}`, AGAIN, { cause: parsed.error });
}
