import { expect, it, vi } from "vitest";
import { loadProgram } from "../../hosts/bundle/load-program.ts";

const bundleProgram = vi.hoisted(() => vi.fn<(name: string) => Promise<string>>());
vi.mock("../../scripts/pack/bundle-program.ts", () => ({ bundleProgram }));

it("bundles a program once in a process, and again after a failure", async () => {
  bundleProgram.mockRejectedValueOnce(new Error("the disk is full")).mockResolvedValue("export {};");
  await expect(loadProgram("desk")).rejects.toThrow("the disk is full");
  expect(await Promise.all([loadProgram("desk"), loadProgram("desk")])).toEqual(["export {};", "export {};"]);
  expect(bundleProgram).toHaveBeenCalledTimes(2);
});
