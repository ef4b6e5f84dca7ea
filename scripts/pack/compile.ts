import { join } from "node:path";
import { build, type Rolldown } from "tsdown";
import { NATIVE_PACKAGES, PUBLIC_ENTRIES } from "./manifests.ts";

/** What becomes a file of its own in the package's lib/; all else is shared between them. */
const ENTRIES = { main: "cli/main.ts", ...PUBLIC_ENTRIES };

/** A package whose main file hands `require` to a function, where no bundler sees what it loads. */
const ALIASES: Readonly<Record<string, string>> = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Modules that have another in their place in the package. */
const STAND_INS: Readonly<Record<string, string>> = {
  "hosts/bundle/load-program.ts": "scripts/pack/load-packed-program.ts",
  "cli/pages/load-reference-file.ts": "scripts/pack/load-packed-reference.ts",
};

/**
 * Compiles a package's entries (those of octavo: the command and what sites import) to JavaScript, with the packages that they need but for those that hold machine code. A start then opens some
 * files in place of a thousand, and nothing is installed that nobody runs.
 * @returns absolute paths of the modules that went in
 * @throws Error where a package loads files of its own in a way that was not followed: they would be missing when it is installed
 */
export async function compile(root: string, outDir: string, entry: Readonly<Record<string, string>> = ENTRIES): Promise<readonly string[]> {
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
    // Without spaces it is a third smaller; names stay, for those who read a stack.
    minify: { compress: false, mangle: false, codegen: true },
    report: false,
    // gray-matter has an engine that evaluates front matter; ours stand in its place, and it is never called.
    checks: { eval: false },
    deps: { alwaysBundle: (id) => !NATIVE_PACKAGES.includes(id), neverBundle: [...NATIVE_PACKAGES], onlyBundle: false },
    alias: ALIASES,
    plugins: [standIn(root)],
    outputOptions: { comments: false },
  });
  const chunks = bundles.flatMap((bundle) => bundle.chunks.filter((chunk) => chunk.type === "chunk"));
  for (const { fileName, code } of chunks) {
    const missed = /^(?!\s*(?:\*|\/[*/])).*\brequire\((["']\.{1,2}\/.*?["'])\)/m.exec(code)?.[1];
    if (missed !== undefined) throw new Error(`${fileName}: require(${missed}) was not followed; see ALIASES in scripts/pack/compile.ts`);
  }
  return chunks.flatMap(({ moduleIds }) => moduleIds);
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
