import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Post } from "../../contract/schemas/post.ts";
import { type Fence, findSections } from "./docs-pages.ts";

/** A configuration of docs/recipes.md, a post, and what HTML is said to come of it. */
export interface Recipe {
  readonly name: string;
  /** `remark-math@6.0.0`: those that the section says to install. */
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
  /** What the build says, on both streams. */
  readonly said: string;
}

/** Builds a site with that configuration and one post, by the program, in a process of its own. @param modules a folder `node_modules` */
export function buildWith(config: string, markdown: string, modules: string, program: string): Built {
  const folder = mkdtempSync(join(tmpdir(), "octavo-recipe-"));
  const files = {
    "package.json": '{ "type": "module" }\n',
    "octavo.config.ts": config,
    "content/site.yaml": "name: Tides\nurl: https://tides.example\n",
    "content/posts/tide.md": `---\ntitle: Tide\npublishedAt: 2026-01-02\n---\n\n${markdown}`,
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    symlinkSync(modules, join(folder, "node_modules"));
    const said = execFileSync("bash", ["-c", '"$0" "$1" build 2>&1 || true', process.execPath, program], { cwd: folder, encoding: "utf8" });
    const built = join(folder, "dist/api/v1/posts/tide.json");
    if (!existsSync(built)) throw new Error(`nothing is built:\n${said}`);
    return { post: JSON.parse(readFileSync(built, "utf8")), said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines of HTML without what stands between elements, which pages show otherwise than files. */
export function withoutGaps(html: string): string {
  return html.replaceAll(/>\s+</g, "><").trim();
}
