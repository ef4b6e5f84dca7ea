import { dirname, resolve } from "node:path";
import { APPLICATION_ID } from "../../server/store/engine/migrations.ts";
import { readFileHeader } from "../../server/store/sqlite/backup/file-header.ts";
import { toRealPath } from "../../server/store/sqlite/database/database-files.ts";
import { FORMER_APPLICATION_ID } from "../../server/store/sqlite/database/migrate.ts";
import { listRescuedFiles, renameRescuedFile } from "../../server/store/sqlite/database/rescued-files.ts";
import type { JoinReport } from "../../server/store/transfer-types.ts";
import { toShellWord } from "../../server/text/shell-word.ts";
import { CliError, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { readListedErasures } from "../privacy/listed-erasures.ts";
import { countText } from "../privacy/privacy-text.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { ensureDatabase, requireDatabase, withStore } from "../serve/store-access.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";

/** Whether a file is an octavo database: a rescued one, or a backup. */
export function isOwnDatabase(path: string): boolean {
  const id = readFileHeader(path)?.applicationId;
  // A database from before the program was renamed is refused later, with a remedy.
  return id === APPLICATION_ID || id === FORMER_APPLICATION_ID;
}

/** `octavo comments import <database>`, `octavo inquiries import <database>`. */
export async function joinDatabase(
  what: "comment" | "inquiry",
  word: string,
  settings: Settings<"db" | "dryRun" | "json" | "quiet">,
  io: Io,
): Promise<number> {
  const path = resolve(io.cwd, word);
  const dbFile = settings.dryRun ? requireDatabase(settings, io) : await ensureDatabase(settings, io);
  if (toRealPath(path) === toRealPath(dbFile))
    throw new CliError(`${word} is the database itself`, { hint: "name the rescued one, or a backup" });
  return withStore(settings, io, async ({ joins }) => {
    const options = { erased: readListedErasures(dbFile).subjects, dryRun: settings.dryRun, isStopped: () => io.signal.aborted };
    const report = await (what === "comment" ? joins.comments(path, options) : joins.inquiries(path, options));
    const code = printJoin(what, report, settings, io);
    if (!report.interrupted && isWaiting(path, dbFile) && !settings.quiet && !settings.dryRun)
      io.stderr.write(`hint: ${nextStep(what, word)}\n`);
    return code;
  });
}

/** Prints the imported rows. @returns the exit code */
export function printJoin(
  what: "comment" | "inquiry",
  report: JoinReport,
  { json, quiet, dryRun }: Settings<"dryRun" | "json" | "quiet">,
  io: Io,
): number {
  if (json) writeJson(io, { system: "octavo database", ...report });
  else if (!quiet) io.stdout.write(`${joinText(what, report, dryRun)}\n`);
  if (report.refused > 0) io.stderr.write(refusalText(what, report));
  if (!report.interrupted) return report.refused === 0 ? EXIT_OK : EXIT_FAILED;
  io.stderr.write("interrupted: everything imported so far is complete; run the same command again for the rest\n");
  return EXIT_INTERRUPTED;
}

function joinText(what: "comment" | "inquiry", { added, changed, existing, erased }: JoinReport, dryRun: boolean): string {
  const would = dryRun ? "would be " : "";
  const gone = erased === 0 ? "" : `, ${erased} left out because they were erased since`;
  return `${countText(added, what)} ${would}imported, ${changed} ${would}updated, ${existing} already present${gone}`;
}

function refusalText(what: "comment" | "inquiry", { refused, refusals }: JoinReport): string {
  const rest = refused > refusals.length ? `and ${refused - refusals.length} more\n` : "";
  return `octavo: ${countText(refused, what)} refused: no server writes such values\n${refusals.join("\n")}\n${rest}hint: the rest is imported; correct these rows in the file with an SQLite tool if you need them, then run the same command again\n`;
}

function nextStep(what: "comment" | "inquiry", word: string): string {
  const other = what === "comment" ? "inquiries" : "comments";
  const file = toShellWord(word);
  return `octavo ${other} import ${file} imports the ${other}; when you have imported both, octavo db dismiss ${file}`;
}

function isWaiting(path: string, dbFile: string): boolean {
  return listRescuedFiles(dbFile).some(({ file }) => toRealPath(file) === toRealPath(path));
}

/** `octavo db dismiss <rescued>`. */
export async function dismissRescued(settings: Settings<"db" | "quiet">, io: Io, [word = ""]: readonly string[]): Promise<void> {
  const dbFile = findDatabase(settings, io);
  const path = resolve(io.cwd, word);
  if (!isWaiting(path, dbFile)) {
    const others = listRescuedFiles(dbFile).map(({ file }) => shortenPath(file, io.cwd));
    const hint = others.length === 0 ? `none is waiting next to ${shortenPath(dbFile, io.cwd)}` : `these are waiting: ${others.join(", ")}`;
    throw new CliError(`${word} is not a rescued database that is waiting`, { hint });
  }
  const settled = renameRescuedFile(path, "dismissed");
  if (!settings.quiet)
    io.stdout.write(
      `dismissed: the file is now ${shortenPath(settled, io.cwd)}, and is no longer reported. Delete it when nobody needs it, because it contains visitors' texts.\n`,
    );
}

/**
 * Called after a restore. Returns the new path of the source; null if it was not a rescued copy of
 * this database.
 */
export function settleRestored(source: string, target: string): string | null {
  return dirname(toRealPath(source)) === dirname(toRealPath(target)) && isWaiting(source, target)
    ? renameRescuedFile(source, "restored")
    : null;
}
