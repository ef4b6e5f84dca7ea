import { expect, it } from "vitest";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import type { ProgramName } from "../../hosts/bundle/program-sources.ts";

it("shares the bundling of a program, and tries again after one that failed", async () => {
  const name = "no-program" as ProgramName;
  const first = loadProgram(name);
  expect(loadProgram(name)).toBe(first);
  await expect(first).rejects.toThrow();
  const second = loadProgram(name);
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow();
});
