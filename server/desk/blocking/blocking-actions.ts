import { toDayIn } from "../../days.ts";
import { addSpamWords, banEmail, removeSpamWords, revokeBan } from "../../owner/bans-and-words.ts";
import { BAN_DAYS_MAX } from "../../owner/moderation-schemas.ts";
import { PersonEmail } from "../../owner/privacy/person.ts";
import type { SelectionInput } from "../../owner/selections/selection-filter.ts";
import { countSelection } from "../../owner/selections/selection-operations.ts";
import { parseWordList } from "../../text/spam.ts";
import type { ActionAnswer, DeskContext } from "../desk-context.ts";
import { readNumber, say } from "../queue-actions.ts";
import { toQueueUrl } from "../queue-page.ts";
import { NO_FILTER, type QueueFilter } from "../selections/queue-filter.ts";
import { type BlockedOffer, renderOffers } from "./blocking-page.ts";

const HERE = { location: "/blocking" } as const;
/** Maximum number of words in one form, and of characters in a word. */
const [WORDS_MAX, WORD_LENGTH_MAX] = [500, 200];
const NOTE_MAX = 200;
/** Maximum number of new words to search for. Each search reads every pending comment. */
const SEARCHED_MAX = 20;

/** POST /blocking with `add-words`. */
export async function addWordsFrom({ owner, session }: DeskContext, form: URLSearchParams): Promise<ActionAnswer> {
  const words = parseWordList((form.get("words") ?? "").replaceAll("\r\n", "\n"));
  const long = words.find((word) => word.length > WORD_LENGTH_MAX);
  if (words.length === 0 || words.length > WORDS_MAX || long !== undefined) {
    const reason = words.length === 0 ? "there is no word" : `want at most ${WORDS_MAX} words of up to ${WORD_LENGTH_MAX} characters`;
    say(session, `${reason}: nothing was added`, true);
    return HERE;
  }
  const { changed } = await owner(addSpamWords, { words });
  const searched = words.slice(0, SEARCHED_MAX).map((word) => word.replace(/\*$/, "").trim());
  const offers: BlockedOffer[] = [];
  for (const word of searched.filter((each) => each !== ""))
    offers.push(...(await offer({ owner }, word, { words: [word] }, { text: word })));
  const title = changed === 1 ? "1 word was added" : `${changed} words were added`;
  return { page: renderOffers(title, offers, words.length - searched.length) };
}

/** POST /blocking with `remove-word`. */
export async function removeWordFrom({ owner, session }: DeskContext, form: URLSearchParams): Promise<ActionAnswer | null> {
  const word = form.get("word") ?? "";
  if (word.trim() === "" || word.length > WORD_LENGTH_MAX) return null;
  const { changed } = await owner(removeSpamWords, { words: [word] });
  say(session, changed === 0 ? `${word} was no longer on the list` : `${word} was removed from the list`, changed === 0);
  return HERE;
}

/** POST /blocking with `add-ban`. */
export async function addBanFrom({ owner, session, timeZone }: DeskContext, form: URLSearchParams): Promise<ActionAnswer> {
  const email = PersonEmail.safeParse(form.get("email") ?? "");
  if (!email.success) {
    say(session, "nobody was banned: want an email address such as ada@mail.example", true);
    return HERE;
  }
  const address = email.data.trim();
  const days = readNumber(form.get("days"), BAN_DAYS_MAX);
  const note = (form.get("note") ?? "").trim().slice(0, NOTE_MAX);
  const { ban } = await owner(banEmail, { email: address, days: days === 0 ? null : days, note: note === "" ? null : note });
  const offers = await offer({ owner }, address, { email: address }, { author: address });
  return { page: renderOffers(`${address} is banned until ${toDayIn(ban.expiresAt, timeZone)}`, offers, 0) };
}

/** POST /blocking with `end-ban`. */
export async function endBanFrom({ owner, session }: DeskContext, form: URLSearchParams): Promise<ActionAnswer | null> {
  const id = readNumber(form.get("ban"), Number.MAX_SAFE_INTEGER);
  if (id === 0) return null;
  const { found } = await owner(revokeBan, { id });
  say(
    session,
    found ? `ban ${id} has ended; comments marked as spam stay spam until you approve them` : `ban ${id} had already ended`,
    !found,
  );
  return HERE;
}

/** Offers the matching comments that are already pending. Empty if there are none. */
async function offer(
  { owner }: Pick<DeskContext, "owner">,
  name: string,
  filter: SelectionInput,
  shown: Partial<QueueFilter>,
): Promise<BlockedOffer[]> {
  const { count } = await owner(countSelection, { filter });
  const href = toQueueUrl({ state: "pending", filter: { ...NO_FILTER, ...shown }, after: null });
  return count === 0 ? [] : [{ name, count, href }];
}
