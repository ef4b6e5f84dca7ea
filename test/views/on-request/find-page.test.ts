import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuildOptions } from "../../../build/build-options.ts";
import { createSitePages } from "../../../cli/pages/serve-pages.ts";
import { pathOfAddress, putBelow } from "../../../contract/text/base-path.ts";
import { createManifestSource } from "../../../edge/manifest.ts";
import type { ReadFile } from "../../../edge/read-file.ts";
import type { PageHandler } from "../../../hosts/node/answer-outside-api.ts";
import { createPagesOnRequest } from "../../../hosts/pages/pages-on-request.ts";
import { findDocumentOrList } from "../../../views/on-request/find-document-or-list.ts";
import { buildIn, bytesBelow, type Files, writeFiles } from "../../build/site-folder.ts";
import { BUILD_TIMEOUT_MS, copySampleContent } from "../../helpers/sample-site.ts";

/** Pages that are made on request equal the files of a build, byte for byte. */

const scripts = async () => ({ "octavo-elements.js": "1;", "octavo-engagement.js": "2;" });
const post = (title: string, date: string, more = ""): string =>
  `---\ntitle: ${title}\n${date === "" ? "" : `publishedAt: ${date}\n`}${more}---\nText.\n`;

/**
 * Several languages, a base, a list of several pages, a page for missing paths, tags of several
 * kinds.
 */
const SITE: Files = {
  "octavo.config.mjs": 'export default { website: true, translations: "suffix", urls: { posts: "/{lang?}/writing/{slug}/" } };\n',
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example/blog\nlanguage: en-GB\ntimeZone: Europe/Oslo\n",
  "content/head.html": '<link rel="me" href="x">\n',
  "content/theme.css": "h1 { color: red }",
  "content/about.md": "---\nheadline: Kari\n---\nI write.\n",
  "content/rain.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>',
  "content/tags.yaml": "wet: { name: Wet, description: Rain and more, cover: { src: rain.svg, alt: Rain } }\n",
  "content/albums.yaml": "sea: { description: Waves }\n",
  ...Object.fromEntries(
    Array.from({ length: 65 }, (_, at) => [
      `content/posts/p${at}.md`,
      post(
        `Post ${at}`,
        `20${20 + (at % 4)}-12-31T23:${10 + (at % 50)}:00Z`,
        `tags: [wet, ${at % 2 ? "odd" : "Größe"}]\ncategories: [Marsh]\n`,
      ),
    ]),
  ),
  "content/posts/undated.md": post("Undated", "", "authors: [Ola]\nseries: { slug: walks, position: 1 }\n"),
  "content/posts/p1.de.md": post("Beitrag", "2024-01-01", "series: { slug: walks, position: 2 }\n"),
  "content/posts/hidden.md": post("Hidden", "2024-01-03", "unlisted: true\n"),
  "content/series/walks.yaml": "title: Walks\n",
  "content/projects/loom.md": "---\ntitle: Loom\nsummary: It weaves.\ntags: [wet]\n---\nWood.\n",
  "content/projects/loom.de.md": "---\ntitle: Webstuhl\nsummary: Er webt.\n---\nHolz.\n",
  "content/books/tides.md": "---\ntitle: Tides\nauthors: [Aud]\nstatus: reading\nlanguage: de\n---\nGood.\n",
  "content/photos/grey.md": "---\ntitle: Grey\nimage: { src: ../rain.svg, alt: Rain }\nalbum: Sea\ntags: [wet]\n---\n",
  "content/services/mending.md": "---\ntitle: Mending\n---\nI mend.\n",
  "content/pages/index.md": "---\ntitle: Welcome\n---\nHello.\n",
  "content/pages/404.md": "---\ntitle: Lost\n---\nThe tide took it.\n",
  "content/pages/docs/index.md": "---\ntitle: Docs\ntags: [wet]\n---\nRead.\n",
  "content/pages/docs/install.md": "# Install\n",
};

interface BothSites {
  readonly base: string;
  /** Files of a build, by path. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The answer to the path of a page below the base. */
  ask(path: string, accept?: string, method?: string): Promise<Response | null>;
}

async function buildBoth(cwd: string, url: string): Promise<BothSites> {
  const run = async (outDir: string, options: Partial<BuildOptions>): Promise<void> => {
    const { ok, diagnostics } = await buildIn(cwd, { outDir, scripts, ...options });
    expect({ ok, errors: diagnostics.all().filter(({ severity }) => severity === "error") }).toEqual({ ok: true, errors: [] });
  };
  const folder = join(cwd, "local");
  await run(join(cwd, "dist"), {});
  await run(folder, { pagesOnRequest: { countsVisits: true } });
  const base = pathOfAddress(url);
  const places = { roots: [], contentDir: join(cwd, "content"), takesFile: () => false, configFiles: [], database: join(cwd, "data/x.db") };
  const pages: PageHandler = createSitePages({ base, folder, places: () => places, news: null, isPreview: false, notBuilt: "" });
  const ask: BothSites["ask"] = (path, accept = "text/html", method = "GET") =>
    pages(new Request(`http://localhost${path}`, { method, headers: { Accept: accept } }), new URL(`http://localhost${path}`).pathname);
  expect([...bytesBelow(folder).keys()].filter((name) => /\.html$|^site\./.test(name))).toEqual([]);
  return { base, files: bytesBelow(join(cwd, "dist")), ask };
}

