import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { type CheckResult, runTool } from "./run-tool.ts";
import { withTempFolder } from "./temp-folder.ts";

/** Checks an OpenAPI document with third-party tools. */

/** The generators have their own package because they need TypeScript 5. */
const GENERATORS = fileURLToPath(new URL("openapi-types/node_modules/.bin", import.meta.url));

/** Lints one document by the rules of redocly.yaml in `root`. Warnings fail too. */
export async function lintOpenApi(file: string, root: string): Promise<CheckResult> {
  const result = await runTool("redocly", ["lint", file, "--config", join(root, "redocly.yaml"), "--format", "stylish"], root);
  const warnings = /(\d+) warnings?/.exec(result.output)?.[1];
  return { ok: result.ok && (warnings === undefined || warnings === "0"), output: result.output };
}

/** Lints one document by Spectral's OpenAPI rules (`spectral:oas`). Every finding fails. */
export async function lintOpenApiBySpectral(file: string): Promise<CheckResult> {
  const spectral = new spectralCore.Spectral();
  // Spectral's types reject its own rules under `exactOptionalPropertyTypes`.
  spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] });
  const results = await spectral.run(JSON.parse(await readFile(file, "utf8")));
  const lines = results.map(({ code, message, path }) => `${path.join(".")}: ${message} (${code})`);
  return { ok: results.length === 0, output: [...lines, `Spectral: ${results.length} findings`].join("\n") };
}

/** Compiles only if the types of posts and comments narrow. */
const USE_OF_TYPES = `import type { components } from "./api";

type Schemas = components["schemas"];
export const video = (post: Schemas["Post"]): string | undefined => (post.type === "VIDEO" ? post.video.url : post.video?.url);
export const author = (comment: Schemas["Comment"]): string => (comment.deleted ? "" : comment.authorName);
`;

/**
 * Compiles openapi-typescript's output for one document under `strict`. Types it cannot express
 * become `unknown`, which no parameter may be.
 */
export async function compileOpenApiTypes(file: string): Promise<CheckResult> {
  return withTempFolder("octavo-openapi-types-", async (folder) => {
    const made = join(folder, "api.ts");
    // Running it in a separate folder keeps it from picking up our Redocly settings.
    const generated = await runTool(join(GENERATORS, "openapi-typescript"), [file, "--output", made], folder);
    if (!generated.ok) return generated;
    const types = await readFile(made, "utf8");
    const use = join(folder, "use.ts");
    await writeFile(use, types.includes(" Post: ") ? USE_OF_TYPES : "");
    const compiled = await runTool("tsc", ["--ignoreConfig", "--noEmit", "--strict", "--pretty", "false", made, use], folder);
    if (!compiled.ok) return compiled;
    const unclear = findUnclearParameters(types);
    return { ok: unclear.length === 0, output: [...unclear, `openapi-typescript: ${unclear.length} parameters without a type`].join("\n") };
  });
}

/** Calls the generated client: its parameters and response must have the document's types. */
const HEY_API_CALL = `import { getPost, listPosts } from "./client/sdk.gen.ts";
import type { Comment, Post } from "./client/types.gen.ts";

const list = await listPosts({ query: { tag: "weaving", pageSize: 5 }, throwOnError: true });
const slug: string | undefined = list.data.items[0]?.slug;
const { data, error } = await getPost({ path: { slug: slug ?? "none" } });
export const post: Post | undefined = data;
export const code: "not-found" | undefined = error?.code === "not-found" ? error.code : undefined;
export const video = (one: Post): string | undefined => (one.type === "VIDEO" ? one.video.url : one.video?.url);
export const author = (one: Comment): string => (one.deleted ? "" : one.authorName);
// @ts-expect-error the page must be a number
await listPosts({ query: { page: "two" } });
`;
const HEY_API_OPTIONS = [
  ...["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck"],
  ...["--module", "nodenext", "--target", "esnext", "--lib", "esnext,dom,dom.iterable"],
];

/**
 * Compiles hey-api's client for one document, and a call of it, under `strict` and
 * `exactOptionalPropertyTypes`.
 */
export async function compileHeyApiTypes(file: string): Promise<CheckResult> {
  return withTempFolder("octavo-hey-api-", async (folder) => {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "call.ts"), HEY_API_CALL);
    const args = ["--input", file, "--output", join(folder, "client"), "--no-log-file"];
    const generated = await runTool(join(GENERATORS, "openapi-ts"), args, folder);
    if (!generated.ok) return generated;
    await skipRuntime(join(folder, "client"));
    const compiled = await runTool(join(GENERATORS, "tsc"), [...HEY_API_OPTIONS, "--allowImportingTsExtensions", "call.ts"], folder);
    return { ok: compiled.ok, output: compiled.ok ? "hey-api: a client that compiles" : compiled.output };
  });
}

/**
 * Excludes the runtime that hey-api copies into every client. Its `client/` and `core/` do not
 * compile under `exactOptionalPropertyTypes`; only code generated from the document is checked.
 */
async function skipRuntime(folder: string): Promise<void> {
  for (const part of ["client", "core"]) {
    for (const name of await readdir(join(folder, part))) {
      const file = join(folder, part, name);
      await writeFile(file, `// @ts-nocheck\n${await readFile(file, "utf8")}`);
    }
  }
}

/**
 * Finds members of `query`, `path`, `header` and `cookie` whose type is or may be
 * `unknown`.
 */
function findUnclearParameters(types: string): string[] {
  const groups = types.matchAll(/^ {8,12}(?:query|path|header|cookie)\??: \{\n([\s\S]*?)^ {8,12}\};/gm);
  const shared = types.matchAll(/^ {4}parameters: \{\n([\s\S]*?)^ {4}\};/gm);
  return [...groups, ...shared]
    .flatMap(([, members = ""]) => members.split("\n"))
    .filter((line) => !/^\s*(?:\/\*)?\*/.test(line) && /\bunknown\b/.test(line.replaceAll(/"[^"]*"/g, "")))
    .map((line) => line.trim());
}
