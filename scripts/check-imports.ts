import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "@swc/core";
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType, IResolveOptions } from "dependency-cruiser";
import { cruise } from "dependency-cruiser";
import { folderRules, runtimeRules, sourceRules } from "./import-rules.ts";
import { withTempFolder } from "./temp-folder.ts";

/** Folders that contain none of our source code. */
const SKIPPED = new Set(["node_modules", ".git", ".octavo", "dist", "data", "content", "fixtures"]);

/** Without `parser: "swc"`, dependency-cruiser 17 silently reads no TypeScript 7. */
const CRUISE_OPTIONS: ICruiseOptions = { parser: "swc", doNotFollow: { path: "node_modules" }, validate: true };
const RESOLVE_OPTIONS: Partial<IResolveOptions> = {
  exportsFields: ["exports"],
  conditionNames: ["node", "import", "default"],
  extensions: [".ts", ".mjs", ".js"],
};

/** Stands for a folder in the list of its files. */
const FOLDER_MODULE = "folder.ts";

export interface ImportReport {
  /** Number of modules read; 0 means that nothing was checked. */
  readonly modules: number;
  /** `edge/a.ts → zod: zod-free (…)`, sorted. */
  readonly violations: readonly string[];
}

/** Checks the TypeScript under `root` against the import rules. Throws if nothing could be read. */
export async function checkImports(root: string): Promise<ImportReport> {
  const files = await listSources(root);
  if (files.length === 0) throw new Error(`no TypeScript was found in ${root}`);
  const imports = await Promise.all(files.map(async (file) => findImports(await readFile(join(root, file), "utf8"), file)));
  const all = await cruiseOutline(root, files, imports, sourceRules);
  const loaded = await cruiseOutline(
    root,
    files,
    imports.map((list) => list.filter((found) => !found.typeOnly)),
    runtimeRules,
  );
  const folders = toFolders(files, imports);
  const cycles = await cruiseOutline(root, [...folders.keys()], [...folders.values()], folderRules);
  return { modules: files.length, violations: [...new Set([...all, ...loaded, ...cycles])].sort() };
}

/** Creates one module per folder of build/ that imports whatever the folder's files import. */
function toFolders(files: readonly string[], imports: readonly (readonly FoundImport[])[]): ReadonlyMap<string, readonly FoundImport[]> {
  const folders = new Map<string, FoundImport[]>();
  for (const [index, file] of files.entries()) {
    if (!file.startsWith("build/")) continue;
    const others = (imports[index] ?? []).filter(({ specifier }) => /^(?:\.\.|\.\/.*)\//.test(specifier));
    const found = others.map(({ specifier, typeOnly }) => ({ specifier: specifier.replace(/[^/]+$/, FOLDER_MODULE), typeOnly }));
    const name = join(dirname(file), FOLDER_MODULE);
    folders.set(name, [...(folders.get(name) ?? []), ...found]);
  }
  return folders;
}

interface FoundImport {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/** Every import, re-export, import() and import type of a module. */
async function findImports(text: string, file: string): Promise<FoundImport[]> {
  const found: FoundImport[] = [];
  const add = (literal: unknown, typeOnly: boolean): void => {
    if (isNode(literal) && literal.type === "StringLiteral" && typeof literal.value === "string")
      found.push({ specifier: literal.value, typeOnly });
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (!isNode(node)) return;
    if (/^(?:Import|ExportAll|ExportNamed)Declaration$/.test(String(node.type))) add(node.source, node.typeOnly === true);
    if (node.type === "TsImportType") add(node.argument, true);
    if (node.type === "CallExpression" && isNode(node.callee) && node.callee.type === "Import" && Array.isArray(node.arguments)) {
      const [first] = node.arguments;
      if (isNode(first)) add(first.expression, false);
    }
    Object.values(node).forEach(walk);
  };
  try {
    walk((await parse(text, { syntax: "typescript", target: "es2024" })).body);
  } catch (cause) {
    throw new Error(`${file} cannot be parsed`, { cause });
  }
  return found;
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Runs the rules on modules that contain only these imports, in a tree with the same structure.
 * dependency-cruiser's own parsing through @swc/core fails on new syntax and does not see type-only
 * imports.
 */
async function cruiseOutline(
  root: string,
  files: readonly string[],
  imports: readonly (readonly FoundImport[])[],
  rules: readonly IForbiddenRuleType[],
): Promise<readonly string[]> {
  return withTempFolder("octavo-imports-", async (outline) => {
    for (const [index, file] of files.entries()) {
      const lines = (imports[index] ?? []).map(({ specifier }) => `import ${JSON.stringify(specifier)};\n`);
      await mkdir(dirname(join(outline, file)), { recursive: true });
      await writeFile(join(outline, file), lines.join(""));
    }
    await cp(join(root, "package.json"), join(outline, "package.json")).catch(ignoreMissing);
    await symlink(join(root, "node_modules"), join(outline, "node_modules"), "dir").catch(ignoreMissing);
    const { modules, violations } = await cruiseWith(outline, files, rules);
    if (modules < files.length) throw new Error(`${modules} of ${files.length} modules were read: is @swc/core installed?`);
    return violations;
  });
}

async function cruiseWith(root: string, files: readonly string[], forbidden: readonly IForbiddenRuleType[]): Promise<ImportReport> {
  const result = await cruise([...files], { ...CRUISE_OPTIONS, baseDir: root, ruleSet: { forbidden: [...forbidden] } }, RESOLVE_OPTIONS);
  if (typeof result.output === "string") throw new Error("dependency-cruiser returned text where a result was expected");
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

/** Lists all .ts files under `root`: relative paths, sorted. */
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

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
