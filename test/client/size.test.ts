import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { toSiteScript } from "../../build/outputs/website/site-script.ts";
import { loadBrowserScripts } from "../../hosts/bundle/browser-scripts.ts";
import { bundleProgram, bundleSource } from "../../scripts/pack/bundle-program.ts";

const CLIENT_MAX_BYTES = 5 * 1024;
/** Size of views in a program that makes pages. */
const VIEWS_MAX_BYTES = 10 * 1024;
/** The script of all pages of a website. Japanese takes three bytes a letter. */
const SITE_SCRIPT_MAX_BYTES = { en: 16_384, de: 16_384, es: 16_384, fr: 16_384, ja: 16_750 };

it("the whole client is at most 5 KB gzipped, and the same each time", async () => {
  const source = { entry: "packages/octavo-client/client", platform: "browser", format: "es" } as const;
  const code = await bundleSource(source);
  const bytes = gzipSync(code, { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(CLIENT_MAX_BYTES);
  expect(bytes).toBeGreaterThan(1_000);
  expect(await bundleSource(source)).toBe(code);
  expect(code).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b/);
});

it.each(
  Object.entries(SITE_SCRIPT_MAX_BYTES),
)("the script of a website in %s is at most 16 KB gzipped: elements, words, engagement, embeds", async (language, max) => {
  const script = toSiteScript(await loadBrowserScripts(), language);
  for (const part of ["octavo-comments", "data-embed", "page_view", "octavo-scheme"]) expect(script).toContain(part);
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(max);
});

it.each([
  ["cloudflare-worker", "cloudflare-website-worker"],
  ["netlify-edge-function", "netlify-website-function"],
] as const)("pages made by %s add at most 10 KB gzipped to it, and no Intl", async (without, withPages) => {
  const [small, large] = await Promise.all([bundleProgram(without), bundleProgram(withPages)]);
  const added = gzipSync(large, { level: 9 }).length - gzipSync(small, { level: 9 }).length;
  expect(added).toBeGreaterThan(1_000);
  expect(added).toBeLessThanOrEqual(VIEWS_MAX_BYTES);
  expect(large.split("Intl.").length).toBe(small.split("Intl.").length);
  expect(large.split("toLocale").length).toBe(small.split("toLocale").length);
});
