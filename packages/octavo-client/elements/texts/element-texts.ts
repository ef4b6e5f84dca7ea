/**
 * The elements' English texts. Other languages have the same names (texts/). `{name}` is replaced
 * with a value.
 */
export const ENGLISH = {
  comments: { one: "{n} comment", other: "{n} comments" },
  noComments: "No comments yet",
  order: "Order",
  oldest: "Oldest first",
  newest: "Newest first",
  popular: "Most replies first",
  reply: "Reply",
  replyTo: "Reply to {name}",
  inReplyTo: "in reply to {name}",
  edit: "Edit",
  withdraw: "Withdraw",
  sure: "Withdraw for good?",
  author: "Author",
  waiting: "Pending approval. Only you see it.",
  edited: "edited",
  removed: "This comment was removed.",
  more: "Show more",
  earlier: "Show earlier",
  follow: "Follow this discussion",
  comment: "Write a comment",
  help: "Markdown: *emphasis*, **strong**, `code`, > quote, [link](https://…). Ctrl+Enter sends.",
  name: "Name",
  email: "Email",
  secret: "never shown",
  url: "Website",
  notify: "Email me about replies",
  remember: "Remember my email address too",
  forget: "Forget me",
  optional: "optional",
  send: "Send",
  save: "Save",
  cancel: "Cancel",
  sent: "Thank you. Your comment awaits approval.",
  withdrawn: "Your comment is withdrawn.",
  closed: "Comments are closed.",
  loading: "One moment …",
  away: "The server cannot be reached at the moment.",
  kept: "What you have typed stays here.",
  again: "Try again",
  failed: "This did not work.",
  retry: "Please try again {when}.",
  duplicate: "This was already received.",
  late: "The time for changes is over.",
  missing: "Please fill this in.",
  invalid: "This cannot be right.",
  tooLong: "This is too long.",
  left: { one: "{n} character left", other: "{n} characters left" },
  over: { one: "{n} character too many", other: "{n} characters too many" },
  like: "Like",
  likes: { one: "{n} like", other: "{n} likes" },
  search: "Search",
  results: { one: "{n} result", other: "{n} results" },
  all: "All",
  post: "Posts",
  project: "Projects",
  book: "Books",
  photo: "Photos",
  service: "Services",
  page: "Pages",
  message: "Message",
  telegram: "Telegram",
  about: "About",
  anyService: "Something else",
  received: "Thank you. Your message has arrived.",
};

/** Forms by the categories of Intl.PluralRules. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type ElementTexts = { readonly [Name in keyof typeof ENGLISH]: (typeof ENGLISH)[Name] extends string ? string : PluralText };

/** Languages with a file beside the script. */
export const TEXT_LANGUAGES = ["de", "en", "es", "fr", "ja"];

/** Texts, numbers, dates and durations in a language. */
export interface Wording {
  /** The language of the texts: English if the page's language has none. */
  readonly language: string;
  readonly texts: ElementTexts;
  /** A text with its values. */
  say(text: string, values: Readonly<Record<string, string>>): string;
  number(n: number): string;
  /** The form of a text for a number. */
  count(text: PluralText, n: number): string;
  date(instant: string): string;
  /** "in 5 minutes" */
  when(seconds: number): string;
}

/** @param locale the page's locale, BCP 47 */
export function createWording(locale: string, language: string, texts: ElementTexts): Wording {
  const say: Wording["say"] = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const number = (n: number): string => new Intl.NumberFormat(locale).format(n);
  return {
    language,
    texts,
    say,
    number,
    count: (text, n) => say(text[new Intl.PluralRules(language).select(n)] ?? text.other ?? "", { n: number(n) }),
    date: (instant) => new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(new Date(instant)),
    when: (seconds) => {
      const [unit, size] = seconds < 5_400 ? (["minute", 60] as const) : (["hour", 3_600] as const);
      return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / size), unit);
    },
  };
}
