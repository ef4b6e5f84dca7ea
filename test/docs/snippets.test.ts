import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAllDocuments, parse as parseYaml } from "yaml";
import { loadConfig } from "../../build/config/load-config.ts";
import { parseContent } from "../../build/parse/parse-content.ts";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import { commandsOf, loadCommands } from "../../cli/commands/all.ts";
import { readCommandLine } from "../../cli/options/read-command-line.ts";
import { writeFiles } from "../build/site-folder.ts";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { type Fence, fileOf, findFences, PAGES, placeOf } from "./docs-pages.ts";
import { findOctavoCommands } from "./shell-commands.ts";

/** Every snippet in README.md and docs/ is read by the program that reads such a file. */

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const FENCES = PAGES.flatMap((page) => findFences(page));
const of = (...languages: readonly string[]): [string, Fence][] =>
  FENCES.filter(({ language }) => languages.includes(language)).map((fence) => [placeOf(fence), fence]);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-snippet-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const linesOf = (diagnostics: Diagnostics): string[] =>
  diagnostics.all().map(({ file, line, severity, message }) => `${file}:${line} ${severity} ${message}`);

/** recipes.test.ts and test/packages/shiki.test.ts build with these. */
const isBuiltElsewhere = ({ page }: Fence): boolean => page === "docs/recipes.md";

/** Writes a configuration in a folder where octavo is installed. */
function writeConfig(text: string): void {
  writeFiles(root, { "package.json": '{ "type": "module" }', "octavo.config.ts": text });
  mkdirSync(join(root, "node_modules"));
  symlinkSync(PROJECT, join(root, "node_modules/octavo"));
  symlinkSync(join(PROJECT, "node_modules/zod"), join(root, "node_modules/zod"));
}

describe("a configuration in the documentation", () => {
  const configurations = of("ts").filter(([, { text }]) => text.includes("export default"));

  it("is in every snippet of TypeScript", () => {
    expect(configurations.length).toBeGreaterThan(10);
    expect(of("ts").length).toBe(configurations.length);
  });

  it.each(configurations.filter(([, fence]) => !isBuiltElsewhere(fence)))("is valid: %s", async (_, { text }) => {
    writeConfig(text);
    const { diagnostics } = await loadConfig({ cwd: root });
    expect(linesOf(diagnostics)).toEqual([]);
  });
});

describe("JSON in the documentation", () => {
  it.each(of("json", "jsonc"))("is JSON: %s", (_, { text }) => {
    expect(() => JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ""))).not.toThrow();
  });
});

describe("YAML in the documentation", () => {
  it.each(of("yaml"))("is YAML: %s", (_, { text }) => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
    expect(parseYaml(text)).toBeTypeOf("object");
  });
});

describe("a document in the documentation", () => {
  const documents = of("md", "markdown").filter(([, { text }]) => text.startsWith("---\n"));

  it("exists", () => expect(documents.length).toBeGreaterThan(1));

  it.each(documents)("has valid front matter: %s", async (_, fence) => {
    const path = fileOf(fence) ?? "content/posts/example.md";
    writeFiles(root, { "content/site.yaml": "name: A\nurl: https://a.example\n", [path]: fence.text });
    // A page about kinds defines the kind of its example.
    const defining = FENCES.find(({ page, text }) => page === fence.page && text.includes("defineKind("));
    if (defining !== undefined) writeConfig(defining.text);
    const { config } = await loadConfig({ cwd: root });
    const diagnostics = new Diagnostics();
    await parseContent({ contentDir: join(root, "content"), cwd: root, config, diagnostics });
    // Pictures and series of an example do not exist here.
    expect(linesOf(diagnostics).filter((line) => !/there is no (?:file|series)|no such file/.test(line))).toEqual([]);
  });
});

const COMMANDS = (await loadCommands()).flatMap(commandsOf);

describe("a command in the documentation", () => {
  const commands = of("sh", "cron", "bash").flatMap(([place, { text }]) =>
    findOctavoCommands(text).map((words): [string, readonly string[]] => [`${place}: octavo ${words.join(" ")}`, words]),
  );

  it("is found in more than five pages", () => expect(new Set(commands.map(([place]) => place.split(":")[0])).size).toBeGreaterThan(5));

  it.each(commands)("has options that the program accepts: %s", (_, words) => {
    const command = COMMANDS.toSorted((a, b) => b.name.length - a.name.length).find(
      ({ name }) => words.slice(0, name.split(" ").length).join(" ") === name,
    );
    if (command === undefined) expect.fail("there is no such command");
    const rest = words.slice(command.name.split(" ").length);
    const { words: given } = readCommandLine(rest, command.options, { env: {} });
    expect(given.length).toBeLessThanOrEqual(command.words?.max ?? 0);
    if (!rest.includes("--help")) expect(given.length).toBeGreaterThanOrEqual(command.words?.min ?? 0);
  });

  it.each(
    of("sh", "cron").flatMap(([place, { text }]) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = ""]) => [place, name]),
    ),
  )("is a script in package.json, here or in a new site: %s npm run %s", (_, name) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(PROJECT_DIR, "package.json"), "utf8"));
    expect([...Object.keys(scripts), "build", "check", "dev"]).toContain(name);
  });
});
