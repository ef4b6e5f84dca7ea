import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Published } from "../../contract/index-format.ts";
import { INDEX_PREFIX } from "../../contract/paths.ts";
import { compareText } from "../shared/diagnostics.ts";
import { isBelow } from "./owned-files.ts";
import { isHashed } from "./publish-order.ts";

/**
 * Removes files that an earlier build wrote and this one did not. Without a grace period, they are
 * removed at once, so that the out folder contains exactly the current content. With one, hashed
 * files stay for a while, for readers with an older manifest and for pages with older picture
 * addresses. A takedown ends the grace period of all old files at once, because a withdrawn text
 * must not stay in a shard.
 */
export interface Grace {
  /** Milliseconds. */
  readonly ms: number;
  /** Time of the build, `2026-01-31T09:30:00.000Z`. */
  readonly now: string;
}

export interface GoneFiles {
  /** Paths relative to the out folder. */
  readonly gone: readonly string[];
  /** Files that must not be in any list, so they are removed at once. */
  readonly unlisted: ReadonlySet<string>;
}

/** One file per line: `<instant from which it is unused> <path>`. */
const LIST_FILE = ".octavo-old";

/**
 * Decides which of the files that this build did not write are removed, and lists the others with
 * the instant from which each is unused. Only that list is changed.
 * @param paths paths that this build wrote
 * @returns the paths to remove
 */
export async function findRemovedFiles(
  outDir: string,
  { gone, unlisted }: GoneFiles,
  paths: ReadonlySet<string>,
  grace: Grace | null,
): Promise<readonly string[]> {
  const since = await readOldFiles(outDir);
  const keeps = grace !== null && !(await isTakedown(outDir, gone, paths));
  const inGrace = new Map<string, string>();
  for (const path of gone) {
    const instant = since.get(path) ?? grace?.now ?? "";
    if (keeps && isHashed(path) && !unlisted.has(path) && Date.parse(grace.now) - Date.parse(instant) < grace.ms)
      inGrace.set(path, instant);
  }
  await writeOldFiles(outDir, inGrace);
  return gone.filter((path) => !inGrace.has(path));
}

/** Whether files are in their grace period. */
export function hasOldFiles(outDir: string): boolean {
  return existsSync(join(outDir, LIST_FILE));
}

/** Files in their grace period, with the instant from which each is unused. */
export async function readOldFiles(outDir: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(outDir, LIST_FILE), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => /^(\S+) (.+)$/.exec(line));
  return new Map(lines.flatMap((line): [string, string][] => (line?.[1] && line[2] && isBelow(line[2]) ? [[line[2], line[1]]] : [])));
}

export async function writeOldFiles(outDir: string, files: ReadonlyMap<string, string>): Promise<void> {
  if (files.size === 0) return rm(join(outDir, LIST_FILE), { force: true });
  const lines = [...files].map(([path, instant]) => `${instant} ${path}\n`);
  await writeFile(join(outDir, LIST_FILE), lines.sort(compareText).join(""));
}

const PUBLISHED = new RegExp(`^${INDEX_PREFIX.slice(1)}/published\\.[0-9a-f]{16}\\.json$`);

/**
 * Whether something is no longer public, according to the old and new lists of published documents.
 */
async function isTakedown(outDir: string, gone: readonly string[], paths: ReadonlySet<string>): Promise<boolean> {
  const read = async (path: string): Promise<Set<string>> => namesOf(JSON.parse(await readFile(join(outDir, path), "utf8")));
  const present = [...paths].find((path) => PUBLISHED.test(path));
  const now = present === undefined ? new Set<string>() : await read(present).catch(() => new Set<string>());
  for (const path of gone.filter((candidate) => PUBLISHED.test(candidate))) {
    // An unreadable list may have contained anything.
    const before = await read(path).catch(() => null);
    if (before === null || [...before].some((name) => !now.has(name))) return true;
  }
  return false;
}

function namesOf({ slugs, series = [], services, unlisted }: Published): Set<string> {
  const documents = Object.entries({ ...slugs, series }).flatMap(([kind, names]) => names.map((name) => `${kind}/${name}`));
  const hashes = Object.keys(unlisted?.posts ?? {}).map((key) => `unlisted/${key}`);
  return new Set([...documents, ...hashes, ...services.map(({ id }) => `services/${id}`)]);
}
