import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { toSiteScript } from "../../build/outputs/website/site-script.ts";
import { loadBrowserScripts } from "../../hosts/bundle/browser-scripts.ts";
import { TEXT_LANGUAGES } from "../../packages/octavo-client/elements/texts/element-texts.ts";
import { bundleProgram, bundleSource } from "../../scripts/pack/bundle-program.ts";

const CLIENT_MAX_BYTES = 5 * 1024;
/** Size that views add to a program that renders pages. */
const VIEWS_MAX_BYTES = 10 * 1024;
/** The script that all pages of a website load. */
const SITE_SCRIPT_MAX_BYTES = 16 * 1024;
const ENGAGEMENT_MAX_BYTES = 1_500;

it("the whole client is at most 5 KB gzipped, and the same each time", async () => {
  const source = { entry: "packages/octavo-client/client", platform: "browser", format: "es" } as const;
  const code = await bundleSource(source);
  const bytes = gzipSync(code, { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(CLIENT_MAX_BYTES);
  expect(bytes).toBeGreaterThan(1_000);
  expect(await bundleSource(source)).toBe(code);
  expect(code).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b/);
});

it.each(TEXT_LANGUAGES)("a website's script in %s is at most 16 KB gzipped: elements, words, engagement, embeds", async (language) => {
  const script = toSiteScript(await loadBrowserScripts(), language);
  for (const part of ["octavo-comments", "data-embed", "page_view", "octavo-scheme"]) expect(script).toContain(part);
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(SITE_SCRIPT_MAX_BYTES);
});

it("the script that counts visits is at most 1,500 bytes gzipped", async () => {
  const { "octavo-engagement.js": script = "" } = await loadBrowserScripts();
  expect(script).toContain("page_view");
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(ENGAGEMENT_MAX_BYTES);
});

it.each([
  ["cloudflare-worker", "cloudflare-website-worker"],
  ["netlify-edge-function", "netlify-website-function"],
] as const)("pages rendered by %s add at most 10 KB gzipped to it, and no Intl", async (without, withPages) => {
  const [small, large] = await Promise.all([bundleProgram(without), bundleProgram(withPages)]);
  const added = gzipSync(large, { level: 9 }).length - gzipSync(small, { level: 9 }).length;
  expect(added).toBeGreaterThan(1_000);
  expect(added, `bytes that views/ and its imports add to ${without}`).toBeLessThanOrEqual(VIEWS_MAX_BYTES);
  expect(large.split("Intl.").length).toBe(small.split("Intl.").length);
  expect(large.split("toLocale").length).toBe(small.split("toLocale").length);
});
