import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType, IResolveOptions } from "dependency-cruiser";
import { cruise } from "dependency-cruiser";
import { runtimeRules, sourceRules } from "./import-rules.ts";

/** Folders without source of ours. */
const SKIPPED = new Set(["node_modules", ".git", ".quire", "dist", "data", "content", "fixtures"]);

/** Without `parser: "swc"` dependency-cruiser 17 reads no TypeScript 7, in silence. */
const CRUISE_OPTIONS: ICruiseOptions = { parser: "swc", doNotFollow: { path: "node_modules" }, validate: true };
const RESOLVE_OPTIONS: Partial<IResolveOptions> = {
  exportsFields: ["exports"],
  conditionNames: ["node", "import", "default"],
  extensions: [".ts", ".mjs", ".js"],
};

export interface ImportReport {
  /** Modules that were read; 0 means that nothing was checked. */
  readonly modules: number;
  /** `edge/a.ts → zod: zod-free (…)`, sorted. */
  readonly violations: readonly string[];
}

/** Holds the TypeScript below `root` to the import rules; throws where nothing could be read. */
export async function checkImports(root: string): Promise<ImportReport> {
  const files = await listSources(root);
  const stripped = await mkdtemp(join(tmpdir(), "quire-imports-"));
  try {
    await stripTypes(root, stripped, files);
    const all = await cruiseWith(root, files, sourceRules);
    const loaded = await cruiseWith(stripped, files, runtimeRules);
    const seen = Math.min(all.modules, loaded.modules);
    if (seen < files.length) throw new Error(`${seen} of ${files.length} modules were read: is @swc/core installed?`);
    if (files.length === 0) throw new Error(`no TypeScript was found in ${root}`);
    return { modules: files.length, violations: [...new Set([...all.violations, ...loaded.violations])].sort() };
  } finally {
    await rm(stripped, { recursive: true, force: true });
  }
}

async function cruiseWith(root: string, files: readonly string[], forbidden: readonly IForbiddenRuleType[]): Promise<ImportReport> {
  const result = await cruise([...files], { ...CRUISE_OPTIONS, baseDir: root, ruleSet: { forbidden: [...forbidden] } }, RESOLVE_OPTIONS);
  if (typeof result.output === "string") throw new Error("dependency-cruiser answered text where a result was expected");
  const { modules, summary }: ICruiseResult = result.output;
  const read = new Set(modules.filter((module) => files.includes(module.source)).map((module) => module.source));
  return {
    modules: read.size,
    violations: summary.violations.map(
      ({ from, to, rule, comment }) =>
        `${from} → ${to.replace(/^.*node_modules\//, "")}: ${rule.name}${comment === undefined ? "" : ` (${comment})`}`,
    ),
  };
}

/** All .ts files below `root`, relative, sorted. */
async function listSources(root: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) await walk(path);
      else if (entry.isFile() && entry.name.endsWith(".ts") && !entry.name.startsWith("_")) found.push(path);
    }
  };
  await walk("");
  return found.sort();
}

/** The same tree with types blanked out, as Node runs it; packages are found through a link. */
async function stripTypes(root: string, target: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await writeFile(join(target, file), stripTypeScriptTypes(await readFile(join(root, file), "utf8"), { sourceUrl: file }));
  }
  await cp(join(root, "package.json"), join(target, "package.json")).catch(ignoreMissing);
  await symlink(join(root, "node_modules"), join(target, "node_modules"), "dir").catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
