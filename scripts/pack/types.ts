import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "tsdown";
import { COMPILER } from "./compile.ts";
import { PUBLIC_ENTRIES } from "./manifests.ts";
import { renderContractTypes } from "./render-contract-types.ts";

/** Sources of the public entries' types. */
const SOURCES = ["contract", "kinds", "edge", "search", "threads", "packages/octavo", "package.json", "tsconfig.json"];

/**
 * Writes a .d.ts for each public entry, from a copy of the tree in which the contract's schemas are
 * plain interfaces. Inferred from zod, they would be twenty times as long and need zod.
 * @param work an empty folder, absolute
 */
export async function writeTypes(root: string, outDir: string, work: string): Promise<void> {
  await mkdir(work, { recursive: true });
  for (const source of SOURCES) await cp(join(root, source), join(work, source), { recursive: true });
  await symlink(join(root, "node_modules"), join(work, "node_modules"), "dir");
  const schemas = join(work, "contract/schemas");
  for (const file of await readdir(schemas)) {
    await writeFile(join(schemas, file), 'export type * from "../../packages/octavo/contract-types.ts";\n');
  }
  await writeFile(join(work, "packages/octavo/contract-types.ts"), renderContractTypes());
  await build({
    ...COMPILER,
    cwd: work,
    entry: { ...PUBLIC_ENTRIES },
    outDir,
    platform: "node",
    dts: { emitDtsOnly: true, generator: "tsgo" },
    deps: { alwaysBundle: [/./], onlyBundle: false },
  });
}
