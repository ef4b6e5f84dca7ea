import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { type CheckResult, runTool } from "./run-tool.ts";

/** Checks an OpenAPI document with other people's tools. */

/** A package of its own: the generators need TypeScript 5. */
const GENERATORS = fileURLToPath(new URL("openapi-types/node_modules/.bin", import.meta.url));

/** Lints one document by the rules of redocly.yaml in `root`; warnings fail too. */
export async function lintOpenApi(file: string, root: string): Promise<CheckResult> {
  const result = await runTool("redocly", ["lint", file, "--config", join(root, "redocly.yaml"), "--format", "stylish"], root);
  const warnings = /(\d+) warnings?/.exec(result.output)?.[1];
  return { ok: result.ok && (warnings === undefined || warnings === "0"), output: result.output };
}

/** Lints one document by Spectral's own rules for OpenAPI (`spectral:oas`); whatever it says fails. */
export async function lintOpenApiBySpectral(file: string): Promise<CheckResult> {
  const spectral = new spectralCore.Spectral();
  // Its own types do not take its own rules where \`exactOptionalPropertyTypes\` is set.
  spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] });
  const results = await spectral.run(JSON.parse(await readFile(file, "utf8")));
  const lines = results.map(({ code, message, path }) => `${path.join(".")}: ${message} (${code})`);
  return { ok: results.length === 0, output: [...lines, `Spectral: ${results.length} findings`].join("\n") };
}

/** Types of posts and comments narrow. */
const USE_OF_TYPES = `import type { components } from "./api";

type Schemas = components["schemas"];
export const video = (post: Schemas["Post"]): string | undefined => (post.type === "VIDEO" ? post.video.url : post.video?.url);
export const author = (comment: Schemas["Comment"]): string => (comment.deleted ? "" : comment.authorName);
`;

/** Compiles, under `strict`, what openapi-typescript makes of one document. A type that it cannot tell is \`unknown\`, and no parameter may be one. */
export async function compileOpenApiTypes(file: string): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-openapi-types-"));
  try {
    const made = join(folder, "api.ts");
    // In a folder without settings of Redocly's, which it would follow.
    const generated = await runTool(join(GENERATORS, "openapi-typescript"), [file, "--output", made], folder);
    if (!generated.ok) return generated;
    const types = await readFile(made, "utf8");
    const use = join(folder, "use.ts");
    await writeFile(use, types.includes(" Post: ") ? USE_OF_TYPES : "");
    const compiled = await runTool("tsc", ["--ignoreConfig", "--noEmit", "--strict", "--pretty", "false", made, use], folder);
    if (!compiled.ok) return compiled;
    const unclear = findUnclearParameters(types);
    return { ok: unclear.length === 0, output: [...unclear, `openapi-typescript: ${unclear.length} parameters without a type`].join("\n") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A call of the generated client: its parameters and its answer have the types that the document names. */
const HEY_API_CALL = `import { getPost, listPosts } from "./client/sdk.gen.ts";
import type { Comment, Post } from "./client/types.gen.ts";

const list = await listPosts({ query: { tag: "weaving", pageSize: 5 }, throwOnError: true });
const slug: string | undefined = list.data.items[0]?.slug;
const { data, error } = await getPost({ path: { slug: slug ?? "none" } });
export const post: Post | undefined = data;
export const code: "not-found" | undefined = error?.code === "not-found" ? error.code : undefined;
export const video = (one: Post): string | undefined => (one.type === "VIDEO" ? one.video.url : one.video?.url);
export const author = (one: Comment): string => (one.deleted ? "" : one.authorName);
// @ts-expect-error a page has a number
await listPosts({ query: { page: "two" } });
`;
const HEY_API_OPTIONS = [
  "--noEmit",
  "--strict",
  "--exactOptionalPropertyTypes",
  "--skipLibCheck",
  "--module",
  "nodenext",
  "--target",
  "esnext",
  "--lib",
  "esnext,dom,dom.iterable",
];

/** Compiles, under \`strict\` and \`exactOptionalPropertyTypes\`, the client that hey-api makes of one document, and a call of it. */
export async function compileHeyApiTypes(file: string): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-hey-api-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "call.ts"), HEY_API_CALL);
    const args = ["--input", file, "--output", join(folder, "client"), "--no-log-file"];
    const generated = await runTool(join(GENERATORS, "openapi-ts"), args, folder);
    if (!generated.ok) return generated;
    await skipRuntime(join(folder, "client"));
    const compiled = await runTool(join(GENERATORS, "tsc"), [...HEY_API_OPTIONS, "--allowImportingTsExtensions", "call.ts"], folder);
    return { ok: compiled.ok, output: compiled.ok ? "hey-api: a client that compiles" : compiled.output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Leaves out what hey-api copies beside every client, whatever the document: its own \`client/\` and \`core/\` do not compile under
 * \`exactOptionalPropertyTypes\`. What it makes of the document is checked.
 */
async function skipRuntime(folder: string): Promise<void> {
  for (const part of ["client", "core"]) {
    for (const name of await readdir(join(folder, part))) {
      const file = join(folder, part, name);
      await writeFile(file, `// @ts-nocheck\n${await readFile(file, "utf8")}`);
    }
  }
}

/** Members of \`query\`, \`path\`, \`header\` and \`cookie\` whose type is, or may be, \`unknown\`. */
function findUnclearParameters(types: string): string[] {
  const groups = types.matchAll(/^ {8,12}(?:query|path|header|cookie)\??: \{\n([\s\S]*?)^ {8,12}\};/gm);
  const shared = types.matchAll(/^ {4}parameters: \{\n([\s\S]*?)^ {4}\};/gm);
  return [...groups, ...shared]
    .flatMap(([, members = ""]) => members.split("\n"))
    .filter((line) => /\bunknown\b/.test(line.replaceAll(/"[^"]*"/g, "")))
    .map((line) => line.trim());
}
