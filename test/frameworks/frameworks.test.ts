import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createFilesClient } from "../../packages/octavo-client/files/files-client.ts";
import { type Fence, findFences, findSections } from "../docs/docs-pages.ts";
import { copySampleContent } from "../helpers/sample-site.ts";
import { runWith } from "../packages/installed.ts";
import { comparePages, readPostPages } from "./expected-pages.ts";

/**
 * `npm run test:frameworks [-- -t Next]` builds each framework of docs/frameworks.md with its files
 * and commands, and compares each page with the API.
 */

const PAGE = "docs/frameworks.md";
const BUILD_MAX_MS = 600_000;
const POSTS_MIN = 25;
/** Covers, posters, videos and pictures of IMAGE posts of the sample site. */
const MEDIA_MIN = 25;
/** How often a build may read all posts: less often than there are pages. */
const READINGS_MAX = 12;
const OUTPUT: Readonly<Record<string, string>> = { Next: "out", Nuxt: ".output/public", SvelteKit: "build", Eleventy: "dist" };
/** None of these tools may send telemetry. */
const ENV = { NEXT_TELEMETRY_DISABLED: "1", NUXT_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-frameworks-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sections = findSections(PAGE);

describe.each(Object.keys(OUTPUT))("%s", (name) => {
  const fences = sections.get(name) ?? [];

  it(
    "shows on each page what the API says",
    async () => {
      const site = join(folder, name);
      await mkdir(site);
      await copySampleContent(site);
      await writeFile(join(site, "package.json"), '{ "private": true, "type": "module" }\n');
      const run = (line: string): Promise<unknown> => runWith(process.execPath, site, "bash", ["-euc", line], ENV);
      if (OUTPUT[name] !== "dist") await writeFile(join(site, "octavo.config.ts"), findConfig());
      for (const fence of fences) {
        const file = /^`([^`]+)`:$/.exec(fence.before)?.[1];
        if (file === undefined) continue;
        await mkdir(dirname(join(site, file)), { recursive: true });
        await writeFile(join(site, file), countReadings(fence.text, join(site, "readings")));
      }
      const tarballs = inject("tarballs").filter(({ name: packed }) => ["octavo", "octavo-client"].includes(packed));
      await run(`npm install --no-audit --no-fund ${tarballs.map(({ file }) => file).join(" ")}`);
      for (const line of findCommands(fences)) await run(line);
      const output = join(site, OUTPUT[name] ?? "");
      const { pages, media, missing } = await comparePages(output, readPostPages(createFilesClient({ folder: output })));
      expect(missing).toEqual([]);
      expect(pages).toBeGreaterThan(POSTS_MIN);
      expect(media).toBeGreaterThan(MEDIA_MIN);
      // Once in each rendering process and for each of its copies of the module, never once per
      // page.
      expect((await readFile(join(site, "readings"), "utf8")).length).toBeLessThanOrEqual(READINGS_MAX);
      expect(existsSync(join(output, "octavo-elements.js"))).toBe(true);
    },
    BUILD_MAX_MS,
  );
});

/** The file of a recipe, changed to note each reading of all posts. */
function countReadings(text: string, log: string): string {
  const counted = text.replace(/(\w+)\.posts\.all\(/g, `(appendFileSync(${JSON.stringify(log)}, "."), $1.posts).all(`);
  if (counted === text) return text;
  const line = 'import { appendFileSync } from "node:fs";\n';
  return counted.startsWith("<script setup>") ? counted.replace("<script setup>\n", (tag) => tag + line) : line + counted;
}

function findCommands(fences: readonly Fence[]): readonly string[] {
  const commands = fences.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trim().split("\n"));
  expect(commands.length).toBeGreaterThan(1);
  return commands;
}

function findConfig(): string {
  const config = findFences(PAGE).find(({ before }) => before.endsWith("`octavo.config.ts`:"));
  return config?.text ?? expect.fail(`${PAGE} has no octavo.config.ts`);
}
