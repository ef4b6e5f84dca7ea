import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMAND_NAMES, loadCommands } from "../../cli/commands/all.ts";
import { main } from "../../cli/main.ts";
import { createSite, post, type SiteFixture } from "./site-fixture.ts";
import { createTestIo, type TestIo } from "./test-io.ts";

let site: SiteFixture;
let io: TestIo;

beforeEach(async () => {
  site = await createSite();
  io = createTestIo({ cwd: site.cwd });
});
afterEach(() => site.remove());

const readPosts = async (folder = "dist"): Promise<string[]> => {
  const list: { items: { slug: string }[] } = JSON.parse(await readFile(join(site.cwd, folder, "api/v1/posts.json"), "utf8"));
  return list.items.map((item) => item.slug);
};
const exists = (name: string): Promise<boolean> =>
  stat(join(site.cwd, name)).then(
    () => true,
    () => false,
  );
const CONFIG_OF_BROKEN_PLUGINS = `function remarkShout() { throw new Error("no word"); }
export default {
  markdown: { remarkPlugins: [remarkShout], rehypePlugins: [() => null.a] },
};
`;
const BROKEN = post("Broken", "2024-13-01");

describe("octavo", () => {
  it("shows in its help how it was called: by npm create octavo", async () => {
    const called = createTestIo({ cwd: site.cwd, env: { CREATE_OCTAVO_USAGE: "npm create octavo [folder] --" } });
    expect(await main(["init", "--help"], called)).toBe(0);
    expect(called.out()).toContain("Usage: npm create octavo [folder] -- [options]\n");
    expect(await main(["init", "--help"], io)).toBe(0);
    expect(io.out()).toContain("Usage: octavo init [folder] [options]\n");
  });

  it("shows its commands, and a command's options", async () => {
    expect(await main(["--help"], io)).toBe(0);
    for (const name of ["build", "start", "dev", "check"]) {
      expect(io.out()).toContain(`\n  ${name} `);
      const each = createTestIo();
      expect(await main([name, "--help"], each)).toBe(0);
      expect(each.out()).toContain(`Usage: octavo ${name} [options]`);
      expect(each.out()).toContain("--debug");
      expect(each.err()).toBe("");
    }
  });

  it("loads each command by its own name", async () => {
    expect((await loadCommands()).map(({ name }) => name)).toEqual(COMMAND_NAMES);
  });

  it("fits each help text to the terminal, or to 80 columns without one, breaks between words, and leaves out nothing", async () => {
    for (const entry of await loadCommands()) {
      for (const name of [[entry.name], ...("commands" in entry ? entry.commands.map((command) => command.name.split(" ")) : [])]) {
        const open = (isTTY: boolean, columns: number): TestIo => createTestIo({ cwd: "/nowhere", isTTY, columns });
        const [wide, narrow, piped] = [open(true, 400), open(true, 80), open(false, 400)] as const;
        for (const each of [wide, narrow, piped]) expect(await main([...name, "--help"], each)).toBe(0);
        const tooWide = narrow
          .out()
          .split("\n")
          .filter((line) => line.length > 80);
        expect(
          tooWide.filter((line) => line.trim().includes(" ")),
          name.join(" "),
        ).toEqual([]);
        expect(narrow.out().split(/\s+/)).toEqual(wide.out().split(/\s+/));
        expect(narrow.out()).not.toMatch(/\n\n\n/);
        expect(piped.out()).toBe(narrow.out());
      }
    }
  });

  it("without a command, shows its commands on standard error, and fails", async () => {
    expect(await main([], io)).toBe(2);
    expect(io.out()).toBe("");
    expect(io.err()).toContain("Usage: octavo <command>");
  });

  it.each([
    [["serve"], 'octavo: unknown command "serve"\nhint: octavo start serves the site, octavo dev also rebuilds on save\n'],
    [["bild"], 'octavo: unknown command "bild"\nhint: did you mean "build"?\n'],
    [
      ["launch"],
      'octavo: unknown command "launch"\nhint: the commands are init, adopt, import, new, preview-link, build, start, dev, preview, check, publish, next-change, schema, types, api, doctor, desk, comments, inquiries, crm, notify, engagement, bans, spam-words, privacy, keys, db, secrets; octavo --help shows more\n',
    ],
    [["--content", "x"], expect.stringContaining('octavo: the command comes first, "--content" after it\n')],
    [["build", "posts"], 'octavo: unexpected "posts"\nhint: options begin with --; a folder is given as --content <folder>\n'],
    [
      ["privacy", "erase", "olga@mail.example"],
      'octavo: unexpected "olga@mail.example"\nhint: want octavo privacy erase --email olga@mail.example\n',
    ],
    [["build", "--", "posts"], 'octavo: unexpected "posts"\nhint: options begin with --; a folder is given as --content <folder>\n'],
    [["build", "--contnet", "x"], 'octavo: unknown option --contnet\nhint: did you mean "--content"?\n'],
    [["comments", "list", "--state", "aproved"], 'octavo: --state has "aproved"\nhint: did you mean "approved"?\n'],
    [
      ["comments", "list", "--state", "pending,x"],
      'octavo: --state has "x"\nhint: want pending, approved, rejected, spam, deleted or all; commas separate several\n',
    ],
  ])("explains %j in a line and a hint, with exit code 2", async (args, said) => {
    expect(await main(args, io)).toBe(2);
    expect(io.err()).toEqual(said);
    expect(io.out()).toBe("");
  });

  it("shows a stack only with --debug", async () => {
    await main(["build", "--nothing"], io);
    expect(io.err()).not.toContain("    at ");
    await main(["build", "--nothing", "--debug"], io);
    expect(io.err()).toContain("    at ");
  });
});

