import { expect, it } from "vitest";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import type { ProgramName } from "../../hosts/bundle/program-sources.ts";

it("loadProgram bundles a program once for several callers, and tries again after a failure", async () => {
  const name = "no-program" as ProgramName;
  const first = loadProgram(name);
  expect(loadProgram(name)).toBe(first);
  await expect(first).rejects.toThrow();
  const second = loadProgram(name);
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow();
});
