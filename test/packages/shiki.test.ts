import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWith, findRecipes, withoutGaps } from "../docs/recipes.ts";
import { runWith } from "./installed.ts";

/**
 * The recipe that is too large for this project's packages. The test installs it as the page
 * describes.
 */

const recipe = findRecipes().find(({ name }) => name.includes("Shiki")) ?? expect.fail("docs/recipes.md has no recipe for Shiki");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-shiki-"));
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", ...recipe.packages, "--ignore-scripts", "--no-audit", "--no-fund"];
  await runWith(process.execPath, folder, "npm", args);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the recipe for Shiki produces the documented HTML, and keeps a post's facts about its code", () => {
  const markdown = `${recipe.markdown}\n\`\`\`ts\nconst a: number = 1;\n\`\`\`\n\n\`\`\`tidal\nx\n\`\`\`\n`;
  const [{ post, said } = expect.fail("nothing is built")] = buildWith([{ config: recipe.config, markdown }], join(folder, "node_modules"));
  expect(said).not.toMatch(/error|warning/);
  expect(post.bodyHtml).toContain(withoutGaps(recipe.html));
  expect(post.bodyHtml).toMatch(/<span style="--shiki-light:#[0-9A-F]{6};--shiki-dark:#[0-9A-F]{6}">const<\/span>/);
  expect(post.bodyHtml).toMatch(/<code><span class="line"><span>x<\/span><\/span><\/code>/);
  expect([post.hasCode, post.codeLanguages]).toEqual([true, ["js", "tidal", "ts"]]);
});
