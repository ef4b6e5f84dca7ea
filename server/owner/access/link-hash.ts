import { hashSecret } from "../keys/key-text.ts";

/** Query of a link that needs a code. */
export const ASKS_CODE = "ask=code";

/**
 * The stored hash of a link that signs in a browser.
 * @param code as the owner typed it; "" if the link needs none
 */
export function hashLink(token: string, code: string): Uint8Array {
  // Base32 has neither 0 nor 1.
  const typed = code
    .toLowerCase()
    .replaceAll("0", "o")
    .replaceAll("1", "l")
    .replaceAll(/[^a-z2-7]/g, "");
  return hashSecret(typed === "" ? token : `${token}.${typed}`);
}
