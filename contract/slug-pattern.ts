import { SLUG_MAX } from "./limits.ts";

/** In a file of its own for code that needs no schema. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a text is a slug of the API: `[a-z0-9]+(-[a-z0-9]+)*`, at most 160 characters. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX && SLUG_PATTERN.test(text);
}
