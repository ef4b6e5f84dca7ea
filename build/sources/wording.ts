import { Numeral } from "./data-values.ts";

/**
 * Separates the known keys that a mapping's schema passes to the message about an unknown key,
 * because keys contain no spaces.
 */
export const KEY_SEPARATOR = " ";

/** Maximum number of characters of a value that a message shows. */
const SHOWN_MAX = 60;

/**
 * Describes, in one line, a value that the author's code threw. Any value can be thrown, even one
 * that cannot be converted to text.
 */
export function reasonOf(thrown: unknown): string {
  try {
    const [reason = ""] = String(thrown)
      .replace(/^Error: /, "")
      .split("\n");
    return reason.trim() === "" ? "no reason given" : reason;
  } catch {
    return "no reason given";
  }
}

/** Formats a value for messages: `"2024-13-01"`, `12`, `a list`. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    const characters = [...value];
    return JSON.stringify(characters.length > SHOWN_MAX ? `${characters.slice(0, SHOWN_MAX).join("")}…` : value);
  }
  if (value instanceof Numeral) return value.source;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "a mapping" : String(value);
}
