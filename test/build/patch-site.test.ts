import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { BuildResult } from "../../build/build.ts";
import { readLast, writeLast } from "../../build/cache/last-build.ts";
import { buildIn, buildUntilSettled, filesBelow, stagesOf, treeOf, writeOldFiles } from "./site-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-patch-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function build(out: string, { cached }: { cached: boolean }): Promise<BuildResult> {
  const result = await buildIn(root, { outDir: join(root, out), cacheDir: join(root, cached ? ".octavo/cache" : ".octavo/none") });
  expect(result.diagnostics.all()).toEqual([]);
  expect(result.ok).toBe(true);
  return result;
}

const post = (number: number, title: string): string =>
  `---\ntitle: ${title}\npublishedAt: 2025-${number < 30 ? "01" : "02"}-${String((number % 28) + 1).padStart(2, "0")}\n${number < 2 ? "series: tides\n" : ""}---\n\nText ${number}.\n`;

it("a post far down the list that stands in the first series changes the description's example of it", async () => {
  writeOldFiles(root, {
    "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
    "content/series/tides.yaml": "title: Tides\n",
  });
  // More than feeds show, so that the two oldest are in none.
  for (let number = 0; number < 58; number += 1)
    writeOldFiles(root, { [`content/posts/p${String(number).padStart(2, "0")}.md`]: post(number, `Post ${number}`) });
  await buildUntilSettled(() => build("dist", { cached: true }));
  writeOldFiles(root, { "content/posts/p00.md": post(0, "Another title") });
  expect(stagesOf(await build("dist", { cached: true }))).not.toContain("parse");
  await build("clean", { cached: false });
  const [patched, clean] = [treeOf(join(root, "dist")), treeOf(join(root, "clean"))];
  expect(patched.get("api/v1/openapi.json")?.includes("Another title")).toBe(true);
  expect(patched).toEqual(clean);
});

it("a post of a long series changes those that show it and no others", async () => {
  writeOldFiles(root, {
    "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
    "content/series/tides.yaml": "title: Tides\n",
  });
  const part = (number: number, title: string): string =>
    `---\ntitle: ${title}\npublishedAt: 2025-01-31\nseries: { slug: tides, position: ${number} }\n---\n\nText ${number}.\n`;
  for (let number = 1; number <= 120; number += 1) writeOldFiles(root, { [`content/posts/p${number}.md`]: part(number, `Part ${number}`) });
  await buildUntilSettled(() => build("dist", { cached: true }));
  writeOldFiles(root, { "content/posts/p60.md": part(60, "Another title") });
  await build("dist", { cached: true });
  await build("clean", { cached: false });
  const [patched, clean] = [treeOf(join(root, "dist")), treeOf(join(root, "clean"))];
  expect(patched).toEqual(clean);
  const showing = [...patched].filter(
    ([path, text]) => path.startsWith("api/v1/posts/") && text.includes('"items":') && text.includes("Another title"),
  );
  expect(showing.length).toBeGreaterThanOrEqual(50);
  expect(showing.length).toBeLessThan(60);
});

it("the cache does not grow much with every save of the same post", async () => {
  writeOldFiles(root, { "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n", "content/posts/p.md": post(5, "A title") });
  await buildUntilSettled(() => build("dist", { cached: true }));
  const sizeOfCache = (): number => {
    const folder = join(root, ".octavo/cache");
    return filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  };
  const save = async (number: number): Promise<void> => {
    writeOldFiles(root, { "content/posts/p.md": post(5, `A title ${number % 10}`) });
    expect(stagesOf(await build("dist", { cached: true }))).not.toContain("parse");
  };
  await save(0);
  const before = sizeOfCache();
  for (let number = 1; number <= 40; number += 1) await save(number);
  // The text of the post each time, but not the files that were made of it.
  expect((sizeOfCache() - before) / 40).toBeLessThan(1_000);
});

it("a whole build clears up after many small ones", async () => {
  writeOldFiles(root, { "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n", "content/posts/p.md": post(5, "A title") });
  await buildUntilSettled(() => build("dist", { cached: true }));
  const save = async (number: number): Promise<readonly string[]> => {
    writeOldFiles(root, { "content/posts/p.md": post(5, `A title ${number}`) });
    return stagesOf(await build("dist", { cached: true }));
  };
  expect(await save(0)).not.toContain("parse");
  const [folder = ""] = readdirSync(join(root, ".octavo/cache"));
  const file = filesBelow(join(root, ".octavo/cache", folder)).find((path) => path.startsWith("last-")) ?? "";
  const last = readLast(join(root, ".octavo/cache", folder, file), root);
  const site = last?.site() ?? null;
  if (last === null || site === null) throw new Error("the build has left what the next one needs");
  expect(site.patches).toBe(1);
  writeLast(join(root, ".octavo/cache", folder, file), root, { ...last, site: () => ({ ...site, patches: 100 }) });
  expect(await save(1)).toContain("parse");
  expect(await save(2)).not.toContain("parse");
});
