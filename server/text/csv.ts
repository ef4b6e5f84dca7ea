/**
 * Comma-separated values (RFC 4180): lines end with CRLF, quotes where they are needed. What a
 * spreadsheet would take for a formula gets an apostrophe before it (OWASP, "CSV Injection"): the
 * texts are those of strangers, and a formula can send away the rest of the sheet.
 */

export type CsvValue = string | number | boolean | null;

/** Before a CSV for programs that take what has none for their own code page (Excel). */
export const BYTE_ORDER_MARK = "\ufeff";

/** A line with its end. null is an empty cell; numbers are as they are. */
export function toCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(toCell).join(",")}\r\n`;
}

function toCell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets skip spaces and control characters before `=`, and take full-width signs for plain
 * ones.
 */
function isFormula(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text);
}
