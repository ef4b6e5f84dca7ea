import { OLDER_ACCESS } from "../../server/privacy/older-access.ts";
import type { HeldData } from "../../server/store/privacy-types.ts";
import { plural } from "../build/result-text.ts";

/** `1 inquiry`, `2 inquiries`, `2 email addresses`. */
export function countText(count: number, what: string): string {
  if (count === 1) return `1 ${what}`;
  if (what.endsWith("y")) return `${count} ${what.slice(0, -1)}ies`;
  return what.endsWith("s") ? `${count} ${what}es` : `${count} ${what}s`;
}

/** `2 comments, 1 inquiry and 3 other rows`; null if there are none. */
export function rowsText({ comments = 0, inquiries = 0, ...others }: Readonly<Record<string, number>>): string | null {
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
  if (comments + inquiries + rest === 0) return null;
  return `${plural(comments, "comment")}, ${countText(inquiries, "inquiry")} and ${plural(rest, "other row")}`;
}

export function countHeld(held: HeldData): Record<string, number> {
  return Object.fromEntries(Object.entries(held).map(([name, rows]) => [name, rows.length]));
}

/** @param found result of `rowsText` */
export function pendingReplayText(erasures: number, found: string | null, file: string): string {
  const had = `${file} lacked ${plural(erasures, "erasure")} listed in erasures.json`;
  const done =
    found === null
      ? `${theyWere(erasures)} recorded; the file contained none of the data to erase`
      : `${theyWere(erasures)} repeated, which removed ${found}`;
  return `${had}: ${done}. ${OLDER_ACCESS}`;
}

function theyWere(count: number): string {
  return count === 1 ? "it was" : "they were";
}

/** A notice about erasures that were found in lists next to backups. */
export function recoveredText(erasures: number): string {
  return `erasures.json lacked ${plural(erasures, "erasure")} found in a list next to a backup; ${theyWere(erasures)} restored`;
}

/**
 * A warning about erasures that cannot be repeated because they were recorded with other secrets.
 */
export function acceptedText(erasures: number, file: string): string {
  return `WARNING: ${plural(erasures, "erasure")} in erasures.json cannot be repeated in ${file} and will not be mentioned again. Check whether the file contains erased data; if so, run octavo privacy erase`;
}
