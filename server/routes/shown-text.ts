import { invalidBody } from "../http/http-failure.ts";

/**
 * Texts in the form in which they are shown (text/plain-text.ts).
 * @param texts by name of the member; null where nothing of it can be seen
 * @throws Failure 422 that names all of those
 */
export function requireVisible<T extends Record<string, string | null>>(texts: T): { [Name in keyof T]: Exclude<T[Name], null> } {
  const blank = Object.keys(texts).filter((name) => texts[name] === null);
  if (blank.length > 0) {
    throw invalidBody(blank.map((name) => ({ pointer: `/${name}`, code: "too_small", detail: "want something that can be seen" })));
  }
  // None is null.
  return texts as { [Name in keyof T]: Exclude<T[Name], null> };
}
