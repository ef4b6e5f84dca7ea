import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { didYouMean } from "../../build/shared/suggest.ts";
import { type InquiryChanges, inquiryErasure, inquiryMark, inquiryNote } from "../../server/owner/inquiries/inquiry-changes.ts";
import { inquiryList, inquiryRows, inquiryView } from "../../server/owner/inquiries/inquiry-lists.ts";
import { INQUIRY_NOTE_MAX, unknownInquiry } from "../../server/owner/inquiries/inquiry-schemas.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { INQUIRY_STATES, type InquiryState, type StoredInquiry } from "../../server/store/inquiry-types.ts";
import { BYTE_ORDER_MARK, type CsvValue, toCsvLine } from "../../server/text/csv.ts";
import { mayDelete } from "../build/may-delete.ts";
import { CliError, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import { readNames } from "../options/readers.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { createLineWriter, widthOfOutput, writeJson } from "../text/output.ts";
import { toIso } from "../text/times.ts";
import { renderInquiries, renderInquiry, toNotesText } from "./inquiry-text.ts";
import { isOwnDatabase, joinDatabase } from "./rescue-commands.ts";

const DEFAULT_LIMIT = 50;
const NOT_SPAM = INQUIRY_STATES.filter((state) => state !== "spam");

/** `octavo inquiries list`, or with words `octavo inquiries search <word>…`. */
export function listInquiries(
  settings: DataPlace & Settings<"state" | "email" | "limit" | "after" | "json" | "quiet">,
  io: Io,
  words: readonly string[],
): Promise<void> {
  const { email, after, json, quiet } = settings;
  const states = toStates(settings.state, NOT_SPAM);
  const limit = settings.limit ?? DEFAULT_LIMIT;
  return withOwner(settings, io, async (owner) => {
    const { items, next } = await owner(inquiryList, {
      states: states === null ? null : [...states],
      email,
      words: [...words],
      after,
      limit,
    });
    if (json) writeJson(io, { items: items.map(toInquiryJson), next });
    else if (items.length > 0) io.stdout.write(renderInquiries(items, widthOfOutput(io), (await owner(showSite, {})).timeZone));
    if (!json && !quiet)
      io.stderr.write(
        `${items.length} ${items.length === 1 ? "inquiry" : "inquiries"} listed${next === null ? "" : `; more with --after ${next}`}\n`,
      );
  });
}

/** `octavo inquiries show <id>…`. */
export function showInquiries(settings: DataPlace & Settings<"json">, io: Io, words: readonly string[]): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const { timeZone } = await owner(showSite, {});
    const found = await Promise.all(
      words.map(async (id) => {
        const inquiry = await owner(inquiryView, { id });
        if (inquiry === null) throw unknownInquiry(id);
        return inquiry;
      }),
    );
    if (settings.json) writeJson(io, { items: found.map(toInquiryJson) });
    else io.stdout.write(found.map((inquiry) => renderInquiry(inquiry, widthOfOutput(io), timeZone)).join("\n"));
  });
}

/** `octavo inquiries export`: oldest first, as CSV for spreadsheets or JSON lines for programs. */
export function exportInquiries(
  settings: DataPlace & Settings<"state"> & { readonly format: "csv" | "jsonl" | null; readonly bom: boolean },
  io: Io,
): Promise<void> {
  const states = toStates(settings.state, null);
  const format = settings.format ?? "csv";
  if (settings.bom && format !== "csv") throw usageError("--bom is only for CSV", "leave it out: JSON has no byte order mark");
  return withOwner(settings, io, async (owner) => {
    const { timeZone } = await owner(showSite, {});
    const writer = createLineWriter(io);
    if (format === "csv") await writer.add(`${settings.bom ? BYTE_ORDER_MARK : ""}${toCsvLine(COLUMNS)}`);
    for await (const inquiry of owner.rows(inquiryRows, { states: states === null ? null : [...states] })) {
      const value = toInquiryJson(inquiry);
      await writer.add(
        format === "csv"
          ? toCsvLine(COLUMNS.map((column) => (column === "notes" ? toNotesText(inquiry, timeZone) : value[column])))
          : `${JSON.stringify(value)}\n`,
      );
      if (io.signal.aborted) break;
    }
    await writer.flush();
  });
}

