import { INQUIRY_NOTE_MAX } from "../../owner/inquiries/inquiry-schemas.ts";
import type { InquiryState, StoredInquiry } from "../../store/inquiry-types.ts";
import { bdi, escapeLine, escapeLines, hiddenField, renderInstant } from "../desk-html.ts";

export const INQUIRY_NAMES: Readonly<Record<InquiryState, string>> = {
  new: "New",
  read: "Read",
  replied: "Replied",
  closed: "Closed",
  spam: "Spam",
};
export const INQUIRY_KEYS: Readonly<Record<InquiryState, string>> = { new: "n", read: "r", replied: "a", closed: "c", spam: "s" };

/** The forms on a card. The desk and the page behind an email's link have different ones. */
export interface InquiryForms {
  /** Address that they are sent to, "" for the page's own. */
  readonly action: string;
  readonly token: string;
  /** States to offer, in this order. */
  readonly states: readonly InquiryState[];
}

/** An inquiry with forms for its state and its due day. */
export function renderInquiryCard(inquiry: StoredInquiry, timeZone: string, { action, token, states }: InquiryForms): string {
  const { state, email, name, telegram, serviceId, message, origin, createdAt, dueOn } = inquiry;
  const facts: readonly (readonly [string, string])[] = [
    ["Sent", renderInstant(createdAt, timeZone)],
    ["Email", `<a href="mailto:${escapeLine(toMailto(inquiry))}">${bdi(email)}</a>`],
    ...(telegram === null ? [] : [["Telegram", bdi(telegram)] as const]),
    ...(serviceId === null ? [] : [["Service", bdi(serviceId)] as const]),
    ["From", origin === null ? "not sent from a page" : bdi(origin)],
    ["State", `<span class="state ${state}">${INQUIRY_NAMES[state]}</span>`],
    ["Due", dueOn ?? "no day"],
  ];
  const buttons = states.map(
    (each) =>
      `<button type="submit" name="state" value="${each}" data-key="${INQUIRY_KEYS[each]}">${INQUIRY_NAMES[each]}<kbd>${INQUIRY_KEYS[each]}</kbd></button>`,
  );
  return `<article class="item" data-item tabindex="-1" aria-labelledby="from">
<header><h2 id="from">${bdi(name ?? email)}</h2></header>
<dl>${facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join("")}</dl>
<div class="body" dir="auto">${escapeLines(message)}</div>
${openForm({ action, token })}<div class="ways"><span>Mark as</span> ${buttons.join("")}</div></form>
${openForm({ action, token }, "due")}<label for="due">Due on</label> <input type="date" id="due" name="due" value="${dueOn ?? ""}" data-key="d"> <button type="submit">Set the day</button></form>
</article>`;
}

export function renderNoteForm(forms: Pick<InquiryForms, "action" | "token">): string {
  return `${openForm(forms)}<label for="note">A note to yourself</label>
<textarea id="note" name="note" rows="3" dir="auto" required maxlength="${INQUIRY_NOTE_MAX}" data-key="t"></textarea><button type="submit">Add the note</button></form>`;
}

function openForm({ action, token }: Pick<InquiryForms, "action" | "token">, style = ""): string {
  return `<form method="post"${action === "" ? "" : ` action="${action}"`}${style === "" ? "" : ` class="${style}"`}>${hiddenField("form", token)}`;
}

/**
 * The email address comes from a stranger. It is encoded so that it cannot add anything else to the
 * link.
 */
function toMailto({ email }: StoredInquiry): string {
  return encodeURIComponent(email).replace("%40", "@");
}