describe("octavo build", () => {
  it("writes dist and ends with a table", async () => {
    expect(await main(["build"], io)).toBe(0);
    expect(await readPosts()).toEqual(["first-ice"]);
    expect(io.err()).toBe("");
    expect(io.out()).toMatch(/^documents {2}1 post, 0 projects/m);
    expect(io.out()).toMatch(/^files {6}\d+ written, 0 unchanged, 0 removed in dist\/$/m);
    expect(io.out()).toMatch(/^time .*parse \d/m);
  });

  it("shows all mistakes, writes nothing and fails", async () => {
    await site.write("content/posts/broken.md", BROKEN);
    await site.write("content/posts/other.md", post("Other", "2026-01-01", "titel: x\n"));
    expect(await main(["build"], io)).toBe(1);
    expect(io.err()).toContain("content/posts/broken.md:3:14  error  publishedAt:");
    expect(io.err()).toContain("content/posts/other.md:4:1  error  ");
    expect(io.err()).toContain("2 errors in 2 files\nnothing was written: fix");
    expect(await exists("dist")).toBe(false);
  });

  it("leaves the last good dist as it is when it fails", async () => {
    await main(["build"], io);
    await site.write("content/posts/broken.md", BROKEN);
    expect(await main(["build"], io)).toBe(1);
    expect(await readPosts()).toEqual(["first-ice"]);
  });

  it("fails on warnings only with --strict", async () => {
    await site.write("content/posts/undated.md", "---\ntitle: Undated\n---\n\nNo day was written down.\n");
    expect(await main(["build"], io)).toBe(0);
    expect(io.err()).toContain("warning");
    const strict = createTestIo({ cwd: site.cwd, env: { OCTAVO_STRICT: "1" } });
    expect(await main(["build"], strict)).toBe(1);
    expect(strict.err()).toContain("warnings fail under --strict");
  });

  it("uses the clock, and states when to build again", async () => {
    await site.write("content/posts/later.md", post("Later", "2026-07-01T08:00:00Z"));
    await site.write("content/posts/draft.md", post("Draft", "2026-01-01", "draft: true\n"));
    await main(["build"], io);
    expect(await readPosts()).toEqual(["first-ice"]);
    expect(io.out()).toContain("2026-07-01T08:00:00.000Z: the public site changes");
    await main(["build", "--now", "2026-07-01T08:00:00Z"], io);
    expect(await readPosts()).toEqual(["later", "first-ice"]);
    await main(["build", "--future", "--drafts", "--out", "all"], io);
    expect((await readPosts("all")).sort()).toEqual(["draft", "first-ice", "later"]);
  });

  it("reads folders from the command line, the environment and the configuration, in that order", async () => {
    await site.write("octavo.config.mjs", `export default { out: "from-config" };\n`);
    await main(["build"], io);
    expect(await exists("from-config/index/v1/manifest.json")).toBe(true);
    await main(["build"], createTestIo({ cwd: site.cwd, env: { OCTAVO_OUT: "from-env" } }));
    expect(await exists("from-env/index/v1/manifest.json")).toBe(true);
    await main(["build", "--out", "from-args"], createTestIo({ cwd: site.cwd, env: { OCTAVO_OUT: "from-env-2" } }));
    expect(await exists("from-args/index/v1/manifest.json")).toBe(true);
    expect(await exists("from-env-2")).toBe(false);
  });

  it("uses the configuration that --config names, with its folders beside it", async () => {
    await site.write("settings/winter.mjs", `export default { content: "../content", out: "winter" };\n`);
    expect(await main(["build", "--config", "settings/winter.mjs"], io)).toBe(0);
    expect(await exists("settings/winter/index/v1/manifest.json")).toBe(true);
    expect(await main(["build", "--config", "settings/summer.mjs"], io)).toBe(1);
    expect(io.err()).toContain("settings/summer.mjs:1:1  error  there is no such file");
  });

  it("warns about a variable that nothing reads, and uses the others", async () => {
    const mistyped = createTestIo({ cwd: site.cwd, env: { OCTAVO_OTU: "x", OCTAVO_OUT: "y", OCTAVO_RATE_LIMITS: "off", OTHER: "1" } });
    expect(await main(["build"], mistyped)).toBe(0);
    expect(mistyped.err()).toBe('warning: OCTAVO_OTU is set, but nothing reads it\nhint: did you mean "OCTAVO_OUT"?\n');
  });

  it("explains an invalid configuration, and builds nothing", async () => {
    await site.write("octavo.config.mjs", `export default { contnet: "x" };\n`);
    expect(await main(["build"], io)).toBe(1);
    expect(io.err()).toContain("octavo.config.mjs:1:");
    expect(await exists("dist")).toBe(false);
  });

  it.each(["--server", "--reader"])("refuses %s without --host", async (option) => {
    expect(await main(["build", option, "https://api.ines.example"], io)).toBe(2);
    expect(io.err()).toContain(`${option} goes with --host`);
    expect(await exists("dist")).toBe(false);
  });

  it("refuses --server for a site that states that it has no write server", async () => {
    await site.write("octavo.config.mjs", "export default { website: { writeServer: false } };\n");
    expect(await main(["build", "--host", "nginx", "--server", "https://api.ines.example"], io)).toBe(2);
    expect(io.err()).toContain("--server and website: { writeServer: false } exclude each other");
    expect(await exists("dist")).toBe(false);
  });

  it("warns about a host's limits after writing the site, and fails then with --strict", async () => {
    await site.write("dist/media/film.mp4", "x".repeat(26 * 1024 * 1024));
    expect(await main(["build", "--host", "cloudflare,nginx"], io)).toBe(0);
    for (const host of ["Workers", "Pages"])
      expect(io.err()).toContain(
        `warning: Cloudflare ${host} allows at most 26.2 MB per file, and media/film.mp4 is 27.3 MB: host the file elsewhere`,
      );
    const strict = createTestIo({ cwd: site.cwd });
    expect(await main(["build", "--host", "cloudflare", "--strict", "--json"], strict)).toBe(1);
    const { limits } = JSON.parse(strict.out());
    expect(limits).toContainEqual(
      expect.objectContaining({ host: "Cloudflare Pages", of: "bytes of a file", level: "over", used: 27_262_976 }),
    );
    expect(limits).toContainEqual(expect.objectContaining({ host: "Cloudflare Pages", of: "files", level: "ok", max: 20_000 }));
  });

  it("reports a host's limit from 80 percent on", async () => {
    await site.write("dist/media/film.mp4", "x".repeat(22 * 1024 * 1024));
    expect(await main(["build", "--host", "cloudflare"], io)).toBe(0);
    expect(io.out()).toContain("notice: Cloudflare Workers allows at most 26.2 MB per file, and media/film.mp4 is 23.1 MB\n");
    expect(io.err()).toBe("");
  });

  it("refuses invalid --origins before it builds", async () => {
    expect(await main(["build", "--host", "nginx", "--origins", "blog.ines.example"], io)).toBe(2);
    expect(io.err()).toContain('"blog.ines.example", which is not an origin');
    expect(await exists("dist")).toBe(false);
    expect(await main(["build", "--host", "nginx", "--origins", "https://blog.ines.example"], io)).toBe(0);
    expect(await readFile(join(site.cwd, "dist/_hosts/nginx/octavo.conf"), "utf8")).toMatch(
      /marsh\W+example\|https:\/\/blog\W+ines\W+example/,
    );
  });

  it("reports which hosts' files a build without --host, or with fewer hosts, has removed", async () => {
    expect(await main(["build", "--host", "nginx,caddy,github-pages"], io)).toBe(0);
    expect(io.out()).not.toContain("notice:");
    expect(await main(["build", "--host", "nginx"], io)).toBe(0);
    expect(io.out()).toContain(
      "notice: removed the files of an earlier build for caddy, github-pages: use --host caddy,github-pages again",
    );
    const last = createTestIo({ cwd: site.cwd });
    expect(await main(["build"], last)).toBe(0);
    expect(last.out()).toContain("notice: removed the files of an earlier build for nginx: use --host nginx again, or set OCTAVO_HOSTS");
    expect(await exists("dist/_hosts")).toBe(false);
    const again = createTestIo({ cwd: site.cwd });
    expect(await main(["build"], again)).toBe(0);
    expect(again.out()).not.toContain("notice:");
  });

  it.each([
    ["http://api.ines.example", true],
    ["http://127.0.0.1.ines.example", true],
    ["http://192.168.1.4:3000", true],
    ["https://api.ines.example", false],
    ["http://127.0.0.1:3000", false],
    ["http://localhost:3000", false],
    ["http://[::1]:3000", false],
  ])("warns that --server %s is not encrypted: %s", async (server, said) => {
    expect(await main(["build", "--host", "nginx", "--server", server], io)).toBe(0);
    expect(io.out().includes(`notice: --server ${server} is not encrypted`)).toBe(said);
  });

  it("names the out folder in netlify.toml", async () => {
    expect(await main(["build", "--host", "netlify", "--out", "public/site"], io)).toBe(0);
    const toml = await readFile(join(site.cwd, "public/site/_hosts/netlify/netlify.toml"), "utf8");
    expect(toml).toContain('publish = "public/site"\n  edge_functions = "public/site/_hosts/netlify/edge-functions"\n');
  });

  it("leaves out the full-text index under --no-search", async () => {
    await main(["build", "--no-search"], io);
    expect(JSON.parse(await readFile(join(site.cwd, "dist/index/v1/manifest.json"), "utf8"))).toMatchObject({ search: null });
  });

  it("prints only problems with --quiet", async () => {
    expect(await main(["build", "--quiet"], io)).toBe(0);
    expect(io.out() + io.err()).toBe("");
  });

  it("keeps its cache out of git, unless somebody wants it there", async () => {
    expect(await main(["build"], io)).toBe(0);
    expect(await readFile(join(site.cwd, ".octavo/.gitignore"), "utf8")).toBe("*\n");
    await site.write(".octavo/.gitignore", "local\n");
    expect(await main(["build"], createTestIo({ cwd: site.cwd }))).toBe(0);
    expect(await readFile(join(site.cwd, ".octavo/.gitignore"), "utf8")).toBe("local\n");
  });

  it("also keeps a restored cache out of git", async () => {
    await site.write(".octavo/cache/site-0/last", "");
    expect(await main(["build"], io)).toBe(0);
    expect(await exists(".octavo/.gitignore")).toBe(true);
  });
});

