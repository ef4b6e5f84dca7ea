import { escapeHtml } from "../../contract/text/escape-html.ts";
import { inspectComment, listQueue } from "../owner/comment-queue.ts";
import { DECISIONS_FROM, describeOthers } from "../owner/moderation-text.ts";
import { listUndoable } from "../owner/selections/selection-operations.ts";
import { formatNumber } from "../report/chart-text.ts";
import { COMMENT_STATES, type CommentState, type StoredComment } from "../store/comment-types.ts";
import { isPublicId } from "../store/sqlite/ids.ts";
import { renderBanDays } from "./blocking/blocking-page.ts";
import { renderCommentCard, renderDecision } from "./cards/comment-card.ts";
import type { DeskContext } from "./desk-context.ts";
import { type DeskPage, kbd, renderTabs, toQuerySuffix } from "./desk-html.ts";
import {
  findFilterProblem,
  isFiltered,
  NO_FILTER,
  type QueueFilter,
  readFilter,
  renderSearch,
  toFilterInput,
} from "./selections/queue-filter.ts";
import { renderSelectionBar, renderUndoable } from "./selections/selection-bar.ts";
import { renderEdit, renderReply, renderThreadForms, type TextDraft } from "./thread-forms.ts";

/** Comments per page. */
const PAGE_SIZE = 20;

const LISTED = COMMENT_STATES.filter((state) => state !== "deleted");
type ListedState = Exclude<CommentState, "deleted">;
const STATE_NAMES: Readonly<Record<ListedState, string>> = { pending: "Waiting", approved: "Approved", rejected: "Rejected", spam: "Spam" };
const KEYS = [
  ["j", "next"],
  ["k", "previous"],
  ["a", "approve"],
  ["r", "reject"],
  ["s", "spam"],
  ["b", "ban"],
  ["p", "reply"],
  ["e", "edit your own"],
  ["u", "undo"],
  ["f", "search"],
  ["[ ]", "pages"],
] as const;

/** A position in the lists. It is part of addresses, so each member is checked. */
export interface QueuePlace {
  readonly state: ListedState;
  readonly filter: QueueFilter;
  /** Last comment of the previous page; null for the first page. */
  readonly after: string | null;
}

/** @param stateName the parameter with the state */
export function readPlace(query: URLSearchParams, stateName = "state"): QueuePlace {
  const state = LISTED.find((each): each is ListedState => each === query.get(stateName)) ?? "pending";
  return { state, filter: readFilter(query), after: readId(query.get("after")) };
}

export function readId(value: string | null): string | null {
  return value !== null && isPublicId(value) ? value : null;
}

export function toQueueUrl({ state, filter, after }: QueuePlace): string {
  return `/${toQuerySuffix({ state: state === "pending" ? null : state, ...filter, after })}`;
}

/**
 * `/`: one page of the comments in one state, pending ones oldest first and others newest first.
 */
export async function composeQueue(context: DeskContext, wanted: QueuePlace): Promise<DeskPage> {
  const { owner, now } = context;
  const { state } = wanted;
  const hasProblem = findFilterProblem(wanted.filter) !== null;
  const filter = hasProblem ? NO_FILTER : wanted.filter;
  // The comment that `after` names may have been erased in the meantime.
  const after = wanted.after !== null && (await owner(inspectComment, { id: wanted.after })) !== null ? wanted.after : null;
  const place = { state, filter, after };
  const { items, next, previous, remaining, total, seen, countsByState } = await owner(listQueue, {
    states: [state],
    ...toFilterInput(filter, now),
    order: state === "pending" ? "oldest" : "newest",
    after,
    limit: PAGE_SIZE,
  });
  const first = total - remaining + 1;
  const to = (id: string | null): string => escapeHtml(toQueueUrl({ ...place, after: id }));

  const tabs = LISTED.map((each) => ({
    href: toQueueUrl({ state: each, filter, after: null }),
    name: `${STATE_NAMES[each]} ${formatNumber(countsByState[each])}`,
    isCurrent: each === state,
  }));
  const clearHref = toQueueUrl({ state, filter: NO_FILTER, after: null });
  const search = renderSearch(wanted.filter, { state: state === "pending" ? null : state, clearHref });
  const bar = seen === null || hasProblem ? "" : renderSelectionBar(context.session.formToken, { state, filter, now, seen, count: total });
  const ids = items.map(({ id }) => id);
  const shown = await Promise.all(
    items.map((comment, index) =>
      renderComment(context, comment, { action: `?${placeQuery(place, ids[index + 1] ?? ids[index - 1] ?? null)}` }),
    ),
  );
  const pages = [
    after === null ? "" : `<a href="${to(previous)}" data-key="[" rel="prev">Previous page</a>`,
    `<span>${formatNumber(first)}–${formatNumber(first + items.length - 1)} of ${formatNumber(total)}</span>`,
    next === null ? "" : `<a href="${to(next)}" data-key="]" rel="next">Next page</a>`,
  ];
  const body =
    items.length === 0
      ? `<p class="nothing">${after === null ? describeNothing(place) : `<a href="${to(null)}">Back to the first page</a>`}</p>`
      : `${bar}${shown.join("\n")}\n<nav class="pages" aria-label="Pages">${pages.join(" ")}</nav>`;
  const undoable = after === null ? renderUndoable(context, (await owner(listUndoable, {})).items) : "";
  return {
    section: "/",
    title: state === "pending" ? "Pending comments" : `${STATE_NAMES[state]} comments`,
    body: `${renderTabs("Comments", tabs)}${search}${undoable}${body}`,
    status: hasProblem ? 422 : 200,
    keys: KEYS,
  };
}

