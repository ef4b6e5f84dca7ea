import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { serveSite } from "../../cli/serving.ts";
import { createSite, type SiteFixture } from "../../cli/site-fixture.ts";
import { createTestIo } from "../../cli/test-io.ts";

let site: SiteFixture;

beforeEach(async () => {
  site = await createSite({
    "public/CNAME": "marsh.example",
    "public/.well-known/security.txt": "Contact: mailto:ines@marsh.example",
    "public/admin/index.html": "<!doctype html><title>Editor</title>",
    "public/admin/config.yml": "backend: {}",
  });
});
afterEach(() => site.remove());

async function build(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  const io = createTestIo({ cwd: site.cwd });
  const code = await main(["build", ...args], io);
  return { code, said: io.out() + io.err() };
}

const inDist = (path: string): string => join(site.cwd, "dist", path);
const read = (path: string): Promise<string | null> => readFile(inDist(path), "utf8").catch(() => null);

describe("the folder public", () => {
  it("is copied to the site byte for byte, and the build lists new files", async () => {
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, at) => at % 251));
    await writeFile(join(site.cwd, "public/score.bin"), bytes);
    const { code, said } = await build();
    expect(code).toBe(0);
    expect(said).toContain(
      "new in the site, from the folder public: .well-known/security.txt, CNAME, admin/config.yml, admin/index.html, score.bin",
    );
    expect((await readFile(inDist("score.bin"))).equals(bytes)).toBe(true);
    expect([await read("CNAME"), await read(".well-known/security.txt")]).toEqual(["marsh.example", "Contact: mailto:ines@marsh.example"]);
  });

  it("is copied again only if a file differs; deleted files are removed", async () => {
    await build();
    const before = await stat(inDist("CNAME"));
    await site.write("public/admin/config.yml", "backend: { name: git }");
    await rm(join(site.cwd, "public/.well-known"), { recursive: true });
    const { said } = await build("--json");
    expect(JSON.parse(said)).toMatchObject({ stats: { files: { written: 1, removed: 1 } } });
    const after = await stat(inDist("CNAME"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect([await read("admin/config.yml"), await read(".well-known/security.txt")]).toEqual(["backend: { name: git }", null]);
    await rm(join(site.cwd, "public"), { recursive: true });
    await build();
    expect((await readdir(join(site.cwd, "dist"))).filter((name) => ["CNAME", "admin", ".well-known"].includes(name))).toEqual([]);
  });

  it("is found to have changed even if size and time are the same", async () => {
    await build();
    const file = join(site.cwd, "public/CNAME");
    await utimes(file, 1, 1);
    await build();
    await writeFile(`${file}.new`, "MARSH.example");
    await utimes(`${file}.new`, 1, 1);
    await rename(`${file}.new`, file);
    await build();
    expect(await read("CNAME")).toBe("MARSH.example");
  });

  it.each([
    ["api/v1/posts.json", "/api/v1 is an address of the API or its server"],
    ["Media/a.png", "/media is an address of the API or its server"],
    ["API/v1.json", "/api/v1 is an address of the API"],
    ["feed.xml.gz", "write feeds: { rss: false } in the configuration"],
    ["healthz", "/healthz is an address of the API or its server"],
    ["_hosts/nginx/x", "/_hosts is an address of the API or its server"],
    ["feed.xml", "write feeds: { rss: false } in the configuration"],
    ["sitemap-1.xml", "write sitemap: false in the configuration"],
    ["robots.txt", "write robots: false in the configuration"],
    ["octavo-elements.js", "write scripts: false in the configuration"],
  ])("may not have %s: the error names both", async (name, why) => {
    await site.write(`public/${name}`, "x");
    for (const command of ["check", "build"]) {
      const io = createTestIo({ cwd: site.cwd });
      expect(await main([command], io)).toBe(1);
      expect(io.out() + io.err()).toContain(`public/${name}`);
      expect(io.out() + io.err()).toContain(`would be /${name} of the site`);
      expect(io.out() + io.err()).toContain(why);
    }
  });

  it("may contain a robots.txt if the build writes none, but none of a host's files", async () => {
    await site.write("octavo.config.mjs", "export default { robots: false };\n");
    await site.write("public/robots.txt", "User-agent: *");
    await site.write("public/_redirects", "/a /b");
    expect((await build()).code).toBe(0);
    expect([await read("robots.txt"), await read("_redirects")]).toEqual(["User-agent: *", "/a /b"]);
    await site.write("public/_headers", "/*");
    await site.write("public/.assetsignore", "x");
    await site.write("public/_routes.json", "{}");
    const { code, said } = await build("--host", "cloudflare");
    expect([code, said.includes("public/_routes.json")]).toEqual([1, true]);
    expect(said).toContain("the build writes that file for the host");
  });

  it("does not publish names with a dot, links that lead out, pipes and names that no host serves, and says so", async () => {
    const folder = join(site.cwd, "public");
    for (const name of [".env", ".git/config", "notes/.htaccess", "c#.txt", "why?.txt"])
      await site.write(`public/${name}`, "withheld words");
    await site.write("secret.txt", "withheld words");
    await symlink(join(site.cwd, "secret.txt"), join(folder, "out.txt"));
    await symlink(join(folder, ".env"), join(folder, "hidden.txt"));
    await symlink(folder, join(folder, "admin/around"));
    await symlink(join(folder, "nowhere"), join(folder, "broken.txt"));
    await symlink(join(folder, "CNAME"), join(folder, "inside.txt"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const { code, said } = await build();
    expect(code).toBe(0);
    const texts = await Promise.all(
      (await readdir(inDist(""), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")),
    );
    expect(texts.filter((text) => text.includes("withheld words"))).toEqual([]);
    expect(await read("inside.txt")).toBe("marsh.example");
    for (const text of [
      ".env, .git, notes/.htaccess are not published: names that begin with a dot are private",
      "it leads to secret.txt",
      "it leads to public/.env",
      "it leads to a folder that contains it",
      "it is a link that leads nowhere",
      "it is a pipe, a socket or a device",
      "public/c#.txt:1:1  warning  is not published: not every host can serve such a name",
      "public/why?.txt:1:1  warning  is not published: not every host can serve such a name",
    ])
      expect(said).toContain(text);
    expect((await build("--strict")).code).toBe(1);
  });

  it.each([
    ["content", "would be published, and with it content"],
    [".", "and with it the project"],
    ["data", "and with it data/octavo.db"],
    ["nowhere", "the folder nowhere, which `public` names, does not exist"],
  ])("is not %s", async (folder, why) => {
    await mkdir(join(site.cwd, "data"), { recursive: true });
    await site.write("octavo.config.mjs", `export default { public: "${folder}" };\n`);
    const { code, said } = await build();
    expect([code, said]).toEqual([1, expect.stringContaining(why)]);
    expect(await read("CNAME")).toBeNull();
  });

  it.each([
    ['{ static: ["public"] }', null],
    ['{ static: "static" }', null],
    ["{ public: false }", null],
    ['{ static: "static", public: "public" }', "marsh.example"],
    ["{}", "marsh.example"],
  ])("with %s publishes its CNAME as %j", async (config, expected) => {
    await site.write("octavo.config.mjs", `export default ${config};\n`);
    expect((await build()).code).toBe(0);
    expect(await read("CNAME")).toBe(expected);
  });

  it("is not a static folder, but its pictures are still found", async () => {
    await site.write("octavo.config.mjs", 'export default { static: ["public/"], public: "public" };\n');
    expect((await build()).said).toContain('"public" is also listed in `static`');
    await site.write("octavo.config.mjs", 'export default { static: "static", public: "public" };\n');
    await site.write("public/notes.csv", "a,b");
    await site.write("content/posts/table.md", "---\ntitle: Table\npublishedAt: 2026-01-03\n---\n\n[notes](/notes.csv)\n");
    expect((await build()).code).toBe(0);
    expect(await read("api/v1/posts/table.json")).toMatch(/media\/notes\.[0-9a-f]{16}\.csv/);
  });

  it.each([["start"], ["dev"]])("is served by %s as it is by the built site", async (command) => {
    await build();
    const live = await serveSite(site.cwd, command);
    const ask = async (path: string, port = live.port): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, answer.status === 200 ? await answer.text() : ""];
    };
    const paths = ["/CNAME", "/.well-known/security.txt", "/admin/", "/admin/config.yml", "/missing.txt"];
    const shown = await Promise.all(paths.map((path) => ask(path)));
    if (command === "dev") {
      await site.write("public/ads.txt", "none");
      await live.io.waitFor("public/ads.txt: built in");
      expect(await ask("/ads.txt")).toEqual([200, "none"]);
    }
    await live.stop();
    expect(shown.map((one) => (one as number[])[0])).toEqual([200, 200, 200, 200, 404]);
    const built = await serveSite(site.cwd, "start", "--read-only");
    expect(await Promise.all(paths.map((path) => ask(path, built.port)))).toEqual(shown);
    await built.stop();
  });
});
