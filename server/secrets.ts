import { createHmac } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { createPrivateFile, PrivateFileError, readPrivateJson, replacePrivateFile, withFileLock } from "./private-file.ts";

/**
 * The keys that outlive the process, in `secrets.json` of the data folder. Each has one use. Lost, they cannot be made again: visitors could like a second time,
 * bans would hit nobody. The salts of engagement are apart (engagement/visitor-key.ts): those are meant to be lost.
 */
export interface Secrets {
  /** Sign visitors' cookies. Newest first: it signs, all verify. The same array until a rotation. */
  readonly visitorCookieKeys: readonly Uint8Array[];
  /** Edit tokens are derived of it. */
  readonly editTokenKey: Uint8Array;
  /** Hashes of addresses, e-mails and what else is recognised without being kept. */
  readonly hashKey: Uint8Array;
  /** Tells whether a backup belongs to these secrets; says nothing about them. 16 hex digits, the same after a rotation. */
  readonly fingerprint: string;
  /** The secrets before each `rotateAllSecrets`, newest first. Only erasures are replayed with them: nothing from outside is accepted by them. */
  readonly former: readonly PreviousSecrets[];
  /**
   * Puts a new cookie key before the others. Cookies signed by the old ones are still good, and are signed again when they come.
   * Another process uses the new key from its next start; till then it does not know cookies that this one signs.
   * @throws PrivateFileError where the file cannot be changed
   */
  rotate(): void;
}

export interface PreviousSecrets {
  readonly fingerprint: string;
  readonly hashKey: Uint8Array;
}

export interface SecretsOptions {
  readonly random: (bytes: number) => Uint8Array;
}

export const SECRETS_FILE = "secrets.json";
/** Bytes, as many as SHA-256 gives. */
const KEY_BYTES = 32;
/** Cookie keys that are kept. One rotation a quarter, and cookies of 400 days are good for twice their life. */
export const COOKIE_KEYS_MAX = 10;

const Key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const SecretsFile = z.strictObject({
  format: z.literal(1),
  visitorCookie: z.array(Key).min(1),
  editToken: Key,
  hash: Key,
  former: z.array(z.strictObject({ fingerprint: z.string().regex(/^[0-9a-f]{16}$/), hash: Key })).optional(),
});
type SecretsFile = z.infer<typeof SecretsFile>;

/**
 * Reads the secrets, and makes them where there are none. Processes that start at once agree on one file.
 * @throws PrivateFileError where the file is damaged, or others may read it; it is never overwritten then
 */
export function openSecrets(folder: string, { random }: SecretsOptions): Secrets {
  const path = join(folder, SECRETS_FILE);
  const newKey = (): string => toText(random(KEY_BYTES));
  let current = readSecrets(path);
  if (current === null) {
    const newSecrets: SecretsFile = { format: 1, visitorCookie: [newKey()], editToken: newKey(), hash: newKey() };
    createPrivateFile(path, serialize(newSecrets), suffix(random));
    // Whoever was first: what counts is what is in the file.
    current = requireSecrets(path);
  }
  let visitorCookieKeys = current.visitorCookie.map(toBytes);
  const { editToken, hash, former = [] } = current;
  return {
    get visitorCookieKeys() {
      return visitorCookieKeys;
    },
    editTokenKey: toBytes(editToken),
    hashKey: toBytes(hash),
    fingerprint: toFingerprint(current),
    former: former.map(({ fingerprint, hash: key }) => ({ fingerprint, hashKey: toBytes(key) })),
    rotate: () => {
      visitorCookieKeys = withFileLock(path, () => {
        const latest = requireSecrets(path);
        const rotated = { ...latest, visitorCookie: [newKey(), ...latest.visitorCookie].slice(0, COOKIE_KEYS_MAX) };
        replacePrivateFile(path, serialize(rotated), suffix(random));
        return rotated.visitorCookie.map(toBytes);
      });
    },
  };
}

/**
 * Makes every key again. What the old ones signed is void: cookies, edit tokens, links in mails. The old hash key is kept, as erasures are noted by it.
 * @throws PrivateFileError where there is no file, it is damaged or cannot be changed; it is whole then, with the old keys or the new ones
 */
export function rotateAllSecrets(folder: string, { random }: SecretsOptions): Secrets {
  const path = join(folder, SECRETS_FILE);
  const newKey = (): string => toText(random(KEY_BYTES));
  withFileLock(path, () => {
    const latest = requireSecrets(path);
    const former = [{ fingerprint: toFingerprint(latest), hash: latest.hash }, ...(latest.former ?? [])];
    const rotated: SecretsFile = { format: 1, visitorCookie: [newKey()], editToken: newKey(), hash: newKey(), former };
    replacePrivateFile(path, serialize(rotated), suffix(random));
  });
  return openSecrets(folder, { random });
}

function toFingerprint({ hash, editToken }: SecretsFile): string {
  return createHmac("sha256", toBytes(hash)).update("fingerprint").update(toBytes(editToken)).digest("hex").slice(0, 16);
}

function readSecrets(path: string): SecretsFile | null {
  const value = readPrivateJson(path);
  if (value === null) return null;
  const parsed = SecretsFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  // The message must not quote the file.
  throw new PrivateFileError(
    `${path} is damaged${where === "" ? "" : ` (at ${where})`}, or from a newer version`,
    "restore it from a backup; only if there is none, move it away: new secrets are made, visitors can like again, bans and open edit tokens are void",
  );
}

function requireSecrets(path: string): SecretsFile {
  const secrets = readSecrets(path);
  if (secrets === null)
    throw new PrivateFileError(`${path} has vanished`, "restore it from a backup, or start the server again to make new secrets");
  return secrets;
}

function serialize(secrets: SecretsFile): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}

function suffix(random: SecretsOptions["random"]): string {
  return Buffer.from(random(8)).toString("hex");
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, "base64url");
}
