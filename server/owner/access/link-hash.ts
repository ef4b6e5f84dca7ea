import { hashSecret } from "../keys/key-text.ts";

/** Query of a link that needs a code. */
export const ASKS_CODE = "ask=code";

/**
 * The stored hash of a link that signs in a browser.
 * @param code as the owner typed it; "" if the link needs none
 */
export function hashLink(token: string, code: string): Uint8Array {
  const typed = code.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
  return hashSecret(typed === "" ? token : `${token}.${typed}`);
}
