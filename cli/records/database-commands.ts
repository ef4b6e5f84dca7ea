import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { openSecrets, SECRETS_FILE } from "../../server/secrets.ts";
import { backupDatabase } from "../../server/store/sqlite/backup/backup.ts";
import { restoreDatabase } from "../../server/store/sqlite/backup/restore.ts";
import { requireOwnLog } from "../../server/store/sqlite/database/database-files.ts";
import { readSecretsMark } from "../../server/store/sqlite/database/meta.ts";
import { migrate, SCHEMA_VERSION } from "../../server/store/sqlite/database/migrate.ts";
import { openFile } from "../../server/store/sqlite/database/open-database.ts";
import { lockForServer } from "../../server/store/sqlite/database/server-lock.ts";
import { verifyDatabase } from "../../server/store/sqlite/database/verify.ts";
import { plural } from "../build/result-text.ts";
import { exposureText, findGitExposure, keepOutOfGit } from "../git/git-exposure.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { keepErasures, prepareErasures, readAllErasures, replayText, toErasuresJson, warnOfErasures } from "../privacy/kept-erasures.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { requireDatabase, withStore } from "../serve/store-access.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { settleRestored } from "./rescue-commands.ts";

/** `octavo db backup <file>`. */
export async function backup(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  const source = requireDatabase(settings, io);
  const target = resolve(io.cwd, words[0] ?? "");
  const copyErasures = prepareErasures(source, target, io);
  const { bytes, version, rows, foreign } = await backupDatabase({ source, target });
  for (const line of foreign)
    io.stderr.write(`warning: ${line}: \`octavo db restore\` will refuse this copy until that is mended in the database\n`);
  // Where git does not say, the owner has to look.
  if (["exposed", "unknown"].includes(findGitExposure(target))) io.stderr.write(`warning: ${exposureText(shortenPath(target, io.cwd))}\n`);
  const erasures = copyErasures();
  const wanted = readSecretsMark(target);
  const secrets = wanted ?? readFingerprint(source);
  if (settings.json) io.stdout.write(`${JSON.stringify({ file: target, bytes, version, rows, secrets, erasures }, null, 2)}\n`);
  else if (!settings.quiet) {
    io.stdout.write(`${shortenPath(target, io.cwd)}: ${bytes} bytes, ${plural(sum(rows), "row")}, checked\n`);
    io.stdout.write(`${secretsNote(source, wanted, io)}\n`);
  }
  return EXIT_OK;
}

/** `octavo db restore <backup>`. */
export async function restore(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  const target = findDatabase(settings, io);
  const kept = `${target}.before-restore`;
  if (existsSync(target) && existsSync(kept) && !settings.force) {
    throw new CliError(`${shortenPath(kept, io.cwd)} is there from an earlier restore, and would be lost`, {
      hint: "move it away, or say --force if nobody needs it",
    });
  }
  const source = resolve(io.cwd, words[0] ?? "");
  const erasures = readAllErasures(source, target);
  const { erasedRows, ...done } = await restoreDatabase({ backup: source, target, erased: erasures.replay, now: io.now() });
  keepOutOfGit(target);
  keepErasures(erasures, target);
  const settled = settleRestored(source, target);
  const [wanted, secrets] = [readSecretsMark(target), readFingerprint(target)];
  if (settings.json)
    io.stdout.write(
      `${JSON.stringify({ ...done, secrets, wantedSecrets: wanted, erasures: toErasuresJson(erasures, erasedRows) }, null, 2)}\n`,
    );
  else if (!settings.quiet) {
    const before = done.kept === null ? "" : `; what was there is ${shortenPath(done.kept, io.cwd)}`;
    io.stdout.write(`${shortenPath(target, io.cwd)} is restored${before}\n${secretsNote(target, wanted, io)}\n`);
    if (settled !== null) io.stdout.write(`what was rescued is restored; its file is ${shortenPath(settled, io.cwd)} now\n`);
    if (erasures.all.length > 0) io.stdout.write(`${replayText(erasures, erasedRows)}\n`);
  }
  warnOfErasures(erasures, target, io);
  return EXIT_OK;
}

