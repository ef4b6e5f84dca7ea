import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkImports } from "./check-imports.ts";

export interface CheckResult {
  readonly ok: boolean;
  /** What it said, for people. */
  readonly output: string;
}

export interface Check {
  readonly name: string;
  readonly about: string;
  /** Checks the project in that folder. */
  run(root: string): Promise<CheckResult>;
}

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
/** More than any of them says; a tool that fills it has failed anyway. Bytes. */
const OUTPUT_MAX = 16 * 1024 * 1024;

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
  { name: "imports", about: "who may import whom", run: checkImportRules },
  {
    name: "unused",
    about: "knip: files, exports and dependencies that nothing uses",
    run: (root) => runTool("knip", ["--no-progress"], root),
  },
  { name: "openapi", about: "Redocly lints the OpenAPI document of a fresh build", run: checkOpenApi },
];

async function checkImportRules(root: string): Promise<CheckResult> {
  const { modules, violations } = await checkImports(root);
  return { ok: violations.length === 0, output: `${violations.join("\n")}\n${violations.length} violations in ${modules} modules` };
}

async function checkOpenApi(root: string): Promise<CheckResult> {
  const out = await mkdtemp(join(tmpdir(), "octavo-openapi-"));
  try {
    const cli = join(root, "cli", "main.ts");
    const built = await runTool(process.execPath, [cli, "build", "--quiet", "--no-search", "--out", out], root);
    return built.ok ? await lintOpenApi(join(out, "api", "v1", "openapi.json"), root) : built;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** Lints one document by the rules of redocly.yaml in `root`; warnings fail too. */
export async function lintOpenApi(file: string, root: string): Promise<CheckResult> {
  const result = await runTool("redocly", ["lint", file, "--config", join(root, "redocly.yaml"), "--format", "stylish"], root);
  const warnings = /(\d+) warnings?/.exec(result.output)?.[1];
  return { ok: result.ok && (warnings === undefined || warnings === "0"), output: result.output };
}

function runTool(command: string, args: readonly string[], cwd: string): Promise<CheckResult> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [dirname(process.execPath), join(PROJECT, "node_modules", ".bin"), process.env.PATH].join(delimiter),
    NO_COLOR: "1",
    // Redocly would call home on both accounts.
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  delete env.FORCE_COLOR;
  return new Promise((resolve) => {
    execFile(command, [...args], { cwd, env, maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      resolve({ ok: error === null, output: output.trim() === "" && error !== null ? error.message : output });
    });
  });
}
