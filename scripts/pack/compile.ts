import { join } from "node:path";
import { build, type InlineConfig, type Rolldown } from "tsdown";
import { NATIVE_PACKAGES, PUBLIC_ENTRIES } from "./manifests.ts";

/** Settings of every compilation. */
export const COMPILER = {
  config: false,
  format: "esm",
  fixedExtension: false,
  clean: false,
  logLevel: "error",
  report: false,
} as const satisfies InlineConfig;

/**
 * One compilation: the modules that become files in the package's lib/, and the files they share.
 */
export interface Compilation {
  /** Source of each file in lib/. */
  readonly entry: Readonly<Record<string, string>>;
  readonly groups: readonly { readonly name: string; readonly test: RegExp }[];
}

/**
 * The command. A bundler splits a file wherever a different set of dynamic imports reaches a
 * module, which would give a hundred small files for a build. Therefore, code that is loaded
 * together goes into one file: for any command, for every build, for the check of a configuration
 * or of its kinds, or for builds in which something has changed. Each group contains whatever its
 * modules import, except what an earlier group contains.
 */
export const COMMAND: Compilation = {
  entry: { main: "cli/main.ts" },
  groups: [
    { name: "io", test: /\/cli\/(?:io|version|text\/output)\.ts$/ },
    { name: "command", test: /\/cli\/(?:process-io|uncaught|commands\/(?:all|build)|options\/read-command-line)\.ts$/ },
    { name: "zod", test: /\/node_modules\/zod\// },
    { name: "build", test: /\/cli\/build\/(?:build-once|builder|result-text)\.ts$|\/build\/(?:build-site|config\/check-config)\.ts$/ },
    // Most sites have a configuration, and most builds change nothing. Checking kinds needs no
    // schema.
    { name: "kinds", test: /\/build\/config\/resolve-kinds\.ts$/ },
    { name: "config", test: /\/build\/config\/config-schema\.ts$/ },
    {
      name: "pipeline",
      test: /\/build\/(?:pipeline|render\/renderer|markdown\/(?:satteri|weak-spots))\.ts$|\/node_modules\/proper-lockfile\//,
    },
  ],
};

/**
 * Entries that sites import. They are compiled separately from the command, because edge functions
 * cannot read files and a configuration is loaded for each build.
 */
export const PUBLIC: Compilation = { entry: PUBLIC_ENTRIES, groups: [] };

/**
 * The main file of jsonc-parser passes `require` to a function, so a bundler cannot see what it
 * loads.
 */
const ALIASES: Readonly<Record<string, string>> = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Modules that the package replaces with others. */
const STAND_INS: Readonly<Record<string, string>> = {
  "hosts/bundle/load-program.ts": "scripts/pack/load-packed-program.ts",
  "cli/pages/load-reference-file.ts": "scripts/pack/load-packed-reference.ts",
};

/**
 * Compiles entries of a package to JavaScript together with the packages they need, except those
 * with native code. Starting a command then opens a few files instead of a thousand, and nothing
 * unused is installed.
 * @returns absolute paths of the compiled modules
 * @throws Error if a package loads its own files in an unsupported way; they would be missing after
 * installation
 */
export async function compile(root: string, outDir: string, { entry, groups }: Compilation): Promise<readonly string[]> {
  const bundles = await build({
    ...COMPILER,
    cwd: root,
    entry: { ...entry },
    outDir,
    platform: "node",
    target: "node22.18",
    dts: false,
    // Halves the size. Function and class names stay readable in stack traces.
    minify: { compress: false, mangle: { keepNames: true }, codegen: true },
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

/**
 * `lazyPackage("yaml")` hides the package's name from a bundler. This plugin replaces the call with
 * a function that runs `require("yaml")`.
 */
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
