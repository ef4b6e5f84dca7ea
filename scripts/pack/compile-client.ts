import { join } from "node:path";
import { build, type Rolldown } from "tsdown";
import { CLIENT_ENTRIES } from "./manifests.ts";
import { keepSearchingAlone } from "./minisearch-reading.ts";

/**
 * Compiles octavo-client: a module and its types for each entry, readable, in words that all supported browsers know.
 * @param entries those to compile; what they import of the others is expected beside them
 * @returns absolute paths of the modules that went in
 */
export async function compileClient(
  root: string,
  outDir: string,
  entries: Readonly<Partial<typeof CLIENT_ENTRIES>> = CLIENT_ENTRIES,
): Promise<readonly string[]> {
  const modules: string[] = [];
  // One by one: files that two entries share would be files of nobody's name.
  for (const entry of Object.entries(entries)) modules.push(...(await compileEntry(root, outDir, entry)));
  return modules;
}

async function compileEntry(root: string, outDir: string, [name, source]: readonly [string, string]): Promise<readonly string[]> {
  const bundles = await build({
    config: false,
    cwd: root,
    entry: { [name]: source },
    outDir,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    fixedExtension: false,
    dts: { generator: "tsgo" },
    clean: false,
    logLevel: "error",
    report: false,
    // Without a platform it would look for a field that bundlers made up.
    inputOptions: { resolve: { mainFields: ["module", "main"] } },
    deps: { alwaysBundle: [/^minisearch$/], neverBundle: [/^node:/], onlyBundle: false },
    plugins: [besideEachOther(root), keepSearchingAlone()],
  });
  return bundles.flatMap(({ chunks }) => chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : [])));
}

/** An entry that imports another one finds it beside itself: no file that both share, and the client's own stays whole. */
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
