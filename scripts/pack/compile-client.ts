import { join } from "node:path";
import { build, type Rolldown } from "tsdown";
import { COMPILER } from "./compile.ts";
import { CLIENT_ENTRIES } from "./manifests.ts";
import { keepSearchOnly } from "./minisearch-reading.ts";

/**
 * Compiles octavo-client: a readable module with types for each entry, in syntax that all supported
 * browsers understand.
 * @param entries the entries to compile; any other entry that they import must exist next to them
 * @returns absolute paths of the compiled modules
 */
export async function compileClient(
  root: string,
  outDir: string,
  entries: Readonly<Partial<typeof CLIENT_ENTRIES>> = CLIENT_ENTRIES,
): Promise<readonly string[]> {
  const modules: string[] = [];
  // Entries are compiled one by one, because a chunk that they share would have an arbitrary name.
  for (const entry of Object.entries(entries)) modules.push(...(await compileEntry(root, outDir, entry)));
  return modules;
}

async function compileEntry(root: string, outDir: string, [name, source]: readonly [string, string]): Promise<readonly string[]> {
  const bundles = await build({
    ...COMPILER,
    cwd: root,
    entry: { [name]: source },
    outDir,
    platform: "neutral",
    target: "es2022",
    // The compiler writes types of every file that these settings include, once for each entry.
    tsconfig: "tsconfig.client.json",
    dts: { generator: "tsgo" },
    // Without this, the bundler would look for a field that only bundlers use.
    inputOptions: { resolve: { mainFields: ["module", "main"] } },
    deps: { alwaysBundle: [/^minisearch$/], neverBundle: [/^node:/], onlyBundle: false },
    plugins: [besideEachOther(root), keepSearchOnly()],
  });
  return bundles.flatMap(({ chunks }) => chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : [])));
}

/**
 * Makes an entry import another as a sibling file, so that no shared chunk appears and the client
 * stays in one piece.
 */
function besideEachOther(root: string): Rolldown.Plugin {
  return {
    name: "beside-each-other",
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      const entry = Object.entries(CLIENT_ENTRIES).find(([, file]) => found?.id === join(root, file))?.[0];
      return entry === undefined ? null : { id: `./${entry}.js`, external: true };
    },
  };
}
