import { isMapping } from "../../build/sources/data-values.ts";
import { toLine } from "../body/html-text.ts";
import { type ExportFile, readJsonExport } from "../export-text.ts";
import { ImportError } from "../import-error.ts";
import { toInstantOf } from "./comment-dates.ts";
import type { CommentExport, CommentRecord, ImportedComment, ImportedState } from "./comment-export.ts";
import type { JsonObject } from "./json-lines.ts";

const AGAIN = "write the file again with the command in docs/moving-comments.md";
/** Enough for the nesting of lists: pages of responses, discussions, comments, answers. */
const DEPTH_MAX = 12;
/**
 * The login is `giscus` in GraphQL, `app/giscus` in the output of `gh`, and `giscus[bot]` in REST.
 */
const BOT = /^(?:(?:app\/)?giscus|(?:giscus|utterances)\[bot\]|utterances-bot)$/;
/** A path or an address. */
const PAGE_TITLE = /^\S*\/\S*$/;
const LACKING = "threads with more comments than the file contains";
const ORDINARY = "threads without a page: no bot made them, and their title is not a path or an address";

/**
 * Comments of giscus and utterances: discussions or issues of GitHub, as its API or `gh` writes
 * them. Keys have the names of GraphQL (`createdAt`) or of REST (`created_at`).
 */
export function openGitHub(file: ExportFile): CommentExport {
  return { system: "GitHub", keyPrefix: "github", hasWorldwideIds: true, records: () => readGitHub(file) };
}

async function* readGitHub(file: ExportFile): AsyncGenerator<CommentRecord> {
  const message = "the file is not JSON, its end is missing, or it contains several JSON texts";
  const json = await readJsonExport(file, { again: AGAIN, broken: [message, `${AGAIN}, --slurp included`] });
  const objects = [...findObjects(json, 0)];
  const threads = objects.filter(isThread);
  if (threads.length === 0) throw new ImportError(`${file.shown}: it contains no GitHub discussions or issues`, AGAIN);
  const ofIssues = Map.groupBy(objects, ({ issue_url }) => issue_url);
  for (const thread of threads) {
    const id = threadIdOf(thread);
    const addresses = addressesOf(thread);
    if (addresses === null) yield { type: "left", what: ORDINARY, example: toLine(textOf(thread, "title")) };
    const createdAt = toInstantOf(textOf(thread, "createdAt", "created_at"));
    yield { type: "thread", thread: { id, addresses: addresses ?? [shortNameOf(thread)], createdAt } };
    yield* readComments(thread, id, null);
    // REST counts a thread's comments, but its list of discussions contains none of them.
    const beside = ofIssues.get(id)?.length ?? 0;
    if (typeof thread.comments === "number" && thread.comments > beside) yield { type: "left", what: LACKING };
  }
  // REST lists the comments of all issues separately from the issues.
  for (const comment of objects)
    if (typeof comment.issue_url === "string") yield { type: "comment", comment: toComment(comment, comment.issue_url, null) };
}

/** Discussions, issues and comments, from any number of response pages. */
function* findObjects(value: unknown, depth: number): Generator<JsonObject> {
  if (depth > DEPTH_MAX || typeof value !== "object" || value === null) return;
  if (isMapping(value) && (isThread(value) || "issue_url" in value)) yield value;
  else for (const member of Object.values(value)) yield* findObjects(member, depth + 1);
}

function isThread(value: JsonObject): boolean {
  return typeof value.title === "string" && (typeof value.number === "number" || isMapping(value.comments));
}

/** In REST, comments refer to their issue by this address. */
function threadIdOf(thread: JsonObject): string {
  return textOf(thread, "url", "html_url") || textOf(thread, "id", "title");
}

/**
 * The names of the page; null if the thread belongs to no page. Anybody can open an issue with
 * links in its text, so only a bot's text counts. Its last line contains the page's address. In
 * giscus, a pathname has no leading slash.
 */
