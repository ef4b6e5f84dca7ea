import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * Loads a package when code that cannot wait for `import()` first needs it. Most builds never need
 * it.
 */
export function lazyPackage<T>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= load(name) as T;
    return loaded;
  };
}
