import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { isPageFolder, isPublicFile } from "../../../cli/pages/page-folders.ts";
import { FORMER_SITES } from "../adopt/former-sites.ts";
import { askRaw, type Serving, serveSite } from "../serving.ts";
import { createTestIo } from "../test-io.ts";

let cwd: string;
let serving: Serving | null = null;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "octavo-folders-")));
});
afterEach(async () => {
  await serving?.stop();
  serving = null;
  await rm(cwd, { recursive: true, force: true, maxRetries: 5 });
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
}

/** Files that an attacker would request, and the page that exposed the whole folder. */
const AROUND = {
  "index.html": "<!doctype html><title>Mine</title>",
  ".env": "KEY=1",
  ".git/config": "[core]",
  "package.json": "{}",
  "data/backup-2026.db": "x",
  "assets/data.json": "{}",
  "notes/private.txt": "x",
};

/** Ways to write a path that some servers treat as the same path. */
function spellingsOf(path: string): readonly string[] {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const hex = `%${path.charCodeAt(0).toString(16)}`;
  return [
    `/${encoded}`,
    `//${encoded}`,
    `/./${encoded}`,
    `/x/../${encoded}`,
    `/x/%2e%2e/${encoded}`,
    `/${encoded}/`,
    `/${hex}${encoded.slice(1)}`,
    `/${encoded.replaceAll("/", "%2f")}`,
    `/${encoded.replaceAll("/", "//")}`,
    `/${encoded}%00.html`,
    `/${encoded}.`,
    `/${encoded.toUpperCase()}`,
    `/assets/..%2f${encoded}`,
    `/assets/..%5c${encoded}`,
    `/assets/%2e%2e%2f${encoded}`,
  ];
}

async function serveWholeProject(): Promise<void> {
  const [name] = (await readdir(cwd)).filter((file) => file.startsWith("octavo.config."));
  const text = name === undefined ? "" : await readFile(join(cwd, name), "utf8");
  const file = name ?? "octavo.config.mjs";
  await rm(join(cwd, file), { force: true });
  await writeFile(join(cwd, `before-${file}`), text === "" ? "export default {};\n" : text);
  await writeFile(join(cwd, file), `import config from "./before-${file}";\nexport default { ...config, static: ["."] };\n`);
}

/**
 * Files of the project. The built site is public anyway, so one file stands for each of its
 * folders.
 */
async function listFiles(): Promise<readonly string[]> {
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => relative(cwd, join(entry.parentPath, entry.name)));
  const built = Map.groupBy(files.filter(isBuilt), dirname);
  return [...files.filter((file) => !isBuilt(file)), ...[...built.values()].flatMap(([first = ""]) => first)];
}

function isBuilt(file: string): boolean {
  return file.startsWith(".octavo/local/");
}

/**
 * The configuration of the new site, as init writes it now, and as earlier versions wrote it, with
 * the whole project as the static folder.
 */
const CONFIGURATIONS = Object.entries(FORMER_SITES).flatMap(([name, site]) => [
  [name, "as init configures it", site, false] as const,
  [name, 'with static: ["."]', site, true] as const,
]);

describe("start in the folder of another generator's site, with an index.html in it", () => {
  it.each(CONFIGURATIONS)(
    "shows strangers no file of %s, %s",
    async (_name, _configuration, { files, config }, servesAll) => {
      const { content = "content" } = config as { readonly content?: string };
      await write({ ...AROUND, [`${content}/index.html`]: "<!doctype html>", ...files });
      expect(await main(["init"], createTestIo({ cwd }))).toBe(0);
      if (servesAll) await serveWholeProject();
      serving = await serveSite(cwd, "start", "--future", "--drafts");
      expect(serving.io.err().includes("but is a static folder")).toBe(servesAll);
      const seen: (readonly [string, number | undefined])[] = [];
      const all = (await listFiles()).filter((file) => !file.startsWith(".octavo/cache/"));
      expect(all).toContain("data/secrets.json");
      const { port } = serving;
      for (const file of all) {
        const below = file.startsWith(`${content}/`) ? [file.slice(content.length + 1)] : [];
        // Published files have their own paths, below a few roots.
        const paths = [file, ...below]
          .flatMap(spellingsOf)
          .filter((path) => !/^\/(?:api|index|media)\//.test(new URL(`http://localhost${path}`).pathname));
        const answers = await Promise.all(paths.map(async (path) => [path, (await askRaw(port, path)).status] as const));
        seen.push(...answers.filter(([, status]) => status !== 404));
      }
      expect(seen).toEqual([]);
    },
    60_000,
  );
});

it("start shows no source that a collection includes, whatever its extension", async () => {
  await write({
    "octavo.config.mjs": 'export default { content: ".", collections: { posts: "site/posts/**/*.{html,txt}" }, public: "site" };\n',
    "site.yaml": "name: Ines\nurl: https://ines.example\n",
    "site/index.html": "<!doctype html><title>Mine</title>",
    "site/posts/draft.html": "---\ntitle: Draft\ndate: 2024-01-01\ndraft: true\n---\n<p>Hidden</p>\n",
    "site/posts/public.html": "---\ntitle: Public\ndate: 2024-01-01\n---\n<p>Rain</p>\n",
    "site/notes.txt": "for visitors",
  });
  serving = await serveSite(cwd, "start");
  const statuses = async (...paths: readonly string[]): Promise<unknown> =>
    await Promise.all(paths.map(async (path) => (await askRaw(serving?.port ?? 0, path)).status));
  expect(await statuses("/posts/draft.html", "/posts/draft", "/posts/public.html")).toEqual([404, 404, 404]);
  expect(await statuses("/", "/notes.txt")).toEqual([200, 200]);
});

describe("a page folder", () => {
  const places = () => ({
    roots: [cwd],
    contentDir: join(cwd, "site/content"),
    takesFile: (path: string) => path.startsWith("static/posts/"),
    configFiles: [join(cwd, "settings/octavo.config.ts")],
    database: join(cwd, "var/data/octavo.db"),
  });

  it.each([
    [".", false],
    ["..", false],
    ["site", false],
    ["site/content", false],
    ["site/content/static", true],
    ["settings", false],
    ["var", false],
    ["var/data", false],
    ["var/data/public", true],
    ["public", true],
    ["missing", true],
    ["leads-up", false],
    ["leads-to-content", false],
  ])("%s can be one: %s", async (folder, expected) => {
    await write({ "site/content/static/a.txt": "", "settings/a.txt": "", "var/data/public/a.txt": "", "public/a.txt": "" });
    await symlink(cwd, join(cwd, "leads-up"));
    await symlink(join(cwd, "site/content"), join(cwd, "leads-to-content"));
    expect(isPageFolder(join(cwd, folder), places())).toBe(expected);
  });

  it.each([
    ["public/index.html", true],
    ["public/readme.md", true],
    ["site/content/static/index.html", true],
    ["site/content/static/draft.md", false],
    ["site/content/static/posts/draft.html", false],
    ["public/static/posts/draft.html", true],
    ["site/content/static/SITE.YAML", false],
    ["public/octavo.config.ts", false],
    ["settings/octavo.config.ts", false],
    ["var/data/octavo.db-wal", false],
    ["var/data/anything.txt", false],
    ["var/data/public/a.txt", true],
  ])("may show %s: %s", (file, expected) => {
    expect(isPublicFile(join(cwd, file), places())).toBe(expected);
  });
});
