import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { SCHEMA_VERSION } from "../../server/store/engine/migrations.ts";
import { readSecretsMark } from "../../server/store/file/secrets-mark.ts";
import { backupDatabase } from "../../server/store/sqlite/backup/backup.ts";
import { isAgeFile } from "../../server/store/sqlite/backup/file-header.ts";
import { restoreDatabase } from "../../server/store/sqlite/backup/restore.ts";
import type { RestoredRevocations } from "../../server/store/sqlite/backup/restored-revocations.ts";
import { requireOwnLog } from "../../server/store/sqlite/database/database-files.ts";
import { adoptFormer, migrate } from "../../server/store/sqlite/database/migrate.ts";
import { openFile } from "../../server/store/sqlite/database/open-database.ts";
import { lockForServer } from "../../server/store/sqlite/database/server-lock.ts";
import { verifyDatabase } from "../../server/store/sqlite/database/verify.ts";
import { toShellWord } from "../../server/text/shell-word.ts";
import { plural } from "../build/result-text.ts";
import { exposureText, findGitExposure, keepOutOfGit } from "../git/git-exposure.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { keepErasures, prepareErasures, readAllErasures, replayText, toErasuresJson, warnOfErasures } from "../privacy/listed-erasures.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { makeDatabase, requireDatabase, withStore } from "../serve/store-access.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { commandName } from "../text/typed-commands.ts";
import { settleRestored } from "./rescue-commands.ts";
import { hasSecrets, readFingerprint, secretsNote } from "./secrets-commands.ts";

/** `octavo db backup <file>`. */
export async function backup(
  settings: DataPlace & Settings<"json" | "quiet"> & { readonly age: string | null },
  io: Io,
  words: readonly string[],
): Promise<void> {
  if (settings.site !== null) return (await import("../remote/remote-backup.ts")).backupRemotely(settings, io, words[0] ?? "");
  const source = requireDatabase(settings, io);
  const target = resolve(io.cwd, words[0] ?? "");
  const copyErasures = prepareErasures(source, target, io);
  const made = await backupTo(source, target, settings.age);
  const { bytes, version, rows, foreign, wanted } = made;
  for (const line of foreign)
    io.stderr.write(`warning: ${line}: \`octavo db restore\` will refuse this copy until that is fixed in the database\n`);
  // If git gives no answer, the owner has to check.
  if (["exposed", "unknown"].includes(findGitExposure(target))) io.stderr.write(`warning: ${exposureText(shortenPath(target, io.cwd))}\n`);
  const erasures = copyErasures();
  const secrets = wanted ?? readFingerprint(source);
  if (settings.json) writeJson(io, { file: target, bytes, version, rows, secrets, erasures });
  else if (!settings.quiet) {
    io.stdout.write(
      `${shortenPath(target, io.cwd)}: ${bytes} bytes, ${plural(sum(rows), "row")}, checked${settings.age === null ? "" : ", encrypted"}\n`,
    );
    io.stdout.write(`${secretsNote(source, wanted, io)}\n`);
  }
}

/** @returns the content of the backup, and the fingerprint of its secrets */
async function backupTo(source: string, target: string, recipient: string | null) {
  if (recipient === null) return { ...(await backupDatabase({ source, target })), wanted: readSecretsMark(target) };
  const { backupEncrypted } = await import("../../server/store/sqlite/backup/encrypted-backup.ts");
  return await backupEncrypted({ source, target, recipient });
}

