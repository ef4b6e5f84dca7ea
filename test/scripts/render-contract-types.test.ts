import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { renderContractTypes } from "../../scripts/pack/render-contract-types.ts";
import { type CheckResult, runTool } from "../../scripts/run-tool.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SCHEMAS = join(ROOT, "contract/schemas");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-types-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface NamedSchema {
  readonly id: string;
  readonly file: string;
  readonly exported: string;
}

/** The schemas that contract/schemas exports under a name of the API. */
async function listNamedSchemas(): Promise<NamedSchema[]> {
  const files = (await readdir(SCHEMAS)).filter((file) => file.endsWith(".ts"));
  const lists = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(join(SCHEMAS, file));
      return Object.entries(module).flatMap(([exported, value]) => {
        const id = value instanceof z.ZodType ? z.globalRegistry.get(value)?.id : undefined;
        return id === undefined ? [] : [{ id, file: join(SCHEMAS, file), exported }];
      });
    }),
  );
  return lists.flat();
}

/** Compiles types with a line for each schema that fails if the two types differ. */
async function compare(types: string, schemas: readonly NamedSchema[]): Promise<CheckResult> {
  await writeFile(join(folder, "types.mts"), types);
  const imports = schemas.map(({ exported, file }, index) => `import { ${exported} as s${index} } from ${JSON.stringify(file)};`);
  const lines = schemas.map(({ id }, index) => {
    const io = /Submission$|Edit$|^Engagement(?:Record|Request|Batch)$/.test(id) ? "input" : "output";
    return `export const _${id}: Same<"${id}", z.${io}<typeof s${index}>, T.${id}> = "${id}";`;
  });
  const plain = "type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;";
  const same = "type Same<Id, A, B> = (<X>() => X extends Plain<A> ? 1 : 2) extends <X>() => X extends Plain<B> ? 1 : 2 ? Id : never;";
  const zod = `import type { z } from ${JSON.stringify(join(ROOT, "node_modules/zod/index.js"))};`;
  await writeFile(join(folder, "same.mts"), [zod, 'import type * as T from "./types.mts";', ...imports, plain, same, ...lines].join("\n"));
  const tsconfig = {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions: { types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
    include: [join(folder, "*.mts")],
    exclude: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  return runTool("tsc", ["--noEmit", "--project", join(folder, "tsconfig.json"), "--pretty", "false"], folder);
}

describe("the published types", () => {
  it("are exactly the types of the contract's schemas", async () => {
    const schemas = await listNamedSchemas();
    expect(schemas.length).toBeGreaterThan(50);
    const { ok, output } = await compare(renderContractTypes(), schemas);
    expect(ok, output).toBe(true);
  }, 60_000);

  it("fail this check if a member is missing, optional or of another type", async () => {
    const types = renderContractTypes();
    const schemas = (await listNamedSchemas()).filter(({ id }) => ["Tag", "Like", "Pagination"].includes(id));
    const wrong = types
      .replace(/(export interface Tag \{\n(?:.*\n)*?) {2}name: string;\n/, "$1")
      .replace("  likeCount: number;\n}", "  likeCount?: number;\n}")
      .replace("  hasNextPage: boolean;\n", "  hasNextPage: string;\n");
    const { output } = await compare(wrong, schemas);
    expect(Array.from(output.matchAll(/Type '"(\w+)"' is not assignable to type 'never'/g), ([, id]) => id).sort()).toEqual([
      "Like",
      "Pagination",
      "Tag",
    ]);
  }, 60_000);
});