/** `octavo db verify [file]`. */
export async function verify(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  const [word] = words;
  const file = word === undefined ? requireDatabase(settings, io) : resolve(io.cwd, word);
  const { checkRenderings } = await import("../../server/store/sqlite/comments/renderings.ts");
  const report = verifyDatabase(file, { check: checkRenderings });
  const wanted = readSecretsMark(file);
  if (settings.json) io.stdout.write(`${JSON.stringify({ ...report, wantedSecrets: wanted }, null, 2)}\n`);
  else if (report.problems.length > 0) io.stdout.write(`${report.problems.join("\n")}\n`);
  else if (!settings.quiet) {
    const older =
      report.version < SCHEMA_VERSION ? ", older than this program: octavo db migrate, or the next start, brings it forward" : "";
    io.stdout.write(`${shortenPath(file, io.cwd)} is sound: ${plural(sum(report.rows), "row")}, schema ${report.version}${older}\n`);
    if (wanted !== null) io.stdout.write(`${secretsNote(findDatabase(settings, io), wanted, io)}\n`);
  }
  return report.problems.length === 0 ? EXIT_OK : EXIT_FAILED;
}

/** `octavo db migrate`. Not under a server, which may be an older one. */
export async function migrateDatabase(settings: Settings, io: Io): Promise<number> {
  const file = requireDatabase(settings, io);
  requireOwnLog(file);
  const lock = lockForServer(file, { waitMs: 0 });
  const database = openFile(file);
  try {
    const steps = migrate(database);
    database.close();
    // What a copied backup has brought back goes with the steps.
    await withStore(settings, io, async () => {});
    if (settings.json) io.stdout.write(`${JSON.stringify({ file, version: SCHEMA_VERSION, steps }, null, 2)}\n`);
    else if (!settings.quiet) {
      const done = steps.length === 0 ? "nothing to do" : `done: ${steps.join(", ")}`;
      io.stdout.write(`${shortenPath(file, io.cwd)}: ${done}; schema ${SCHEMA_VERSION}\n`);
    }
    return EXIT_OK;
  } finally {
    database.close();
    lock.release();
  }
}

/** `octavo secrets accept`: the secrets that the database was made with are lost, and those that are there now are its own from here on. */
export async function acceptSecrets(settings: Settings, io: Io): Promise<number> {
  const file = requireDatabase(settings, io);
  const fingerprint = readFingerprint(file);
  if (fingerprint === null) throw noSecrets(shortenPath(join(dirname(file), SECRETS_FILE), io.cwd));
  await withStore(settings, io, ({ secrets }) => secrets.keep(fingerprint), { acceptsForeign: true });
  if (!settings.quiet) io.stdout.write(`${shortenPath(file, io.cwd)} goes with the secrets ${fingerprint} from now on.\n`);
  return EXIT_OK;
}

/** `octavo secrets rotate`. */
export async function rotateSecrets(settings: Settings, io: Io): Promise<number> {
  const folder = dirname(findDatabase(settings, io));
  const shown = shortenPath(join(folder, SECRETS_FILE), io.cwd);
  if (!existsSync(join(folder, SECRETS_FILE))) {
    throw noSecrets(shown);
  }
  const secrets = openSecrets(folder, { random: randomBytes });
  secrets.rotate();
  if (!settings.quiet) {
    const count = secrets.visitorCookieKeys.length;
    io.stdout.write(
      `${shown}: a new key signs visitors' cookies; ${plural(count - 1, "older key")} still ${count === 2 ? "verifies" : "verify"}. Restart the server now.\n`,
    );
  }
  return EXIT_OK;
}

/** Of the secrets beside a database; null: there are none. */
function readFingerprint(dbFile: string): string | null {
  const folder = dirname(dbFile);
  return existsSync(join(folder, SECRETS_FILE)) ? openSecrets(folder, { random: randomBytes }).fingerprint : null;
}

function noSecrets(file: string): CliError {
  return new CliError(`there is no ${file}`, { hint: "the server makes it at its first start; name its database with --db or OCTAVO_DB" });
}

const OTHERWISE = "visitors can like again, and bans hit nobody";

/** @param wanted what a database or a backup of it goes with; null: it does not know */
function secretsNote(dbFile: string, wanted: string | null, { cwd }: Io): string {
  const file = shortenPath(join(dirname(dbFile), SECRETS_FILE), cwd);
  const found = readFingerprint(dbFile);
  if (found === null && wanted === null) return `note: there is no ${file}. Without the secrets of its time, ${OTHERWISE}.`;
  if (found === null) return `note: it goes with the secrets ${wanted}, and there is no ${file}. Put it there: without it ${OTHERWISE}.`;
  if (wanted === null)
    return `${file} holds the secrets ${found}; which ones the database was made with is not known before its first start. With others ${OTHERWISE}.`;
  if (found !== wanted)
    return `WARNING: it goes with the secrets ${wanted}, but ${file} holds ${found}. Put the right file there: with this one ${OTHERWISE}.`;
  return `It goes with the secrets ${wanted} in ${file}, which no backup holds: keep a copy of that file apart. Without it ${OTHERWISE}.`;
}

function sum(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((total, count) => total + count, 0);
}