/** `octavo db restore <backup>`. */
export async function restore(settings: Settings<"db" | "force" | "json" | "quiet">, io: Io, words: readonly string[]): Promise<void> {
  const target = findDatabase(settings, io);
  const replacedFile = `${target}.before-restore`;
  if (existsSync(target) && existsSync(replacedFile) && !settings.force) {
    throw new CliError(`${shortenPath(replacedFile, io.cwd)} exists from an earlier restore, and would be lost`, {
      hint: "move it away, or use --force if nobody needs it",
    });
  }
  const source = resolve(io.cwd, words[0] ?? "");
  requireDecrypted(source, io);
  const erasures = readAllErasures(source, target);
  const { erasedRows, revoked, ...done } = await restoreDatabase({ backup: source, target, erased: erasures.replay, now: io.now() });
  keepOutOfGit(target);
  keepErasures(erasures, target);
  const settled = settleRestored(source, target);
  const [wanted, secrets] = [readSecretsMark(target), readFingerprint(target)];
  if (settings.json) writeJson(io, { ...done, revoked, secrets, wantedSecrets: wanted, erasures: toErasuresJson(erasures, erasedRows) });
  else if (!settings.quiet) {
    const before = done.replacedFile === null ? "" : `; the replaced file is now ${shortenPath(done.replacedFile, io.cwd)}`;
    io.stdout.write(`${shortenPath(target, io.cwd)} is restored${before}\n${secretsNote(target, wanted, io)}\n`);
    if (settled !== null) io.stdout.write(`the rescued data is restored; its file is now ${shortenPath(settled, io.cwd)}\n`);
    if (erasures.all.length > 0) io.stdout.write(`${replayText(erasures, erasedRows)}\n`);
    const gone = revokedText(revoked, io);
    if (gone !== null) io.stdout.write(`not brought back, because the replaced database no longer had them: ${gone}\n`);
  }
  warnOfErasures(erasures, target, io);
  if (revoked.unconfirmedKeys > 0)
    io.stderr.write(
      `note: ${plural(revoked.unconfirmedKeys, "key")} in the backup may have been revoked since, and can be used again: check with octavo keys list\n`,
    );
}

/** Describes what stays revoked; null if nothing was revoked since the backup. */
function revokedText({ keys, passkeys, subscriptions, bans }: RestoredRevocations, io: Io): string | null {
  const parts = [
    keys === 0 ? null : `${plural(keys, "key")} (${commandName(io)} keys add creates another)`,
    passkeys === 0 ? null : plural(passkeys, "passkey"),
    subscriptions === 0 ? null : plural(subscriptions, "ended subscription"),
    bans === 0 ? null : plural(bans, "ban"),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

function requireDecrypted(source: string, io: Io): void {
  if (!isAgeFile(source)) return;
  const shown = shortenPath(source, io.cwd);
  throw new CliError(`${shown} is encrypted`, { hint: `decrypt it first: age --decrypt -i key.txt -o backup.db ${toShellWord(shown)}` });
}

/** `octavo db verify [file]`. */
export async function verify(settings: Settings<"db" | "json" | "quiet">, io: Io, words: readonly string[]): Promise<number> {
  const [word] = words;
  const file = word === undefined ? requireDatabase(settings, io) : resolve(io.cwd, word);
  requireDecrypted(file, io);
  const { checkRenderings } = await import("../../server/store/sqlite/comments/renderings.ts");
  const report = verifyDatabase(file, { check: checkRenderings, values: "all" });
  const wanted = readSecretsMark(file);
  if (settings.json) writeJson(io, { ...report, wantedSecrets: wanted });
  else if (report.problems.length > 0) io.stdout.write(`${report.problems.join("\n")}\n`);
  else if (!settings.quiet) {
    const older =
      report.version < SCHEMA_VERSION ? `, older than this program: ${commandName(io)} db migrate, or the next start, upgrades it` : "";
    io.stdout.write(`${shortenPath(file, io.cwd)} is sound: ${plural(sum(report.rows), "row")}, schema ${report.version}${older}\n`);
    if (wanted !== null) io.stdout.write(`${secretsNote(hasSecrets(file) ? file : findDatabase(settings, io), wanted, io)}\n`);
  }
  return report.problems.length === 0 ? EXIT_OK : EXIT_FAILED;
}

/** `octavo db migrate`. Refused while a server runs, which may be an older version. */
export async function migrateDatabase(settings: Settings<"db" | "json" | "quiet">, io: Io): Promise<void> {
  const file = findDatabase(settings, io);
  requireOwnLog(file);
  const isMade = makeDatabase(file);
  keepOutOfGit(file);
  const lock = lockForServer(file, { waitMs: 0, command: "db migrate" });
  const database = openFile(file);
  try {
    const isAdopted = adoptFormer(database);
    const steps = migrate(database);
    database.close();
    // Opening the store repeats erasures that a copied backup has undone.
    await withStore(settings, io, async () => {});
    if (settings.json) writeJson(io, { file, version: SCHEMA_VERSION, steps });
    else if (!settings.quiet) {
      const done = isMade ? "made, empty" : steps.length === 0 ? "nothing to do" : `done: ${steps.join(", ")}`;
      const adopted = isAdopted ? "it was from before this program was called Octavo, and was converted; " : "";
      io.stdout.write(`${shortenPath(file, io.cwd)}: ${adopted}${done}; schema ${SCHEMA_VERSION}\n`);
    }
  } finally {
    database.close();
    lock.release();
  }
}

function sum(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((total, count) => total + count, 0);
}
