import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createOpenApiDocument } from "../build/openapi/openapi-document.ts";
import { createOwnerDocument } from "../server/owner/http/owner-document.ts";
import { checkComments } from "./check-comments.ts";
import { checkImports } from "./check-imports.ts";
import { compileHeyApiTypes, compileOpenApiTypes, lintOpenApi, lintOpenApiBySpectral } from "./openapi-checks.ts";
import { type CheckResult, runTool } from "./run-tool.ts";
import { withTempFolder } from "./temp-folder.ts";

export interface Check {
  readonly name: string;
  readonly about: string;
  /** Checks the project in that folder. */
  run(root: string): Promise<CheckResult>;
}

export const CHECKS: readonly Check[] = [
  {
    name: "types",
    about: "tsc",
    run: (root) => runTool("tsc", ["--noEmit", "--project", join(root, "tsconfig.json"), "--pretty", "false"], root),
  },
  {
    name: "style",
    about: "Biome: format and lint",
    run: (root) => runTool("biome", ["ci", "--error-on-warnings", "--colors=off", "."], root),
  },
  { name: "imports", about: "which room may import which", run: checkImportRules },
  {
    name: "comments",
    about: "comments that begin with What, Who, That, Those or Of",
    run: checkCommentOpenings,
  },
  {
    name: "unused",
    about: "knip: unused files, exports and dependencies",
    run: (root) => runTool("knip", ["--no-progress"], root),
  },
  {
    name: "openapi",
    about: "the OpenAPI documents of a fresh build and of the owner's channel: Redocly, Spectral, types by openapi-typescript and hey-api",
    run: checkOpenApi,
  },
];

async function checkImportRules(root: string): Promise<CheckResult> {
  const { modules, violations } = await checkImports(root);
  return { ok: violations.length === 0, output: `${violations.join("\n")}\n${violations.length} violations in ${modules} modules` };
}

async function checkCommentOpenings(root: string): Promise<CheckResult> {
  const { files, found } = await checkComments(root);
  return {
    ok: found.length === 0,
    output: `${found.join("\n")}\n${found.length} comments in ${files} files: put the subject first, not What, Who, That, Those or Of`,
  };
}

async function checkOpenApi(root: string): Promise<CheckResult> {
  return withTempFolder("octavo-openapi-", async (out) => {
    const cli = join(root, "cli", "main.ts");
    const built = await runTool(process.execPath, [cli, "build", "--quiet", "--no-search", "--out", out], root);
    if (!built.ok) return built;
    const file = join(out, "api", "v1", "openapi.json");
    // Without content, all examples are invented.
    const madeUp = join(out, "made-up.json");
    await writeFile(madeUp, JSON.stringify(createOpenApiDocument({ baseUrl: "https://ines.example/api/v1", siteName: "Ines" })));
    const owners = join(out, "owner.json");
    await writeFile(owners, JSON.stringify(await createOwnerDocument("1.0.0")));
    const results = [
      await lintOpenApi(owners, root),
      await lintOpenApiBySpectral(owners),
      await compileOpenApiTypes(owners),
      await lintOpenApi(madeUp, root),
      await lintOpenApiBySpectral(madeUp),
      await lintOpenApi(file, root),
      await lintOpenApiBySpectral(file),
      await compileOpenApiTypes(file),
      await compileHeyApiTypes(file),
    ];
    return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output.trimEnd()).join("\n") };
  });
}