function addressesOf(thread: JsonObject): readonly string[] | null {
  const title = textOf(thread, "title").trim();
  const names = /^https?:\/\/|^\//.test(title) ? [title] : [`/${title}`, title];
  if (!isMadeByWidget(thread)) return PAGE_TITLE.test(title) ? names : null;
  const lines = textOf(thread, "body")
    .split("\n")
    .map((line) => line.trim());
  // giscus writes a digest below the address: <!-- sha1: … -->
  const lastLine = lines.findLast((line) => line !== "" && !line.startsWith("<!--")) ?? "";
  return [...(lastLine.match(/https?:\/\/[^\s)\]>"']+/g) ?? []), ...names].filter((address) => address !== "");
}

/** Nobody else can use a bot's name, and only members of the repository can set labels. */
function isMadeByWidget(thread: JsonObject): boolean {
  const labels = isMapping(thread.labels) ? thread.labels.nodes : thread.labels;
  const isLabelled = Array.isArray(labels) && labels.some((label) => isMapping(label) && label.name === "utterances");
  return isLabelled || BOT.test(textOf(authorOf(thread), "login"));
}

/** `ines/talk#7: Title`, for a line of `--map`. It is not a page's address. */
function shortNameOf(thread: JsonObject): string {
  const [, repository = "GitHub/"] = /\/([\w.-]+\/[\w.-]+)\/(?:issues|discussions)\/\d+$/.exec(threadIdOf(thread)) ?? [];
  return `${repository}#${textOf(thread, "number")}: ${toLine(textOf(thread, "title"))}`;
}

function authorOf({ author, user }: JsonObject): JsonObject {
  return isMapping(author) ? author : isMapping(user) ? user : {};
}

function* readComments(holder: JsonObject, threadId: string, parentId: string | null): Generator<CommentRecord> {
  for (const list of [holder.comments, holder.replies]) {
    const comments = Array.isArray(list) ? list : isMapping(list) && Array.isArray(list.nodes) ? list.nodes : [];
    if (isPart(list, comments.length))
      yield { type: "left", what: "comments missing from the file, which contains only the first ones of a thread" };
    for (const comment of comments.filter(isMapping)) {
      const record = toComment(comment, threadId, parentId);
      yield record.id === "" ? { type: "left", what: "comments without an id" } : { type: "comment", comment: record };
      yield* readComments(comment, threadId, record.id);
    }
  }
}

/** Whether GitHub has more comments than the file. */
function isPart(list: unknown, found: number): boolean {
  if (!isMapping(list)) return false;
  const isLast = !isMapping(list.pageInfo) || list.pageInfo.hasNextPage !== true;
  return !isLast || (typeof list.totalCount === "number" && list.totalCount > found);
}

function toComment(comment: JsonObject, threadId: string, parentId: string | null): ImportedComment {
  const author = authorOf(comment);
  const login = textOf(author, "login");
  return {
    id: textOf(comment, "id", "node_id"),
    threadId,
    parentId,
    state: stateOf(comment),
    authorName: textOf(author, "name", "login") || "ghost",
    authorEmail: "",
    authorUrl: /^[\w-]+$/.test(login) ? `https://github.com/${login}` : "",
    isAuthor: textOf(comment, "authorAssociation", "author_association") === "OWNER",
    createdAt: toInstantOf(textOf(comment, "createdAt", "created_at")),
    editedAt: toInstantOf(textOf(comment, "lastEditedAt")),
    body: { markdown: textOf(comment, "body") },
    own: null,
  };
}

/** A hidden comment waits for a decision, because GitHub's reasons differ from ours. */
function stateOf(comment: JsonObject): ImportedState {
  if (typeof comment.deletedAt === "string") return "deleted";
  return comment.isMinimized === true ? "pending" : "approved";
}

/** The first of these members that is a text or a number. */
function textOf(value: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const member = value[name];
    if (typeof member === "string" && member !== "") return member;
    if (typeof member === "number") return String(member);
  }
  return "";
}
