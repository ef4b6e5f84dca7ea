import { DECISIONS_FROM } from "../../owner/moderation-text.ts";
import { formatNumber } from "../../report/chart-text.ts";
import type { CommentState, Decision } from "../../store/comment-types.ts";
import type { UndoableSelection } from "../../store/selection-types.ts";
import type { DeskContext } from "../desk-context.ts";
import { bdi, hiddenField, renderInstant } from "../desk-html.ts";
import type { QueueFilter } from "./queue-filter.ts";

/** Comments of one state that match a filter, up to the newest one shown. */
export interface DeskSelection {
  readonly state: Exclude<CommentState, "deleted">;
  readonly filter: QueueFilter;
  /**
   * The instant from which ages are counted, in ms since 1970, so that all steps select the same
   * comments.
   */
  readonly now: number;
  readonly seen: { readonly newest: string; readonly at: number };
  readonly count: number;
}

const VERBS: Readonly<Record<Decision, string>> = { approve: "Approve", reject: "Reject", spam: "Mark as spam", delete: "Delete" };

/** Fields that identify a selection in a form. `readSelection` reads them. */
export function selectionFields(formToken: string, { state, filter, now, seen, count }: DeskSelection): string {
  const filled = Object.entries(filter).flatMap(([name, value]: [string, string | null]) => (value === null ? [] : [[name, value]]));
  const fields = [
    ["form", formToken],
    ["state", state],
    ...filled,
    ["now", `${now}`],
    ["newest", seen.newest],
    ["at", `${seen.at}`],
    ["count", `${count}`],
  ];
  return fields.map(([name = "", value = ""]) => hiddenField(name, value)).join("");
}

/** Buttons that decide on all comments of a selection; each asks for confirmation. */
export function renderSelectionBar(formToken: string, selection: DeskSelection): string {
  const { state, count, filter } = selection;
  const decisions: Decision[] = [...DECISIONS_FROM[state], "delete"];
  const isAllSpam = state === "spam" && Object.values(filter).every((value) => value === null);
  const buttons = decisions.map((decision) => {
    const name = isAllSpam && decision === "delete" ? "Delete all spam" : nameDecision(decision, count);
    return `<button type="submit" name="do" value="${decision}" class="${decision}">${name}</button>`;
  });
  return `<form class="selection" method="post" action="/selection">${selectionFields(formToken, selection)}
<details><summary>${count === 1 ? "Decide on this one…" : `Decide on all ${formatNumber(count)}…`}</summary><div class="ways">${buttons.join("")}</div></details></form>
`;
}

/** `Delete 9,800 comments`. */
export function nameDecision(decision: Decision, count: number): string {
  const comments = count === 1 ? "1 comment" : `${formatNumber(count)} comments`;
  return decision === "spam" ? `Mark ${comments} as spam` : `${VERBS[decision]} ${comments}`;
}

const NAMES: Readonly<Record<UndoableSelection["state"], string>> = {
  pending: "waiting again",
  approved: "approved",
  rejected: "rejected",
  spam: "marked as spam",
};
/** Number of decisions shown; the rest is folded. */
const UNDOABLE_SHOWN = 2;
const UNDOABLE_MAX = 100;

/**
 * Decisions on many comments, and decisions made through a message's link, that can still be
 * undone. They are stored in the database, so they appear in any browser.
 */
export function renderUndoable({ session, timeZone }: DeskContext, items: readonly UndoableSelection[]): string {
  const rows = items.slice(0, UNDOABLE_MAX).map(({ selection, authorName, state, decided, at }) => {
    const comments = decided === 1 ? "1 comment" : `${formatNumber(decided)} comments`;
    const about = authorName === null ? comments : `<a href="/comments/${selection}">${bdi(authorName)}</a>`;
    return renderSelectionUndo(session.formToken, selection, `${about} ${NAMES[state]}, ${renderInstant(at, timeZone)}`);
  });
  const [shown, others] = [rows.slice(0, UNDOABLE_SHOWN), rows.slice(UNDOABLE_SHOWN)];
  const folded = others.length === 0 ? "" : `<details><summary>${others.length} earlier</summary>${others.join("")}</details>`;
  return rows.length === 0 ? "" : `<div class="undoable">${shown.join("")}${folded}</div>`;
}

/** A button that undoes a decision on many comments. `about` is HTML. */
export function renderSelectionUndo(formToken: string, selection: string, about: string): string {
  return `<form class="undo" method="post" action="/selection">${hiddenField("form", formToken)}${hiddenField("selection", selection)}<button type="submit" name="do" value="undo">Undo</button> <span>${about}</span></form>
`;
}
