import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { REFERENCE_FILES } from "../../browser/reference/reference-page.ts";
import { createContentSchemas } from "../../build/content-schema/content-schemas.ts";
import { readSharedViews } from "../../cli/init/templates.ts";
import { loadReferenceFile } from "../../cli/pages/load-reference-file.ts";
import { PROGRAMS, type ProgramName, programFileOf } from "../../hosts/bundle/program-sources.ts";
import { renderCustomElements } from "../client/render-custom-elements.ts";
import { FRAMEWORK_TYPES, type Framework, renderFrameworkTypes } from "../client/render-element-types.ts";
import { withTempFolder } from "../temp-folder.ts";
import { bundleProgram } from "./bundle-program.ts";
import { COMMAND, compile, PUBLIC } from "./compile.ts";
import { compileClient } from "./compile-client.ts";
import { renderLicenses } from "./licenses.ts";
import { type RootManifest, TOOLS_ENTRIES, toClientManifest, toCreateManifest, toOctavoManifest, toToolsManifest } from "./manifests.ts";
import { writeTypes } from "./types.ts";

/** A package that is ready for npm to pack. */
export interface StagedPackage {
  readonly name: string;
  readonly version: string;
  /** Absolute path. */
  readonly folder: string;
}

/** Called with each step as it begins. */
export type TellStep = (step: string) => void;

/** Assembles the packages in a new folder, passes them to `use`, and removes the folder. */
export function withStagedPackages<T>(root: string, tell: TellStep, use: (packages: readonly StagedPackage[]) => Promise<T>): Promise<T> {
  return withTempFolder("octavo-pack-", async (folder) => {
    const manifest: RootManifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const packages = [await stageOctavo(root, folder, manifest, tell)];
    for (const stage of [stageCreate, stageClient, stageTools]) packages.push(await stage(root, folder, manifest, tell));
    return await use(packages);
  });
}

async function stageOctavo(root: string, parent: string, manifest: RootManifest, tell: TellStep): Promise<StagedPackage> {
  const folder = join(parent, manifest.name);
  tell(`${manifest.name}: compiling the command, and what sites import`);
  const modules = [...(await compile(root, join(folder, "lib"), COMMAND)), ...(await compile(root, join(folder, "lib"), PUBLIC))];
  tell(`${manifest.name}: writing types`);
  await writeTypes(root, join(folder, "lib"), join(parent, "types"));
  tell(`${manifest.name}: bundling programs for hosts`);
  for (const name of Object.keys(PROGRAMS) as ProgramName[]) {
    // Most sites need two of them, and together they are several megabytes.
    await write(join(folder, "lib/programs", `${programFileOf(name)}.gz`), gzipSync(await bundleProgram(name), { level: 9 }));
  }
  for (const name of REFERENCE_FILES) await write(join(folder, "lib/reference", `${name}.gz`), await loadReferenceFile(name));
  tell(`${manifest.name}: adding licenses, templates, docs and schemas`);
  const reference = REFERENCE_FILES.map((name) => join(root, "node_modules/swagger-ui-dist", name));
  await write(join(folder, "THIRD-PARTY-LICENSES.md"), renderLicenses([...modules, ...reference]));
  await cp(join(root, "templates"), join(folder, "templates"), { recursive: true });
  for (const { path, text } of readSharedViews()) await write(join(folder, "templates/astro", path), text);
  // Messages refer to these pages.
  for (const name of await readdir(join(root, "docs")))
    if (name.endsWith(".md")) await write(join(folder, "docs", name), withoutMissing(await readFile(join(root, "docs", name), "utf8")));
  await cp(join(root, "docs/monitoring"), join(folder, "docs/monitoring"), { recursive: true });
  for (const [name, schema] of Object.entries(createContentSchemas()))
    await write(join(folder, "schemas", `${name}.json`), `${JSON.stringify(schema)}\n`);
  return finish(root, folder, toOctavoManifest(manifest));
}

/**
 * Removes pictures and links to other repository files from a page of docs/, because the package
 * lacks both.
 */
function withoutMissing(page: string): string {
  return page
    .replace(/^!\[[^\]]*\]\([^)]+\.webp\)\n\n/gm, "")
    .replace(/!\[([^\]]*)\]\([^)]+\.webp\)/g, "$1")
    .replace(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, "$1");
}

async function stageCreate(root: string, parent: string, manifest: RootManifest, tell: TellStep): Promise<StagedPackage> {
  const staged = toCreateManifest(manifest);
  tell(`${staged.name}: bundling the command`);
  return finish(root, join(parent, staged.name), staged);
}

async function stageClient(root: string, parent: string, manifest: RootManifest, tell: TellStep): Promise<StagedPackage> {
  const staged = toClientManifest(manifest);
  tell(`${staged.name}: compiling, and writing types`);
  const folder = join(parent, staged.name);
  const modules = await compileClient(root, join(folder, "lib"));
  for (const name of Object.keys(FRAMEWORK_TYPES) as Framework[])
    await write(join(folder, "lib", `elements-${name}.d.ts`), renderFrameworkTypes(name));
  await write(join(folder, "custom-elements.json"), `${JSON.stringify(renderCustomElements(), null, 2)}\n`);
  await write(join(folder, "THIRD-PARTY-LICENSES.md"), renderLicenses(modules));
  return finish(root, folder, staged);
}

async function stageTools(root: string, parent: string, manifest: RootManifest, tell: TellStep): Promise<StagedPackage> {
  const staged = toToolsManifest(manifest);
  tell(`${staged.name}: compiling the commands`);
  const folder = join(parent, staged.name);
  const modules = await compile(root, join(folder, "lib"), { entry: TOOLS_ENTRIES, groups: [] });
  await write(join(folder, "THIRD-PARTY-LICENSES.md"), renderLicenses(modules));
  return finish(root, folder, staged);
}

/** Writes the files that every package has: commands, README, license and manifest. */
async function finish(
  root: string,
  folder: string,
  manifest: Omit<StagedPackage, "folder"> & { readonly bin?: object },
): Promise<StagedPackage> {
  const { name, version } = manifest;
  const own = join(root, "packages", name);
  for (const program of Object.keys(manifest.bin ?? {}))
    await write(join(folder, "bin", `${program}.mjs`), await bundleBin(join(own, "bin.mjs")));
  await cp(join(own, "README.md"), join(folder, "README.md"));
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  await write(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return { name, version, folder };
}

async function write(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/**
 * Bundles a package's command into one file of plain JavaScript that Node 12 and later can read.
 */
async function bundleBin(file: string): Promise<string> {
  const bundle = await rolldown({ input: file, platform: "node", tsconfig: false, transform: { target: "node12" } });
  try {
    return (await bundle.generate({ format: "es" })).output[0].code;
  } finally {
    await bundle.close();
  }
}
