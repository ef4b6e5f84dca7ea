import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { SALTS_FILE } from "../../server/engagement/salts-file.ts";
import type { Secrets } from "../../server/secrets/secrets.ts";
import { openSecrets, rotateAllSecrets, SECRETS_FILE } from "../../server/secrets/secrets-file.ts";
import { removeStaleFiles } from "../../server/stale-files.ts";
import { lockForServer } from "../../server/store/sqlite/database/server-lock.ts";
import { toRekeying } from "../../server/tokens.ts";
import { plural } from "../build/result-text.ts";
import { CliError, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { requireDatabase, withStore } from "../serve/store-access.ts";
import { shortenPath } from "../text/shown-paths.ts";

/**
 * `octavo secrets accept`: accepts the current secrets for the database, because the ones it was
 * created with are lost.
 */
export async function acceptSecrets(settings: Settings<"db" | "quiet">, io: Io): Promise<void> {
  const file = requireDatabase(settings, io);
  const fingerprint = readFingerprint(file);
  if (fingerprint === null) throw noSecrets(shortenPath(join(dirname(file), SECRETS_FILE), io.cwd));
  await withStore(settings, io, ({ secrets }) => secrets.keep(fingerprint), { acceptsForeign: true });
  if (!settings.quiet) io.stdout.write(`${shortenPath(file, io.cwd)} uses the secrets ${fingerprint} from now on.\n`);
}

/** `octavo secrets rotate [--all]`. */
export async function rotateSecrets(settings: Settings<"db" | "all" | "quiet">, io: Io): Promise<void> {
  const file = findDatabase(settings, io);
  const folder = dirname(file);
  const shown = shortenPath(join(folder, SECRETS_FILE), io.cwd);
  if (!hasSecrets(file)) throw noSecrets(shown);
  if (settings.all) return rotateAll(file, settings, io);
  const secrets = openSecrets(folder, { random: randomBytes });
  secrets.rotate();
  if (!settings.quiet) {
    const count = secrets.visitorCookieKeys.length;
    io.stdout.write(
      `${shown}: a new key signs visitors' cookies; ${plural(count - 1, "older key")} still ${count === 2 ? "verifies" : "verify"}. Restart the server now.\n`,
    );
  }
}

/** Refused while a server runs, because it would continue with the old keys. */
async function rotateAll(file: string, settings: Settings<"db" | "quiet">, io: Io): Promise<void> {
  const folder = dirname(file);
  const rotate = (): Secrets => {
    // A person who read the keys may have read these too; today's visitors are counted again. Done
    // first, so that an interrupted rotation does not leave them with new keys.
    rmSync(join(folder, SALTS_FILE), { force: true });
    return rotateAllSecrets(folder, { random: randomBytes });
  };

  let bansLost = 0;
  if (existsSync(file)) {
    const lock = lockForServer(file, { waitMs: 0, command: "secrets rotate --all" });
    try {
      removeStaleFiles(file, io.now());
      bansLost = await withStore(settings, io, async (store) => (await store.secrets.rekey(toRekeying(rotate()))).bansLost);
    } finally {
      lock.release();
    }
  } else rotate();
  if (!settings.quiet) io.stdout.write(rotatedText(shortenPath(join(folder, SECRETS_FILE), io.cwd), bansLost));
}

function rotatedText(file: string, bansLost: number): string {
  const bans = bansLost === 0 ? "" : `, and ${plural(bansLost, "ban")} of unknown addresses ${bansLost === 1 ? "is" : "are"} gone`;
  return `${file}: every key is new. Cookies, edit tokens and the links in sent emails are no longer valid: visitors can like again${bans}.
The old key with which erasures were recorded stays in the file, only to repeat them in older backups. Update your copy of the file, and start the server.
`;
}

/** Fingerprint of the secrets next to a database; null if there are none. */
export function readFingerprint(dbFile: string): string | null {
  return readSecretsBeside(dbFile)?.fingerprint ?? null;
}

export function hasSecrets(dbFile: string): boolean {
  return existsSync(join(dirname(dbFile), SECRETS_FILE));
}

function readSecretsBeside(dbFile: string): Secrets | null {
  return hasSecrets(dbFile) ? openSecrets(dirname(dbFile), { random: randomBytes }) : null;
}

function noSecrets(file: string): CliError {
  return new CliError(`there is no ${file}`, {
    hint: "the server creates it at its first start; name its database with --db or OCTAVO_DB",
  });
}

const OTHERWISE = "visitors can like again, and bans have no effect";

/** @param wanted fingerprint of the secrets of a database or backup; null if it has none */
export function secretsNote(dbFile: string, wanted: string | null, { cwd }: Io): string {
  const file = shortenPath(join(dirname(dbFile), SECRETS_FILE), cwd);
  const secrets = readSecretsBeside(dbFile);
  const found = secrets?.fingerprint ?? null;
  if (secrets?.previous.some(({ fingerprint }) => fingerprint === wanted) === true)
    return `The database uses the secrets ${wanted}, which octavo secrets rotate --all has replaced since: the next start converts it to ${found} in ${file}.`;
  if (found === null && wanted === null) return `note: there is no ${file}. Without its original secrets, ${OTHERWISE}.`;
  if (found === null)
    return `note: the database uses the secrets ${wanted}, but there is no ${file}. Put that file back: without it, ${OTHERWISE}.`;
  if (wanted === null)
    return `${file} contains the secrets ${found}; which secrets the database was created with is unknown before its first start. With others, ${OTHERWISE}.`;
  if (found !== wanted)
    return `WARNING: the database uses the secrets ${wanted}, but ${file} contains ${found}. Put the right file there: with this one, ${OTHERWISE}.`;
  return `The database uses the secrets ${wanted} in ${file}, which no backup contains: keep a separate copy of that file. Without it, ${OTHERWISE}.`;
}
