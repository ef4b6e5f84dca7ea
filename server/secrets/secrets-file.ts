import { join } from "node:path";
import { createPrivateFile, PrivateFileError, readPrivateJson, replacePrivateFile, withFileLock } from "../private-file.ts";
import { createSecrets, newSecretText, type Secrets, StoredSecrets, toFingerprint, toSecrets } from "./secrets.ts";

export interface SecretsOptions {
  readonly random: (bytes: number) => Uint8Array;
}

export const SECRETS_FILE = "secrets.json";
/**
 * How many cookie keys to keep. With quarterly rotation, they cover twice the 400 days that a
 * cookie lives.
 */
export const COOKIE_KEYS_MAX = 10;

/**
 * Reads the secrets, or creates them. Processes starting at the same time agree on one file.
 * @throws PrivateFileError if the file is damaged or readable by others; it is then never
 * overwritten
 */
export function openSecrets(folder: string, { random }: SecretsOptions): Secrets {
  const path = join(folder, SECRETS_FILE);
  const newKey = (): string => newSecretText(random);
  let current = readSecrets(path);
  if (current === null) {
    createPrivateFile(path, serialize(createSecrets(random)));
    // Another process may have been first. The content of the file counts.
    current = requireSecrets(path);
  }
  return toSecrets(current, () =>
    withFileLock(path, () => {
      const latest = requireSecrets(path);
      const rotated = { ...latest, visitorCookie: [newKey(), ...latest.visitorCookie].slice(0, COOKIE_KEYS_MAX) };
      replacePrivateFile(path, serialize(rotated));
      return rotated;
    }),
  );
}

/**
 * Replaces every key. Everything that the old keys signed becomes void: cookies, edit tokens and
 * links in emails. The old hash key is kept, because erasures are recorded with it.
 * @throws PrivateFileError if the file is missing, damaged or cannot be changed. It stays complete,
 * with either the old or the new keys
 */
export function rotateAllSecrets(folder: string, { random }: SecretsOptions): Secrets {
  const path = join(folder, SECRETS_FILE);
  withFileLock(path, () => {
    const latest = requireSecrets(path);
    const former = [{ fingerprint: toFingerprint(latest), hash: latest.hash }, ...(latest.former ?? [])];
    const rotated: StoredSecrets = { ...createSecrets(random), former };
    replacePrivateFile(path, serialize(rotated));
  });
  return openSecrets(folder, { random });
}

function readSecrets(path: string): StoredSecrets | null {
  const value = readPrivateJson(path);
  if (value === null) return null;
  const parsed = StoredSecrets.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  // The message must not quote the file.
  throw new PrivateFileError(
    `${path} is damaged${where === "" ? "" : ` (at ${where})`}, or from a newer version`,
    "restore it from a backup; only if there is none, move it away: the server then creates new secrets, visitors can like again, and bans and open edit tokens become void",
  );
}

function requireSecrets(path: string): StoredSecrets {
  const secrets = readSecrets(path);
  if (secrets === null)
    throw new PrivateFileError(`${path} has disappeared`, "restore it from a backup, or start the server again to make new secrets");
  return secrets;
}

function serialize(secrets: StoredSecrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
