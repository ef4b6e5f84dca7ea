import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHECKS } from "../../scripts/check-list.ts";
import { compileOpenApiTypes, lintOpenApi, lintOpenApiBySpectral } from "../../scripts/openapi-checks.ts";
import type { CheckResult } from "../../scripts/run-tool.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
let root: string;

/** A tree with the project's own settings and no errors yet. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "octavo-checks-"));
  await symlink(join(PROJECT, "node_modules"), join(root, "node_modules"), "dir");
  for (const name of ["tsconfig.json", "biome.json", "redocly.yaml"]) await write(name, await readFile(join(PROJECT, name), "utf8"));
  await write("package.json", `${JSON.stringify({ name: "octavo", type: "module", main: "contract/a.ts" }, null, 2)}\n`);
  await write("contract/a.ts", "export const a = 1;\n");
  await new Promise((resolve) => execFile("git", ["init", "-q"], { cwd: root }, resolve));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
}

async function run(name: string): Promise<CheckResult> {
  const check = CHECKS.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`there is no check named ${name}`);
  return check.run(root);
}

async function expectToPass(name: string): Promise<void> {
  const { ok, output } = await run(name);
  expect(ok, output).toBe(true);
}

describe("the checks", () => {
  it("types: pass correct code, and fail wrong types", async () => {
    await expectToPass("types");
    await write("contract/b.ts", "export const b: string = 1;\n");
    expect(await run("types")).toMatchObject({ ok: false, output: expect.stringContaining("contract/b.ts(1,14): error TS2322") });
  });

  it("types: fail for each violation of the settings", async () => {
    const forbidden = {
      "an-index-that-may-miss": "export const b = (list: string[]): string => list[0];\n",
      "undefined-for-an-optional-member": "export const b: { c?: string } = { c: undefined };\n",
      "syntax-that-node-cannot-erase": "export enum B {\n  C,\n}\n",
      "a-type-imported-as-a-value": 'import { PluggableList } from "unified";\nexport type B = PluggableList;\n',
      // The oldest Node that sites may have (NODE_MIN) lacks it.
      "a-function-newer-than-node-22": "export const b = RegExp.escape;\n",
    };
    for (const [name, text] of Object.entries(forbidden)) await write(`contract/${name}.ts`, text);
    const { ok, output } = await run("types");
    expect(ok).toBe(false);
    for (const name of Object.keys(forbidden)) expect(output).toContain(`contract/${name}.ts(`);
  });

  it("style: pass formatted code, and fail other code", async () => {
    await expectToPass("style");
    await write("contract/b.ts", "export const b = 'single'\n");
    expect((await run("style")).ok).toBe(false);
  });

  it("style: fail for each violation of the rules", async () => {
    const forbidden = {
      any: "export const b = (value: any): string => value.text;\n",
      "a-non-null-assertion": "export const b = (list: string[]): string => list[0]!;\n",
      "a-default-export": "const b = 1;\nexport default b;\n",
      "a-barrel": 'export * from "./a.ts";\n',
      "a-variable-that-nothing-uses": "const b = 1;\n",
    };
    for (const [name, text] of Object.entries(forbidden)) await write(`contract/${name}.ts`, text);
    const { ok, output } = await run("style");
    expect(ok).toBe(false);
    for (const name of Object.keys(forbidden)) expect(output).toMatch(new RegExp(`contract/${name}\\.ts:\\d+:\\d+ lint/`));
    // Warnings are printed, too, but they do not count as errors.
    expect(output).toContain(`Found ${Object.keys(forbidden).length} errors`);
  });

  it("imports: pass rooms that follow the rules, and fail one that does not", async () => {
    await expectToPass("imports");
    await write("edge/b.ts", 'import { readFileSync } from "node:fs";\nexport const b = readFileSync;\n');
    expect(await run("imports")).toMatchObject({ ok: false, output: expect.stringContaining("edge/b.ts → fs: pure-rooms-no-node") });
  });

  it("comments: pass a comment that begins with its subject, and fail those that do not", async () => {
    await write("contract/b.ts", 'export const b = "https://x.example//What"; // what follows\n// Others\n');
    await expectToPass("comments");
    const words = ["What", "Who", "That", "Those", "Of"];
    const starts = ["/** ", "// ", "/**\n   * ", "/* ", "const a = 1; // "];
    for (const [index, word] of words.entries()) await write(`edge/${index}.ts`, `\n${starts[index]}${word} it is.\n`);
    const { ok, output } = await run("comments");
    expect(ok).toBe(false);
    const places = Array.from(output.matchAll(/^edge\S+(?=: )/gm), ([place]) => place);
    expect(places).toEqual(["edge/0.ts:2", "edge/1.ts:2", "edge/2.ts:3", "edge/3.ts:2", "edge/4.ts:2"]);
  });

  it("unused: pass used code, and fail a file, an export and a dependency that are unused", async () => {
    await expectToPass("unused");
    await write("contract/alone.ts", "export const alone = 1;\n");
    await write("contract/a.ts", 'import { b } from "./b.ts";\nexport const a = b;\n');
    await write("contract/b.ts", "export const b = 1;\nexport const unused = 2;\n");
    await write("package.json", JSON.stringify({ name: "octavo", type: "module", main: "contract/a.ts", dependencies: { zod: "4.0.0" } }));
    const { ok, output } = await run("unused");
    expect(ok).toBe(false);
    expect(output).toMatch(/Unused files.*\n.*contract\/alone\.ts/);
    expect(output).toMatch(/Unused dependencies.*\n.*zod/);
    expect(output).toMatch(/Unused exports.*\n.*unused/);
  });

  it("openapi: fail if the build fails, rather than linting nothing", async () => {
    expect((await run("openapi")).ok).toBe(false);
  });

  it("openapi: fail a document that breaks the rules", async () => {
    const get = { operationId: "getA", summary: "A", responses: { "200": { description: "fine" } } };
    await write("openapi.json", JSON.stringify({ openapi: "3.1.0", info: { title: "x", version: "1" }, paths: { "/a/{slug}": { get } } }));
    const { ok, output } = await lintOpenApi(join(root, "openapi.json"), root);
    expect(ok).toBe(false);
    expect(output).toContain("path-parameters-defined");
  });

  /** A document whose only errors are in the parameter \`tag\`. */
  async function describeTag(schema: object, more: object = {}): Promise<string> {
    const responses = { "200": { description: "fine" } };
    const parameters = [{ name: "tag", in: "query", description: "Tag.", schema, ...more }];
    const get = { operationId: "listPosts", summary: "Posts", description: "Posts.", tags: ["Posts"], parameters, responses };
    const info = { title: "x", version: "1", description: "X.", contact: { name: "Ines", url: "https://ines.example" } };
    const tags = [{ name: "Posts", description: "Posts." }];
    const servers = [{ url: "https://ines.example/api/v1" }];
    await write("openapi.json", JSON.stringify({ openapi: "3.1.1", info, tags, servers, paths: { "/posts": { get } } }));
    return join(root, "openapi.json");
  }

  it("openapi: Spectral passes a portable document, and fails a pattern that other tools read differently", async () => {
    const good = await lintOpenApiBySpectral(await describeTag({ type: "string", pattern: "^[^\\s-]+$", example: "sea" }));
    expect(good.ok, good.output).toBe(true);
    const bad = await lintOpenApiBySpectral(await describeTag({ type: "string", pattern: "^\\p{L}+$", example: "sea" }));
    expect(bad).toMatchObject({ ok: false, output: expect.stringContaining('must match pattern "^\\p{L}+$" (oas3-valid-schema-example)') });
  });

  it("openapi: types fail a parameter without a type, and a document with a broken reference", async () => {
    const unclear = await compileOpenApiTypes(await describeTag({ type: "string", anyOf: [{ format: "date" }, { format: "date-time" }] }));
    expect(unclear).toMatchObject({ ok: false, output: expect.stringContaining("tag?: string | unknown") });
    const nowhere = await compileOpenApiTypes(await describeTag({ $ref: "#/components/schemas/Missing" }));
    expect(nowhere.ok).toBe(false);
  }, 60_000);
});

