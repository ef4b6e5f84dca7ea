import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandsOf, loadCommands } from "../../../cli/commands/all.ts";
import type { Command } from "../../../cli/commands/command.ts";
import { DATA_PLACE } from "../../../cli/options/shared-options.ts";

/** Commands that serve or examine this machine; their `--db` is the server's own file. */
const SERVERS = ["start", "dev", "preview", "api", "doctor"];
const DOCS = join(import.meta.dirname, "../../../docs/commands.md");

const commands: readonly Command[] = (await loadCommands()).flatMap(commandsOf);
const dataCommands = commands.filter(({ name, options }) => "db" in options && !SERVERS.includes(name));

/** The table in docs/commands.md with each command's reason to need the database's machine. */
function readExcused(): string[] {
  const [, table = ""] = readFileSync(DOCS, "utf8").split("These commands work only on the database's own machine:\n");
  const rows = table.trim().split("\n\n", 1)[0]?.split("\n").slice(2) ?? [];
  return rows.flatMap((row) => {
    const [, names = "", why = ""] = row.split("|");
    expect(why.trim(), row).not.toBe("");
    return [...names.matchAll(/`octavo ([^`]+)`/g)].map(([, name = ""]) => name);
  });
}

test("every command on the database takes --site, or docs/commands.md says why it does not", () => {
  expect(dataCommands.length).toBeGreaterThan(40);
  const excused = readExcused();
  const without = dataCommands.filter(({ options }) => !("site" in options)).map(({ name }) => name.replace(/^crm /, "inquiries "));
  expect([...new Set(without)].sort()).toEqual(excused.sort());
});

test("a command that takes --site also takes a key file and --db, and its help shows how", () => {
  for (const { name, options } of dataCommands.filter((command) => "site" in command.options))
    expect(Object.keys(options), name).toEqual(expect.arrayContaining([...DATA_PLACE]));
});
