import { fromDayText } from "../days.ts";
import { type InquiryChanges, inquiryMark, inquiryNote, inquirySchedule } from "../owner/inquiries/inquiry-changes.ts";
import { inquiryList, inquiryView } from "../owner/inquiries/inquiry-lists.ts";
import { INQUIRY_NOTE_MAX } from "../owner/inquiries/inquiry-schemas.ts";
import { INQUIRY_STATES, type InquiryState } from "../store/inquiry-types.ts";
import { INQUIRY_KEYS, INQUIRY_NAMES, renderInquiryCard, renderNoteForm } from "./cards/inquiry-card.ts";
import type { DeskContext } from "./desk-context.ts";
import { bdi, type DeskPage, escapeLines, renderInstant, renderTabs, toQuerySuffix } from "./desk-html.ts";
import { say } from "./queue-actions.ts";
import { readId } from "./queue-page.ts";

/** Inquiries per page. */
const PAGE_SIZE = 50;
/** Maximum number of characters shown of a message in the list. */
const EXCERPT_MAX = 120;
const OPEN: readonly InquiryState[] = ["new", "read", "replied"];

/** `/inquiries`: open inquiries, newest first, or all in one state. */
export async function composeInquiries({ owner, timeZone }: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const state = INQUIRY_STATES.find((each) => each === query.get("state")) ?? null;
  const wanted = readId(query.get("after"));
  const after = wanted !== null && (await owner(inquiryView, { id: wanted })) !== null ? wanted : null;
  const states = state === null ? [...OPEN] : [state];
  const { items, next } = await owner(inquiryList, { states, limit: PAGE_SIZE, after });
  const tabs = [null, ...INQUIRY_STATES].map((each) => ({
    href: `/inquiries${toQuerySuffix({ state: each })}`,
    name: each === null ? "Open" : INQUIRY_NAMES[each],
    isCurrent: each === state,
  }));
  const rows = items.map(
    (
      inquiry,
    ) => `<li class="row" data-item tabindex="-1"><a href="/inquiries/${inquiry.id}" data-key="o">${bdi(inquiry.name ?? inquiry.email)}</a>
<span class="facts"><span class="state ${inquiry.state}">${INQUIRY_NAMES[inquiry.state]}</span> ${renderInstant(inquiry.createdAt, timeZone)}${inquiry.dueOn === null ? "" : ` <span>due ${inquiry.dueOn}</span>`}${inquiry.serviceId === null ? "" : ` <span>${bdi(inquiry.serviceId)}</span>`}${inquiry.notes.length === 0 ? "" : ` <span>${inquiry.notes.length === 1 ? "1 note" : `${inquiry.notes.length} notes`}</span>`}</span>
<p class="excerpt">${bdi(excerptOf(inquiry.message))}</p></li>`,
  );
  const more = [
    after === null ? "" : `<a href="/inquiries${toQuerySuffix({ state })}" data-key="[">The newest</a>`,
    next === null ? "" : `<a href="/inquiries${toQuerySuffix({ state, after: next })}" data-key="]" rel="next">Older ones</a>`,
  ].join(" ");
  const list =
    rows.length === 0
      ? `<p class="nothing">No inquiry is ${state === null ? "open" : state}.</p>`
      : `<ul class="rows">${rows.join("\n")}</ul>`;
  const body = `${renderTabs("Inquiries", tabs)}${list}${more === "" ? "" : `<nav class="pages" aria-label="Pages">${more}</nav>`}`;
  return {
    section: "/inquiries",
    title: "Inquiries",
    body,
    keys: [
      ["j", "next"],
      ["k", "previous"],
      ["o", "open"],
    ],
  };
}

/** `/inquiries/{id}`; null if there is none. */
export async function composeInquiry({ owner, session, timeZone }: DeskContext, id: string): Promise<DeskPage | null> {
  const inquiry = await owner(inquiryView, { id });
  if (inquiry === null) return null;
  const others = INQUIRY_STATES.filter((each) => each !== inquiry.state);
  const forms = { action: `/inquiries/${id}`, token: session.formToken, states: others };
  const written = inquiry.notes.map(
    (note) =>
      `<li><p class="facts">${renderInstant(note.at, timeZone)}</p><div class="body" dir="auto">${escapeLines(note.text)}</div></li>`,
  );
  const body = `${renderInquiryCard(inquiry, timeZone, forms)}
<section><h2>Notes</h2>${written.length === 0 ? "" : `<ol class="notes">${written.join("")}</ol>`}
${renderNoteForm(forms)}</section>
<p><a href="/inquiries">All open inquiries</a></p>`;
  const keys = [
    ...others.map((each) => [INQUIRY_KEYS[each], INQUIRY_NAMES[each].toLowerCase()] as const),
    ["d", "due day"] as const,
    ["t", "note"] as const,
  ];
  return { section: "/inquiries", title: "An inquiry", body, keys };
}

/** The owner, and the place for the page's message about the last change. */
export interface InquiryActor extends Pick<DeskContext, "owner"> {
  readonly session: Pick<DeskContext["session"], "notice">;
}

/**
 * POST /inquiries/{id}: a state, a due day or a note. Returns null if there is no such inquiry, it
 * has `notesMax` notes, or the form requested nothing.
 */
export async function actOnInquiry(
  { owner, session }: InquiryActor,
  id: string,
  form: URLSearchParams,
  { notesMax = null }: { readonly notesMax?: number | null } = {},
): Promise<{ readonly location: string } | null> {
  const here = { location: `/inquiries/${id}` };
  const state = INQUIRY_STATES.find((each) => each === form.get("state"));
  if (state !== undefined) {
    if (!isFound(await owner(inquiryMark, { state, ids: [id] }))) return null;
    say(session, `marked as ${INQUIRY_NAMES[state].toLowerCase()}`);
    return here;
  }
  if (form.has("due")) return schedule({ owner, session }, id, form.get("due") ?? "");
  if (!form.has("note")) return null;
  const note = (form.get("note") ?? "").replaceAll("\r\n", "\n").trim();
  const length = [...note].length;
  if (length === 0 || length > INQUIRY_NOTE_MAX) {
    say(
      session,
      length === 0
        ? "the note is empty: nothing was added"
        : `the note has more than ${INQUIRY_NOTE_MAX} characters: split it into several`,
      true,
    );
    return here;
  }
  if (!isFound(await owner(inquiryNote, { text: note, ids: [id], notesMax }))) return null;
  say(session, "the note was added");
  return here;
}

/** @param day "" removes the due day */
async function schedule({ owner, session }: InquiryActor, id: string, day: string): Promise<{ readonly location: string } | null> {
  if (day !== "" && !isDay(day)) say(session, `"${day}" is not a day: nothing was changed`, true);
  else if (!isFound(await owner(inquirySchedule, { dueOn: day === "" ? null : day, ids: [id] }))) return null;
  else say(session, day === "" ? "it no longer has a due day" : `it is due on ${day}`);
  return { location: `/inquiries/${id}` };
}

function isFound({ outcomes }: InquiryChanges): boolean {
  return outcomes.every(({ found }) => found);
}

function isDay(text: string): boolean {
  try {
    return fromDayText(text) > 0;
  } catch {
    return false;
  }
}

function excerptOf(message: string): string {
  const characters = [...message.replaceAll(/\s+/g, " ")];
  return characters.length <= EXCERPT_MAX ? characters.join("") : `${characters.slice(0, EXCERPT_MAX - 1).join("")}…`;
}
