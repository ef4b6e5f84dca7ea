import { INQUIRY_NAMES, renderInquiryCard, renderNoteForm } from "../desk/cards/inquiry-card.ts";
import { hiddenField } from "../desk/desk-html.ts";
import { actOnInquiry, type InquiryActor } from "../desk/inquiry-pages.ts";
import { foreignForm, privatePage } from "../http/pages/private-page.ts";
import type { RouteAnswer } from "../http/respond.ts";
import { inquiryView } from "../owner/inquiries/inquiry-lists.ts";
import type { InquiryState, StoredInquiry } from "../store/inquiry-types.ts";
import { type CardContext, type CardPage, linkToDesk, redirectToCard, renderCardPage } from "./card-page.ts";
import type { InquiryLink } from "./moderation-token.ts";

/** States that the page offers. An inquiry can be marked as spam only at the desk. */
const OFFERED: readonly InquiryState[] = ["replied", "closed", "read", "new"];
/**
 * The owner's reply to the email may quote the link, so the inquiry's sender may have it as well. A
 * note written through the link must not look like the owner's, and the page shows no notes.
 */
const NOTE_MARK = "By the email's link: ";
const NOTES_MAX = 50;
const REVISION = 1;

interface InquiryVisit {
  readonly context: CardContext;
  readonly link: InquiryLink;
  readonly token: string;
}

/** GET: shows the inquiry. `?do=replied` puts that button first but changes nothing. */
export async function showInquiryCard(visit: InquiryVisit, query: URLSearchParams): Promise<RouteAnswer> {
  const inquiry = await visit.context.owner(inquiryView, { id: visit.link.id });
  if (inquiry === null) return gone();
  const wish = OFFERED.find((each) => each === query.get("do")) ?? null;
  if (wish !== null && wish !== inquiry.state)
    return show(visit, inquiry, { title: `Mark this inquiry as ${INQUIRY_NAMES[wish].toLowerCase()}?`, wish });
  return show(visit, inquiry, { title: "An inquiry", ...describeDone(visit, inquiry, query) });
}

/** POST: changes the state or the due day, or adds a note. */
export async function actOnInquiryCard(visit: InquiryVisit, form: URLSearchParams): Promise<RouteAnswer> {
  const { context, link, token } = visit;
  if (!context.tokens.isFormToken(form.get("form") ?? "", token, REVISION)) return foreignForm();
  const before = await context.owner(inquiryView, { id: link.id });
  if (before === null) return gone();
  const state = form.get("state");
  if (state !== null && !OFFERED.some((each) => each === state)) return foreignForm();
  const note = form.get("note");
  if (note !== null && note.trim() !== "") form.set("note", NOTE_MARK + note.trim());
  const session: { notice: InquiryActor["session"]["notice"] } = { notice: null };
  if ((await actOnInquiry({ owner: context.owner, session }, link.id, form, { notesMax: NOTES_MAX })) === null) {
    if (note === null) return foreignForm();
    session.notice = { text: "it has many notes: add more at the desk", isProblem: true };
  }
  if (session.notice?.isProblem) return show(visit, before, { title: "An inquiry", notice: session.notice, status: 422 });
  if (form.has("state")) return redirectToCard({ done: "state", was: before.state });
  return redirectToCard(form.has("due") ? { done: "due", was: before.dueOn ?? "" } : { done: "note" });
}

/** Describes the last change, with a form that reverts it. */
function describeDone(
  { context: { tokens }, token }: InquiryVisit,
  { state, dueOn }: StoredInquiry,
  query: URLSearchParams,
): Pick<CardPage, "notice" | "undo"> {
  const was = query.get("was") ?? "";
  const undo = (name: "state" | "due"): string =>
    `<form class="undo" method="post">${hiddenField("form", tokens.formToken(token, REVISION))}${hiddenField(name, was)}<button type="submit">Undo</button></form>`;
  const say = (text: string) => ({ text, isProblem: false });
  switch (query.get("done")) {
    case "state": {
      const canGoBack = OFFERED.some((each) => each === was && each !== state);
      return { notice: say(`it is now: ${INQUIRY_NAMES[state].toLowerCase()}`), undo: canGoBack ? undo("state") : "" };
    }
    case "due":
      return {
        notice: say(dueOn === null ? "it has no due day" : `it is due on ${dueOn}`),
        undo: was === (dueOn ?? "") ? "" : undo("due"),
      };
    case "note":
      return { notice: say("the note was added") };
    default:
      return { notice: null };
  }
}

interface ShownPage extends Partial<Pick<CardPage, "notice" | "undo">> {
  readonly title: string;
  readonly status?: number;
  /** The state that the email's button named. */
  readonly wish?: InquiryState | null;
}

function show({ context, link, token }: InquiryVisit, inquiry: StoredInquiry, page: ShownPage): RouteAnswer {
  const { title, notice = null, undo = "", status = 200, wish = null } = page;
  const others = OFFERED.filter((each) => each !== inquiry.state && each !== wish);
  const forms = { action: "", token: context.tokens.formToken(token, REVISION), states: wish === null ? others : [wish, ...others] };
  const count = inquiry.notes.length;
  const written = count === 0 ? "" : `${count === 1 ? "1 note" : `${count} notes`}. `;
  const atDesk = linkToDesk(context, `/inquiries/${link.id}`, "Notes, spam and more at the desk");
  const where = atDesk === "" ? `<code>octavo desk</code> shows notes and more.` : atDesk;
  const body = `${renderInquiryCard(inquiry, context.timeZone, forms)}
<section>${renderNoteForm(forms)}</section>
<p class="pages"><span>${written}${where}</span></p>
`;
  return renderCardPage(context, { status, title, notice, undo, body });
}

function gone(): RouteAnswer {
  return privatePage(404, "This inquiry no longer exists");
}
