import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { buildWith, findRecipes, withoutGaps } from "./recipes.ts";

/** Shiki is large, and installed by test/packages/shiki.test.ts. */
const RECIPES = findRecipes().filter(({ packages }) => !packages.some((name) => name.includes("shiki")));
const MODULES = join(PROJECT_DIR, "node_modules");
const PROGRAM = join(PROJECT_DIR, "bin/octavo.mjs");

const build = (config: string, markdown: string): ReturnType<typeof buildWith> => buildWith(config, markdown, MODULES, PROGRAM);
const configOf = (name: string): string => RECIPES.find((recipe) => recipe.name === name)?.config ?? expect.fail(name);

describe("docs/recipes.md", () => {
  it("has the recipes that are built here", () => {
    expect(RECIPES.map(({ name }) => name)).toEqual([
      "Formulas with KaTeX",
      "Diagrams with Mermaid",
      "Smart quotes",
      "Smart quotes, 2",
      "Directives: `:::note`",
      "Several at once",
    ]);
  });

  it.each(RECIPES)("$name installs the versions that are tested", ({ packages }) => {
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(PROJECT_DIR, "package.json"), "utf8"),
    );
    const tested = packages.map((one) => one.slice(0, one.lastIndexOf("@"))).map((name) => `${name}@${devDependencies[name]}`);
    expect(packages.length).toBeGreaterThan(0);
    expect(packages).toEqual(tested);
  });

  it.each(RECIPES)("$name gives the HTML that stands there", ({ config, markdown, html }) => {
    const { post, said } = build(config, markdown);
    expect(said).not.toMatch(/error|warning/);
    expect(withoutGaps(post.bodyHtml).replaceAll("&#x22;", '"').replaceAll("&#x3E;", ">")).toContain(withoutGaps(html));
  });
});

describe("what the recipes say", () => {
  it("a formula that KaTeX cannot read is a warning with its line", () => {
    const { said } = build(configOf("Formulas with KaTeX"), "One.\n\n$\\nosuch{x$\n");
    expect(said).toMatch(/content\/posts\/tide\.md:8:1 +warning/);
  });

  it("a diagram's language stands in codeLanguages, and other code is left alone", () => {
    const { post } = build(configOf("Diagrams with Mermaid"), "```mermaid\ngraph LR\n```\n\n```js\nx\n```\n");
    expect(post.codeLanguages).toEqual(["js", "mermaid"]);
    expect(post.bodyHtml).toContain('<pre><code class="language-js">x\n</code></pre>');
  });

  it("a box of another name is a warning with its line", () => {
    const { said, post } = build(configOf("Directives: `:::note`"), "One.\n\n:::rain\nWet.\n:::\n");
    expect(said).toMatch(/content\/posts\/tide\.md:8:1 +warning +:::rain is no box/);
    expect(post.bodyHtml).toContain("Wet.");
  });

  it("boxes may stand in boxes; what is no directive stays text", () => {
    const markdown = "::::note\n:::tip\nIn.\n:::\n::::\n\n::: info\n\n:::note Title\n\nA :smile: and a::b.\n";
    const { post } = build(configOf("Directives: `:::note`"), markdown);
    const [note, tip] = ["note", "tip"].map((kind) => `<div class="markdown-alert markdown-alert-${kind}">`);
    const title = (text: string): string => `<p class="markdown-alert-title">${text}</p>`;
    expect(post.bodyHtml.startsWith(`${note}${title("Note")}${tip}${title("Tip")}<p>In.</p></div></div>`)).toBe(true);
    expect(post.bodyText).toContain("::: info\n:::note Title\nA :smile: and a::b.");
  });
});
