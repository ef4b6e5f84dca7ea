import { DAY_MS } from "../days.ts";
import type { Log } from "../log.ts";
import { KEY_SCOPES } from "../owner/key-scopes.ts";
import { hashSecret, type KeyText } from "../owner/keys/key-text.ts";
import type { ObjectStore } from "../store/object/object-store.ts";

/** How long the first key is valid. The owner creates other keys with it. */
export const FIRST_KEY_DAYS = 90;
const FORMAT = /^([a-z2-7]{12})_([0-9a-f]{64})$/;

/**
 * A key without its secret: its id, and the secret's SHA-256 in hex. It gives no access by itself.
 */
export function formatFirstKey({ id, secret }: KeyText): string {
  return `${id}_${Buffer.from(hashSecret(secret)).toString("hex")}`;
}

/**
 * Adds the owner's first key, because without a shell there is no other way to get access. A new
 * first key replaces the previous one, which may be lost. A key that was once a first key, or was
 * revoked, is never added again.
 * @param text from `formatFirstKey`. If missing, nothing is added
 * @throws Error for any other text
 */
export async function addFirstKey(
  { firstKeys, ownerKeys }: Pick<ObjectStore, "firstKeys" | "ownerKeys">,
  text: string | undefined,
  { clock, log }: { readonly clock: () => number; readonly log: Pick<Log, "warn"> },
): Promise<void> {
  if (text === undefined || text === "") return;
  const [, id, hash] = FORMAT.exec(text) ?? [];
  if (id === undefined || hash === undefined) throw new Error("OCTAVO_OWNER_KEY is not a hashed key: want <id>_<SHA-256 in hex>");
  const expiresAt = clock() + FIRST_KEY_DAYS * DAY_MS;
  await firstKeys.addFirst({ id, name: "first", scopes: [...KEY_SCOPES, "owner"], expiresAt, hash: Buffer.from(hash, "hex") });
  if (await ownerKeys.any()) return;
  log.warn("no key of the owner is valid: OCTAVO_OWNER_KEY has been used before, and has been revoked or has expired", {
    remedy: "octavo secrets export makes another",
  });
}
