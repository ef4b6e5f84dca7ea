import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compareText } from "../shared/diagnostics.ts";
import { readPackageList } from "./toolchain.ts";

/** Imports of each module, by address. They belong to the process, because a module is loaded once. */
const imports = new Map<string, Set<string>>();
/** Modules imported by path, starting at the configuration: everything except packages. */
const ownModules = new Set<string>();
/**
 * Packages that were not found, by the address of the importing module, with the folders where each
 * could be installed.
 */
const missing = new Map<string, Set<string>>();
/** Digests of modules at the time of loading. A file may have changed since. */
const digests = new Map<string, string>();

/**
 * Imports a module and records its sources. The query of its address is passed on to modules that
 * it imports by path, so another query reads all of them again.
 */
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
      // Recorded before the look-up, because a file may be missing now and exist later.
      if (isOwn) note(plain(new URL(specifier, parent).href));
      const resolved = resolveOrNote(() => next(specifier, context), specifier, parent);
      note(plain(resolved.url));
      return isOwn && context.conditions.includes("import") ? { ...resolved, url: plain(resolved.url) + search } : resolved;
    },
    load(address, context, next) {
      const loaded = next(address, context);
      // When a module is read again, its earlier imports no longer count.
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

/**
 * Absolute folders where missing packages could be installed, for a module imported by
 * `importModule` and its imports.
 */
export function listMissingPackages(url: string): readonly string[] {
  return [...visitImports(url)].flatMap((address) => [...(missing.get(address) ?? [])]);
}

/** Files of such a module and of its imports, absolute and sorted, without packages. */
export function listOwnModules(url: string): readonly string[] {
  return [...visitImports(url)]
    .filter((address) => ownModules.has(address))
    .map((address) => fileURLToPath(address))
    .sort(compareText);
}

/** Digest of the present contents of these files. */
export function digestFiles(files: readonly string[]): string {
  return hash(
    "sha256",
    files.map((file) => (statSync(file, { throwIfNoEntry: false })?.isFile() ? hash("sha256", readFileSync(file)) : "")).join("\n"),
  );
}

/** Digest of such a module's source, of all its imports, and of the packages installed for it. */
export function digestSources(file: string, url: string): string {
  const root = dirname(file);
  const parts = [...visitImports(url)]
    .map((address) => `${relative(root, fileURLToPath(address))} ${digests.get(address) ?? digestOf(address)}`)
    .sort(compareText);
  // Plugins may import installed packages later.
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
