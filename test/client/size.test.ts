import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { bundleSource } from "../../scripts/pack/bundle-program.ts";

const CLIENT_MAX_BYTES = 5 * 1024;

it("the whole client is at most 5 KB gzipped, and the same each time", async () => {
  const source = { entry: "packages/octavo-client/client", platform: "browser", format: "es" } as const;
  const code = await bundleSource(source);
  const bytes = gzipSync(code, { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(CLIENT_MAX_BYTES);
  expect(bytes).toBeGreaterThan(1_000);
  expect(await bundleSource(source)).toBe(code);
  expect(code).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b/);
});
