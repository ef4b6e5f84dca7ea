import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createRandom, type Random } from "../../../../bench/random.ts";
import { linesOf } from "../../parse/parse-files.ts";
import { buildIn, writeFiles } from "../../site-folder.ts";

/** Documents and files are added and removed; links to them are written in every form. */
const NAMES = ["rain", "heavy-rain", "ice", "té", "index", "a b", "posts-rain", "posts-ice", "posts-sub-rain"];
const FOLDERS = ["posts", "posts/rain", "posts/sub", "pages", "pages/rain"];
const BEGINNINGS = ["", "./", "../", "../rain/", "/posts/", "/", "https://ines.example/posts/", "@/posts/", "/pages/"];
const ENDINGS = ["", "", ".md", "/", "#top", ".txt", ".txt?a#b"];
const UNNAMED = [".", "..", "./", "../", "../..", "@/", "/", "https://ines.example", "../#top"];
const LINKS = 2;
const STEPS = 16;

function drawLink(random: Random): string {
  if (random.below(6) === 0) return random.pick(UNNAMED);
  const name = random.pick(NAMES);
  return random.pick(BEGINNINGS) + (random.below(2) === 0 ? encodeURI(name) : name.replace(" ", "%20")) + random.pick(ENDINGS);
}

function drawDocument(random: Random, path: string): string {
  const links = Array.from({ length: LINKS }, () => `[x](<${drawLink(random)}>)`);
  const more = random.pick(["", "", "draft: true\n"]);
  // Conflicts of slugs would be errors, which hide what is tested.
  const slug = path.replaceAll("/", "-").replaceAll(/[^a-z-]/g, "");
  return `---\ntitle: ${slug}\nslug: ${slug}\ndate: 2024-01-01\n${more}---\n\n## Top\n\n${links.join("\n")}\n`;
}

/** Writes or removes one file. */
function changeSite(random: Random, files: Map<string, string>, step: number): void {
  const paths = [...files.keys()].sort();
  if (paths.length > 12 && random.below(3) > 0) {
    files.delete(random.pick(paths));
    return;
  }
  const path = `${random.pick(FOLDERS)}/${random.pick(NAMES)}`;
  if (random.below(4) === 0) files.set(`content/${path}.txt`, `Text ${step}.`);
  else files.set(`content/${path}.md`, drawDocument(random, path));
}

it.each([2, 3])("links are the same as in a clean build, whatever is added and removed: seed %i", async (seed) => {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-random-links-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const random = createRandom(seed);
  // References with findings are looked up again, so runs without findings test more.
  const checks = seed % 2 === 0 ? '{ brokenLinks: "warning", pages: "warning" }' : '{ brokenLinks: "off", pages: "off" }';
  writeFiles(cwd, {
    "content/site.yaml": "name: Ines Aas\nurl: https://ines.example\n",
    "octavo.config.mjs": `export default { checks: ${checks} };\n`,
  });
  const files = new Map<string, string>();
  let built = 0;
  for (let step = -8; step < STEPS; step += 1) {
    const before = new Set(files.keys());
    changeSite(random, files, step);
    for (const path of before) if (!files.has(path)) rmSync(join(cwd, path));
    writeFiles(cwd, Object.fromEntries(files));
    if (step < 0) continue;
    const clean = { outDir: join(cwd, "clean/dist"), cacheDir: join(cwd, "clean/cache"), search: false };
    rmSync(join(cwd, "clean"), { recursive: true, force: true });
    const [now, anew] = [await buildIn(cwd, { search: false }), await buildIn(cwd, clean)];
    expect(linesOf(now.diagnostics)).toEqual(linesOf(anew.diagnostics));
    // The build fails if two pages have one address.
    expect(now.ok).toBe(anew.ok);
    if (!now.ok) continue;
    built += 1;
    expect(readDocuments(join(cwd, "dist")), `step ${step}`).toEqual(readDocuments(clean.outDir));
  }
  expect(built).toBeGreaterThan(STEPS / 2);
  // Some links lead to documents.
  expect(JSON.stringify([...readDocuments(join(cwd, "dist")).values()])).toContain("https://ines.example/posts/");
});

function readDocuments(dist: string): ReadonlyMap<string, string> {
  const api = join(dist, "api/v1");
  const names = readdirSync(api, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  return new Map(names.sort().map((name) => [name, readFileSync(join(api, name), "utf8")]));
}
