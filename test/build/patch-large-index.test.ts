import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BuildResult } from "../../build/build.ts";
import { SearchStore } from "../../build/cache/search-store.ts";
import { buildIn, buildUntilSettled, stagesOf, treeOf, writeOldFiles } from "./site-folder.ts";

/** Of so many words that the search index is not written as a whole: only what changed of it is at hand. */

const POSTS = 400;
const WORDS = 800;
const VOCABULARY = 40_009;

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "octavo-patch-"));
  writeOldFiles(root, { "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n" });
  for (let number = 0; number < POSTS; number += 1) writeOldFiles(root, { [fileOf(number)]: post(number) });
  await buildUntilSettled(() => build("dist", { cached: true }));
}, 120_000);
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

async function build(out: string, { cached }: { cached: boolean }): Promise<BuildResult> {
  const result = await buildIn(root, { outDir: join(root, out), cacheDir: join(root, cached ? ".octavo/cache" : ".octavo/none") });
  expect(result.diagnostics.all()).toEqual([]);
  expect(result.ok).toBe(true);
  return result;
}

function openStore(): SearchStore {
  const [name = ""] = readdirSync(join(root, ".octavo/cache"));
  return new SearchStore(join(root, ".octavo/cache", name, "search"));
}

function fileOf(number: number): string {
  return `content/posts/p${String(number).padStart(3, "0")}.md`;
}

function post(number: number, { title = `Post ${number}`, more = "" } = {}): string {
  let state = number + 1;
  const words = Array.from({ length: WORDS }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return `w${(state % VOCABULARY).toString(36)}`;
  });
  return `---\ntitle: ${title}\npublishedAt: 2025-01-01\n---\n\n${words.join(" ")}\n\n${more}\n`;
}

const edits: readonly (readonly [name: string, files: Record<string, string>])[] = [
  ["a word more, and another title", { [fileOf(9)]: post(9, { more: "barnacle" }), [fileOf(350)]: post(350, { title: "Herring" }) }],
  ["all words of it", { [fileOf(399)]: post(3) }],
  ["the word gone that only it had", { [fileOf(9)]: post(9) }],
];

it.each(edits)("a post's search index follows in its files as a clean build would write it: %s", async (_, files) => {
  const before = openStore().get()?.state;
  writeOldFiles(root, files);
  expect(stagesOf(await build("dist", { cached: true }))).not.toContain("parse");
  expect(openStore().get()?.state).not.toBe(before);
  await build("clean", { cached: false });
  expect(treeOf(join(root, "dist"))).toEqual(treeOf(join(root, "clean")));
  rmSync(join(root, "clean"), { recursive: true });
});
