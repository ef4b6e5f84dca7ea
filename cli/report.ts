import { styleText } from "node:util";
import { counted, type Diagnostic, type Diagnostics, kindOf, warningKeyOf } from "../build/shared/diagnostics.ts";

export interface ReportOptions {
  readonly color: boolean;
  /**
   * Returns the text of a file, given its path as shown in messages; null to print no code frame.
   */
  readonly sources: (file: string) => string | null;
  /** Shows all findings of a kind instead of the first KIND_SHOWN_MAX. Default: false. */
  readonly all?: boolean;
  /** Warnings that were already shown. They are only counted. */
  readonly shown?: ReadonlySet<string>;
}

/** Terminal columns of a frame's text. A longer line is cut to a window around the mistake. */
const FRAME_WIDTH = 100;
/** Columns before the mistake in such a window. */
const FRAME_LEAD = 40;
const TAB_WIDTH = 2;
/**
 * Codes of mistakes whose single cause is outside the files in which they appear. A few are shown,
 * and the others are counted.
 */
const SHARED_CODES: ReadonlySet<string> = new Set(["plugin-failed", "compute", "schema-failed"]);
const SHARED_SHOWN_MAX = 3;
/**
 * Maximum number of findings to show for each kind. Further ones usually have the same cause, and
 * hide other findings.
 */
const KIND_SHOWN_MAX = 20;
/**
 * Maximum number of UTF-16 code units of a line to measure. A grapheme may have many, and a line
 * may have a million.
 */
const MEASURED_MAX = 20 * FRAME_WIDTH;

const COLORS = { error: "red", warning: "yellow" } as const;
type Paint = (style: "red" | "yellow" | "bold" | "dim", text: string) => string;

/**
 * Formats all findings like a compiler: place, severity, field and message, remedy, and a code
 * frame. They are sorted and end with a line of counts. The text is "" if there are none.
 */
export function formatDiagnostics(
  diagnostics: Diagnostics,
  { color, sources, all: showsAll = false, shown = new Set() }: ReportOptions,
): string {
  const all = diagnostics.all();
  if (all.length === 0) return "";
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const fresh = all.filter((one) => {
    const key = warningKeyOf(one);
    return key === null || !shown.has(key);
  });
  const linesOf = createLineReader(sources);
  const remedies = new Set<string>();
  const parts = (showsAll ? fresh.map(alone) : foldKinds(foldShared(fresh))).map(([diagnostic, note]) => {
    const { remedy } = diagnostic;
    const isNew = remedy !== undefined && !remedies.has(remedy);
    if (isNew) remedies.add(remedy);
    const more = `${isNew ? `  ${remedy}\n` : ""}${note === null ? "" : `  ${note}\n`}`;
    return `${formatLine(diagnostic, paint)}\n${formatFrame(diagnostic, linesOf(diagnostic.file), paint)}${more}\n`;
  });
  const asBefore = all.length - fresh.length;
  return `${parts.join("")}${formatCounts(diagnostics)}${asBefore === 0 ? "" : `, ${counted(asBefore, "warning")} as before`}\n`;
}

/** A finding and the note under it; null for no note. */
type ShownFinding = readonly [Diagnostic, note: string | null];

const alone = (diagnostic: Diagnostic): ShownFinding => [diagnostic, null];

/**
 * Keeps the first findings of each kind. The last of them gets a note with the number of the
 * others.
 */
function foldKinds(found: readonly ShownFinding[]): readonly ShownFinding[] {
  const counts = new Map<string, number>();
  for (const [one] of found) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return found.flatMap(([diagnostic, note]) => {
    const kind = kindOf(diagnostic);
    const place = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, place);
    if (place > KIND_SHOWN_MAX) return [];
    const others = (counts.get(kind) ?? 0) - KIND_SHOWN_MAX;
    if (place < KIND_SHOWN_MAX || others <= 0) return [[diagnostic, note]];
    return [[diagnostic, `and ${others.toLocaleString("en")} more of ${kind} (--all)`]];
  });
}

/**
 * Groups findings with the same cause: keeps the ones in the first few files, and notes the number
 * of further files.
 */
