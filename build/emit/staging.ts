import { existsSync, readdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Prefix of the folder inside the out folder in which a build collects its files. */
export const STAGING_PREFIX = ".octavo-staging-";

/**
 * Removes staging folders. It must be called with the lock, so that any such folder belongs to a
 * killed build.
 */
export async function removeStaging(outDir: string): Promise<void> {
  for (const name of await readdir(outDir))
    if (name.startsWith(STAGING_PREFIX)) await rm(join(outDir, name), { recursive: true, force: true });
}

/** Whether a build is running or was killed. */
export function hasStaging(outDir: string): boolean {
  return existsSync(outDir) && readdirSync(outDir).some((name) => name.startsWith(STAGING_PREFIX));
}
