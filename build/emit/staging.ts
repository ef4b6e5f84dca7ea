import { existsSync, readdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Folder inside the out folder where a build collects its files until all of them are there. */
export const STAGING_PREFIX = ".octavo-staging-";

/** For whoever holds the lock, and so is alone: any staging folder is one that a killed build left. */
export async function removeStaging(outDir: string): Promise<void> {
  for (const name of await readdir(outDir))
    if (name.startsWith(STAGING_PREFIX)) await rm(join(outDir, name), { recursive: true, force: true });
}

/** Whether a build is under way, or was killed. */
export function hasStaging(outDir: string): boolean {
  return existsSync(outDir) && readdirSync(outDir).some((name) => name.startsWith(STAGING_PREFIX));
}
