import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundleBrowser } from "../../scripts/pack/bundle-browser.ts";

const CLIENT_MAX_BYTES = 5 * 1024;

it("the whole client is at most 5 KB gzipped, and the same each time", async () => {
  const entry = fileURLToPath(new URL("../../packages/octavo-client/client.ts", import.meta.url));
  const { code, gzipBytes } = await bundleBrowser(entry);
  expect(gzipBytes).toBeLessThanOrEqual(CLIENT_MAX_BYTES);
  expect(gzipBytes).toBeGreaterThan(1_000);
  expect((await bundleBrowser(entry)).code).toBe(code);
  expect(code).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b/);
});
