import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { readPrivateFile, replacePrivateFile } from "../private-file.ts";
import type { KnownCopy } from "../store/engine/store-host.ts";

/**
 * A file in the database's folder. It lists where backups have been written, newest last, so that
 * an erasure can name the copies that it does not reach.
 */
export const BACKUPS_FILE = "backups.json";
/**
 * Maximum number of entries. Older ones are dropped, because rotation has overwritten or deleted
 * those backups.
 */
const BACKUPS_MAX = 500;

const BackupsFile = z.strictObject({
  format: z.literal(1),
  backups: z.array(z.strictObject({ file: z.string(), at: z.iso.datetime(), bytes: z.int().optional() })),
});

type RecordedBackup = z.infer<typeof BackupsFile>["backups"][number];

export interface NewBackup {
  /** Absolute. */
  readonly backup: string;
  readonly at: number;
  /** The size that a sound backup keeps. */
  readonly bytes?: number;
}

export function noteBackup(dbFile: string, { backup, at, bytes }: NewBackup): void {
  const others = readBackups(dbFile).filter(({ file }) => file !== backup);
  const added = { file: backup, at: new Date(at).toISOString(), ...(bytes === undefined ? {} : { bytes }) };
  writeBackups(dbFile, [...others, added].slice(-BACKUPS_MAX));
}

/** Removes deleted backups from the list. */
export function forgetBackups(dbFile: string, files: readonly string[]): void {
  writeBackups(
    dbFile,
    readBackups(dbFile).filter(({ file }) => !files.includes(file)),
  );
}

function writeBackups(dbFile: string, backups: RecordedBackup[]): void {
  replacePrivateFile(join(dirname(dbFile), BACKUPS_FILE), `${JSON.stringify({ format: 1, backups }, null, 2)}\n`);
}

/**
 * The newest recorded backup, even if its file was moved or deleted; null if none was recorded.
 * `at` is in milliseconds since 1970.
 */
export function latestBackup(dbFile: string): { readonly file: string; readonly at: number } | null {
  const [newest] = readBackups(dbFile)
    .map(({ file, at }) => ({ file, at: Date.parse(at) }))
    .sort((a, b) => b.at - a.at);
  return newest ?? null;
}

/** Every recorded backup with all recorded facts. */
export function listRecordedBackups(dbFile: string): readonly RecordedBackup[] {
  return readBackups(dbFile);
}

/** Every recorded backup, newest first, whether its file still exists or not. */
export function listBackups(dbFile: string): string[] {
  return readBackups(dbFile)
    .map(({ file }) => file)
    .reverse();
}

/**
 * Existing files that hold, or may hold, an earlier state of the database: backups, files set aside by
 * restores and rescues, and copies that a killed command left.
 */
export function listKnownCopies(dbFile: string): KnownCopy[] {
  const folder = dirname(dbFile);
  const name = basename(dbFile);
  const beside = readdirSync(folder)
    .filter((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}-`))
    .filter((other) => /\.before-restore|\.rescued-|\.aside-|\.partial|\.pushing/.test(other.slice(name.length)))
    .sort();
  return [...beside.map((file) => ({ file: join(folder, file), at: null })), ...readBackups(dbFile).filter(({ file }) => existsSync(file))];
}

/** A damaged file counts as empty, because nothing depends on it. */
function readBackups(dbFile: string): RecordedBackup[] {
  try {
    return BackupsFile.parse(JSON.parse(readPrivateFile(join(dirname(dbFile), BACKUPS_FILE)) ?? "")).backups;
  } catch {
    return [];
  }
}
