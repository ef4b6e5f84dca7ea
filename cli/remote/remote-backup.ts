import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { databaseBackup, erasureList } from "../../server/owner/database/backup-database.ts";
import { BACKUP_ERASURES_SUFFIX, readErasures, writeErasures } from "../../server/privacy/erasure-file.ts";
import { mergeErasures } from "../../server/privacy/erasure-record.ts";
import { readIfSound } from "../../server/privacy/open-erasure-list.ts";
import { replacePrivateFile } from "../../server/private-file.ts";
import { readSecretsMark } from "../../server/store/file/secrets-mark.ts";
import { requireReplaceable } from "../../server/store/sqlite/backup/backup.ts";
import { requireFolder } from "../../server/store/sqlite/backup/database-copy.ts";
import { exposureText, findGitExposure } from "../git/git-exposure.ts";
import type { Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";

type BackupSettings = DataPlace & Settings<"json" | "quiet"> & { readonly age: string | null };

/**
 * `octavo db backup <file> --site`: the server makes and checks the copy, and this side compares its
 * SHA-256 before the file is renamed.
 */
export function backupRemotely(settings: BackupSettings, io: Io, word: string): Promise<void> {
  const target = resolve(io.cwd, word);
  requireFolder(target, "for yourself only");
  requireReplaceable(target, settings.age !== null);
  return withOwner(settings, io, async (owner) => {
    await owner.download(databaseBackup, { recipient: settings.age }, target);
    // Read after the copy, which may contain data that was erased while it was being made.
    const erasures = saveErasures(target, (await owner(erasureList, {})).text);
    const shown = shortenPath(target, io.cwd);
    if (["exposed", "unknown"].includes(findGitExposure(target))) io.stderr.write(`warning: ${exposureText(shown)}\n`);
    const bytes = statSync(target).size;
    const secrets = settings.age === null ? readSecretsMark(target) : null;
    if (settings.json) writeJson(io, { file: target, bytes, secrets, erasures });
    else if (!settings.quiet) {
      io.stdout.write(`${shown}: ${bytes} bytes, checked by the server and by SHA-256${settings.age === null ? "" : ", encrypted"}\n`);
      io.stdout.write("No backup contains the secrets: keep a separate copy of the server's secrets.json.\n");
    }
  });
}

/** @returns the file; null if nothing was ever erased */
export function saveErasures(target: string, text: string | null): string | null {
  const beside = `${target}${BACKUP_ERASURES_SUFFIX}`;
  const previous = readIfSound(beside);
  if (text !== null) {
    replacePrivateFile(beside, text);
    if (previous !== null) writeErasures(beside, mergeErasures(previous, readErasures(beside) ?? []));
  }
  return existsSync(beside) ? beside : null;
}
