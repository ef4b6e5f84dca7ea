import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOOK_NAMES } from "../../../../views/looks.ts";
import { checkHtml, findFaults } from "../../../helpers/html-faults.ts";
import { MARKDOWN_FILES, MARKDOWN_OPTIONS } from "../../../helpers/markdown-site.ts";
import { BUILD_TIMEOUT_MS, copySampleContent } from "../../../helpers/sample-site.ts";
import { buildIn, filesBelow, writeFiles } from "../../site-folder.ts";

/** The sample site has more than a hundred pages; fewer mean that the build was incomplete. */
const PAGES_MIN = 120;

let cwd: string;
let settings: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-valid-"));
  await copySampleContent(cwd);
  settings = readFileSync(join(cwd, "content/site.yaml"), "utf8");
  const config = { website: true, markdown: MARKDOWN_OPTIONS };
  writeFiles(cwd, { ...MARKDOWN_FILES, "octavo.config.mjs": `export default ${JSON.stringify(config)};\n` });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

it("html-validate finds mistakes", async () => {
  const html =
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body><p id="a"><div id="a"></div></p></body></html>';
  expect((await findFaults(html)).join("\n")).toMatch(/no-implicit-close[\s\S]*no-dup-id/);
});

describe.each(LOOK_NAMES)("the sample site and every feature of Markdown, in the look %s", (look) => {
  it(
    "is valid HTML on every page",
    async () => {
      writeFiles(cwd, { "content/site.yaml": `${settings}look: ${look}\ncolorSchemeSwitch: true\n` });
      expect((await buildIn(cwd)).ok).toBe(true);
      const pages = filesBelow(join(cwd, "dist")).filter((path) => path.endsWith(".html"));
      expect(pages.length).toBeGreaterThan(PAGES_MIN);
      for (const path of pages) await checkHtml(path, readFileSync(join(cwd, "dist", path), "utf8"));
    },
    BUILD_TIMEOUT_MS,
  );
});
