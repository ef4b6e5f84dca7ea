import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";
import { expect, it } from "vitest";

const COMMANDS = fileURLToPath(new URL("../../cli/commands", import.meta.url));

/** For each `run` member in a file, whether it is one expression or ends with one that it returns. */
function runsOf(file: string): readonly boolean[] {
  const found: boolean[] = [];
  const visitor = new Visitor({
    Property: ({ key, value }) => {
      if (key.type !== "Identifier" || key.name !== "run" || !("body" in value)) return;
      const last = value.body?.type === "BlockStatement" ? value.body.body.at(-1) : null;
      found.push(last === null || (last?.type === "ReturnStatement" && last.argument !== null));
    },
  });
  visitor.visit(parseSync(file, readFileSync(file, "utf8")).program);
  return found;
}

// A command may return nothing, so the compiler does not notice a `run` that forgets its exit code.
it("each command's run returns what it calls, and so its exit code", () => {
  const files = readdirSync(COMMANDS, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const runs = files.map((file) => [file, runsOf(join(COMMANDS, file))] as const);
  expect(runs.flatMap(([, each]) => each).length).toBeGreaterThan(50);
  expect(runs.filter(([, each]) => each.includes(false)).map(([file]) => file)).toEqual([]);
});
