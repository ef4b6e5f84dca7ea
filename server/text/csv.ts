/**
 * Comma-separated values (RFC 4180): lines end with CRLF, and values are quoted if necessary. Texts
 * that a spreadsheet would treat as a formula get an apostrophe before them (OWASP, "CSV
 * Injection"), because strangers wrote them, and a formula can send the rest of the sheet
 * elsewhere.
 */

export type CsvValue = string | number | boolean | null;

/** Precedes a CSV, because some programs (Excel) otherwise assume their own code page. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A line with its line end. null is an empty cell; numbers are not changed. */
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
 * Spreadsheets skip spaces and control characters before `=`, and treat full-width signs like plain
 * ones.
 */
function isFormula(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text);
}
