import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { banList, listSpamWords } from "../../owner/bans-and-words.ts";
import { formatNumber } from "../../report/chart-text.ts";
import { BAN_DAYS_USUAL, type Ban } from "../../store/store.ts";
import type { DeskContext } from "../desk-context.ts";
import { bdi, type DeskPage, escapeLine, hiddenField, renderInstant } from "../desk-html.ts";

/** Maximum number of rows shown from each list. */
const SHOWN_MAX = 200;
const WORD_MAX = 200;
const BAN_DAYS = [7, 30, 90, 365] as const;

/** `/blocking`: bans and spam words. `?word=` searches the list of words. */
export async function composeBlocking({ owner, session, timeZone }: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const [{ items: bans }, { items: words }] = [await owner(banList, {}), await owner(listSpamWords, {})];
  const token = hiddenField("form", session.formToken);
  const body = `${renderWords(words, (query.get("word") ?? "").trim().slice(0, WORD_MAX), token)}${renderBans(bans, timeZone, token)}`;
  return { section: "/blocking", title: "Bans and spam words", body };
}

function renderWords(words: readonly string[], wanted: string, token: string): string {
  const found = words.filter((word) => word.includes(wanted.normalize("NFC").toLowerCase()));
  const rows = found
    .slice(0, SHOWN_MAX)
    .map(
      (word) =>
        `<li class="row line">${bdi(word)}<form method="post" action="/blocking">${token}${hiddenField("word", word)}<button type="submit" name="do" value="remove-word">Remove</button></form></li>`,
    );
  const search =
    words.length <= rows.length && wanted === ""
      ? ""
      : `<form method="get" action="/blocking" role="search" class="way"><label for="find">Find on the list</label><input type="search" id="find" name="word" value="${escapeHtml(wanted)}" maxlength="${WORD_MAX}"><button type="submit">Find</button></form>`;
  const more =
    found.length > rows.length ? `<p class="facts">${formatNumber(rows.length)} of ${formatNumber(found.length)} are shown.</p>` : "";
  const list =
    rows.length === 0
      ? `<p class="nothing">${wanted === "" ? "The list is empty." : "No entry contains that."}</p>`
      : `<ul class="rows">${rows.join("\n")}</ul>`;
  return `<section><h2>Spam words</h2>
<p>A comment or an inquiry that contains one of these is stored as spam. Its author is not told.</p>
<form method="post" action="/blocking" class="way">${token}<label for="words">New words, one per line. <code>casino*</code> matches all words with this beginning; several words on a line are a phrase</label>
<textarea id="words" name="words" rows="3" dir="auto" required autocapitalize="none" spellcheck="false"></textarea><button type="submit" name="do" value="add-words">Add</button></form>
${search}${list}${more}</section>`;
}

function renderBans(bans: readonly Ban[], timeZone: string, token: string): string {
  const rows = bans.slice(0, SHOWN_MAX).map(
    ({ id, kind, note, createdAt, expiresAt }) =>
      `<li class="row line"><span>Ban ${id}, of ${kind === "email" ? "an email address" : "a network address"}${note === null ? "" : `: ${bdi(note)}`}
<span class="facts"><span>since ${renderInstant(createdAt, timeZone)}</span> <span>until ${renderInstant(expiresAt, timeZone)}</span></span></span><form method="post" action="/blocking">${token}${hiddenField("ban", String(id))}<button type="submit" name="do" value="end-ban">End</button></form></li>`,
  );
  const more =
    bans.length > rows.length
      ? `<p class="facts">The newest ${formatNumber(rows.length)} of ${formatNumber(bans.length)} are shown.</p>`
      : "";
  const list = rows.length === 0 ? '<p class="nothing">Nobody is banned.</p>' : `<ul class="rows">${rows.join("\n")}</ul>`;
  return `<section><h2>Bans</h2>
<p>A banned author's comments are stored as spam. The author is not told. Addresses are stored as keyed hashes, so a ban does not reveal whose address it is.</p>
<form method="post" action="/blocking" class="way">${token}<label for="email">Email address</label><input type="email" id="email" name="email" required maxlength="320" autocomplete="off">
<label for="note">A note to yourself</label><input type="text" id="note" name="note" maxlength="200" autocomplete="off">
<label>For ${renderBanDays()}</label> <button type="submit" name="do" value="add-ban" class="ban">Ban</button></form>
${list}${more}</section>`;
}

/** A menu of durations for a ban. */
export function renderBanDays(): string {
  const options = BAN_DAYS.map((days) => `<option value="${days}"${days === BAN_DAYS_USUAL ? " selected" : ""}>${days} days</option>`);
  return `<select name="days">${options.join("")}</select>`;
}

/** Pending comments that match the new ban or word. */
export interface BlockedOffer {
  readonly name: string;
  readonly count: number;
  /** Address of their list, where the owner can decide on all of them at once. */
  readonly href: string;
}

/**
 * The page after entries were added. It offers the matching comments that are already pending,
 * because new entries apply only to later comments.
 */
export function renderOffers(title: string, offers: readonly BlockedOffer[], unsearched: number): DeskPage {
  const rows = offers.map(
    ({ name, count, href }) =>
      `<li class="row"><a href="${escapeLine(href)}">${count === 1 ? "1 pending comment" : `${formatNumber(count)} pending comments`} with ${bdi(name)}</a></li>`,
  );
  const about =
    rows.length === 0
      ? "<p>No pending comment matches.</p>"
      : `<p>New entries apply from now on. These comments are already pending; each list has a button that decides on all of them.</p><ul class="rows">${rows.join("\n")}</ul>`;
  const rest = unsearched === 0 ? "" : `<p>${formatNumber(unsearched)} more words were added but not searched for.</p>`;
  return { section: "/blocking", title, body: `${about}${rest}<p><a href="/blocking">Back to the lists</a></p>` };
}
