import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { didYouMean } from "../../build/shared/suggest.ts";
import { completeId } from "../../server/owner/complete-id.ts";
import { INQUIRY_STATES, type InquiryState, type InquiryStore, type StoredInquiry } from "../../server/store/store.ts";
import { readTimeZone } from "../../server/stored-site.ts";
import { BYTE_ORDER_MARK, type CsvValue, toCsvLine } from "../../server/text/csv.ts";
import { mayDelete } from "../build/may-delete.ts";
import { CliError, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import { readNames } from "../options/readers.ts";
import type { Settings } from "../options/shared-options.ts";
import { withStore } from "../serve/store-access.ts";
import { widthOfOutput } from "../text/output.ts";
import { toIso } from "../text/times.ts";
import { renderInquiries, renderInquiry, toNotesText } from "./inquiry-text.ts";
import { isOwnDatabase, joinDatabase } from "./rescue-commands.ts";

const DEFAULT_LIMIT = 50;
/** Inquiries read at once for an export. */
const PAGE = 500;
/** Code points of a note. */
export const INQUIRY_NOTE_MAX = 4_000;
const NOT_SPAM = INQUIRY_STATES.filter((state) => state !== "spam");

/** `octavo inquiries list`, and with words `octavo inquiries search <word>…`. */
export function listInquiries(
  settings: Settings<"db" | "state" | "email" | "limit" | "after" | "json" | "quiet">,
  io: Io,
  words: readonly string[],
): Promise<number> {
  const { email, after, json, quiet } = settings;
  const states = toStates(settings.state, NOT_SPAM);
  const limit = settings.limit ?? DEFAULT_LIMIT;
  return withStore(settings, io, async ({ inquiries, site }) => {
    const last = after === null ? null : await completeId(inquiries, after);
    if (last !== null && (await inquiries.get(last)) === null) throw unknownInquiry(last);
    const found = await inquiries.list({
      ...(states === null ? {} : { states }),
      ...(email === null ? {} : { email }),
      words,
      ...(last === null ? {} : { after: last }),
      limit: limit + 1,
    });
    const items = found.slice(0, limit);
    const next = found.length > limit ? (items.at(-1)?.id ?? null) : null;
    if (json) io.stdout.write(`${JSON.stringify({ items: items.map(toInquiryJson), next }, null, 2)}\n`);
    else if (items.length > 0) io.stdout.write(renderInquiries(items, widthOfOutput(io), await readTimeZone({ site })));
    if (!json && !quiet)
      io.stderr.write(
        `${items.length} ${items.length === 1 ? "inquiry" : "inquiries"} listed${next === null ? "" : `; more with --after ${next}`}\n`,
      );
    return EXIT_OK;
  });
}

/** `octavo inquiries show <id>…`. */
export function showInquiries(settings: Settings<"db" | "json">, io: Io, words: readonly string[]): Promise<number> {
  return withStore(settings, io, async ({ inquiries, site }) => {
    const timeZone = await readTimeZone({ site });
    const found = await Promise.all(
      words.map(async (id) => {
        const inquiry = await inquiries.get(await completeId(inquiries, id));
        if (inquiry === null) throw unknownInquiry(id);
        return inquiry;
      }),
    );
    if (settings.json) io.stdout.write(`${JSON.stringify({ items: found.map(toInquiryJson) }, null, 2)}\n`);
    else io.stdout.write(found.map((inquiry) => renderInquiry(inquiry, widthOfOutput(io), timeZone)).join("\n"));
    return EXIT_OK;
  });
}

/** `octavo inquiries export`: oldest first, as CSV for spreadsheets or JSON lines for programs. */
export function exportInquiries(
  settings: Settings<"db" | "state"> & { readonly format: "csv" | "jsonl" | null; readonly bom: boolean },
  io: Io,
): Promise<number> {
  const states = toStates(settings.state, null);
  const format = settings.format ?? "csv";
  if (settings.bom && format !== "csv") throw usageError("--bom is for CSV alone", "leave it out: JSON has no byte order mark");
  return withStore(settings, io, async ({ inquiries, site }) => {
    const timeZone = await readTimeZone({ site });
    if (format === "csv") io.stdout.write(`${settings.bom ? BYTE_ORDER_MARK : ""}${toCsvLine(COLUMNS)}`);
    for (let after: string | undefined; ; ) {
      const page = await inquiries.list({
        order: "oldest",
        limit: PAGE,
        ...(states === null ? {} : { states }),
        ...(after === undefined ? {} : { after }),
      });
      const lines = page.map((inquiry) => {
        const value = toInquiryJson(inquiry);
        return format === "csv"
          ? toCsvLine(COLUMNS.map((column) => (column === "notes" ? toNotesText(inquiry, timeZone) : value[column])))
          : `${JSON.stringify(value)}\n`;
      });
      io.stdout.write(lines.join(""));
      await io.stdout.drain?.();
      after = page.at(-1)?.id;
      if (page.length < PAGE || io.signal.aborted) return EXIT_OK;
    }
  });
}

/** `octavo inquiries import <database>`. */
export async function importInquiries(
  settings: Settings<"db" | "dryRun" | "json" | "quiet">,
  io: Io,
  [word = ""]: readonly string[],
): Promise<number> {
  const found = await stat(resolve(io.cwd, word)).catch(() => null);
  if (found?.isFile() !== true || !isOwnDatabase(resolve(io.cwd, word)))
    throw new CliError(found === null ? `${word} is not there` : `${word} is not a database of octavo`, {
      hint: "name a database that was rescued (octavo.db.rescued-…) or backed up",
    });
  return joinDatabase("inquiry", word, settings, io);
}

/** `octavo inquiries delete <inquiry>…`: those that are not there do not keep the others. */
export async function deleteInquiries(settings: Settings<"db" | "yes" | "quiet">, io: Io, words: readonly string[]): Promise<number> {
  const what = words.length === 1 ? "1 inquiry" : `${words.length} inquiries`;
  if (!(await mayDelete(settings, io, what))) return EXIT_INTERRUPTED;
  return changeInquiries(settings, io, words, "deleted", (inquiries, id) => inquiries.delete(id));
}

/** `octavo inquiries mark <state> <inquiry>…`. */
export function markInquiries(settings: Settings<"db" | "quiet">, io: Io, [word = "", ...ids]: readonly string[]): Promise<number> {
  const state = INQUIRY_STATES.find((each) => each === word);
  if (state === undefined) {
    throw usageError(
      `"${word}" is no state of an inquiry`,
      didYouMean(word, INQUIRY_STATES) ?? `want ${INQUIRY_STATES.join(", ")}, then inquiries`,
    );
  }
  return changeInquiries(settings, io, ids, state, (inquiries, id) => inquiries.mark(id, state));
}

/** `octavo inquiries note <inquiry> "<text>"`. */
export function noteInquiry(settings: Settings<"db" | "quiet">, io: Io, [id = "", given = ""]: readonly string[]): Promise<number> {
  const text = given.trim();
  if (text === "") throw usageError("the note is empty", 'want octavo inquiries note <inquiry> "<text>"');
  if ([...text].length > INQUIRY_NOTE_MAX)
    throw usageError(`the note is longer than ${INQUIRY_NOTE_MAX} characters`, "make several notes of it");
  return changeInquiries(settings, io, [id], "noted", (inquiries, noted) => inquiries.addNote(noted, text));
}

/** @param done said of each that is there; the others are named, and do not keep these */
export function changeInquiries(
  settings: Settings<"db" | "quiet">,
  io: Io,
  words: readonly string[],
  done: string,
  change: (inquiries: InquiryStore, id: string) => Promise<boolean>,
): Promise<number> {
  return withStore(settings, io, async ({ inquiries }) => {
    const ids = await Promise.all(words.map((word) => completeId(inquiries, word)));
    let missing = false;
    for (const id of ids) {
      if (await change(inquiries, id)) {
        if (!settings.quiet) io.stdout.write(`${done}: ${id}\n`);
        continue;
      }
      missing = true;
      const { message, hint } = unknownInquiry(id);
      io.stderr.write(`${message}\nhint: ${hint}\n`);
    }
    return missing ? EXIT_FAILED : EXIT_OK;
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

/** Null: all. */
function toStates(text: string | null, fallback: readonly InquiryState[] | null): readonly InquiryState[] | null {
  if (text === null) return fallback;
  const names = readNames("--state", text, [...INQUIRY_STATES, "all"]);
  return names.includes("all") ? null : INQUIRY_STATES.filter((state) => names.includes(state));
}

function unknownInquiry(id: string): CliError {
  return new CliError(`there is no inquiry ${id}`, { hint: "octavo inquiries list --state all shows those there are" });
}
