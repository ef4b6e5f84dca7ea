import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildIn, type Files, filesBelow, writeFiles } from "../../site-folder.ts";

const PROGRAM = "node_modules/mermaid/dist/mermaid.min.js";
const CONFIG = "export default {\n  website: true,\n  markdown: { diagrams: true },\n};\n";
const SITE: Files = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/pages/tides.md": "---\ntitle: Tides\n---\n```mermaid\ngraph LR\n```\n",
};

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-mermaid-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function build(files: Files) {
  writeFiles(cwd, files);
  const { ok, diagnostics } = await buildIn(cwd);
  return { ok, found: diagnostics.all() };
}

it("a build copies the site's Mermaid package if a document has a diagram, and copies it again after an update", async () => {
  expect(await build({ ...SITE, [PROGRAM]: "first();" })).toEqual({ ok: true, found: [] });
  expect(readFileSync(join(cwd, "dist/octavo-mermaid.js"), "utf8")).toBe("first();");
  await build({ [PROGRAM]: "second(2);" });
  expect(readFileSync(join(cwd, "dist/octavo-mermaid.js"), "utf8")).toBe("second(2);");
});

it("without Mermaid, a build writes nothing, and the error at the setting names the package to install", async () => {
  const { ok, found } = await build(SITE);
  expect([ok, filesBelow(cwd).some((path) => path.startsWith("dist/api"))]).toEqual([false, false]);
  expect(found).toMatchObject([{ file: "octavo.config.mjs", line: 3, code: "mermaid", severity: "error" }]);
  expect(found[0]?.hint).toBe("run npm install mermaid, or set markdown: { diagrams: false }");
});

it.each([
  ["no document has a diagram", { "content/pages/tides.md": "---\ntitle: Tides\n---\nmermaid\n" }],
  ["diagrams are off", { "octavo.config.mjs": "export default { website: true };\n" }],
  ["the site has no pages", { "octavo.config.mjs": "export default { markdown: { diagrams: true } };\n" }],
])("a build needs no Mermaid if %s", async (_, files) => {
  expect(await build({ ...SITE, ...files })).toEqual({ ok: true, found: [] });
  expect(filesBelow(join(cwd, "dist"))).not.toContain("octavo-mermaid.js");
});
