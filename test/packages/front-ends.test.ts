import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { createFilesClient } from "../../packages/octavo-client/files/files-client.ts";
import { findFences } from "../docs/docs-pages.ts";
import { comparePages, type ExpectedPage, readOtherPages, readPostPages } from "../frameworks/expected-pages.ts";
import { MARKDOWN_FILES, MARKDOWN_OPTIONS, MARKDOWN_PATH } from "../helpers/markdown-site.ts";
import { copySampleContent } from "../helpers/sample-site.ts";
import { MARKDOWN_STYLES, readMarkdownStyles } from "../system/markdown-styles.ts";
import { describeInBrowser } from "../system/programs.ts";
import { runWith, startWith } from "./installed.ts";

/**
 * The Astro template and the plain HTML of docs/front-ends.md, built from the packages as users
 * would build them. Each page is compared with the API.
 */

const tarballs = new Map(inject("tarballs").map(({ name, file }) => [name, file]));
const octavo = tarballs.get("octavo") ?? "";
const BUILD_MAX_MS = 240_000;
/** Pages of the sample site's posts, and of all other kinds. */
const POSTS_MIN = 25;
/** Covers, posters, videos and pictures of IMAGE posts. */
const MEDIA_MIN = 25;
const OTHERS_MIN = 40;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-front-ends-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (cwd: string, command: string, ...args: readonly string[]): Promise<unknown> =>
  runWith(process.execPath, cwd, command, args, { ASTRO_TELEMETRY_DISABLED: "1" });
/** @throws if the text is missing */
async function changeFile(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}
const INSTALL = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];

/** One of the site's own kinds, from docs/kinds.md. */
const TALKS = `{ talks: defineKind({
    words: { one: "Talk", many: "Lectures" },
    fields: { event: field.text(), heldOn: field.date(), level: field.oneOf(["intro", "deep"]) },
    filters: ["level"],
    page: "/talks/{slug}",
  }) }`;
const TALK = "---\nevent: Fjord Conf\nheldOn: 2025-02-01\nlevel: deep\n---\n# Tides in a file\n\nOf *estuaries* alone.\n";

describe("the Astro template, with the sample site's content and every Markdown feature", () => {
  let site: string;
  let server: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    site = join(folder, "astro");
    const init = ["exec", "--yes", "--package", octavo, "--", "octavo", "init", site, "--template", "astro", "--yes", "--quiet"];
    await run(folder, "npm", ...init);
    await rm(join(site, "content"), { recursive: true });
    await copySampleContent(site);
    for (const [path, text] of Object.entries(MARKDOWN_FILES)) await writeFile(join(site, path), text);
    const config = join(site, "octavo.config.ts");
    await changeFile(config, "{ highlight: true }", `${JSON.stringify(MARKDOWN_OPTIONS)},\n  kinds: ${TALKS}`);
    await changeFile(config, "{ defineConfig }", "{ defineConfig, defineKind, field }");
    await mkdir(join(site, "content/talks"));
    await writeFile(join(site, "content/talks/tides.md"), TALK);
    await run(site, "npm", ...INSTALL);
    await run(site, "npm", "run", "build");
    server = await startWith(process.execPath, site, "npm", ["run", "preview", "--", "--port", "0"]);
  }, BUILD_MAX_MS);
  afterAll(() => server?.stop());

  it("shows the API's text on the pages of all kinds", async () => {
    const client = createFilesClient({ folder: join(site, "dist") });
    const posts = await comparePages(join(site, "dist"), readPostPages(client));
    const others = await comparePages(join(site, "dist"), readOtherPages(client));
    expect(posts.media).toBeGreaterThan(MEDIA_MIN);
    expect([...posts.missing, ...others.missing]).toEqual([]);
    expect(posts.pages).toBeGreaterThan(POSTS_MIN);
    expect(others.pages).toBeGreaterThan(OTHERS_MIN);
    const { items } = await client.pages.list();
    const files = items.flatMap(({ path }) => (path?.endsWith("/") === true ? [`${path}index.html`] : []));
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(join(site, "dist", file)))).toEqual([]);
  });

  it("shows one of the site's own kinds: its list, and each document with its fields", async () => {
    async function* readTalks(): AsyncGenerator<ExpectedPage, void, undefined> {
      yield { path: "/talks", texts: ["Lectures", "Tides in a file", "Fjord Conf", "deep"] };
      yield { path: "/talks/tides", texts: ["Tides in a file", "Fjord Conf", "deep", "Of estuaries alone."] };
    }
    expect((await comparePages(join(site, "dist"), readTalks())).missing).toEqual([]);
  });

  describeInBrowser("in Chromium", (openBrowser) => {
    it("searches all kinds for the query in its page's address", async () => {
      const browser = await openBrowser();
      onTestFinished(() => browser.close());
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${server.url}/search?q=estuaries`);
      await page.getByRole("link", { name: "Tides in a file" }).waitFor();
      expect(await page.getByRole("searchbox").inputValue()).toBe("estuaries");
    });

    it.each([
      ["a phone", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
      ["a desktop", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ] as const)("shows every Markdown feature like the website, on %s", async (_, options) => {
      const browser = await openBrowser();
      onTestFinished(() => browser.close());
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(server.url + MARKDOWN_PATH, { waitUntil: "load" });
      expect(await page.evaluate(readMarkdownStyles)).toEqual(MARKDOWN_STYLES);
    });
  });
});

describe("visible text is the API's", () => {
  it(
    "in the plain HTML of docs/front-ends.md",
    async () => {
      const site = join(folder, "plain");
      await mkdir(site);
      await copySampleContent(site);
      await writeFile(join(site, "package.json"), '{ "private": true, "type": "module" }\n');
      const script = findFences("docs/front-ends.md").find(({ before }) => before.endsWith("`build.mjs`:"));
      await writeFile(join(site, "build.mjs"), script?.text ?? expect.fail("docs/front-ends.md has no build.mjs"));
      await run(site, "npm", ...INSTALL, octavo, tarballs.get("octavo-client") ?? "");
      await run(site, "npx", "--no", "octavo", "build", "--quiet");
      await run(site, "node", "build.mjs");
      const { pages, media, missing } = await comparePages(
        join(site, "dist"),
        readPostPages(createFilesClient({ folder: join(site, "dist") })),
      );
      expect(missing).toEqual([]);
      expect(media).toBeGreaterThan(MEDIA_MIN);
      expect(pages).toBeGreaterThan(POSTS_MIN);
    },
    BUILD_MAX_MS,
  );
});
