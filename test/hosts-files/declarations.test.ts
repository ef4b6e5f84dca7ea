import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runTool } from "../../scripts/run-tool.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-declarations-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function declare(file: string): Promise<string> {
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: join(folder, "out"), rootDir: "/" },
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  const tsconfig = { extends: join(ROOT, "tsconfig.json"), compilerOptions, files: [file], include: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  return (await runTool("tsc", ["--project", join(folder, "tsconfig.json"), "--pretty", "false"], folder)).output;
}

// Packing compiles declarations of the whole tree, and used to print an error for a type without a
// name.
it.each(["edge-function", "website-function"])("the types of %s can be declared", async (name) => {
  expect(await declare(join(ROOT, `hosts/netlify/${name}.ts`))).toBe("");
}, 60_000);

it("a type that other files cannot name is an error", async () => {
  await writeFile(join(folder, "made.ts"), "interface Own { a: 1 }\nexport const make = (): ((own: Own) => void) => () => {};\n");
  await writeFile(join(folder, "entry.ts"), 'import { make } from "./made.ts";\nexport default make();\n');
  expect(await declare(join(folder, "entry.ts"))).toContain("TS4082");
}, 60_000);
