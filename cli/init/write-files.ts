import { lstat, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../build/assumed-site.ts";
import { CliError } from "../io.ts";
import type { PlannedFile } from "./site-plan.ts";

/**
 * Checks that all files can be written before any file is written.
 * @throws CliError that names every file or dangling link in the way
 */
export async function checkPlaces(folder: string, fresh: readonly PlannedFile[]): Promise<void> {
  const inTheWay = new Set<string>();
  for (const { path } of fresh) {
    const segments = path.split("/");
    for (const depth of segments.keys()) {
      const place = segments.slice(0, depth + 1).join("/");
      const link = await lstat(join(folder, place)).catch(() => null);
      const found = await stat(join(folder, place)).catch(() => null);
      if (link !== null && found?.isDirectory() !== true) inTheWay.add(`${place} is ${found === null ? "a broken link" : "a file"}`);
    }
  }
  if (inTheWay.size > 0)
    throw new CliError(`${[...inTheWay].join(", ")}: nothing was written`, {
      hint: "move it away, or name another folder: octavo init my-site",
    });
}

/** Other names under which a file may already exist. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  "octavo.config.ts": ["octavo.config.mts", "octavo.config.js", "octavo.config.mjs"],
  "octavo.config.mts": ["octavo.config.ts", "octavo.config.js", "octavo.config.mjs"],
  "content/site.yaml": ["content/site.yml"],
};

/**
 * Separates files to write from existing ones. If there is a configuration, it defines where
 * content is, so no content is written.
 */
export async function sortFiles(
  folder: string,
  files: readonly PlannedFile[],
): Promise<Record<"fresh" | "existingFiles", readonly PlannedFile[]>> {
  const isThere = async ({ path }: PlannedFile): Promise<boolean> =>
    (await Promise.all([path, ...(ALSO[path] ?? [])].map((name) => exists(join(folder, name))))).includes(true);
  const there = new Set<PlannedFile>();
  for (const file of files) if (await isThere(file)) there.add(file);
  const hasConfig = [...there].some(({ path }) => path.startsWith("octavo.config."));
  const wanted = files.filter((file) => there.has(file) || !(hasConfig && file.path.startsWith("content/")));
  return { fresh: wanted.filter((file) => !there.has(file)), existingFiles: wanted.filter((file) => there.has(file)) };
}

/** Fails if the file has come to exist in the meantime. */
export async function writeNew(folder: string, { path, text }: PlannedFile): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: "wx" });
}
