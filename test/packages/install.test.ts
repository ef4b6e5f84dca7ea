import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { HOST_NAMES } from "../../hosts/host-names.ts";
import { runWith } from "./installed.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/**
 * 62.02 MB. Of the last megabyte, KaTeX takes 0.3, encrypted backups 0.2, the websites' Workers
 * 0.3, and fonts for cards 0.1.
 */
const INSTALLED_MAX_BYTES = 63_000_000;
const HOSTS = ["--host", HOST_NAMES.join(","), "--now", "2026-06-01T12:00:00Z", "--quiet"];
const [octavo] = inject("tarballs");
/** A site that the source tree has built. */
const source = await mkdtemp(join(tmpdir(), "octavo-source-"));

beforeAll(async () => {
  await writeContent(source);
  await runWith(process.execPath, source, "node", [join(ROOT, "bin/octavo.mjs"), "build", ...HOSTS]);
}, 120_000);
afterAll(() => rm(source, { recursive: true, force: true }));

/** A document of each kind, and a photograph. */
async function writeContent(site: string): Promise<void> {
  await cp(join(ROOT, "test/fixtures/sites/small/content"), join(site, "content"), { recursive: true });
  for (const name of ["heron-at-low-water.md", "heron-at-low-water.jpg"]) {
    await cp(join(ROOT, "content/photos", name), join(site, "content/photos", name));
  }
}

async function listFolder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

describe.each(inject("nodes"))("octavo from its tarball, under Node %s", (version, node) => {
  let site: string;

  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), "octavo-site-"));
    await writeFile(join(site, "package.json"), JSON.stringify({ name: "site", private: true, type: "module" }));
    await writeContent(site);
    await runWith(node, site, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", octavo?.file ?? ""]);
  }, 300_000);
  afterAll(() => rm(site, { recursive: true, force: true }));

  it("runs under that Node, and the command prints its own version", async () => {
    expect((await runWith(node, site, "node", ["--version"])).stdout).toBe(`v${version}\n`);
    expect((await runWith(node, site, "npx", ["octavo", "--version"])).stdout).toBe(`${octavo?.version}\n`);
  });

  it(`takes at most ${INSTALLED_MAX_BYTES / 1_000_000} MB with all that it needs`, async () => {
    const files = await listFolder(join(site, "node_modules"));
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(site, "node_modules", file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(INSTALLED_MAX_BYTES);
  });

  it("builds the bytes that the source tree builds, with the files of all hosts", async () => {
    await runWith(node, site, "npx", ["octavo", "build", ...HOSTS]);
    const files = await listFolder(join(source, "dist"));
    expect(await listFolder(join(site, "dist"))).toEqual(files);
    expect(files.length).toBeGreaterThan(80);
    const differing = [];
    for (const file of files) {
      const [own, packed] = await Promise.all([source, site].map((folder) => readFile(join(folder, "dist", file), "latin1")));
      if (own !== packed) differing.push(file);
    }
    expect(differing).toEqual([]);
  }, 120_000);

  it("reads TOML and a title with an HTML entity, and reports where a mistake is", async () => {
    const posts = join(site, "content/posts");
    await writeFile(join(posts, "toml.md"), '+++\ntitle = "Reeds &amp; rushes"\ndate = 2026-01-02\n+++\n\nText.\n');
    await writeFile(join(posts, "wrong.md"), "---\ntitle: Wrong\npublishedAt: 2024-13-01\n---\n\nText.\n");
    const checked = await runWith(node, site, "npx", ["octavo", "check"]).catch((error: unknown) => error);
    await rm(join(posts, "wrong.md"));
    expect(JSON.stringify(checked)).toContain("content/posts/wrong.md:3:14  error");
    await runWith(node, site, "npx", ["octavo", "build", "--quiet", "--out", "dist-toml"]);
    expect(JSON.parse(await readFile(join(site, "dist-toml/api/v1/posts/toml.json"), "utf8")).title).toBe("Reeds & rushes");
    await Promise.all([rm(join(posts, "toml.md")), rm(join(site, "dist-toml"), { recursive: true })]);
  });

  it("gives a configuration, an edge function and a client their types and values", async () => {
    const config = `import { defineConfig } from "octavo";
import { createReadHandler } from "octavo/edge";
import { PAGE_SIZE_MAX, type Post } from "octavo/contract";
const title = ({ title }: Post): string => title;
const handler = createReadHandler({ read: async () => null });
console.log(typeof title, (await handler(new Request("https://a.example/api/v1/posts"))).status, PAGE_SIZE_MAX);
export default defineConfig({ content: "content", markdown: { remarkPlugins: [] } });
`;
    await writeFile(join(site, "use.ts"), config);
    expect((await runWith(node, site, "node", ["use.ts"])).stdout).toBe("function 503 100\n");
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--target",
      "es2023",
      "--module",
      "nodenext",
      "--lib",
      "es2023,dom",
      "--types",
      "",
    ];
    await runWith(process.execPath, site, join(ROOT, "node_modules/.bin/tsc"), [...options, "use.ts"]);
  }, 60_000);

  it("reports on one line that a Node is too old", async () => {
    // It reads only the version, so the test needs no old Node to see the message.
    const bin = JSON.stringify(join(site, "node_modules/octavo/bin/octavo.mjs"));
    const script = `Object.defineProperty(process.versions, "node", { value: "20.19.0" }); await import(${bin});`;
    const refused = await runWith(node, site, "node", ["--input-type=module", "-e", script]).catch((error) => error);
    const stderr = "octavo: this is Node 20.19.0, but Octavo needs 22.18 or newer. Get it from https://nodejs.org\n";
    expect(refused).toMatchObject({ stdout: "", stderr, code: 1 });
  });
});
