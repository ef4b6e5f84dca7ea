import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandsOf, loadCommands } from "../../cli/commands/all.ts";
import { listVariables } from "../../cli/environment.ts";
import { toRow } from "../../cli/help.ts";
import { type Option, type Options, variableOf } from "../../cli/options/option.ts";
import { COMMON_OPTIONS } from "../../cli/options/shared-options.ts";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { PAGES, readPage } from "./docs-pages.ts";

/** Variables that are read by the deployment workflow's shell or the Worker, not by a command. */
const FOREIGN = ["OCTAVO_REPOSITORY", "OCTAVO_JURISDICTION"];
const ALL = (await loadCommands()).flatMap(commandsOf);
const OPTIONS: readonly Options[] = [COMMON_OPTIONS, ...ALL.map(({ options }) => options)];

function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function renderPage(): string {
  const users = new Map<string, Set<string>>();
  const note = (row: readonly [string, Option<unknown>], user: string): void => {
    const [name, option] = row;
    const [shown, about] = toRow([name, { ...option, env: false }]);
    const key = [`\`${shown}\``, variableOf(name, option) === null ? "" : `\`${variableOf(name, option)}\``, about].join(" | ");
    users.set(key, (users.get(key) ?? new Set()).add(user));
  };
  for (const { name, options } of ALL) for (const row of Object.entries(options)) note(row, name.split(" ")[0] ?? "");
  for (const row of Object.entries(COMMON_OPTIONS)) note(row, "all");
  const rows = [...users].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, names]) => [key, [...names].join(", ")]);
  return `# Commands and options

This page lists every command and option of \`octavo\`. \`octavo <command> --help\` describes one
command, with examples; [commands.md](commands.md) covers daily use. The command line wins over the
environment, and the environment over \`octavo.config.ts\`. An option without a variable applies to
one run.

## Commands

${toTable(
  ["Command", ""],
  ALL.map(({ name, words, about }) => [`\`${[name, words?.shown ?? ""].join(" ").trim()}\``, about]),
)}

## Options

${toTable(["Option", "Environment", "", "Commands"], rows)}
`;
}

it("docs/command-line.md lists every command and option (vitest -u writes it)", async () => {
  await expect(renderPage()).toMatchFileSnapshot(join(PROJECT_DIR, "docs/command-line.md"));
});

describe("a variable in the documentation", () => {
  const variables = listVariables(OPTIONS);

  it.each(PAGES)("is read by the program: %s", (page) => {
    const named = [...readPage(page).matchAll(/\bOCTAVO_[A-Z_]+(?!…|[A-Z_])/g)].map(([name]) => name).filter((name) => !name.endsWith("_"));
    expect(named.filter((name) => !variables.includes(name) && !FOREIGN.includes(name))).toEqual([]);
  });
});