function foldShared(found: readonly Diagnostic[]): readonly ShownFinding[] {
  const groups = Map.groupBy(found, (one) =>
    SHARED_CODES.has(one.code) ? JSON.stringify([one.code, one.field, one.message, one.hint]) : one,
  );
  return [...groups.values()].flatMap((alike) => {
    const ofFiles = alike.filter(({ file }, index) => file !== alike[index - 1]?.file);
    const others = ofFiles.length - SHARED_SHOWN_MAX;
    return ofFiles.slice(0, SHARED_SHOWN_MAX).map((one, index) => {
      const isLast = index === SHARED_SHOWN_MAX - 1 && others > 0;
      return [one, isLast ? `and the same in ${counted(others, "more file")}` : null] as const;
    });
  });
}

/** Reads and splits each file once, however many mistakes it has. */
function createLineReader(sources: ReportOptions["sources"]): (file: string) => readonly string[] {
  const linesByFile = new Map<string, readonly string[]>();
  return (file) => {
    const lines = linesByFile.get(file) ?? sources(file)?.split(/\r\n|\r|\n/) ?? [];
    linesByFile.set(file, lines);
    return lines;
  };
}

/** `3 errors and 1 warning in 2 files`. */
function formatCounts(diagnostics: Diagnostics): string {
  const files = new Set(diagnostics.all().map(({ file }) => file)).size;
  const counts = [counted(diagnostics.errorCount, "error"), counted(diagnostics.warningCount, "warning")];
  return `${counts.filter((part) => !part.startsWith("0 ")).join(" and ") || "no errors"} in ${counted(files, "file")}`;
}

function formatLine({ file, line, column, severity, field, message, hint }: Diagnostic, paint: Paint): string {
  const mark = paint(COLORS[severity], severity);
  const about = field === undefined ? "" : `${field}: `;
  const text = `${about}${message}${hint === undefined ? "" : ` (${hint})`}`;
  return `${paint("bold", `${printable(file)}:${line}:${column}`)}  ${mark}  ${printable(text)}`;
}

function formatFrame(diagnostic: Diagnostic, lines: readonly string[], paint: Paint): string {
  const { line, column, endColumn, severity } = diagnostic;
  const text = lines[line - 1];
  if (text === undefined || text === "") return "";
  const from = windowStart(text, column - 1);
  const digits = String(line).length;
  const gutter = (label: string): string => paint("dim", `  ${label.padStart(digits)} | `);
  const start = measure(text.slice(from, column - 1));
  const end = Math.max(start + 1, measure(text.slice(from, (endColumn ?? column + 1) - 1)));
  const width = Math.max(1, Math.min(end, FRAME_WIDTH) - start);
  const underline = "^".repeat(width);
  const before = lines[line - 2];
  const rows = [
    ...(before === undefined || before === "" ? [] : [gutter(String(line - 1)) + cut(before, from)]),
    gutter(String(line)) + cut(text, from),
    `${gutter("")}${" ".repeat(start)}${paint(COLORS[severity], underline)}`,
  ];
  return `${rows.map((row) => row.trimEnd()).join("\n")}\n`;
}

/** Start of a window on a line that includes the mistake, never inside a character. */
function windowStart(text: string, at: number): number {
  if (measure(text) <= FRAME_WIDTH || at <= FRAME_LEAD) return 0;
  const start = at - FRAME_LEAD;
  const code = text.charCodeAt(start);
  return code >= 0xdc00 && code <= 0xdfff ? start - 1 : start;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function cut(text: string, from: number): string {
  let shown = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text.slice(from, from + MEASURED_MAX))) {
    width += cells(segment);
    if (width > FRAME_WIDTH) return `${shown}…`;
    shown += segment === "\t" ? " ".repeat(TAB_WIDTH) : printable(segment);
  }
  return shown;
}

/** Control characters would move the cursor, or begin a line that programs parse. */
function printable(text: string): string {
  return text.replace(/\r\n|[\p{Cc}\u2028\u2029]/gu, "\ufffd");
}

/** Measures a text up to the width of a frame. */
function measure(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text.slice(0, MEASURED_MAX))) {
    width += cells(segment);
    if (width > FRAME_WIDTH) break;
  }
  return width;
}

/** Terminal columns of a grapheme: two for East Asian wide characters and emoji (UAX #11). */
function cells(segment: string): number {
  if (segment === "\t") return TAB_WIDTH;
  if (/^\p{M}|^\p{Cf}/u.test(segment)) return 0;
  const wide =
    /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
  return wide.test(segment) || /\p{Emoji_Presentation}|\ufe0f/u.test(segment) ? 2 : 1;
}
