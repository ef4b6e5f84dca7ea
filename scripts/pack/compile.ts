import { join } from "node:path";
import { build, type Rolldown } from "tsdown";
import { NATIVE_PACKAGES, PUBLIC_ENTRIES } from "./manifests.ts";

/** One compilation: modules that become files of their own in the package's lib/, and files that others share. */
export interface Compilation {
  /** File in lib/ → source. */
  readonly entry: Readonly<Record<string, string>>;
  readonly groups: readonly { readonly name: string; readonly test: RegExp }[];
}

/**
 * The command. A bundler cuts a file wherever another set of dynamic imports leads to a module: a hundred small ones of what a build loads. So what is loaded
 * together is one file: by any command, by each build, and by builds in which something has changed. A group has what its modules import, but for what an
 * earlier one has.
 */
export const COMMAND: Compilation = {
  entry: { main: "cli/main.ts" },
  groups: [
    { name: "io", test: /\/cli\/(?:io|version|text\/output)\.ts$/ },
    { name: "command", test: /\/cli\/(?:process-io|options|environment|commands\/all)\.ts$/ },
    { name: "zod", test: /\/node_modules\/zod\// },
    { name: "build", test: /\/cli\/build\/(?:build-once|builder|result-text)\.ts$|\/build\/(?:build-site|config\/check-config)\.ts$/ },
    { name: "pipeline", test: /\/build\/(?:pipeline|render\/(?:renderer|markdown\/satteri|markdown\/weak-spots))\.ts$/ },
  ],
};

/** Entries that sites import, apart from the command: edge functions have no files, and a configuration is loaded for each build. */
export const PUBLIC: Compilation = { entry: PUBLIC_ENTRIES, groups: [] };

/** A package whose main file hands `require` to a function, where no bundler sees what it loads. */
const ALIASES: Readonly<Record<string, string>> = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Modules that have another in their place in the package. */
const STAND_INS: Readonly<Record<string, string>> = {
  "hosts/bundle/load-program.ts": "scripts/pack/load-packed-program.ts",
  "cli/pages/load-reference-file.ts": "scripts/pack/load-packed-reference.ts",
};

/**
 * Compiles entries of a package to JavaScript, with the packages that they need but for those that hold machine code. A start then opens some
 * files in place of a thousand, and nothing is installed that nobody runs.
 * @returns absolute paths of the modules that went in
 * @throws Error where a package loads files of its own in a way that was not followed: they would be missing when it is installed
 */
export async function compile(root: string, outDir: string, { entry, groups }: Compilation): Promise<readonly string[]> {
  const bundles = await build({
    config: false,
    cwd: root,
    entry: { ...entry },
    outDir,
    format: "esm",
    platform: "node",
    target: "node22.18",
    fixedExtension: false,
    dts: false,
    clean: false,
    logLevel: "error",
    // Half the size; names of functions and classes stay, for those who read a stack.
    minify: { compress: false, mangle: { keepNames: true }, codegen: true },
    report: false,
    deps: { alwaysBundle: (id) => !NATIVE_PACKAGES.includes(id), neverBundle: [...NATIVE_PACKAGES], onlyBundle: false },
    alias: ALIASES,
    plugins: [standIn(root), followLazyPackages()],
    outputOptions: {
      comments: false,
      codeSplitting: { groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })) },
    },
  });
  const chunks = bundles.flatMap((bundle) => bundle.chunks.filter((chunk) => chunk.type === "chunk"));
  for (const { fileName, code } of chunks) {
    const missed = /^(?!\s*(?:\*|\/[*/])).*\brequire\((["']\.{1,2}\/.*?["'])\)/m.exec(code)?.[1];
    if (missed !== undefined) throw new Error(`${fileName}: require(${missed}) was not followed; see ALIASES in scripts/pack/compile.ts`);
  }
  return chunks.flatMap(({ moduleIds }) => moduleIds);
}

/** `lazyPackage("yaml")` hides the package's name from a bundler; `require("yaml")` puts it in, run when it is first called. */
function followLazyPackages(): Rolldown.Plugin {
  return {
    name: "lazy-packages",
    transform: {
      filter: { code: "lazyPackage<" },
      handler: (code, id) => {
        const followed = code.replace(/\blazyPackage<typeof import\("([^"]+)"\)>\("\1"\)/g, '() => require("$1")');
        if (/\blazyPackage<typeof/.test(followed)) throw new Error(`${id}: write lazyPackage<typeof import("name")>("name") on one line`);
        return followed;
      },
    },
  };
}

function standIn(root: string): Rolldown.Plugin {
  return {
    name: "stand-ins",
    async resolveId(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true });
      const other = Object.entries(STAND_INS).find(([own]) => found?.id === join(root, own))?.[1];
      return other === undefined ? found : join(root, other);
    },
  };
}
