import { stat } from "node:fs/promises";
import path from "node:path";
import { ModuleSources } from "../cache/module-sources.ts";
import { Diagnostics, startOf } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { isMapping } from "../sources/data-values.ts";
import { explainImportError, placeOfImportError } from "./config-import-error.ts";
import { type ConfigPlace, resolveConfig } from "./resolve-config.ts";

export const CONFIG_NAMES = ["octavo.config.ts", "octavo.config.mts", "octavo.config.js", "octavo.config.mjs"];
export interface LoadedConfig {
  readonly config: ResolvedConfig;
  readonly diagnostics: Diagnostics;
  /** Absolute paths of the author's own imported files, including missing ones. */
  readonly modules: readonly string[];
  /**
   * Absolute paths of the folders in which missing packages could be installed. Empty if the
   * configuration was read.
   */
  readonly missingPackages: readonly string[];
}

export interface LoadConfigOptions {
  /** Absolute path of the file's folder, and the base for paths in messages. */
  readonly cwd: string;
  /** Path of a different file, relative to `cwd` or absolute. */
  readonly file?: string;
  /** For a process that loads its configuration repeatedly. */
  readonly sources?: ModuleSources;
}

/**
 * Finds, imports and checks `octavo.config.ts` (or .mts, .js, .mjs). Without a file, all settings
 * have their defaults. Mistakes are reported as diagnostics, and defaults replace invalid values.
 */
export async function loadConfig({ cwd, file, sources = new ModuleSources() }: LoadConfigOptions): Promise<LoadedConfig> {
  const diagnostics = new Diagnostics();
  const found = file === undefined ? await findConfig(cwd) : path.resolve(cwd, file);
  if (found === null)
    return { config: resolveConfig(null, {}, { file: null, root: cwd, sources }), diagnostics, modules: [], missingPackages: [] };
  const shown = path.relative(cwd, found).replaceAll(path.sep, "/");
  const place = { file: shown, root: path.dirname(found), sources };
  const imported = await importConfig(found, place, { cwd, diagnostics });
  const modules = sources.ownModules(found);
  if (imported === null)
    return { config: resolveConfig(null, {}, place), diagnostics, modules, missingPackages: sources.missingPackages(found) };
  try {
    return { config: await readConfig(imported.raw, found, place, diagnostics), diagnostics, modules, missingPackages: [] };
  } catch (error) {
    // An author's getter or proxy may throw when it is read.
    const at = placeOfImportError(error, cwd);
    if (at.file === undefined || ![found, ...modules].includes(path.resolve(cwd, at.file))) throw error;
    diagnostics.error({ ...startOf(shown), ...at }, { code: "config", ...explainImportError(error, cwd) });
    return { config: resolveConfig(null, {}, place), diagnostics, modules, missingPackages: [] };
  }
}

async function readConfig(
  raw: Record<string, unknown>,
  found: string,
  place: ConfigPlace & { readonly file: string },
  diagnostics: Diagnostics,
): Promise<ResolvedConfig> {
  // Loaded only if there is a configuration.
  const { checkConfig } = await import("./check-config.ts");
  const { values, ownKinds, rules } = await checkConfig(raw, found, place.file, diagnostics);
  return { ...resolveConfig(values, raw, place, ownKinds), rules };
}

async function findConfig(cwd: string): Promise<string | null> {
  for (const name of CONFIG_NAMES) {
    const candidate = path.join(cwd, name);
    if (await isThere(candidate)) return candidate;
  }
  return null;
}

/** Whether a file exists. A folder of that name is ignored; a pipe is reported. */
async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isDirectory() === false;
}

/**
 * Imports the configuration. It is returned inside an object, because resolving a promise with it
 * would read its member `then`. Null if it cannot be used (reported).
 */
async function importConfig(
  file: string,
  place: Pick<ConfigPlace, "sources"> & { readonly file: string },
  { cwd, diagnostics }: { readonly cwd: string; readonly diagnostics: Diagnostics },
): Promise<{ readonly raw: Record<string, unknown> } | null> {
  const at = startOf(place.file);
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) {
    const hint = `the configuration is ${CONFIG_NAMES[0]} in the working directory`;
    diagnostics.error(at, { code: "config", message: found === null ? "there is no such file" : "is not a regular file", hint });
    return null;
  }
  try {
    const module = await withoutTypeWarning(() => place.sources.import(file));
    const exported = isMapping(module) ? module.default : undefined;
    if (isMapping(exported)) return { raw: exported };
    const hint = 'write export default { content: "content" }';
    diagnostics.error(at, { code: "config", message: "has no object as its default export", hint });
  } catch (error) {
    diagnostics.error({ ...at, ...placeOfImportError(error, cwd) }, { code: "config", ...explainImportError(error, cwd) });
  }
  return null;
}

/**
 * Suppresses Node's warning about a package.json without `type`. It fills four lines at every
 * start, and users have nothing to fix.
 */
async function withoutTypeWarning<T>(work: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  const filtered = (...[warning, ...rest]: Parameters<typeof emitWarning>): void => {
    if (
      !rest.some((one) => isMapping(one) && one.code === TYPELESS) &&
      !(warning instanceof Error && "code" in warning && warning.code === TYPELESS)
    )
      emitWarning.call(process, warning, ...rest);
  };
  process.emitWarning = filtered as typeof emitWarning;
  try {
    return await work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
const TYPELESS = "MODULE_TYPELESS_PACKAGE_JSON";