describe("the sum of a CI run", () => {
  const summarize = (files: readonly string[]): Promise<{ code: number; last: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [join(PROJECT, "scripts/summary.ts"), ...files.map((file) => join(root, file))], (error, stdout) => {
        resolve({ code: error === null ? 0 : Number(error.code), last: stdout.trimEnd().split("\n").at(-1) ?? "" });
      });
    });
  const report = (passed: number, failed: number, success = failed === 0): string =>
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 1, numTodoTests: 0, success });

  it("adds up all reports", async () => {
    await write("a.json", report(10, 0));
    await write("b.json", report(5, 0));
    expect(await summarize(["a.json", "b.json"])).toEqual({ code: 0, last: "15 passed, 0 failed, 2 skipped" });
  });

  it("fails if a test failed", async () => {
    await write("a.json", report(10, 2));
    expect(await summarize(["a.json"])).toEqual({ code: 1, last: "10 passed, 2 failed, 1 skipped" });
  });

  it("counts a run as failed if it left no report, failed outside its tests, or ran no tests", async () => {
    await write("a.json", report(10, 0));
    await write("broken.json", report(10, 0, false));
    await write("empty.json", report(0, 0));
    expect(await summarize(["a.json", "missing.json"])).toEqual({ code: 1, last: "10 passed, 1 failed, 1 skipped" });
    expect(await summarize(["broken.json"])).toEqual({ code: 1, last: "10 passed, 1 failed, 1 skipped" });
    expect(await summarize(["empty.json"])).toEqual({ code: 1, last: "0 passed, 1 failed, 1 skipped" });
    expect((await summarize([])).code).toBe(1);
  });
});