/** Path of a page below the base, by its file. */
function toPath(file: string): string {
  return encodeURI(`/${file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`);
}

function describeSite(name: string, url: string, write: (cwd: string) => void | Promise<void>): void {
  describe(name, () => {
    let cwd: string;
    let both: BothSites;
    beforeAll(async () => {
      cwd = mkdtempSync(join(tmpdir(), "octavo-request-"));
      await write(cwd);
      both = await buildBoth(cwd, url);
    }, BUILD_TIMEOUT_MS);
    afterAll(() => rmSync(cwd, { recursive: true, force: true }));

    it("is the same on request as in files: each page, the style sheet and the script", async () => {
      const names = [...both.files.keys()].filter((file) => /\.html$|^site\./.test(file));
      expect(names.length).toBeGreaterThan(60);
      for (const file of names) {
        const response = await both.ask(file === "404.html" ? "/no/such/page" : file.startsWith("site.") ? `/${file}` : toPath(file));
        expect([file, response?.status]).toEqual([file, file === "404.html" ? 404 : 200]);
        expect([file, await response?.text()]).toEqual([file, both.files.get(file)?.toString()]);
      }
    });

    it("redirects each page with a wrong final slash to its own address, with the query", async () => {
      for (const file of [...both.files.keys()].filter((name) => name.endsWith(".html") && !["404.html", "index.html"].includes(name))) {
        const path = toPath(file);
        const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
        const response = await both.ask(`${other}?a=1`);
        const [, canonical = ""] = /<link rel="canonical" href="([^"]+)"/.exec(both.files.get(file)?.toString() ?? "") ?? [];
        // The number after a list's last page is a second address of the first.
        const own = path.includes("/page/") ? new URL(canonical).pathname : putBelow(both.base, path);
        expect([file, response?.status, response?.headers.get("Location")]).toEqual([file, 301, `${own}?a=1`]);
      }
    });
  });
}

describeSite("a site with a base, several languages and long lists", "https://fjord.example/blog", (cwd) => writeFiles(cwd, SITE));

describeSite("the sample site", "https://ines.example", async (cwd) => {
  await copySampleContent(cwd);
  writeFiles(cwd, { "octavo.config.mjs": "export default { website: true };\n" });
});

describe("a site whose pages are left to programs", () => {
  let cwd: string;
  let whole: ReadonlyMap<string, Buffer>;
  let part: ReadonlyMap<string, Buffer>;
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), "octavo-edge-"));
    writeFiles(cwd, SITE);
    const build = async (outDir: string): Promise<ReadonlyMap<string, Buffer>> => {
      expect((await buildIn(cwd, { outDir: join(cwd, outDir), scripts })).ok).toBe(true);
      return bytesBelow(join(cwd, outDir));
    };
    whole = await build("whole");
    writeFiles(cwd, { "octavo.config.mjs": SITE["octavo.config.mjs"]?.toString().replace("true", '{ render: "edge" }') ?? "" });
    part = await build("part");
  }, BUILD_TIMEOUT_MS);
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  it("has files for pages of which there are few, and programs render the same bytes for all others", async () => {
    const read: ReadFile = async (path) => (part.get(path) as Uint8Array<ArrayBuffer> | undefined) ?? null;
    const manifests = createManifestSource({ read, maxAgeMs: 0, now: () => 0 });
    const pages = createPagesOnRequest({ read, base: "/blog", manifests, findPage: findDocumentOrList });
    const files: string[] = [];
    for (const [file, bytes] of whole) {
      if (!file.endsWith(".html")) continue;
      const isFile = part.has(file);
      if (isFile) files.push(file);
      const page = await pages.find(new Request(`http://localhost${toPath(file)}`), toPath(file));
      expect([file, (await page?.text()) ?? part.get(file)?.toString(), page === null]).toEqual([file, bytes.toString(), isFile]);
    }
    expect(files.sort()).toEqual([
      ...["404.html", "about.html", "albums/sea.html", "archive.html", "archive/2021.html", "archive/2022.html", "archive/2023.html"],
      ...["archive/2024.html", "archive/undated.html", "authors.html", "books.html", "categories.html", "de/books/tides.html"],
      ...["de/projects.html", "de/projects/loom.html", "index.html", "photos.html", "photos/grey.html", "projects.html"],
      // The first page of a tag also shows its projects and photos.
      ...["projects/loom.html", "search.html", "series.html", "series/walks.html", "services.html", "tags.html", "tags/wet.html"],
      "tags/wet/page/3.html",
    ]);
  });
});
