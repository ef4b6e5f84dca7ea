import { hash } from "node:crypto";

/** Makes the id of a value from a text of everything that determines the value. */
export function idOf(text: string): string {
  return hash("sha1", text, "base64url");
}
