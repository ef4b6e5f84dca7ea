import { expect, it } from "vitest";
import { COMMANDS } from "../../../cli/commands/all.ts";
import type { Command } from "../../../cli/commands/command.ts";
import { variableOf } from "../../../cli/options/option.ts";

const ALL = COMMANDS.flatMap((entry): readonly Command[] => ("commands" in entry ? entry.commands : [entry]));

it("an environment variable means the same in every command that reads it", () => {
  const meanings = ALL.flatMap(({ name, options }) =>
    Object.entries(options).map(([key, option]) => ({ name, variable: variableOf(key, option), meaning: `${key}: ${option.about}` })),
  ).filter(({ variable }) => variable !== null);
  const byVariable = Map.groupBy(meanings, ({ variable }) => variable);
  expect(byVariable.size).toBeGreaterThan(20);
  for (const [variable, uses] of byVariable) expect(new Set(uses.map(({ meaning }) => meaning)), `${variable}`).toHaveProperty("size", 1);
});
