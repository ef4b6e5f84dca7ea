import type { ReadResult } from "../../shared/diagnostics.ts";

/** ISBN check digits (ISO 2108). */

/**
 * Accepts 13 digits that begin with 978 or 979, with or without hyphens; the result has no hyphens.
 */
export function readIsbn13(written: string): ReadResult {
  const digits = plain(written);
  const hint = "want 13 digits such as 978-0-306-40615-7";
  if (!/^\d{13}$/.test(digits)) return wrong(`"${written}" has ${countOf(digits)}`, hint);
  if (!/^97[89]/.test(digits)) return wrong(`"${written}" does not begin with 978 or 979`, hint);
  return compare(written, digits, checkDigit13(digits.slice(0, 12)));
}

/** Accepts nine digits and a check digit, which may be X. */
export function readIsbn10(written: string): ReadResult {
  const digits = plain(written);
  if (!/^\d{9}[\dX]$/.test(digits))
    return wrong(`"${written}" has ${countOf(digits)}`, "want 10 digits such as 0-306-40615-2, of which the last may be X");
  return compare(written, digits, checkDigit10(digits.slice(0, 9)));
}

/** The check digit of an ISBN-13, from its first twelve digits. */
export function checkDigit13(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

/** The check digit of an ISBN-10, from its first nine digits; ten is X. */
export function checkDigit10(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? "X" : String(check);
}

/** Removes hyphens of any kind, spaces and a leading "ISBN". */
function plain(written: string): string {
  return written
    .trim()
    .toUpperCase()
    .replace(/^ISBN(?:-1[03])?:?\s*/, "")
    .replace(/[\s\p{Pd}]/gu, "");
}

function countOf(digits: string): string {
  return /^[\dX]*$/.test(digits) ? `${digits.length} digits` : "characters other than digits and hyphens";
}

function compare(written: string, digits: string, right: string): ReadResult {
  if (digits.at(-1) === right) return { ok: true, value: digits };
  return wrong(`the check digit of "${written}" is wrong`, `it should be ${right}: check the digits for a typing mistake`);
}

function wrong(message: string, hint: string): ReadResult {
  return { ok: false, message, hint };
}