describe("octavo check", () => {
  it("reports that all is well, and writes nothing", async () => {
    expect(await main(["check"], io)).toBe(0);
    expect(io.out()).toMatch(/^\d+ documents? checked: no mistakes\n$/);
    await site.write("content/posts/draft.md", post("Draft", "2026-01-31", "draft: true\n"));
    const again = createTestIo({ cwd: site.cwd });
    expect(await main(["check"], again)).toBe(0);
    expect(again.out()).toContain("checked: no mistakes\nnot public: 1 draft (--drafts and --future check them too)\n");
    expect(await exists("dist")).toBe(false);
  });

  it("lists mistakes on standard output and fails", async () => {
    await site.write("content/posts/broken.md", BROKEN);
    expect(await main(["check"], io)).toBe(1);
    expect(io.out()).toContain("content/posts/broken.md:3:14  error  publishedAt:");
    expect(await exists("dist")).toBe(false);
  });

  it("lists plugins that cannot be attached as mistakes of the configuration", async () => {
    await site.write("octavo.config.mjs", CONFIG_OF_BROKEN_PLUGINS);
    expect(await main(["check"], io)).toBe(1);
    const frame = `
  2 | export default {
  3 |   markdown: { remarkPlugins: [remarkShout], rehypePlugins: [() => null.a] },`;
    expect(
      io.out(),
    ).toBe(`octavo.config.mjs:3:30  error  markdown.remarkPlugins.0: remarkShout cannot be attached: no word (thrown at octavo.config.mjs:1:32; check its options, or remove it)${frame}
    |                              ^

octavo.config.mjs:3:60  error  markdown.rehypePlugins.0: this plugin cannot be attached: Cannot read properties of null (reading 'a') (thrown at octavo.config.mjs:3:72; check its options, or remove it)${frame}
    |                                                            ^

2 errors in 1 file
`);
    expect(io.err()).toBe("");
  });

  it("lists unpublished documents beside mistakes", async () => {
    await site.write("content/posts/broken.md", BROKEN);
    await site.write("content/posts/mood.md", "---\ntitle: Mood\npublishedAt: 2026-01-02\nmood: glad\n---\n\nGlad.\n");
    await site.write("octavo.config.mjs", 'export default { frontMatter: { unknownKeys: "collect" } };\n');
    expect(await main(["check"], io)).toBe(1);
    expect(io.out()).toContain("content/posts/broken.md:3:14  error  publishedAt:");
    expect(io.out()).toContain(
      'notice: posts: keys that are not published: mood (1 file); frontMatter: { extra: { posts: { document: ["mood"] } } } in octavo.config.ts publishes it',
    );
  });

  it("gives editors JSON", async () => {
    await site.write("content/posts/broken.md", BROKEN);
    expect(await main(["check", "--json"], io)).toBe(1);
    expect(io.err()).toBe("");
    expect(JSON.parse(io.out())).toMatchObject({
      ok: false,
      errors: 1,
      diagnostics: [{ severity: "error", file: "content/posts/broken.md", line: 3, column: 14, field: "publishedAt" }],
    });
  });
});
