import type { CheckSeverity } from "../../../contract/config/config-names.ts";
import { clampDay, readInstant } from "../../shared/dates.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { nameOfFile } from "../../shared/slugs.ts";
import { reorderDate } from "../../shared/suggest.ts";
import type { DataDocument } from "../../sources/data-document.ts";
import { isNothing } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";

interface OldFile extends TitledFile {
  /** `2024-01-31` from the file's name; null if it has no date. */
  readonly fileDate: string | null;
  /**
   * The text of a post, whose first heading may be the title; null if the title stays unchanged.
   */
  readonly body: string | null;
}

/** Corrects values that other tools accepted, before the schema reads them. */
export function mendFrontMatter(file: OldFile, { dates, slugs, titles }: ResolvedConfig["checks"], diagnostics: Diagnostics): void {
  const { data, fileDate, body } = file;
  mendDates(data, fileDate, dates, diagnostics);
  dropEmptyNames(data);
  reportOpenLists(data, diagnostics);
  mendPermalink(data, slugs);
  if (body !== null) mendTitle(file, body, titles, diagnostics);
}

/** Date fields of all kinds. */
const DATE_FIELDS = ["publishedAt", "expiresAt", "updatedAt", "startedOn", "endedOn", "finishedOn", "takenAt"];

const WORDS =
  /^(?:[a-z]+,?\s+)?(?<month>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?:,?\s+(?:at\s+)?(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s*(?<half>[ap]m)?)?$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads `Monday, September 15th 2025, 5:11:15 pm` as `2025-09-15T17:11:15`. Returns null if it has
 * another form.
 */
function fromWords(text: string): string | null {
  const { month = "", day = "", year = "", hour, minute = "00", second = "00", half } = WORDS.exec(text.trim())?.groups ?? {};
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (number === 0) return null;
  const date = `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (hour === undefined) return date;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  return `${date}T${String(hours).padStart(2, "0")}:${minute}:${second}`;
}

/**
 * Replaces a day that does not exist (30 February) with the last day of its month, as other tools
 * do. Also reads dates in another order (`31-12-2024`, if unambiguous) or in words. An unreadable
 * `publishedAt` becomes the date in the file's name. If the check is an error, nothing changes and
 * the schema reports it.
 *
 * @param fileDate `2024-01-31` from the file's name; null if it has no date
 */
function mendDates(document: DataDocument, fileDate: string | null, severity: CheckSeverity, diagnostics: Diagnostics): void {
  if (severity === "error") return;
  for (const field of DATE_FIELDS) {
    const written = document.values[field];
    if (typeof written !== "string") continue;
    const ofMonth = clampDay(written);
    const otherwise = field === "publishedAt" && !readInstant(written, "UTC").ok ? fileDate : null;
    const mended = ofMonth ?? reorderDate(written.trim()) ?? fromWords(written) ?? otherwise;
    if (mended === null) continue;
    document.values[field] = mended;
    if (severity === "off") continue;
    diagnostics.warning(document.locate([field]), {
      code: "bad-date",
      message: `${describe(written)} is ${ofMonth === null ? "not a date" : "not a day of its month"}`,
      hint: `read as ${mended}${mended === otherwise ? ", the date in the file's name" : ""}`,
      field: document.written([field]),
    });
  }
}

interface TitledFile {
  readonly data: DataDocument;
  readonly file: { readonly relative: string };
}

/**
 * Gives a post without a title its first heading of level 1, otherwise the name of its file, as
 * other generators do. If the check is an error, nothing changes and the schema reports it.
 */
function mendTitle({ data, file }: TitledFile, body: string, severity: CheckSeverity, diagnostics: Diagnostics): void {
  if (severity === "error" || !isBlank(data.values.title)) return;
  const title =
    findHeading(body) ??
    nameOfFile(file.relative)
      .name.replaceAll(/[-_\s]+/g, " ")
      .trim();
  if (title === "") return;
  data.values.title = title;
  if (severity === "off") return;
  const hint = `${JSON.stringify(title)} is used; write title: with the title`;
  diagnostics.warning(data.locate([]), { code: "no-title", message: "missing, or empty", hint, field: ["title"] });
}

/** Plain text of the first heading of level 1; null if the text begins with something else. */
function findHeading(body: string): string | null {
  const [, words = ""] = /^\s*#[ \t]+(.*?)[ \t]*#*[ \t]*(?:\n|$)/.exec(body) ?? [];
  const plain = words
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s*\{#[^}]*\}$|[*`]/g, "")
    .trim();
  return plain === "" ? null : plain;
}

/** Removes empty names. `tags: [""]` and `tags: [null]` come from forms and templates. */
function dropEmptyNames(document: DataDocument): void {
  for (const field of ["tags", "categories"]) document.dropItems(field, isBlank);
}

/**
 * Warns about `tags: notes, [x`, a text that was split at its commas and looks like a list with a
 * missing bracket.
 */
function reportOpenLists(document: DataDocument, diagnostics: Diagnostics): void {
  for (const field of ["tags", "categories"]) {
    const items = document.values[field];
    if (!Array.isArray(items)) continue;
    const open = items.findIndex((item) => typeof item === "string" && item.split("[").length !== item.split("]").length);
    const written = document.written([field, open]);
    // The items of a list in brackets are used exactly as written.
    if (open < 0 || typeof written.at(-1) === "number") continue;
    const names = items.map((item) => String(item).replace(/[[\]]/g, "").trim()).filter((name) => name !== "");
    diagnostics.warning(document.locate([field, open]), {
      code: "open-list",
      message: `${describe(items[open])} has an unmatched bracket`,
      hint: `want [${names.join(", ")}]`,
      field: written,
    });
  }
}

/**
 * Adds slashes to permalinks. Zola's `path` and Jekyll's `permalink` start at the site's root, with
 * or without slashes around them. If the check is an error, only values under such other names are
 * changed.
 */
function mendPermalink(document: DataDocument, severity: CheckSeverity): void {
  const { permalink } = document.values;
  if (typeof permalink !== "string" || (severity === "error" && document.written(["permalink"])[0] === "permalink")) return;
  if (!/^[^/:?#\\]+(?:\/|$)/.test(permalink)) return;
  const isFile = permalink.endsWith("/") || /\.[a-z]\w{1,4}$/i.test(permalink);
  document.values.permalink = isFile ? `/${permalink}` : `/${permalink}/`;
}

function isBlank(value: unknown): boolean {
  return isNothing(value) || (typeof value === "string" && value.trim() === "");
}
