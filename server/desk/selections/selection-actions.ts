import type { z } from "zod";
import { toReference } from "../../owner/comment-facts.ts";
import { DONE, nameWithoutId } from "../../owner/moderation-text.ts";
import { countSelection, decideSelection, undoSelection } from "../../owner/selections/selection-operations.ts";
import { formatNumber } from "../../report/chart-text.ts";
import type { Decision, StoredComment } from "../../store/comment-types.ts";
import { isPublicId } from "../../store/sqlite/ids.ts";
import type { ActionAnswer, DeskContext } from "../desk-context.ts";
import { bdi, type DeskPage, escapeLine, hiddenField, toQuerySuffix } from "../desk-html.ts";
import { readPlace } from "../queue-page.ts";
import { findFilterProblem, toFilterInput } from "./queue-filter.ts";
import { type DeskSelection, nameDecision, renderSelectionUndo, selectionFields } from "./selection-bar.ts";

/**
 * How long, in ms, one request works, in batches of 500 comments. A button continues with the rest,
 * because a proxy in front of the server may give up after 30 s.
 */
const WORK_MS = 10_000;
const EXCERPT_MAX = 160;

/**
 * POST /selection with a decision: asks for confirmation, then decides on all comments of a
 * selection.
 */
export async function decideOnSelection(context: DeskContext, decision: Decision, form: URLSearchParams): Promise<ActionAnswer | null> {
  const selection = readSelection(form);
  if (selection === null) return null;
  return { page: form.has("sure") ? await decideAll(context, decision, selection, form) : await ask(context, decision, selection) };
}

/** Reads the fields of `selectionFields`; null if one is missing or invalid. */
function readSelection(form: URLSearchParams): DeskSelection | null {
  const { state, filter } = readPlace(form);
  const [now, at, count] = ["now", "at", "count"].map((name) => readWhole(form.get(name)));
  const newest = form.get("newest") ?? "";
  if (now == null || at == null || count == null || !isPublicId(newest) || findFilterProblem(filter) !== null) return null;
  return { state, filter, now, seen: { newest, at }, count };
}

function readWhole(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function toInput({ state, filter, now }: DeskSelection) {
  return { states: [state], ...toFilterInput(filter, now) };
}

function toListHref({ state, filter }: Pick<DeskSelection, "state" | "filter">): string {
  return `/${toQuerySuffix({ state: state === "pending" ? null : state, ...filter })}`;
}

async function ask({ owner, session }: DeskContext, decision: Decision, selection: DeskSelection): Promise<DeskPage> {
  const { count, sample } = await owner(countSelection, { filter: toInput(selection), seen: selection.seen });
  const back = `<a href="${escapeLine(toListHref(selection))}">${count === 0 ? "Back" : "No, back"}</a>`;
  if (count === 0) return { section: "/", title: "Nothing is selected any more", body: `<p>${back}</p>` };
  const name = nameDecision(decision, count);
  const rest = count - sample.length;
  const othersItem = rest > 0 ? `<li>and ${formatNumber(rest)} more</li>` : "";
  const about =
    decision === "delete"
      ? "Texts, names and email addresses are erased for good. This cannot be undone."
      : `${decision === "approve" ? "They become public immediately. " : ""}This can be undone for a day.`;
  const body = `<p>${about} Comments that arrive or change in the meantime stay as they are.</p>
<ul class="rows sample">${sample.map((comment) => `<li class="row">${renderExcerpt(comment)}</li>`).join("\n")}${othersItem}</ul>
<form method="post" action="/selection">${selectionFields(session.formToken, { ...selection, count })}${hiddenField("sure", "1")}
<div class="ways"><button type="submit" name="do" value="${decision}" class="${decision}">${name}</button>${back}</div></form>`;
  return { section: "/", title: `${name}?`, body };
}

async function decideAll(
  { owner, session }: DeskContext,
  decision: Decision,
  selection: DeskSelection,
  form: URLSearchParams,
): Promise<DeskPage> {
  const { seen } = selection;
  let step: z.output<typeof decideSelection.output> | null = null;
  let decided = readWhole(form.get("decided")) ?? 0;
  let [word, after]: [string | null, string | null] = [form.get("selection"), form.get("after")];
  const end = performance.now() + WORK_MS;
  do {
    step = await owner(decideSelection, { filter: toInput(selection), decision, seen, selection: word, after });
    [word, after] = [step.selection, step.next];
    decided += step.decided;
  } while (after !== null && performance.now() < end);
  const done = `${DONE[decision]}: ${formatNumber(decided)} ${decided === 1 ? "comment" : "comments"}`;
  const title = done.charAt(0).toUpperCase() + done.slice(1);
  const list = `<p><a href="${escapeLine(toListHref(selection))}">Back to the list</a></p>`;
  const undo = decision === "delete" || decided === 0 || word === null ? "" : renderSelectionUndo(session.formToken, word, "for a day");
  if (after === null) return { section: "/", title, body: `${undo}${renderChanged(step?.changed ?? [])}${list}` };
  const fields = [
    ["sure", "1"],
    ["decided", `${decided}`],
    ["selection", word ?? ""],
    ["after", after],
  ];
  const goOn = `<form method="post" action="/selection">${selectionFields(session.formToken, selection)}${fields.map(([name = "", value = ""]) => hiddenField(name, value)).join("")}
<div class="ways"><button type="submit" name="do" value="${decision}" class="${decision}">Continue</button></div></form>`;
  return { section: "/", title, body: `<p>So far, out of ${formatNumber(selection.count)}.</p>${goOn}${undo}${list}` };
}

/**
 * POST /selection with `undo`: undoes all steps, and lists the comments that have changed since.
 */
export async function undoWholeSelection({ owner, session }: DeskContext, form: URLSearchParams): Promise<ActionAnswer | null> {
  const selection = form.get("selection") ?? "";
  if (!isPublicId(selection)) return null;
  let undone = 0;
  const changed: string[] = [];
  let hasMore = true;
  for (const end = performance.now() + WORK_MS; hasMore && performance.now() < end; ) {
    const step = await owner(undoSelection, { selection });
    undone += step.undone;
    changed.push(...step.changed);
    ({ hasMore } = step);
  }
  const undoRest = hasMore ? renderSelectionUndo(session.formToken, selection, "the rest") : "";
  const named = changed.map((id) => `<li class="row"><a href="/comments/${id}">${id}</a></li>`);
  const changedList =
    named.length === 0 ? "" : `<p>These have changed since, and stay as they are:</p><ul class="rows">${named.join("")}</ul>`;
  const title = `Undone: ${formatNumber(undone)} ${undone === 1 ? "comment" : "comments"}`;
  return { page: { section: "/", title, body: `${undoRest}${changedList}<p><a href="/">All pending comments</a></p>` } };
}

function renderChanged(changed: readonly StoredComment[]): string {
  if (changed.length === 0) return "";
  const rows = changed.map((comment) => `<li class="row">${renderExcerpt(comment)} <span class="state">${comment.state}</span></li>`);
  return `<p>These have changed since you looked, and stay as they are:</p><ul class="rows">${rows.join("\n")}</ul>`;
}

function renderExcerpt(comment: StoredComment): string {
  const text = [...(comment.body ?? "").replaceAll(/\s+/g, " ")];
  const shown = text.length <= EXCERPT_MAX ? text.join("") : `${text.slice(0, EXCERPT_MAX - 1).join("")}…`;
  return `<a href="/comments/${comment.id}" title="${toReference(comment)}">${bdi(nameWithoutId(comment))}</a><p class="excerpt" dir="auto">${escapeLine(shown)}</p>`;
}
