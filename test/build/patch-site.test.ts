import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type BuildResult, buildSite } from "../../build/build.ts";
import { loadConfig } from "../../build/config.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quire-patch-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  // Older than any build.
  utimesSync(file, 1_700_000_000, 1_700_000_000 + text.length);
}

async function build(out: string, { cached }: { cached: boolean }): Promise<BuildResult> {
  const { config } = await loadConfig({ cwd: root });
  const result = await buildSite({
    cwd: root,
    config,
    contentDir: join(root, "content"),
    outDir: join(root, out),
    cacheDir: join(root, cached ? ".quire/cache" : ".quire/none"),
    now: "2026-06-01T00:00:00.000Z",
    drafts: false,
    future: false,
    search: true,
    strict: false,
  });
  expect(result.diagnostics.all()).toEqual([]);
  expect(result.ok).toBe(true);
  return result;
}

function treeOf(folder: string): Map<string, string> {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(root, folder, path)).isFile() && path !== ".quire-files");
  return new Map(files.sort().map((path) => [path, readFileSync(join(root, folder, path), "latin1")]));
}

const post = (number: number, title: string): string =>
  `---\ntitle: ${title}\npublishedAt: 2025-${number < 30 ? "01" : "02"}-${String((number % 28) + 1).padStart(2, "0")}\n${number < 2 ? "series: tides\n" : ""}---\n\nText ${number}.\n`;

it("a post far down the list that stands in the first series changes the description's example of it", async () => {
  write("content/site.yaml", "name: Marsh\nurl: https://marsh.example\n");
  write("content/series/tides.yaml", "title: Tides\n");
  // More than feeds show, so that the two oldest are in none.
  for (let number = 0; number < 58; number += 1)
    write(`content/posts/p${String(number).padStart(2, "0")}.md`, post(number, `Post ${number}`));
  // Until all is older than what is noted of it.
  while ((await build("dist", { cached: true })).stats.stages.length > 0);
  write("content/posts/p00.md", post(0, "Another title"));
  const { stages } = (await build("dist", { cached: true })).stats;
  expect(stages.map(({ name }) => name)).not.toContain("parse");
  await build("clean", { cached: false });
  const [patched, clean] = [treeOf("dist"), treeOf("clean")];
  expect(patched.get("api/v1/openapi.json")?.includes("Another title")).toBe(true);
  expect(patched).toEqual(clean);
});
