import { createHmac } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { createPrivateFile, PrivateFileError, readPrivateJson, replacePrivateFile, withFileLock } from "./private-file.ts";

/**
 * The keys that outlive the process, in `secrets.json` of the data folder. Each has one use. Lost
 * keys cannot be recreated: visitors could then like a second time, and bans would no longer match.
 * Engagement salts are separate (engagement/visitor-key.ts), because those are meant to be lost.
 */
export interface Secrets {
  /**
   * Sign visitors' cookies, newest first. The newest signs; all verify. The same array until a
   * rotation.
   */
  readonly visitorCookieKeys: readonly Uint8Array[];
  /** Edit tokens are derived from it. */
  readonly editTokenKey: Uint8Array;
  /** Hashes addresses, e-mails and other values that are recognised but not stored. */
  readonly hashKey: Uint8Array;
  /**
   * Tells whether a backup belongs to these secrets, and reveals nothing about them. 16 hex digits,
   * unchanged by a rotation.
   */
  readonly fingerprint: string;
  /**
   * The secrets before each `rotateAllSecrets`, newest first. They only replay erasures; nothing
   * from outside is accepted with them.
   */
  readonly former: readonly PreviousSecrets[];
  /**
   * Adds a new cookie key before the others. Cookies signed by older keys stay valid and are signed
   * again when they arrive. Another process uses the new key from its next start; until then it
   * does not recognise cookies that this one signs.
   * @throws PrivateFileError if the file cannot be changed
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
/** The length of SHA-256, in bytes. */
const KEY_BYTES = 32;
/**
 * How many cookie keys to keep. With a rotation each quarter, that is twice the 400 days that a
 * cookie lives.
 */
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
 * Reads the secrets, or creates them. Processes that start at once agree on one file.
 * @throws PrivateFileError if the file is damaged or readable by others; it is then never
 * overwritten
 */
export function openSecrets(folder: string, { random }: SecretsOptions): Secrets {
  const path = join(folder, SECRETS_FILE);
  const newKey = (): string => toText(random(KEY_BYTES));
  let current = readSecrets(path);
  if (current === null) {
    const newSecrets: SecretsFile = { format: 1, visitorCookie: [newKey()], editToken: newKey(), hash: newKey() };
    createPrivateFile(path, serialize(newSecrets), suffix(random));
    // Another process may have been first. The content of the file counts.
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
 * Creates every key again. Everything that the old keys signed becomes void: cookies, edit tokens
 * and links in mails. The old hash key is kept, because erasures are recorded with it.
 * @throws PrivateFileError if the file is missing, damaged or cannot be changed. It stays complete,
 * with either the old or the new keys
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
    "restore it from a backup; only if there is none, move it away: the server then creates new secrets, visitors can like again, and bans and open edit tokens become void",
  );
}

function requireSecrets(path: string): SecretsFile {
  const secrets = readSecrets(path);
  if (secrets === null)
    throw new PrivateFileError(`${path} has disappeared`, "restore it from a backup, or start the server again to make new secrets");
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
