import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkImports } from "../../scripts/check-imports.ts";
import { BUILD_LAYERS, ROOMS } from "../../scripts/import-rules.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "octavo-house-"));
  await writeTree({
    "package.json": JSON.stringify({
      name: "octavo",
      type: "module",
      dependencies: { zod: "4", minisearch: "7" },
      devDependencies: { vitest: "5" },
    }),
  });
  await symlink(join(PROJECT, "node_modules"), join(root, "node_modules"), "dir");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function writeTree(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

async function rulesBrokenBy(files: Readonly<Record<string, string>>): Promise<string[]> {
  await writeTree(files);
  const { violations } = await checkImports(root);
  return [...new Set(violations.map((violation) => violation.replace(/ \(.*/, "")))];
}

describe("the import rules", () => {
  it("pass rooms that follow them", async () => {
    const broken = await rulesBrokenBy({
      "contract/a.ts": `import { z } from "zod";\nexport const a = z.string();\nexport interface A { a: string }\n`,
      "search/s.ts": `import MiniSearch from "minisearch";\nimport type { A } from "../contract/a.ts";\nexport const s = (a: A) => new MiniSearch({ fields: [a.a] });\n`,
      "edge/e.ts": `import { s } from "../search/s.ts";\nexport const e = s;\n`,
      "build/b.ts": `import { a } from "../contract/a.ts";\nimport { readFileSync } from "node:fs";\nexport const b = [a, readFileSync];\n`,
      "cli/c.ts": `import { b } from "../build/b.ts";\nimport { e } from "../edge/e.ts";\nexport const c = [b, e];\n`,
    });
    expect(broken).toEqual([]);
  });

  const forbidden = Object.entries(ROOMS).flatMap(([room, allowed]) =>
    Object.keys(ROOMS)
      .filter((other) => other !== room && !allowed.includes(other))
      .map((other) => [room, other] as const),
  );
  it("keep each room from importing forbidden rooms, even for types", async () => {
    const rooms = Object.keys(ROOMS).map((room) => [`${room}/x.ts`, "export interface X { x: 1 }\n"]);
    const imports = forbidden.map(([room, other]) => [
      `${room}/imports-${other.replaceAll("/", "-")}.ts`,
      `import type { X } from "./${relative(room, other)}/x.ts";\nexport const a: X = { x: 1 };\n`,
    ]);
    const broken = await rulesBrokenBy(Object.fromEntries([...rooms, ...imports]));
    const expected = forbidden.map(([room, other]) => `${room}/imports-${other.replaceAll("/", "-")}.ts → ${other}/x.ts: ${room}-imports`);
    expect(expected.length).toBeGreaterThan(100);
    expect(broken.sort()).toEqual(expected.sort());
  });

  it.each([
    ["edge", "search/write", "search-write"],
    ["build", "search/read", "search-read"],
    ["search/read", "search/write", "search-write"],
    ["search/write", "search/read", "search-read"],
    ["search/format", "search/read", "search-read"],
    ["search/format", "search/write", "search-write"],
  ])("keep %s from importing %s", async (folder, other, rule) => {
    const broken = await rulesBrokenBy({
      [`${other}/x.ts`]: "export interface X { x: 1 }\n",
      [`${folder}/a.ts`]: `import type { X } from "${folder.includes("/") ? "../.." : ".."}/${other}/x.ts";\nexport const a: X = { x: 1 };\n`,
    });
    expect(broken).toEqual([`${folder}/a.ts → ${other}/x.ts: ${rule}`]);
  });

  it.each(["contract", "search", "edge", "packages/octavo-client"])("keep node:* out of %s", async (room) => {
    const broken = await rulesBrokenBy({ [`${room}/a.ts`]: `import { readFileSync } from "node:fs";\nexport const a = readFileSync;\n` });
    expect(broken).toEqual([`${room}/a.ts → fs: pure-rooms-no-node`]);
  });

  it("also see an import()", async () => {
    const broken = await rulesBrokenBy({ "edge/a.ts": `export const a = () => import("node:fs");\n` });
    expect(broken).toEqual(["edge/a.ts → fs: pure-rooms-no-node"]);
  });

  it.each(["search", "edge"])("keep zod from being loaded by %s, however far away", async (room) => {
    const broken = await rulesBrokenBy({
      "contract/schema.ts": `import { z } from "zod";\nexport const schema = z.string();\n`,
      "contract/between.ts": `export { schema } from "./schema.ts";\n`,
      [`${room}/a.ts`]: `import { schema } from "../contract/between.ts";\nexport const a = schema;\n`,
    });
    expect(broken).toEqual([`${room}/a.ts → zod/index.js: zod-free`]);
  });

  it("keep files, and the engine for files, out of a Durable Object's program, even through other modules", async () => {
    const broken = await rulesBrokenBy({
      "server/lists.ts": `import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n`,
      "server/object/a.ts": `import { read } from "../lists.ts";\nexport const a = read;\n`,
      "server/store/file/open.ts": "export const open = 1;\n",
      "server/store/object/b.ts": `import { open } from "../file/open.ts";\nexport const b = open;\n`,
    });
    expect(broken).toEqual([
      "server/object/a.ts → fs: object-program",
      "server/store/object/b.ts → server/store/file/open.ts: object-program",
    ]);
  });

  it("keep all packages except zod out of the contract", async () => {
    const broken = await rulesBrokenBy({ "contract/a.ts": `import MiniSearch from "minisearch";\nexport const a = MiniSearch;\n` });
    expect(broken).toEqual([expect.stringMatching(/^contract\/a\.ts → minisearch\/.*: contract-packages$/)]);
  });

  it("keep every package out of the client", async () => {
    const broken = await rulesBrokenBy({
      "packages/octavo-client/a.ts": `import MiniSearch from "minisearch";\nexport const a = MiniSearch;\n`,
    });
    expect(broken).toEqual([expect.stringMatching(/^packages\/octavo-client\/a\.ts → minisearch\/.*: client-packages$/)]);
  });

  it("find modules that import each other in a cycle, even only for types", async () => {
    const types = {
      "build/a.ts": `import type { B } from "./b.ts";\nexport interface A { b: B }\n`,
      "build/b.ts": `import type { A } from "./a.ts";\nexport interface B { a: A }\n`,
    };
    expect(await rulesBrokenBy(types)).toEqual(["build/a.ts → build/b.ts: no-cycles"]);
    const values = {
      "build/a.ts": `import { b } from "./b.ts";\nexport const a = () => b;\n`,
      "build/b.ts": `import { a } from "./a.ts";\nexport const b = () => a;\n`,
    };
    expect(await rulesBrokenBy(values)).toContain("build/a.ts → build/b.ts: no-cycles");
  });

  it("find folders of build/ that import each other in a circle, even if no modules do", async () => {
    const broken = await rulesBrokenBy({
      "build/kinds/post.ts": `import type { Field } from "./fields/field.ts";\nexport interface Post { field: Field }\n`,
      "build/kinds/fields/field.ts": "export interface Field { name: string }\n",
      "build/kinds/fields/own-field.ts": `import type { Kind } from "../kind.ts";\nexport interface OwnField { kind: Kind }\n`,
      "build/kinds/kind.ts": "export interface Kind { name: string }\n",
    });
    expect(broken).toEqual(["build/kinds/fields/folder.ts → build/kinds/folder.ts: no-folder-cycles"]);
  });

  it.each([
    ["a higher layer", "build/sources/a.ts", "build/kinds/x.ts"],
    ["its own layer", "build/kinds/a.ts", "build/pictures/x.ts"],
    ["the files next to the folders", "build/render/a.ts", "build/x.ts"],
    ["anything while it is in no layer", "build/extras/a.ts", "build/shared/x.ts"],
  ])("keep a folder of build/ from importing %s", async (_name, file, other) => {
    const broken = await rulesBrokenBy({
      [other]: "export interface X { x: 1 }\n",
      [file]: `import type { X } from "../${other.replace("build/", "")}";\nexport const a: X = { x: 1 };\n`,
    });
    expect(broken).toEqual([`${file} → ${other}: build-layers`]);
  });

  it("have the folders of build/ in at most seven layers, each in one", () => {
    const folders = readdirSync(join(PROJECT, "build"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(BUILD_LAYERS.flat().sort()).toEqual(["", ...folders.map(({ name }) => name)].sort());
    expect(BUILD_LAYERS.length).toBeLessThanOrEqual(7);
  });

  it("keep development packages out of shipped code", async () => {
    const broken = await rulesBrokenBy({ "build/a.ts": `import { it } from "vitest";\nexport const a = it;\n` });
    expect(broken).toEqual([expect.stringMatching(/^build\/a\.ts → vitest\/.*: no-dev-dependencies$/)]);
  });

  it("limit a site's configuration to the contract", async () => {
    const broken = await rulesBrokenBy({
      "build/x.ts": "export const x = 1;\n",
      "octavo.config.ts": `import { x } from "./build/x.ts";\nexport default x;\n`,
    });
    expect(broken).toEqual(["octavo.config.ts → build/x.ts: site-config-imports"]);
  });

  it("find an import that cannot be resolved", async () => {
    const broken = await rulesBrokenBy({ "cli/a.ts": `import { x } from "./missing.ts";\nexport const a = x;\n` });
    expect(broken).toEqual(["cli/a.ts → ./missing.ts: resolvable"]);
  });

  it("see an inline import of a type, even beside new syntax", async () => {
    const broken = await rulesBrokenBy({
      "build/x.ts": "export interface X { x: 1 }\n",
      "edge/a.ts": `export async function a(file: AsyncDisposable): Promise<import("../build/x.ts").X> {\n  await using open = file;\n  return { x: 1 };\n}\n`,
    });
    expect(broken).toEqual(["edge/a.ts → build/x.ts: edge-imports"]);
  });

  it("see re-exports", async () => {
    const broken = await rulesBrokenBy({
      "build/x.ts": "export const x = 1;\n",
      "edge/a.ts": `export { x } from "../build/x.ts";\nexport * from "../build/x.ts";\n`,
    });
    expect(broken).toEqual(["edge/a.ts → build/x.ts: edge-imports"]);
  });

  it("fail if a module cannot be parsed", async () => {
    await expect(rulesBrokenBy({ "edge/a.ts": "export const = 1;\n" })).rejects.toThrow("edge/a.ts cannot be parsed");
  });

  it("fail if there is nothing to read", async () => {
    await expect(checkImports(root)).rejects.toThrow("no TypeScript was found");
  });
});