/** `octavo inquiries import <database>`. */
export async function importInquiries(
  settings: DataPlace & Settings<"dryRun" | "json" | "quiet">,
  io: Io,
  [word = ""]: readonly string[],
): Promise<number> {
  const found = await stat(resolve(io.cwd, word)).catch(() => null);
  if (found?.isFile() !== true || !isOwnDatabase(resolve(io.cwd, word)))
    throw new CliError(found === null ? `${word} does not exist` : `${word} is not an Octavo database`, {
      hint: "name a database that was rescued (octavo.db.rescued-…) or backed up",
    });
  if (settings.site !== null) return (await import("../remote/send-inquiries.ts")).sendInquiries(resolve(io.cwd, word), settings, io);
  return joinDatabase("inquiry", word, settings, io);
}

/** `octavo inquiries delete <inquiry>…`. An unknown id does not stop the others. */
export async function deleteInquiries(settings: DataPlace & Settings<"yes" | "quiet">, io: Io, words: readonly string[]): Promise<number> {
  const what = words.length === 1 ? "1 inquiry" : `${words.length} inquiries`;
  if (!(await mayDelete(settings, io, what))) return EXIT_INTERRUPTED;
  return changeInquiries(settings, io, "deleted", (owner) => owner(inquiryErasure, { ids: [...words] }));
}

/** `octavo inquiries mark <state> <inquiry>…`. */
export function markInquiries(settings: DataPlace & Settings<"quiet">, io: Io, [word = "", ...ids]: readonly string[]): Promise<number> {
  const state = INQUIRY_STATES.find((each) => each === word);
  if (state === undefined) {
    throw usageError(
      `"${word}" is not a state of an inquiry`,
      didYouMean(word, INQUIRY_STATES) ?? `want ${INQUIRY_STATES.join(", ")}, then inquiries`,
    );
  }
  return changeInquiries(settings, io, state, (owner) => owner(inquiryMark, { state, ids }));
}

/** `octavo inquiries note <inquiry> "<text>"`. */
export function noteInquiry(settings: DataPlace & Settings<"quiet">, io: Io, [id = "", given = ""]: readonly string[]): Promise<number> {
  const text = given.trim();
  if (text === "") throw usageError("the note is empty", 'want octavo inquiries note <inquiry> "<text>"');
  if ([...text].length > INQUIRY_NOTE_MAX)
    throw usageError(`the note is longer than ${INQUIRY_NOTE_MAX} characters`, "split it into several notes");
  return changeInquiries(settings, io, "noted", (owner) => owner(inquiryNote, { text, ids: [id] }));
}

/**
 * @param done what happened to each existing inquiry. Unknown ids are reported, and do not stop the
 * others
 */
export function changeInquiries(
  settings: DataPlace & Settings<"quiet">,
  io: Io,
  done: string,
  change: (owner: Owner) => Promise<InquiryChanges>,
): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    const { outcomes } = await change(owner);
    for (const { id, found } of outcomes) {
      if (found) {
        if (!settings.quiet) io.stdout.write(`${done}: ${id}\n`);
        continue;
      }
      const { message, hint } = unknownInquiry(id);
      io.stderr.write(`octavo: ${message}\nhint: ${hint}\n`);
    }
    return outcomes.every(({ found }) => found) ? EXIT_OK : EXIT_FAILED;
  });
}

const COLUMNS = ["id", "createdAt", "state", "dueOn", "email", "name", "telegram", "serviceId", "message", "origin", "notes"] as const;

interface InquiryJson extends Record<Exclude<(typeof COLUMNS)[number], "notes">, CsvValue> {
  readonly notes: readonly { readonly at: string | null; readonly text: string }[];
}

export function toInquiryJson(inquiry: StoredInquiry): InquiryJson {
  const { id, createdAt, state, dueOn, email, name, telegram, serviceId, message, origin } = inquiry;
  return {
    id,
    createdAt: toIso(createdAt),
    state,
    dueOn,
    email,
    name,
    telegram,
    serviceId,
    message,
    origin,
    notes: inquiry.notes.map(({ at, text }) => ({ at: toIso(at), text })),
  };
}

/** Returns null for all states. */
function toStates(text: string | null, fallback: readonly InquiryState[] | null): readonly InquiryState[] | null {
  if (text === null) return fallback;
  const names = readNames("--state", text, [...INQUIRY_STATES, "all"]);
  return names.includes("all") ? null : INQUIRY_STATES.filter((state) => names.includes(state));
}
