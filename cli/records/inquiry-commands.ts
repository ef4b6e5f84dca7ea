import type { StoredInquiry } from "../../server/store/store.ts";
import { mayDelete } from "../build/may-delete.ts";
import { CliError, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { type CsvValue, toCsvLine } from "../text/csv.ts";
import { renderTable, toSafeLine, wrap } from "../text/display.ts";
import { widthOfOutput } from "../text/output.ts";
import { toIso, toMinute } from "../text/times.ts";

const DEFAULT_LIMIT = 50;
/** Inquiries read at once for an export. */
const PAGE = 500;
const TEXT_WIDTH_MAX = 100;
type InquiryState = StoredInquiry["state"];

/** `octavo inquiries list`. */
export function listInquiries(settings: Settings, io: Io): Promise<number> {
  const { email, after, json, quiet } = settings;
  const state = toState(settings.state, "received");
  const limit = settings.limit ?? DEFAULT_LIMIT;
  return withStore(settings, io, async ({ inquiries }) => {
    if (after !== null && (await inquiries.get(after)) === null) throw unknownInquiry(after);
    const found = await inquiries.list({
      ...(state === null ? {} : { state }),
      ...(email === null ? {} : { email }),
      ...(after === null ? {} : { after }),
      limit: limit + 1,
    });
    const items = found.slice(0, limit);
    const next = found.length > limit ? (items.at(-1)?.id ?? null) : null;
    if (json) io.stdout.write(`${JSON.stringify({ items: items.map(toInquiryJson), next }, null, 2)}\n`);
    else if (items.length > 0) io.stdout.write(renderInquiries(items, widthOfOutput(io)));
    if (!json && !quiet)
      io.stderr.write(
        `${items.length} ${items.length === 1 ? "inquiry" : "inquiries"} listed${next === null ? "" : `; more with --after ${next}`}\n`,
      );
    return EXIT_OK;
  });
}

/** `octavo inquiries show <id>…`. */
export function showInquiries(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  return withStore(settings, io, async ({ inquiries }) => {
    const found = await Promise.all(
      words.map(async (id) => {
        const inquiry = await inquiries.get(id);
        if (inquiry === null) throw unknownInquiry(id);
        return inquiry;
      }),
    );
    if (settings.json) io.stdout.write(`${JSON.stringify({ items: found.map(toInquiryJson) }, null, 2)}\n`);
    else io.stdout.write(found.map((inquiry) => renderInquiry(inquiry, widthOfOutput(io))).join("\n"));
    return EXIT_OK;
  });
}

/** `octavo inquiries export`: oldest first, as CSV for spreadsheets or JSON lines for programs. */
export function exportInquiries(settings: Settings, io: Io): Promise<number> {
  const state = toState(settings.state, null);
  const format = toFormat(settings.format, "csv");
  return withStore(settings, io, async ({ inquiries }) => {
    if (format === "csv") io.stdout.write(toCsvLine(COLUMNS));
    for (let after: string | undefined; ; ) {
      const page = await inquiries.list({
        order: "oldest",
        limit: PAGE,
        ...(state === null ? {} : { state }),
        ...(after === undefined ? {} : { after }),
      });
      const lines = page.map((inquiry) => {
        const value = toInquiryJson(inquiry);
        return format === "csv" ? toCsvLine(COLUMNS.map((column) => value[column])) : `${JSON.stringify(value)}\n`;
      });
      io.stdout.write(lines.join(""));
      await io.stdout.drain?.();
      after = page.at(-1)?.id;
      if (page.length < PAGE || io.signal.aborted) return EXIT_OK;
    }
  });
}

/** `octavo inquiries delete <inquiry>…`: those that are not there do not keep the others. */
export async function deleteInquiries(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  const what = words.length === 1 ? "1 inquiry" : `${words.length} inquiries`;
  if (!(await mayDelete(settings, io, what))) return EXIT_INTERRUPTED;
  return withStore(settings, io, async ({ inquiries }) => {
    let missing = false;
    for (const id of words) {
      if (await inquiries.delete(id)) {
        if (!settings.quiet) io.stdout.write(`deleted: ${id}\n`);
        continue;
      }
      missing = true;
      const { message, hint } = unknownInquiry(id);
      io.stderr.write(`${message}\nhint: ${hint}\n`);
    }
    return missing ? EXIT_FAILED : EXIT_OK;
  });
}

const COLUMNS = ["id", "createdAt", "state", "email", "name", "telegram", "serviceId", "message", "origin"] as const;

function toInquiryJson(inquiry: StoredInquiry): Record<(typeof COLUMNS)[number], CsvValue> {
  const { id, createdAt, state, email, name, telegram, serviceId, message, origin } = inquiry;
  return { id, createdAt: toIso(createdAt), state, email, name, telegram, serviceId, message, origin };
}

function renderInquiries(inquiries: readonly StoredInquiry[], width: number | null): string {
  return renderTable(
    [
      { title: "INQUIRY" },
      { title: "WHEN (UTC)" },
      { title: "STATE" },
      { title: "FROM", shrinks: true },
      { title: "SERVICE", shrinks: true },
      { title: "MESSAGE", flexible: true },
    ],
    inquiries.map(({ id, createdAt, state, email, name, serviceId, message }) => [
      id,
      toMinute(createdAt),
      state,
      name === null ? email : `${name} <${email}>`,
      serviceId ?? "",
      message,
    ]),
    width,
  );
}

function renderInquiry(inquiry: StoredInquiry, width: number | null): string {
  const { id, createdAt, state, email, name, telegram, serviceId, message, origin } = inquiry;
  const rows: readonly (readonly [string, string | null])[] = [
    ["inquiry", id],
    ["state", state],
    ["sent", `${toMinute(createdAt)} UTC`],
    ["name", name],
    ["e-mail", email],
    ["telegram", telegram],
    ["service", serviceId],
    ["from", origin ?? "(no page: no Origin was sent)"],
  ];
  const head = rows.flatMap(([label, value]) => (value === null ? [] : [`${label.padEnd(9)} ${toSafeLine(value)}`]));
  const text = wrap(message, Math.min(TEXT_WIDTH_MAX, width ?? TEXT_WIDTH_MAX) - 2).map((line) => `  ${line}`.trimEnd());
  return `${head.join("\n")}\n\n${text.join("\n")}\n`;
}

function toState(text: string | null, fallback: InquiryState | null): InquiryState | null {
  if (text === null) return fallback;
  if (text === "all") return null;
  if (text === "received" || text === "spam") return text;
  throw usageError(`--state is "${text}"`, "want received, spam or all");
}

/** @throws CliError with exit code 2 */
export function toFormat(text: string | null, fallback: "csv" | "jsonl"): "csv" | "jsonl" {
  if (text === null) return fallback;
  if (text === "csv" || text === "jsonl") return text;
  throw usageError(`--format is "${text}"`, "want csv (for spreadsheets) or jsonl (JSON, a line each)");
}

function unknownInquiry(id: string): CliError {
  return new CliError(`there is no inquiry ${id}`, { hint: "octavo inquiries list --state all shows those there are" });
}
