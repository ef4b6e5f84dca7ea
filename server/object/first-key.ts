import { DAY_MS } from "../days.ts";
import { KEY_SCOPES } from "../owner/key-scopes.ts";
import { hashSecret, type KeyText } from "../owner/keys/key-text.ts";
import type { Store } from "../store/store.ts";

/** How long the first key is valid. The owner makes others with it. */
export const FIRST_KEY_DAYS = 90;
const FORMAT = /^([a-z2-7]{12})_([0-9a-f]{64})$/;

/** A key without its secret: id and SHA-256 in hex. It opens nothing by itself. */
export function formatFirstKey({ id, secret }: KeyText): string {
  return `${id}_${Buffer.from(hashSecret(secret)).toString("hex")}`;
}

/**
 * Adds the owner's first key: without a shell, the channel is the only way in. A new key replaces
 * the first key before it, which may be lost. The same key is added once, so a revoked one stays so.
 * @param text from `formatFirstKey`. Nothing is added without it
 * @throws Error if it is something else
 */
export async function addFirstKey({ ownerKeys }: Pick<Store, "ownerKeys">, text: string | undefined, now: number): Promise<void> {
  if (text === undefined || text === "") return;
  const [, id, hash] = FORMAT.exec(text) ?? [];
  if (id === undefined || hash === undefined) throw new Error("OCTAVO_OWNER_KEY is not a hashed key: want <id>_<SHA-256 in hex>");
  const expiresAt = now + FIRST_KEY_DAYS * DAY_MS;
  await ownerKeys.addFirst({ id, name: "first", scopes: [...KEY_SCOPES, "owner"], expiresAt, hash: Buffer.from(hash, "hex") });
}
