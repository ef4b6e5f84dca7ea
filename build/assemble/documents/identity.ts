import { hash } from "node:crypto";

/** The id of everything that something is made from, given as text. */
export function idOf(text: string): string {
  return hash("sha1", text, "base64url");
}
