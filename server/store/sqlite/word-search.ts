import type { SqlValue } from "./store-context.ts";

/** A condition of a query, with the values of its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The maximum size of a LIKE or GLOB pattern that Durable Objects accept, in bytes. */
const PATTERN_BYTES = 50;

/**
 * True if a text contains the word. SQLite folds ASCII only; other words are also tried in lower
 * case, in upper case and capitalized. Long words use `instr`, which finds the same texts in twice
 * the time.
 * @param text an SQL expression
 */
export function containsWord(text: string, word: string): Condition {
  const [first = "", ...rest] = word.toLowerCase();
  const forms = /^[ -~]*$/.test(word) ? [word] : [word, word.toLowerCase(), word.toUpperCase(), first.toUpperCase() + rest.join("")];
  const folded = [...new Set(forms.map((form) => asciiLower(form.normalize("NFC"))))];
  const terms = folded.map((form): readonly [string, string] => {
    const pattern = `%${form.replaceAll(/[!%_]/g, "!$&")}%`;
    return Buffer.byteLength(pattern) <= PATTERN_BYTES ? [`${text} LIKE ? ESCAPE '!'`, pattern] : [`instr(lower(${text}), ?) > 0`, form];
  });
  return { sql: `(${terms.map(([term]) => term).join(" OR ")})`, values: terms.map(([, value]) => value) };
}

/**
 * True if a text contains a URL of the host. A long host becomes "A", which no text in lower case
 * contains.
 * @param text an SQL expression
 * @param host in lower case; without a character that GLOB treats specially
 */
export function containsHost(text: string, host: string): Condition {
  const pattern = `*http*://${host}[^a-z0-9.-]*`;
  if (Buffer.byteLength(pattern) <= PATTERN_BYTES) return { sql: `lower(${text}) GLOB ?`, values: [pattern] };
  return { sql: `replace(lower(${text}), ?, 'A') GLOB '*http*A[^a-z0-9.-]*'`, values: [`://${host}`] };
}

function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
