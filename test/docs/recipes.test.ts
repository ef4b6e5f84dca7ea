import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { type Built, buildWith, findRecipes, type Recipe, withoutGaps } from "./recipes.ts";

/** Shiki is large, and installed by test/packages/shiki.test.ts. */
const RECIPES = findRecipes().filter(({ packages }) => !packages.some((name) => name.includes("shiki")));
const MODULES = join(PROJECT_DIR, "node_modules");

const configOf = (name: string): string => RECIPES.find((recipe) => recipe.name === name)?.config ?? expect.fail(name);

/** Posts with other texts, by subject. */
const OTHERS = {
  unreadable: { config: configOf("Formulas with KaTeX"), markdown: "One.\n\n$\\nosuch{x$\n" },
  diagram: { config: configOf("Diagrams with Mermaid"), markdown: "```mermaid\ngraph LR\n```\n\n```js\nx\n```\n" },
  noBox: { config: configOf("Directives: `:::note`"), markdown: "One.\n\n:::rain\nWet.\n:::\n" },
  boxes: {
    config: configOf("Directives: `:::note`"),
    markdown: "::::note\n:::tip\nIn.\n:::\n::::\n\n::: info\n\n:::note Title\n\nA :smile: and a::b.\n",
  },
};

let built: ReadonlyMap<string, Built>;
beforeAll(() => {
  const sites: readonly (readonly [string, Pick<Recipe, "config" | "markdown">])[] = [
    ...RECIPES.map((recipe) => [recipe.name, recipe] as const),
    ...Object.entries(OTHERS),
  ];
  const all = buildWith(
    sites.map(([, site]) => site),
    MODULES,
  );
  built = new Map(sites.map(([name], at) => [name, all[at] ?? expect.fail(name)]));
});
const builtOf = (name: string): Built => built.get(name) ?? expect.fail(name);

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

  it.each(RECIPES)("installs the versions that are tested: $name", ({ packages }) => {
    const manifest: Record<"dependencies" | "devDependencies", Record<string, string>> = JSON.parse(
      readFileSync(join(PROJECT_DIR, "package.json"), "utf8"),
    );
    const installed = { ...manifest.dependencies, ...manifest.devDependencies };
    const tested = packages.map((one) => one.slice(0, one.lastIndexOf("@"))).map((name) => `${name}@${installed[name]}`);
    expect(packages.length).toBeGreaterThan(0);
    expect(packages).toEqual(tested);
  });

  it.each(RECIPES)("shows the HTML that is built: $name", ({ name, html }) => {
    const { post, said } = builtOf(name);
    expect(said).not.toMatch(/error|warning/);
    expect(withoutGaps(post.bodyHtml).replaceAll("&#x22;", '"').replaceAll("&#x3E;", ">")).toContain(withoutGaps(html));
  });
});

describe("the recipes", () => {
  it("warn about a formula that KaTeX cannot parse, with its line", () => {
    expect(builtOf("unreadable").said).toMatch(/content\/posts\/tide\.md:8:1 +warning/);
  });

  it("add a diagram's language to codeLanguages, and leave other code unchanged", () => {
    const { post } = builtOf("diagram");
    expect(post.codeLanguages).toEqual(["js", "mermaid"]);
    expect(post.bodyHtml).toContain('<pre><code class="language-js">x\n</code></pre>');
  });

  it("warn about an unknown box name, with its line", () => {
    const { said, post } = builtOf("noBox");
    expect(said).toMatch(/content\/posts\/tide\.md:8:1 +warning +:::rain is not a box/);
    expect(post.bodyHtml).toContain("Wet.");
  });

  it("allow nested boxes, and leave text that is not a directive unchanged", () => {
    const { post } = builtOf("boxes");
    const [note, tip] = ["note", "tip"].map((kind) => `<div class="markdown-alert markdown-alert-${kind}">`);
    const title = (text: string): string => `<p class="markdown-alert-title">${text}</p>`;
    expect(post.bodyHtml.startsWith(`${note}${title("Note")}${tip}${title("Tip")}<p>In.</p></div></div>`)).toBe(true);
    expect(post.bodyText).toContain("::: info\n:::note Title\nA :smile: and a::b.");
  });
});
