import { existsSync, mkdirSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import type { BuildResult } from "../../build/build-options.ts";
import { buildSite } from "../../build/build-site.ts";
import { loadConfig } from "../../build/config/load-config.ts";
import type { Counts } from "../../contract/schemas/list.ts";

export const PROJECT_DIR = fileURLToPath(new URL("../..", import.meta.url));
export const CONTENT_DIR = join(PROJECT_DIR, "content");
/** The clock of every build of the sample site in tests. */
export const SAMPLE_NOW = "2026-11-01T00:00:00.000Z";

/**
 * Outlives a run: pictures are named after their content and the encoder, and encoding them takes
 * longer than everything else.
 */
const CACHE_DIR = join(PROJECT_DIR, ".octavo", "test-cache");
/** Encoded pictures, by the hash of their source. */
const PICTURES_CACHE = join(CACHE_DIR, "pictures");
/** How long a test file waits for another one to encode the pictures, in ms. */
const LOCK_TIMEOUT_MS = 170_000;
/**
 * For a `beforeAll` that builds, in ms: the first build on a machine encodes all pictures.
 */
export const BUILD_TIMEOUT_MS = 180_000;

export interface SampleSite {
  readonly outDir: string;
  readonly result: BuildResult;
  remove(): Promise<void>;
}

export interface SampleOptions {
  /** The value of `--counts`, parsed. */
  readonly counts?: Counts;
  readonly postsAsMarkdown?: boolean;
  /** The site's base path. Default: none. */
  readonly base?: string;
}

/** The address of the sample site. */
export const SAMPLE_URL = "https://ines.example";

/**
 * Copies the sample content into a site's folder, with the pictures that other tests have encoded.
 */
export async function copySampleContent(site: string): Promise<void> {
  await cp(CONTENT_DIR, join(site, "content"), { recursive: true });
  if (existsSync(PICTURES_CACHE)) await cp(PICTURES_CACHE, join(site, ".octavo/cache/pictures"), { recursive: true });
}

/** Builds the real sample site into its own folder. */
export async function buildSampleSite({ counts, postsAsMarkdown = false, base = "" }: SampleOptions = {}): Promise<SampleSite> {
  const dir = await mkdtemp(join(tmpdir(), "octavo-sample-"));
  const outDir = join(dir, "dist");
  const countsFile = join(dir, "counts.json");
  if (counts !== undefined) await writeFile(countsFile, JSON.stringify(counts));
  const contentDir = base === "" ? CONTENT_DIR : await copyContentBelow(base, join(dir, "content"));
  const { config } = await loadConfig({ cwd: PROJECT_DIR });
  const unlock = lockCache();
  try {
    const result = await buildSite({
      cwd: PROJECT_DIR,
      config: { ...config, postsAsMarkdown },
      addresses: { canonical: SAMPLE_URL + base },
      contentDir,
      outDir,
      cacheDir: CACHE_DIR,
      now: SAMPLE_NOW,
      drafts: false,
      future: false,
      search: true,
      strict: false,
      ...(counts === undefined ? {} : { counts: countsFile }),
    });
    return { outDir, result, remove: () => rm(dir, { recursive: true, force: true }) };
  } finally {
    unlock();
  }
}

/**
 * Copies the sample content as the author of a site below a path would write it: its links to the
 * site include the base.
 */
async function copyContentBelow(base: string, folder: string): Promise<string> {
  await cp(CONTENT_DIR, folder, { recursive: true });
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:md|yaml)$/.test(name));
  for (const file of files.map((name) => join(folder, name)))
    await writeFile(file, (await readFile(file, "utf8")).replaceAll(`${SAMPLE_URL}/`, `${SAMPLE_URL}${base}/`));
  return folder;
}

/**
 * Test files run in parallel; the first one encodes the pictures, and the others wait for it. The
 * system releases an SQLite lock when its process ends, so none is ever left behind.
 */
function lockCache(): () => void {
  mkdirSync(CACHE_DIR, { recursive: true });
  const lock = new Database(join(CACHE_DIR, "lock.sqlite"), { timeout: LOCK_TIMEOUT_MS });
  lock.exec("BEGIN EXCLUSIVE");
  return () => lock.close();
}
