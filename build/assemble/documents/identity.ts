import { hash } from "node:crypto";

/** Names all that something is made of, given as text. */
export function idOf(text: string): string {
  return hash("sha1", text, "base64url");
}
