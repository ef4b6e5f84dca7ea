import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runWith, startWith } from "./installed.ts";

/** From nothing to the first answer, with everything in npm's cache. */
const FIRST_ANSWER_MAX_MS = 60_000;
const [, create] = inject("tarballs");

describe.each(inject("nodes"))("a new user with two tarballs and Node %s", (_version, node) => {
  let folder: string;
  let site: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "octavo-stranger-"));
    site = join(folder, "my-site");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const npm = (...args: string[]): Promise<{ readonly stdout: string }> => runWith(node, site, "npm", [...args, "--no-audit", "--no-fund"]);

  it("has a site and its first answer in less than a minute", async () => {
    const begun = performance.now();
    const args = ["exec", "--yes", "--package", create?.file ?? "", "--", "create-octavo", "my-site", "--name", "Ines Aas", "--yes"];
    const { stdout } = await runWith(node, folder, "npm", args);
    expect(stdout).toMatch(/Now type\n\n {2}cd my-site && npm install\n {2}npm run dev\n$/);
    await npm("install", "--ignore-scripts");
    const server = await startWith(node, site, "npm", ["run", "dev", "--", "--port", "0"]);
    try {
      const answer = await fetch(`${server.url}/api/v1/posts`);
      expect([answer.status, (await answer.json()).items[0].slug]).toEqual([200, "hello"]);
      expect(performance.now() - begun).toBeLessThan(FIRST_ANSWER_MAX_MS);
      await writeFile(
        join(site, "content/posts/second.md"),
        "---\ntitle: A second post\npublishedAt: 2026-01-31\n---\n\nWritten while it is served.\n",
      );
      await expect.poll(async () => (await fetch(`${server.url}/api/v1/posts/second`)).status, { timeout: 20_000 }).toBe(200);
    } finally {
      await server.stop();
    }
  }, 240_000);

  it("has editor settings that name existing schemas, and writes another post", async () => {
    const settings: { readonly "yaml.schemas": object } = JSON.parse(await readFile(join(site, ".vscode/settings.json"), "utf8"));
    const schemas = Object.keys(settings["yaml.schemas"]);
    expect(schemas).toContain("./node_modules/octavo/schemas/site.json");
    for (const path of schemas) expect(JSON.parse(await readFile(join(site, path), "utf8"))).toHaveProperty("title");
    const { stdout } = await runWith(node, site, "npx", ["--no", "octavo", "new", "post", "A third post", "--draft"]);
    expect(stdout).toBe("content/posts/a-third-post.md\n");
  }, 60_000);

  it("reads another generator's configuration in TypeScript", async () => {
    const other = join(folder, "other");
    await mkdir(join(other, "blog"), { recursive: true });
    await writeFile(
      join(other, "docusaurus.config.ts"),
      "const config: object = { title: 'Other', url: 'https://other.example' };\nexport default config;\n",
    );
    await writeFile(join(other, "blog/a.md"), "---\ntitle: A\ndate: 2024-01-02\n---\nText.\n");
    const { stdout } = await runWith(node, site, "npx", ["--no", "octavo", "init", "../other"]);
    expect(stdout).toContain("site of    Docusaurus, read from docusaurus.config.ts\n");
    expect(stdout).toContain("octavo check finds 1 post, 0 errors and 0 warnings\n");
  }, 60_000);

  it("imports the exports of WordPress and Ghost", async () => {
    const other = join(folder, "exports");
    await mkdir(other);
    const post = { id: "1", title: "Fog", slug: "fog", html: "<p>Fog.</p>", type: "post", status: "published", visibility: "public" };
    const posts = [{ ...post, published_at: "2021-05-31T21:30:00.000Z" }];
    await writeFile(join(other, "ghost.json"), JSON.stringify({ db: [{ meta: { version: "5.80.0" }, data: { posts } }] }));
    await writeFile(
      join(other, "export.xml"),
      `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Ice</title><content:encoded><![CDATA[Ice.]]></content:encoded><wp:post_id>2</wp:post_id><wp:post_date>2019-05-31 21:30:00</wp:post_date>
<wp:post_date_gmt>2019-05-31 21:30:00</wp:post_date_gmt><wp:post_name>ice</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`,
    );
    for (const args of [
      ["ghost", "ghost.json"],
      ["wordpress", "export.xml"],
    ]) {
      const command = [join(site, "node_modules/octavo/bin/octavo.mjs"), "import", ...args];
      expect((await runWith(node, other, "node", command)).stdout).toMatch(/[12] files? written to content, 0 already present/);
    }
    await expect(readFile(join(other, "content/posts/2021/2021-05-31-fog.md"), "utf8")).resolves.toContain("title: Fog");
    await expect(readFile(join(other, "content/posts/2019/2019-05-31-ice.md"), "utf8")).resolves.toContain("title: Ice");
  }, 60_000);

  it("finds nothing wrong in it, builds it, and serves the result", async () => {
    expect((await npm("run", "check")).stdout).toContain("2 documents checked: no mistakes");
    expect((await npm("run", "build")).stdout).toContain("documents  2 posts");
    const server = await startWith(node, site, "npx", ["--no", "octavo", "start", "--read-only", "--port", "0"]);
    try {
      const answer = await fetch(`${server.url}/api/v1/posts?tag=notes`);
      expect((await answer.json()).items.map(({ slug }: { slug: string }) => slug)).toEqual(["hello"]);
    } finally {
      await server.stop();
    }
  }, 120_000);

  it.each([
    ["npm run dev", "npm", ["run", "dev", "--", "--port", "0"]],
    ["npx octavo start", "npx", ["--no", "octavo", "start", "--port", "0"]],
  ])(
    "stops the server when %s is told to stop",
    async (_, command, args) => {
      const server = await startWith(node, site, command, args);
      await server.stopAlone();
      await expect(fetch(server.url)).rejects.toThrow();
    },
    60_000,
  );
});
