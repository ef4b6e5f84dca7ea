import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReadHandler } from "../../edge/handler.ts";
import { buildIn, type Files, filesBelow, writeFiles } from "../build/site-folder.ts";
import { createConformance } from "./openapi.ts";

/** A site with pages in folders, and the read handler's answers about it. */

/** A document. */
export const page = (front: string, body = "Text.\n"): string => `---\n${front}\n---\n${body}`;
const FILES: Files = {
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/posts/hello.md": page(
    "title: Hello\npublishedAt: 2024-01-01",
    "[Uses](../pages/uses.md), [install](../pages/docs/install.md#linux), [home](../pages/index.md), [path](/docs/install/).\n",
  ),
  "content/pages/index.md": page("title: Home"),
  "content/pages/uses.md": "# What I use\n\nA [post](../posts/hello.md) and [docs](docs/index.md).\n",
  "content/pages/docs/index.md": page("title: Docs\norder: 2\ntags: [Manual]"),
  "content/pages/docs/install.md": page(
    "title: Install\norder: 1\nredirectFrom: /install.html\nlanguage: nb",
    "## Linux\n\nUp: [docs](index.md).\n",
  ),
  "content/pages/docs/guide/tides.md": page("title: Tides\nweight: 3\nupdatedAt: 2025-01-01\nslug: tide-guide"),
  "content/pages/docs/guide/moon.md": page("title: Moon\npermalink: /moon/"),
  "content/pages/docs/later.md": page("title: Later\npublishedAt: 2031-01-01"),
  "content/pages/docs/later/below.md": page("title: Below what is to come"),
  "content/pages/docs/draft.md": page("title: Draft\ndraft: true"),
  "content/pages/404.md": page("title: Nothing here"),
};

/** The site is in its own folder; call `remove` at the end. */
export function createPagesSite() {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-pages-"));
  const readDist = (path: string): string => readFileSync(join(cwd, "dist", path), "utf8");
  const build = async (files: Files = {}) => {
    writeFiles(cwd, { ...FILES, ...files });
    const { diagnostics, notices } = await buildIn(cwd);
    return { lines: diagnostics.all().map(({ file, line, message, hint }) => `${file}:${line} ${message} (${hint})`), notices };
  };

  const get = async (path: string): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> => {
    const read = async (file: string) => (filesBelow(join(cwd, "dist")).includes(file) ? readFileSync(join(cwd, "dist", file)) : null);
    const response = await createReadHandler({ read })(new Request(`https://fjord.example/api/v1${path}`));
    const conformance = createConformance(JSON.parse(readDist("api/v1/openapi.json")));
    await conformance.checkResponse("GET", path, response);
    return { status: response.status, body: await response.json() };
  };

  return { build, get, readDist, remove: () => rmSync(cwd, { recursive: true, force: true }) };
}

export const toPageLink = (slug: string, title: string, path: string) => ({ slug, title, path, url: `https://fjord.example${path}` });
