import type { HeldData } from "../../server/store/privacy-types.ts";
import { plural } from "../build/result-text.ts";

/** `1 inquiry`, `2 inquiries`, `2 e-mail addresses`. */
export function countText(count: number, what: string): string {
  if (count === 1) return `1 ${what}`;
  if (what.endsWith("y")) return `${count} ${what.slice(0, -1)}ies`;
  return what.endsWith("s") ? `${count} ${what}es` : `${count} ${what}s`;
}

/** `2 comments, 1 inquiry and 3 other rows`; null: none. */
export function rowsText({ comments = 0, inquiries = 0, ...others }: Readonly<Record<string, number>>): string | null {
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
  if (comments + inquiries + rest === 0) return null;
  return `${plural(comments, "comment")}, ${countText(inquiries, "inquiry")} and ${plural(rest, "other row")}`;
}

export function countHeld(held: HeldData): Record<string, number> {
  return Object.fromEntries(Object.entries(held).map(([name, rows]) => [name, rows.length]));
}
