import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compareText } from "../../shared/diagnostics.ts";
import { readPackageList } from "./toolchain.ts";

/** Imports of each module, by address. They belong to the process, because a module is loaded once. */
const imports = new Map<string, Set<string>>();
/** Modules that are imported by a path, from the configuration on: not packages. */
const ownModules = new Set<string>();
/** Packages that were not found, by the address of the module that imports them: where each could be installed. */
const missing = new Map<string, Set<string>>();
/** Digests of modules as they were when they were loaded: what stands in the file now may not be what runs. */
const digests = new Map<string, string>();

/** Imports a module and notes what it consists of. The query of its address is passed on to its own modules: with another one all are read anew. */
export async function importTraced(url: string): Promise<unknown> {
  const { search } = new URL(url);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL;
      if (parent === undefined) return next(specifier, context);
      const isOwn = /^\.{0,2}\//.test(specifier) && parent.endsWith(search);
      const note = (address: string): void => {
        imports.set(plain(parent), (imports.get(plain(parent)) ?? new Set()).add(address));
        if (isOwn) ownModules.add(address);
      };
      // Noted before it is looked for: a file that is not there yet may come.
      if (isOwn) note(plain(new URL(specifier, parent).href));
      const resolved = resolveOrNote(() => next(specifier, context), specifier, parent);
      note(plain(resolved.url));
      return isOwn && context.conditions.includes("import") ? { ...resolved, url: plain(resolved.url) + search } : resolved;
    },
    load(address, context, next) {
      const loaded = next(address, context);
      // Read anew: what it imported before counts no more.
      imports.delete(plain(address));
      missing.delete(plain(address));
      if (address.startsWith("file:")) digests.set(plain(address), digestOf(plain(address)));
      return loaded;
    },
  });
  try {
    return await import(url);
  } finally {
    hooks.deregister();
  }
}

/** @throws what `resolve` throws */
function resolveOrNote<T>(resolve: () => T, specifier: string, parent: string): T {
  try {
    return resolve();
  } catch (error) {
    const [, name] = /^((?:@[^/]+\/)?[^/@.:][^/:]*)(?:\/|$)/.exec(specifier) ?? [];
    if (name !== undefined && parent.startsWith("file:")) {
      const places = missing.get(plain(parent)) ?? new Set();
      for (const folder of foldersAround(fileURLToPath(plain(parent)))) places.add(join(folder, "node_modules", name));
      missing.set(plain(parent), places);
    }
    throw error;
  }
}

function foldersAround(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === file ? [] : [folder, ...foldersAround(folder)];
}

/** Folders in which packages would be that a module which was imported so asks for, or those that it imports, and that are not installed. Absolute. */
export function listMissingPackages(url: string): readonly string[] {
  return [...visitImports(url)].flatMap((address) => [...(missing.get(address) ?? [])]);
}

/** Files that a module which was imported so imports, and those that they import; absolute and sorted, without packages. */
export function listOwnModules(url: string): readonly string[] {
  return [...visitImports(url)]
    .filter((address) => ownModules.has(address))
    .map((address) => fileURLToPath(address))
    .sort(compareText);
}

/** A digest of what stands in these files now. */
export function digestFiles(files: readonly string[]): string {
  return hash(
    "sha256",
    files.map((file) => (statSync(file, { throwIfNoEntry: false })?.isFile() ? hash("sha256", readFileSync(file)) : "")).join("\n"),
  );
}

/** A digest of the source of a module that was imported so, of all that it imports, and of the packages installed beside it. */
export function digestSources(file: string, url: string): string {
  const root = dirname(file);
  const parts = [...visitImports(url)]
    .map((address) => `${relative(root, fileURLToPath(address))} ${digests.get(address) ?? digestOf(address)}`)
    .sort(compareText);
  // For what plugins import later: the packages there are.
  return hash("sha256", [...parts, readPackageList(root) ?? ""].join("\n"));
}

function visitImports(url: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (address: string): void => {
    if (seen.has(address) || !address.startsWith("file:")) return;
    seen.add(address);
    for (const other of imports.get(address) ?? []) visit(other);
  };
  visit(plain(url));
  return seen;
}

function digestOf(address: string): string {
  return hash("sha256", readFileSync(fileURLToPath(address)));
}

function plain(url: string): string {
  return url.replace(/[?#].*$/, "");
}
