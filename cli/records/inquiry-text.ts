import { toSafeLine } from "../../contract/text/safe-text.ts";
import { toMinuteIn } from "../../server/days.ts";
import type { StoredInquiry } from "../../server/store/inquiry-types.ts";
import { type ItemColumn, indentText, tabulate } from "../text/display.ts";

/** One line for each note, with line breaks replaced by spaces; null if there are no notes. */
export function toNotesText({ notes }: StoredInquiry, timeZone: string): string | null {
  return notes.length === 0
    ? null
    : notes.map(({ at, text }) => `${toMinuteIn(at, timeZone)} ${text.replaceAll(/\s*\n\s*/g, " ")}`).join("\n");
}

export function renderInquiries(inquiries: readonly StoredInquiry[], width: number | null, timeZone: string): string {
  const [id, ...others] = INQUIRY_COLUMNS;
  return tabulate(
    [id, { title: `WHEN (${timeZone})`, cell: ({ createdAt }) => toMinuteIn(createdAt, timeZone) }, ...others],
    inquiries,
    width,
  );
}

/** Columns of every list of inquiries. A list adds its days after the first one. */
export const INQUIRY_COLUMNS = [
  { title: "INQUIRY", cell: ({ id }) => id },
  { title: "STATE", cell: ({ state }) => state },
  { title: "FROM", cell: ({ name, email }) => (name === null ? email : `${name} <${email}>`), shrinks: true },
  { title: "SERVICE", cell: ({ serviceId }) => serviceId ?? "", shrinks: true },
  { title: "MESSAGE", cell: ({ message }) => message, flexible: true },
] as const satisfies readonly ItemColumn<StoredInquiry>[];

export function renderInquiry(inquiry: StoredInquiry, width: number | null, timeZone: string): string {
  const { id, createdAt, state, dueOn, email, name, telegram, serviceId, message, origin } = inquiry;
  const rows: readonly (readonly [string, string | null])[] = [
    ["inquiry", id],
    ["state", state],
    ["due", dueOn],
    ["sent", `${toMinuteIn(createdAt, timeZone)} ${timeZone}`],
    ["name", name],
    ["email", email],
    ["telegram", telegram],
    ["service", serviceId],
    ["from", origin ?? "(no page: no Origin was sent)"],
  ];
  const head = rows.flatMap(([label, value]) => (value === null ? [] : [`${label.padEnd(9)} ${toSafeLine(value)}`]));
  const notes = inquiry.notes.flatMap(({ at, text }) => [
    "",
    `note from ${toMinuteIn(at, timeZone)} ${timeZone}`,
    ...indentText(text, width),
  ]);
  return `${[...head, "", ...indentText(message, width), ...notes].join("\n")}\n`;
}
