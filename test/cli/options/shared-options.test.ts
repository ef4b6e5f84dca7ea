import { expect, it } from "vitest";
import { commandsOf, loadCommands } from "../../../cli/commands/all.ts";
import { variableOf } from "../../../cli/options/option.ts";

const ALL = (await loadCommands()).flatMap(commandsOf);

it("an environment variable means the same in every command that reads it", () => {
  const meanings = ALL.flatMap(({ name, options }) =>
    Object.entries(options).map(([key, option]) => ({ name, variable: variableOf(key, option), meaning: `${key}: ${option.about}` })),
  ).filter(({ variable }) => variable !== null);
  const byVariable = Map.groupBy(meanings, ({ variable }) => variable);
  expect(byVariable.size).toBeGreaterThan(20);
  for (const [variable, uses] of byVariable) expect(new Set(uses.map(({ meaning }) => meaning)), `${variable}`).toHaveProperty("size", 1);
});
