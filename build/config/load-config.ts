import { stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { NO_RULES } from "../../contract/config/site-rules.ts";
import { digestFiles, importTraced, listMissingPackages, listOwnModules } from "../cache/module-sources.ts";
import { Diagnostics, startOf } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { isMapping } from "../sources/data-values.ts";
import { explainImportError, placeOfImportError } from "./config-import-error.ts";
import { resolveConfig } from "./resolve-config.ts";

export const CONFIG_NAMES = ["octavo.config.ts", "octavo.config.mts", "octavo.config.js", "octavo.config.mjs"];
export interface LoadedConfig {
  readonly config: ResolvedConfig;
  readonly diagnostics: Diagnostics;
  /** Absolute paths of the author's own files that it imports, those that are missing too. */
  readonly modules: readonly string[];
  /** Where packages could be that could not be found, absolute folders; empty where it was read. */
  readonly missingPackages: readonly string[];
}

export interface LoadConfigOptions {
  /** Absolute: where the file is looked for, and what its paths in messages are relative to. */
  readonly cwd: string;
  /** A file of another name, relative to `cwd` or absolute. */
  readonly file?: string;
}

/**
 * Finds, imports and checks `octavo.config.ts` (or .mts, .js, .mjs). No file: all defaults. Mistakes are diagnostics, and the
 * defaults stand in for what is wrong.
 */
export async function loadConfig({ cwd, file }: LoadConfigOptions): Promise<LoadedConfig> {
  const diagnostics = new Diagnostics();
  const found = file === undefined ? await findConfig(cwd) : path.resolve(cwd, file);
  if (found === null)
    return { config: resolveConfig(null, {}, { file: null, root: cwd, url: "" }), diagnostics, modules: [], missingPackages: [] };
  const shown = path.relative(cwd, found).replaceAll(path.sep, "/");
  // The query makes `dev` read files that have changed: modules are cached by address.
  const changed = (await stat(found).catch(() => null))?.mtimeMs ?? 0;
  const { href } = pathToFileURL(found);
  const url = `${href}?changed=${changed}-${digestFiles(listOwnModules(href))}`;
  const place = { file: shown, root: path.dirname(found), url };
  const imported = await importConfig(found, place, { cwd, diagnostics });
  const modules = listOwnModules(href);
  if (imported === null)
    return { config: resolveConfig(null, {}, place), diagnostics, modules, missingPackages: listMissingPackages(href) };
  try {
    return { config: await readConfig(imported.raw, found, place, diagnostics), diagnostics, modules, missingPackages: [] };
  } catch (error) {
    // A getter or a proxy of the author's own throws when it is read.
    const at = placeOfImportError(error, cwd);
    if (at.file === undefined || ![found, ...modules].includes(path.resolve(cwd, at.file))) throw error;
    diagnostics.error({ ...startOf(shown), ...at }, { code: "config", ...explainImportError(error) });
    return { config: resolveConfig(null, {}, place), diagnostics, modules, missingPackages: [] };
  }
}

async function readConfig(
  raw: Record<string, unknown>,
  found: string,
  place: { readonly file: string; readonly root: string; readonly url: string },
  diagnostics: Diagnostics,
): Promise<ResolvedConfig> {
  // Loaded where there is a configuration to check: most of what it needs is zod.
  const { checkConfig } = await import("./check-config.ts");
  const values = await checkConfig(raw, found, place.file, diagnostics);
  // Most sites define no kind.
  const ownKinds = raw.kinds === undefined ? [] : (await import("./resolve-kinds.ts")).resolveOwnKinds(raw.kinds, () => {});
  const rules =
    raw.headers === undefined && raw.redirects === undefined
      ? NO_RULES
      : (await import("./check-site-rules.ts")).toSiteRules(raw, () => {});
  return { ...resolveConfig(values, raw, place, ownKinds), rules };
}

async function findConfig(cwd: string): Promise<string | null> {
  for (const name of CONFIG_NAMES) {
    const candidate = path.join(cwd, name);
    if (await isThere(candidate)) return candidate;
  }
  return null;
}

/** A folder of that name is somebody else's; a pipe is reported. */
async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isDirectory() === false;
}

/** null: reported. In an object of its own: a promise would ask the configuration itself for `then`. */
async function importConfig(
  file: string,
  place: { readonly file: string; readonly url: string },
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
    const module = await withoutTypeWarning(() => importTraced(place.url));
    const exported = isMapping(module) ? module.default : undefined;
    if (isMapping(exported)) return { raw: exported };
    const hint = 'write export default { content: "content" }';
    diagnostics.error(at, { code: "config", message: "has no default export of an object", hint });
  } catch (error) {
    diagnostics.error({ ...at, ...placeOfImportError(error, cwd) }, { code: "config", ...explainImportError(error) });
  }
  return null;
}

/** A package.json without `type` costs Node a second look at the file, and its user four lines at every start: there is nothing to mend. */
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
