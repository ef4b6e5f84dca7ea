import { createColors } from "picocolors";
import type { Diagnostic, Diagnostics } from "../build/diagnostics.ts";

type Colors = ReturnType<typeof createColors>;

export interface DiagnosticsTextOptions {
  readonly color: boolean;
  /** The text of a file, for the frame; null: no frame. */
  sources(file: string): string | null;
}

/** Lines of a frame are cut here; minified data would fill the screen. */
const FRAME_WIDTH = 120;

/** All that is wrong, compiler-like, each with the line it is about, and a last line that counts; "" where nothing is. */
export function renderDiagnostics(diagnostics: Diagnostics, { color, sources }: DiagnosticsTextOptions): string {
  const all = diagnostics.all();
  if (all.length === 0) return "";
  const colors = createColors(color);
  const texts = all.map((diagnostic) => renderDiagnostic(diagnostic, sources(diagnostic.file), colors));
  return `${texts.join("\n")}\n${countDiagnostics(diagnostics)}\n`;
}

/** `2 errors, 1 warning in 2 files`. */
function countDiagnostics(diagnostics: Diagnostics): string {
  const files = new Set(diagnostics.all().map((diagnostic) => diagnostic.file)).size;
  const parts = [plural(diagnostics.errorCount, "error"), plural(diagnostics.warningCount, "warning")].filter(
    (part) => !part.startsWith("0 "),
  );
  return `${parts.join(", ")} in ${plural(files, "file")}`;
}

/** `1 file`, `2 files`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function renderDiagnostic(diagnostic: Diagnostic, source: string | null, colors: Colors): string {
  const { file, line, column, severity, field, message, hint } = diagnostic;
  const mark = severity === "error" ? colors.red("error") : colors.yellow("warning");
  const about = field === undefined ? "" : `${field}: `;
  const remedy = hint === undefined ? "" : ` (${hint})`;
  const head = `${colors.bold(`${file}:${line}:${column}`)}  ${mark}  ${about}${message}${remedy}`;
  const frame = source === null ? null : renderFrame(source, diagnostic, colors);
  return frame === null ? head : `${head}\n${frame}\n`;
}

function renderFrame(source: string, { line, column, endColumn, severity }: Diagnostic, colors: Colors): string | null {
  const text = source.split(/\r\n|\r|\n/)[line - 1];
  if (text === undefined || text.trim() === "" || column > FRAME_WIDTH) return null;
  const shown = text.slice(0, FRAME_WIDTH);
  const end = Math.min(endColumn ?? column + 1, shown.length + 1);
  // Tabs before the mark keep their width whatever the terminal makes of them; wide characters take two cells.
  const indent = [...shown.slice(0, column - 1)].map((char) => (char === "\t" ? "\t" : " ".repeat(cells(char)))).join("");
  const width = [...shown.slice(column - 1, end - 1)].reduce((sum, char) => sum + cells(char), 0);
  const underline = "^".repeat(Math.max(1, width));
  const gutter = String(line).padStart(5);
  return `${colors.dim(`${gutter} |`)} ${shown}\n${colors.dim(`${" ".repeat(5)} |`)} ${indent}${severity === "error" ? colors.red(underline) : colors.yellow(underline)}`;
}

/** Columns of a terminal: East Asian wide characters take two. */
function cells(char: string): number {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(char)
    ? 2
    : 1;
}
