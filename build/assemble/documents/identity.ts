import { hash } from "node:crypto";

/** Makes an id from the text of everything that something is made from. */
export function idOf(text: string): string {
  return hash("sha1", text, "base64url");
}
