import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildSite } from "../../../../build/build-site.ts";
import { loadConfig } from "../../../../build/config/load-config.ts";
import { createReadHandler } from "../../../../edge/handler.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-texts-"));
  for (const folder of ["projects", "books"]) mkdirSync(join(cwd, "content", folder), { recursive: true });
  writeFileSync(join(cwd, "content/site.yaml"), "name: Fjord\nurl: https://fjord.example\nlanguage: en\ntimeZone: UTC\n");
  const body = "<style>.salt { color: red }</style>\n\nSalt &amp;amp; iron &lt;b&gt;,\nand *rust*.\n";
  writeFileSync(join(cwd, "content/projects/gauge.md"), `---\ntitle: Gauge\nstatus: active\n---\n\n${body}`);
  writeFileSync(join(cwd, "content/books/sea.md"), `---\ntitle: Sea\nstatus: finished\nauthors: [A. Writer]\n---\n\n${body}`);
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

async function build(search: boolean): Promise<void> {
  const { config } = await loadConfig({ cwd });
  const result = await buildSite({
    cwd,
    config: { ...config, markdown: { ...config.markdown, rawHtml: "allow" } },
    contentDir: join(cwd, "content"),
    outDir: join(cwd, "dist"),
    cacheDir: join(cwd, ".octavo/cache"),
    now: "2024-07-01T00:00:00.000Z",
    drafts: false,
    future: false,
    search,
    strict: false,
  });
  expect(result.diagnostics.all().filter(({ severity }) => severity === "error")).toEqual([]);
}

describe("the texts of projects and books", () => {
  it("are shown in snippets without the style sheets of raw HTML or its escapes", async () => {
    await build(true);
    const handle = createReadHandler({ read: async (path) => readFileSync(join(cwd, "dist", path)) });
    const { items } = await (await handle(new Request("http://localhost/api/v1/search?q=rust"))).json();
    expect(items.map(({ slug, snippetHtml }: Record<string, string>) => [slug, snippetHtml]).sort()).toEqual([
      ["gauge", "Salt &amp;amp; iron &lt;b&gt;, and <mark>rust</mark>."],
      ["sea", "Salt &amp;amp; iron &lt;b&gt;, and <mark>rust</mark>."],
    ]);
  });

  it("are not written without search", async () => {
    await build(false);
    expect(readdirSync(join(cwd, "dist/index/v1")).filter((name) => name.startsWith("search"))).toEqual([]);
  });
});
