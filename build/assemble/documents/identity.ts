import { hash } from "node:crypto";

/** The id of a thing, from the text of everything that it is made from. */
export function idOf(text: string): string {
  return hash("sha1", text, "base64url");
}