function describeNothing({ state, filter }: QueuePlace): string {
  if (isFiltered(filter)) return "Nothing here matches the search.";
  return state === "pending" ? "No comment is pending." : `No comment is ${state === "spam" ? "marked as spam" : state}.`;
}

interface ComposeOptions {
  readonly draft?: TextDraft | null;
  /** `reply` or `ban`: the part of the form to open, as given in a link. */
  readonly open?: string | null;
  /**
   * Query of the form that led here. After a decision, the desk returns to the list in this query.
   */
  readonly query?: URLSearchParams | null;
}

/** `/comments/{id}`: a single comment; null if there is none. */
export async function composeComment(
  context: DeskContext,
  id: string,
  { draft = null, open = null, query = null }: ComposeOptions = {},
): Promise<DeskPage | null> {
  const { comment } = (await context.owner(inspectComment, { id })) ?? {};
  if (comment === undefined || comment.state === "deleted") return null;
  const place = query?.has("list") === true ? readPlace(query, "list") : null;
  const action = query === null || place === null ? "" : `?${placeQuery(place, readId(query.get("next")))}`;
  const card = await renderComment(context, comment, { action, draft, open });
  const body = `${card}${await renderThreadForms(context, comment)}<p><a href="/">All pending comments</a></p>`;
  return { section: "/", title: "A comment", body, keys: KEYS, status: typeof draft?.problem === "string" ? 422 : 200 };
}

interface CommentOptions {
  /** Query of the form's address. */
  readonly action: string;
  readonly draft?: TextDraft | null;
  readonly open?: string | null;
}

/** Query of the address that a decision leads back to. */
function placeQuery({ state, filter, after }: QueuePlace, next: string | null): string {
  return escapeHtml(toQuerySuffix({ list: state, ...filter, after, next }).slice(1));
}

async function renderComment(context: DeskContext, comment: StoredComment, options: CommentOptions): Promise<string> {
  const { action, draft = null, open = null } = options;
  const { owner, session } = context;
  const { id, state, isAuthor } = comment;
  const more = action === "" ? "" : `<a class="more" href="/comments/${id}">More</a>`;
  const ban = isAuthor ? "" : renderBan(state, (await owner(inspectComment, { id }))?.others ?? 0, open === "ban");
  const ways = `${DECISIONS_FROM[state].map(renderDecision).join("")}
${renderReply(comment, draft, open === "reply")}${ban}${more}`;
  const form = { action: `/comments/${id}${action}`, token: session.formToken };
  return renderCommentCard(context, comment, { ways, form, isOwner: true, below: renderEdit(comment, draft, session.formToken) });
}

/** @param others number of other pending comments from the same email or network address */
function renderBan(state: CommentState, others: number, isOpen: boolean): string {
  const own = DECISIONS_FROM[state].includes("spam") ? "Marks this comment as spam. " : "";
  const offer =
    others === 0 ? "" : `<label><input type="checkbox" name="others" value="1"> ${describeOthers(others)}: mark as spam too</label>\n`;
  return `<details${isOpen ? " open" : ""}><summary data-key="b">Ban${kbd("b")}</summary>
<p>${own}The author's later comments are also stored as spam. The author is not told.</p>
${offer}<label>For ${renderBanDays()}</label>
<button type="submit" name="do" value="ban" class="ban">Ban the author</button></details>`;
}
