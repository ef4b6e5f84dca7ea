import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compareText } from "../../shared/diagnostics.ts";
import { readPackageList } from "./toolchain.ts";

/** What modules import, by address; of this process, because a module is loaded once. */
const imports = new Map<string, Set<string>>();
/** Digests of modules as they were when they were loaded: what stands in the file now may not be what runs. */
const digests = new Map<string, string>();

/** Imports a module and notes what it consists of. */
export async function importTraced(url: string): Promise<unknown> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const parent = context.parentURL;
      if (parent !== undefined) imports.set(plain(parent), (imports.get(plain(parent)) ?? new Set()).add(plain(resolved.url)));
      return resolved;
    },
    load(address, context, next) {
      const loaded = next(address, context);
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

/** A digest of the source of a module that was imported so, of all that it imports, and of the packages installed beside it. */
export function digestSources(file: string, url: string): string {
  const root = dirname(file);
  const seen = new Set<string>();
  const visit = (address: string): void => {
    if (seen.has(address) || !address.startsWith("file:")) return;
    seen.add(address);
    for (const other of imports.get(address) ?? []) visit(other);
  };
  visit(plain(url));
  const parts = [...seen]
    .map((address) => `${relative(root, fileURLToPath(address))} ${digests.get(address) ?? digestOf(address)}`)
    .sort(compareText);
  // For what plugins import later: the packages there are.
  return hash("sha256", [...parts, readPackageList(root) ?? ""].join("\n"));
}

function digestOf(address: string): string {
  return hash("sha256", readFileSync(fileURLToPath(address)));
}

function plain(url: string): string {
  return url.replace(/[?#].*$/, "");
}
