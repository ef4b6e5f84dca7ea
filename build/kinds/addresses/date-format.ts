import { NAME_STYLES } from "./name-styles.ts";

/**
 * Formats for `{date:%b}` in patterns of pages, with strftime's letters. The style of another
 * generator may follow: `{date:%B:hugo}`.
 */

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const DAY_MS = 86_400_000;

/**
 * Returns the text for a letter from a local time such as `2024-01-31T10:30:00`. Names are English,
 * as in strftime's C locale.
 */
const LETTERS: Readonly<Record<string, (time: string) => string>> = {
  Y: (time) => time.slice(0, 4),
  y: (time) => time.slice(2, 4),
  m: (time) => time.slice(5, 7),
  d: (time) => time.slice(8, 10),
  e: (time) => time.slice(8, 10).replace(/^0/, ""),
  H: (time) => time.slice(11, 13) || "00",
  M: (time) => time.slice(14, 16) || "00",
  S: (time) => time.slice(17, 19) || "00",
  B: (time) => MONTHS[Number(time.slice(5, 7)) - 1] ?? "",
  b: (time) => (MONTHS[Number(time.slice(5, 7)) - 1] ?? "").slice(0, 3),
  A: (time) => DAYS[new Date(time.slice(0, 10)).getUTCDay()] ?? "",
  a: (time) => (DAYS[new Date(time.slice(0, 10)).getUTCDay()] ?? "").slice(0, 3),
  w: (time) => String(new Date(time.slice(0, 10)).getUTCDay()),
  j: (time) => String(1 + (Date.parse(time.slice(0, 10)) - Date.parse(`${time.slice(0, 4)}-01-01`)) / DAY_MS).padStart(3, "0"),
};
/** `%-d` is the day without a leading zero. */
const DIRECTIVE = /%(-?)([A-Za-z])/g;

/** Describes the mistake in the format of a date. Returns null if it is valid. */
export function problemOfDateFormat(format: string): string | null {
  const [unknown] = [...format.matchAll(DIRECTIVE)].flatMap(([whole, , letter = ""]) => (letter in LETTERS ? [] : [whole]));
  if (unknown !== undefined) return `has {date:${format}}: ${unknown} is not supported, only ${Object.keys(LETTERS).join(", ")}`;
  const { plain, style } = splitStyle(format);
  const rest = plain.replaceAll(DIRECTIVE, "");
  const isStyle = style === "" || Object.hasOwn(NAME_STYLES, style);
  return isStyle && plain !== rest && /^[\w/.-]*$/.test(rest)
    ? null
    : `has {date:${format}}: want a format such as {date:%b} or {date:%Y-%m-%d}`;
}

/** @param time local: `2024-01-31T10:30:00`, or only the day */
export function formatDate(format: string, time: string): string {
  const { plain, style } = splitStyle(format);
  const toStyle = NAME_STYLES[style] ?? ((part: string): string => part);
  return plain.replaceAll(DIRECTIVE, (_, sign: string, letter: string) => {
    const text = LETTERS[letter]?.(time) ?? "";
    return toStyle(sign === "" ? text : text.replace(/^0+(?=\d)/, ""));
  });
}

function splitStyle(format: string): { readonly plain: string; readonly style: string } {
  const [, plain = format, style = ""] = /^(.*):(\w+)$/s.exec(format) ?? [];
  return { plain, style };
}
