import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, type Files, treeOf, writeFiles } from "../../site-folder.ts";

const SITE: Files = {
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/posts/rain.md": "---\ntitle: Rain\npublishedAt: 2024-01-02\n---\nWet.\n",
  "content/services/mending.md": "---\ntitle: Mending\n---\nI mend.\n",
};
const SCRIPTS = { "octavo-engagement.js": "count;", "octavo-elements.en.json": '{"send":"Send"}' };
const NEEDS_SERVER = /octavo-comments|octavo-like|octavo-inquiry|\/comments\/|\/inquiry|class="inquiry"|count;/;

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "octavo-write-server-")));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Files of the site that name a path of the write server. */
async function filesThatNeedServer(website: string): Promise<string[]> {
  writeFiles(cwd, { ...SITE, "octavo.config.mjs": `export default { website: ${website}, urls: { services: "/services/{slug}" } };\n` });
  const { ok, diagnostics } = await buildIn(cwd, { scripts: async () => SCRIPTS });
  expect({ ok, errors: diagnostics.all() }).toEqual({ ok: true, errors: [] });
  const files = [...treeOf(join(cwd, "dist"))].filter(([path]) => /\.html$|^site\.js$/.test(path));
  expect(files.length).toBeGreaterThan(5);
  return files.flatMap(([path, text]) => (NEEDS_SERVER.test(text) ? [path] : [])).sort();
}

describe("a website", () => {
  it("has comments, likes and forms by default", async () => {
    expect(await filesThatNeedServer("true")).toEqual(["posts/rain.html", "services.html", "services/mending.html", "site.js"]);
  });

  it("without a write server has none of these, and no links to its pages", async () => {
    expect(await filesThatNeedServer("{ writeServer: false }")).toEqual([]);
  });

  it("is rebuilt when the setting changes", async () => {
    expect(await filesThatNeedServer("{ writeServer: false }")).toEqual([]);
    expect(await filesThatNeedServer("true")).toContain("posts/rain.html");
  });
});
