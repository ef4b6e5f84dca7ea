import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { toStyleFiles } from "../../build/outputs/website/style-files.ts";
import { loadBrowserScripts } from "../../hosts/bundle/browser-scripts.ts";
import { bundleSource } from "../../scripts/pack/bundle-program.ts";

const CLIENT_MAX_BYTES = 5 * 1024;
/** The script of all pages of a website. */
const SITE_SCRIPT_MAX_BYTES = 16 * 1024;

it("the whole client is at most 5 KB gzipped, and the same each time", async () => {
  const source = { entry: "packages/octavo-client/client", platform: "browser", format: "es" } as const;
  const code = await bundleSource(source);
  const bytes = gzipSync(code, { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(CLIENT_MAX_BYTES);
  expect(bytes).toBeGreaterThan(1_000);
  expect(await bundleSource(source)).toBe(code);
  expect(code).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b/);
});

it("the script of a website, of elements, engagement and embeds, is at most 16 KB gzipped", async () => {
  const { "octavo-elements.js": elements, "octavo-engagement.js": engagement, "octavo-embeds.js": embeds } = await loadBrowserScripts();
  const scripts = { "octavo-elements.js": elements ?? "", "octavo-engagement.js": engagement ?? "", "octavo-embeds.js": embeds ?? "" };
  const own = { theme: "", headHtml: "", footerHtml: "" };
  const script = toStyleFiles({ accentColor: null }, own, scripts).find(({ path }) => path === "site.js");
  expect(script?.text).toContain("data-embed");
  expect(gzipSync(script?.text ?? "", { level: 9 }).length).toBeLessThanOrEqual(SITE_SCRIPT_MAX_BYTES);
});
