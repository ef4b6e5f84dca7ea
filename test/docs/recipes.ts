import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Post } from "../../contract/schemas/post.ts";
import { writeFiles } from "../build/site-folder.ts";
import { type Fence, findSections } from "./docs-pages.ts";

/** A configuration of docs/recipes.md, a post, and the HTML that the page promises. */
export interface Recipe {
  readonly name: string;
  /** Packages that the section says to install: `remark-math@6.0.0`. */
  readonly packages: readonly string[];
  readonly config: string;
  readonly markdown: string;
  readonly html: string;
}

/** Each `ts` with the `md` and the `html` that follow it. */
export function findRecipes(): readonly Recipe[] {
  return [...findSections("docs/recipes.md")].flatMap(([heading, fences]) => {
    const packages = fences.flatMap(({ language, text }) => (language === "sh" ? text.trim().split(" ").slice(2) : []));
    const starts = fences.flatMap(({ language }, at) => (language === "ts" ? [at] : []));
    return starts.map((at, number) => {
      const [config, markdown, html] = fences.slice(at, at + 3);
      const name = number === 0 ? heading : `${heading}, ${number + 1}`;
      return { name, packages, config: textOf(config, "ts"), markdown: textOf(markdown, "md"), html: textOf(html, "html") };
    });
  });
}

function textOf(fence: Fence | undefined, language: string): string {
  if (fence?.language !== language) throw new Error(`docs/recipes.md:${fence?.line ?? "end"} want a fence of ${language}`);
  return fence.text;
}

export interface Built {
  readonly post: Post;
  /** Output of the build, both streams. */
  readonly said: string;
}

/** Runs `octavo build` in each of the folders, and prints the output of each as JSON. */
const BUILD_EACH = `
  const { main } = await import(${JSON.stringify(new URL("../../cli/main.ts", import.meta.url).href)});
  const said = [];
  for (const cwd of process.argv.slice(1)) {
    const texts = [];
    const stream = { write: (text) => texts.push(text) };
    const signal = new AbortController().signal;
    await main(["build"], { cwd, env: {}, stdout: stream, stderr: stream, now: () => Date.UTC(2026, 5), setTimer: () => () => {}, signal });
    said.push(texts.join(""));
  }
  console.log(JSON.stringify(said));`;

/**
 * Builds sites of one post each with the program, all in one process: only Node itself reads a
 * configuration in TypeScript unchanged.
 * @param modules a folder `node_modules`
 */
export function buildWith(sites: readonly Pick<Recipe, "config" | "markdown">[], modules: string): readonly Built[] {
  const folder = mkdtempSync(join(tmpdir(), "octavo-recipes-"));
  try {
    const folders = sites.map(({ config, markdown }, number) => {
      const site = join(folder, `${number}`);
      writeFiles(site, {
        "package.json": '{ "type": "module" }\n',
        "octavo.config.ts": config,
        "content/site.yaml": "name: Tides\nurl: https://tides.example\n",
        "content/posts/tide.md": `---\ntitle: Tide\npublishedAt: 2026-01-02\n---\n\n${markdown}`,
      });
      symlinkSync(modules, join(site, "node_modules"));
      return site;
    });
    const texts = execFileSync(process.execPath, ["--input-type=module", "--eval", BUILD_EACH, "--", ...folders], { encoding: "utf8" });
    const all: readonly string[] = JSON.parse(texts);
    return all.map((said, number) => {
      const built = join(folder, `${number}/dist/api/v1/posts/tide.json`);
      if (!existsSync(built)) throw new Error(`nothing was built:\n${said}`);
      return { post: JSON.parse(readFileSync(built, "utf8")), said };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lines of HTML without the white space between elements, which differs between pages and files.
 */
export function withoutGaps(html: string): string {
  return html.replaceAll(/>\s+</g, "><").trim();
}
