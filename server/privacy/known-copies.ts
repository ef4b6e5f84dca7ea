import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { readPrivateFile, replacePrivateFile } from "../private-file.ts";

/**
 * A file in the database's folder. It lists where `octavo db backup` has written, newest last, so
 * that an erasure can name the copies that it does not reach.
 */
export const BACKUPS_FILE = "backups.json";
/** Older entries are dropped: rotation has overwritten or deleted those backups. */
const BACKUPS_MAX = 500;

const BackupsFile = z.strictObject({ format: z.literal(1), backups: z.array(z.strictObject({ file: z.string(), at: z.iso.datetime() })) });

export interface KnownCopy {
  readonly file: string;
  /** null if unknown. */
  readonly at: string | null;
}

/** @param backup absolute path @param suffix of a temporary file, unique to this process */
export function noteBackup(dbFile: string, { backup, at, suffix }: { backup: string; at: number; suffix: string }): void {
  const others = readBackups(dbFile).filter(({ file }) => file !== backup);
  const backups = [...others, { file: backup, at: new Date(at).toISOString() }].slice(-BACKUPS_MAX);
  replacePrivateFile(join(dirname(dbFile), BACKUPS_FILE), `${JSON.stringify({ format: 1, backups }, null, 2)}\n`, suffix);
}

/**
 * The newest recorded backup, whether its file still exists or was moved. `at` in milliseconds
 * since 1970; null if none was recorded.
 * @param folder only backups in this folder that still exist; null: any
 */
export function latestBackup(dbFile: string, folder: string | null = null): { readonly file: string; readonly at: number } | null {
  const [newest] = readBackups(dbFile)
    .map(({ file, at }) => ({ file, at: Date.parse(at) }))
    .filter(({ file }) => folder === null || (dirname(file) === resolve(folder) && existsSync(file)))
    .sort((a, b) => b.at - a.at);
  return newest ?? null;
}

/** Every recorded backup, newest first, whether its file still exists or not. */
export function listBackups(dbFile: string): string[] {
  return readBackups(dbFile)
    .map(({ file }) => file)
    .reverse();
}

/**
 * Existing files that hold, or may hold, an earlier state of the database: backups, and files set
 * aside by restores and rescues.
 */
export function listKnownCopies(dbFile: string): KnownCopy[] {
  const folder = dirname(dbFile);
  const name = basename(dbFile);
  const beside = readdirSync(folder)
    .filter((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}-`))
    .filter((other) => /\.before-restore|\.rescued-|\.aside-|\.partial/.test(other.slice(name.length)))
    .sort();
  return [...beside.map((file) => ({ file: join(folder, file), at: null })), ...readBackups(dbFile).filter(({ file }) => existsSync(file))];
}

/** A damaged file counts as empty. It is only a help, and nothing depends on it. */
function readBackups(dbFile: string): z.infer<typeof BackupsFile>["backups"] {
  try {
    return BackupsFile.parse(JSON.parse(readPrivateFile(join(dirname(dbFile), BACKUPS_FILE)) ?? "")).backups;
  } catch {
    return [];
  }
}
