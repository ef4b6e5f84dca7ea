import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readRecords, writeRecords } from "../../../build/cache/record-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "octavo-engine-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;
/** Long after every source was saved. */
const LATER = 4_000_000_000_000_000_000n;

/** What a process that has just been started takes for the engine's digest. */
async function recall(file: string): Promise<string> {
  vi.resetModules();
  const { digestEngine, recallEngine } = await import("../../../build/cache/engine.ts");
  recallEngine(file, LATER);
  return digestEngine();
}

it("a digest of the engine is believed while its files look the same, and never that of an engine in another place", async () => {
  const file = join(folder, "engine");
  const own = await recall(file);
  const kept = readRecords(file, isObject);
  expect(kept?.head.digest).toBe(own);
  writeRecords(file, { ...kept?.head, digest: "kept" }, kept?.lines ?? []);
  expect(await recall(file)).toBe("kept");
  writeRecords(file, { ...kept?.head, digest: "kept", root: join(folder, "another") }, kept?.lines ?? []);
  expect(await recall(file)).toBe(own);
});
