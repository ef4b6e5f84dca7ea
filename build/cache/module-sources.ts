import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compareText } from "../shared/diagnostics.ts";
import { readPackageList } from "./toolchain.ts";

/**
 * Imports modules and records their sources. A process that loads a configuration repeatedly keeps
 * one object, because Node loads each address only once.
 */
export class ModuleSources {
  static #created = 0;
  /**
   * Part of the addresses of its modules, so that Node loads them again for another object. It is
   * the same for the first object of each process, so that Node's compile cache has the modules.
   */
  readonly #id = ModuleSources.#created++;
  /** Imports of each module, by address. */
  readonly #imports = new Map<string, Set<string>>();
  /**
   * Modules that are imported by path, starting at the configuration: all modules except packages.
   */
  readonly #ownModules = new Set<string>();
  /**
   * Packages that were not found, by the address of the importing module, with the folders where
   * each could be installed.
   */
  readonly #missing = new Map<string, Set<string>>();
  /** Digests of modules at the time of loading. A file may have changed since. */
  readonly #digests = new Map<string, string>();

  /**
   * Imports a module and records its sources. The query of its address is passed on to modules that
   * it imports by path, so that all of them are read again after a change.
   * @param file absolute path
   */
  async import(file: string): Promise<unknown> {
    const { href } = pathToFileURL(file);
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const search = `?changed=${changed}-${this.#id}-${digestFiles(this.ownModules(file))}`;
    const hooks = registerHooks({
      resolve: (specifier, context, next) => {
        const parent = context.parentURL;
        if (parent === undefined) return next(specifier, context);
        const isOwn = /^\.{0,2}\//.test(specifier) && parent.endsWith(search);
        const note = (address: string): void => {
          addTo(this.#imports, plain(parent), [address]);
          if (isOwn) this.#ownModules.add(address);
        };
        // The import is recorded before the look-up, because a file may be missing now and exist
        // later.
        if (isOwn) note(plain(new URL(specifier, parent).href));
        const resolved = this.#resolveOrNote(() => next(specifier, context), specifier, parent);
        note(plain(resolved.url));
        return isOwn && context.conditions.includes("import") ? { ...resolved, url: plain(resolved.url) + search } : resolved;
      },
      load: (address, context, next) => {
        const loaded = next(address, context);
        // When a module is read again, its earlier imports no longer count.
        this.#imports.delete(plain(address));
        this.#missing.delete(plain(address));
        if (address.startsWith("file:")) this.#digests.set(plain(address), digestOf(plain(address)));
        return loaded;
      },
    });
    try {
      return await import(href + search);
    } finally {
      hooks.deregister();
    }
  }

  /** @throws the errors of `resolve` */
  #resolveOrNote<T>(resolve: () => T, specifier: string, parent: string): T {
    try {
      return resolve();
    } catch (error) {
      const [, name] = /^((?:@[^/]+\/)?[^/@.:][^/:]*)(?:\/|$)/.exec(specifier) ?? [];
      if (name !== undefined && parent.startsWith("file:")) {
        const places = foldersAround(fileURLToPath(plain(parent))).map((folder) => join(folder, "node_modules", name));
        addTo(this.#missing, plain(parent), places);
      }
      throw error;
    }
  }

  /**
   * Absolute folders where missing packages could be installed, for an imported file and its
   * imports.
   */
  missingPackages(file: string): readonly string[] {
    return [...this.#visitImports(file)].flatMap((address) => [...(this.#missing.get(address) ?? [])]);
  }

  /** The author's own files among the imports of an imported file, as sorted absolute paths. */
  ownModules(file: string): readonly string[] {
    return [...this.#visitImports(file)]
      .filter((address) => this.#ownModules.has(address))
      .map((address) => fileURLToPath(address))
      .sort(compareText);
  }

  /** Digest of an imported file, of all its imports, and of the packages installed for it. */
  digest(file: string): string {
    const root = dirname(file);
    const parts = [...this.#visitImports(file)]
      .map((address) => `${relative(root, fileURLToPath(address))} ${this.#digests.get(address) ?? digestOf(address)}`)
      .sort(compareText);
    // Plugins may import installed packages later.
    return hash("sha256", [...parts, readPackageList(root) ?? ""].join("\n"));
  }

  #visitImports(file: string): ReadonlySet<string> {
    const seen = new Set<string>();
    const visit = (address: string): void => {
      if (seen.has(address) || !address.startsWith("file:")) return;
      seen.add(address);
      for (const other of this.#imports.get(address) ?? []) visit(other);
    };
    visit(pathToFileURL(file).href);
    return seen;
  }
}

function addTo(map: Map<string, Set<string>>, key: string, values: readonly string[]): void {
  map.set(key, new Set([...(map.get(key) ?? []), ...values]));
}

function foldersAround(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === file ? [] : [folder, ...foldersAround(folder)];
}

/** Digest of the current contents of these files. */
function digestFiles(files: readonly string[]): string {
  return hash(
    "sha256",
    files.map((file) => (statSync(file, { throwIfNoEntry: false })?.isFile() ? hash("sha256", readFileSync(file)) : "")).join("\n"),
  );
}

function digestOf(address: string): string {
  return hash("sha256", readFileSync(fileURLToPath(address)));
}

function plain(url: string): string {
  return url.replace(/[?#].*$/, "");
}
