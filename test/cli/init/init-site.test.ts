import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { main } from "../../../cli/main.ts";
import { readVersion } from "../../../cli/version.ts";
import { HOST_NAMES } from "../../../hosts/host-names.ts";
import { createTestIo, type TestIo, type TestIoOptions } from "../test-io.ts";

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "octavo-init-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly io: TestIo;
}

async function init(args: readonly string[], options: TestIoOptions = {}): Promise<Ran> {
  const io = createTestIo({ cwd, ...options });
  return { code: await main(["init", ...args], io), io };
}

const read = (path: string): Promise<string> => readFile(join(cwd, path), "utf8");

async function listFiles(folder = "."): Promise<string[]> {
  const entries = await readdir(join(cwd, folder), { recursive: true, withFileTypes: true });
  const start = join(cwd, folder).length + 1;
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(start))
    .sort();
}

const BLOG = [".gitignore", "content/favicon.svg", "content/posts/hello.md", "content/site.yaml", "octavo.config.ts", "package.json"];

describe("octavo init", () => {
  it("without a terminal, asks nothing, prints its choices, and ends with the two commands to run", async () => {
    const { code, io } = await init(["my-first_site"]);
    expect(code).toBe(0);
    expect(await listFiles("my-first_site")).toEqual(BLOG);
    for (const line of ["name       My first site", "address    https://my-first-site.invalid", "language   en", "deploy     none"])
      expect(io.out()).toContain(`${line}\n`);
    expect(io.out()).toMatch(/note: https:\/\/my-first-site\.invalid is a placeholder/);
    expect(io.out().endsWith("\nNow type\n\n  cd my-first_site && npm install\n  npm run dev\n")).toBe(true);
    expect(io.err()).toBe("");
  });

  it("writes a site in which check finds nothing wrong", async () => {
    await init(["."]);
    await rm(join(cwd, "octavo.config.ts"));
    const io = createTestIo({ cwd, now: "2026-06-01T12:00:00Z" });
    expect([await main(["check", "--strict"], io), io.err()]).toEqual([0, ""]);
  });

  it("invents an address that a build warns about, and refuses with --strict, until it is replaced", async () => {
    await init(["."]);
    await rm(join(cwd, "octavo.config.ts"));
    const build = async (...args: string[]): Promise<unknown[]> => {
      const io = createTestIo({ cwd, now: "2026-06-01T12:00:00Z" });
      return [await main(["build", ...args], io), io.err()];
    };
    const warned = expect.stringMatching(/content\/site\.yaml:\d+:\d+ {2}warning {2}https:\/\/[a-z0-9-]+\.invalid is a placeholder/);
    expect(await build("--strict")).toEqual([1, warned]);
    expect(await readdir(cwd)).not.toContain("dist");
    expect(await build()).toEqual([0, warned]);
    const said = (await read("content/site.yaml")).replace(/^url: .*$/m, "url: https://ines.example");
    await writeFile(join(cwd, "content/site.yaml"), said);
    expect(await build("--strict")).toEqual([0, ""]);
  });

  it("also writes an empty site", async () => {
    await init([".", "--template", "empty"]);
    expect(await listFiles()).toEqual(BLOG.filter((path) => !/favicon|posts\//.test(path)));
    await rm(join(cwd, "octavo.config.ts"));
    const io = createTestIo({ cwd });
    expect([await main(["check", "--strict"], io), io.err()]).toEqual([0, ""]);
  });

  it("treats any name as data, never as code", async () => {
    const name = '"; process.exit(1) // \x24{x} `y` #: [1] \\';
    const { code } = await init([".", "--name", name, "--url", "ines.example", "--language", "PT-br", "--time-zone", "Asia/Tokyo"]);
    expect(code).toBe(0);
    expect(parse(await read("content/site.yaml"))).toEqual({
      name,
      url: "https://ines.example",
      language: "pt-BR",
      timeZone: "Asia/Tokyo",
      favicon: "favicon.svg",
    });
    expect(await read("octavo.config.ts")).not.toContain("process");
    expect(await read("content/favicon.svg")).toContain(">&quot;</text>");
    expect(JSON.parse(await read("package.json")).name).toBe("process-exit-1-x-y-1");
  });

  it("dates the first post in the site's time zone", async () => {
    const late = { now: "2026-06-01T23:30:00Z" };
    await init(["east", "--time-zone", "Asia/Tokyo"], late);
    await init(["west", "--time-zone", "America/Lima"], late);
    expect(await read("east/content/posts/hello.md")).toContain("publishedAt: 2026-06-02\n");
    expect(await read("west/content/posts/hello.md")).toContain("publishedAt: 2026-06-01\n");
  });

  it("never replaces a file, and changes nothing the second time", async () => {
    await init(["."]);
    await writeFile(join(cwd, "content/site.yaml"), "name: Mine\nurl: https://mine.example\n");
    await rm(join(cwd, "content/posts/hello.md"));
    const before = await Promise.all((await listFiles()).map(read));
    const { code, io } = await init(["."]);
    expect(code).toBe(0);
    // The existing configuration decides the folder of the posts.
    expect(await Promise.all((await listFiles()).map(read))).toEqual(before);
    expect(io.out()).not.toContain("wrote");
    expect(io.out()).not.toContain("note:");
    expect(io.out()).toContain("kept the existing content/site.yaml\n");
  });

  it("reports options that an existing site.yaml overrides", async () => {
    await init(["."]);
    const { io } = await init([".", "--name", "Ines Aas", "--url", "https://ines.example"]);
    expect(io.out()).toContain("note: content/site.yaml already existed, so --name, --url had no effect: edit that file instead\n");
    expect(await read("content/site.yaml")).not.toContain("Ines Aas");
    const deployed = await init([".", "--url", "https://ines.example", "--deploy", "github-pages"]);
    expect(deployed.io.out()).not.toContain("had no effect");
  });

  it("keeps a configuration with another name, and lists missing scripts of a package.json", async () => {
    await writeFile(join(cwd, "octavo.config.mjs"), "export default {};\n");
    await writeFile(join(cwd, "package.json"), '{"scripts":{"dev":"vite"}}');
    const { io } = await init([".", "--package", "1.2.3"]);
    expect(await listFiles()).not.toContain("octavo.config.ts");
    expect(await read("package.json")).toBe('{"scripts":{"dev":"vite"}}');
    expect(io.out()).toContain(
      'note: add to package.json: "scripts": {"build":"octavo build","preview":"octavo preview","check":"octavo check","api":"octavo api","desk":"octavo desk"}\n',
    );
    expect(io.out()).toMatch(/\n {2}npm install octavo@1\.2\.3\n {2}npx --no octavo dev\n$/);
  });

  it("writes a module as configuration beside a package.json that is not a module", async () => {
    await writeFile(join(cwd, "package.json"), '{"scripts":{"dev":"octavo dev"},"devDependencies":{"octavo":"1.2.3"}}');
    const { io } = await init(["."]);
    expect(await listFiles()).toContain("octavo.config.mts");
    expect(await listFiles()).not.toContain("octavo.config.ts");
    expect(io.out()).toMatch(/\n {2}npm install\n {2}npm run dev\n$/);
    expect((await init(["."])).io.out()).toContain("kept the existing octavo.config.mts\n");
  });

  it("does not show choices that an existing file overrides, and lists the lines that its .gitignore lacks", async () => {
    await init([".", "--name", "First"]);
    await writeFile(join(cwd, ".gitignore"), "/node_modules/\n.octavo\n");
    const { io } = await init([".", "--name", "Second"]);
    expect(io.out()).not.toContain("Second");
    expect(io.out()).not.toMatch(/^(?:address|language|octavo) /m);
    expect(io.out()).toContain("note: add to .gitignore: dist, data, backups, /*.db*\n");
  });

  it("writes editor settings if the octavo to be installed has schemas", async () => {
    await init([".", "--package", "octavo@1.2.3"]);
    expect(await read(".vscode/settings.json")).toContain("./node_modules/octavo/schemas/site.json");
  });

  it("writes nothing with --dry-run, and lists the files that it would write", async () => {
    const { code, io } = await init(["site", "--dry-run"]);
    expect(code).toBe(0);
    expect(await listFiles()).toEqual([]);
    for (const path of BLOG) expect(io.out()).toContain(`would write ${path}\n`);
    expect(io.out()).toMatch(/nothing was written: --dry-run\n$/);
  });

  it.each(HOST_NAMES)("writes the files that publish the site on %s", async (host) => {
    const { code, io } = await init([".", "--deploy", host, "--package", "octavo@1.2.3"]);
    expect(code).toBe(0);
    expect(io.out()).not.toContain("only on this machine");
    const { scripts, dependencies } = JSON.parse(await read("package.json"));
    expect(scripts.build).toBe(`octavo build --host ${host}`);
    expect(dependencies).toEqual({ octavo: "1.2.3" });
    if (host === "netlify") {
      expect(await read("netlify.toml")).toContain('command = "npx --no octavo build --host netlify --out dist"');
      return;
    }
    const workflow = parse(await read(".github/workflows/publish.yml"));
    const { due, build, publish } = workflow.jobs;
    const steps: { run?: string; uses?: string; if?: string }[] = (build ?? publish).steps;
    expect(due.steps.at(-1).run).toContain("octavo next-change --wait 60");
    expect(workflow.on).toHaveProperty("pull_request");
    // A pull request publishes only a preview, which has its own address.
    const after = build === undefined ? steps.slice(steps.findIndex(({ run }) => run?.startsWith("npx --no octavo build")) + 1) : [publish];
    const isPreview = (step: { run?: string }): boolean => step.run?.includes("wrangler@4 versions upload") === true;
    expect(after.filter(isPreview).map((step) => step.if)).toEqual(host === "cloudflare" ? ["steps.preview.outputs.url != ''"] : []);
    for (const step of after.filter((one) => !isPreview(one))) expect(step.if).toContain("github.event_name != 'pull_request'");
    const reloads = steps.filter(({ run }) => run?.includes("octavo-reload.path")).map(({ run }) => run);
    expect(reloads).toEqual(host === "nginx" || host === "caddy" ? [expect.stringContaining(`systemctl reload ${host}'`)] : []);
    expect(parse(await read(".github/dependabot.yml")).updates.map((one: object) => Object.values(one)[0])).toEqual([
      "npm",
      "github-actions",
    ]);
    expect(steps.flatMap(({ run }) => (/^np[mx] (?!wrangler)/.test(run ?? "") ? [run] : []))).toEqual([
      "npm ci",
      "npx --no octavo check",
      `npx --no octavo build --host ${host} --out dist`,
    ]);
    expect(await read(".github/workflows/publish.yml")).not.toMatch(/\{\{[a-z]+\}\}/);
  });

  it.each([
    ["octavo build", "npx --no octavo build --host github-pages --out dist", "does not run it"],
    ["vite build", "npx --no octavo build --host github-pages --out dist", "does not run it"],
    ["octavo build && astro build", "OCTAVO_HOSTS=github-pages npm run build", "runs it, and it must build into dist"],
  ])("publishes the API's dist beside a package.json whose build is %j, and says so", async (build, command, use) => {
    await writeFile(join(cwd, "package.json"), JSON.stringify({ type: "module", scripts: { build } }));
    const { io } = await init([".", "--template", "api", "--deploy", "github-pages", "--yes", "--package", "octavo@1.2.3"]);
    const { steps } = parse(await read(".github/workflows/publish.yml")).jobs.build;
    expect(steps.map(({ run }: { run?: string }) => run)).toContain(command);
    expect(io.out()).toContain(`note: package.json keeps its script "build": ${JSON.stringify(build)}; the workflow ${use}: ${command}\n`);
    expect(JSON.parse(await read("package.json")).scripts).toEqual({ build });
  });

  it("with --deploy github-pages, ends with the owner's steps", async () => {
    const steps =
      /\nTo publish on GitHub Pages\n\n {2}on GitHub: Settings → Pages → Source → GitHub Actions\n {2}commit .* push to main: .*\n/;
    const { io } = await init([".", "--template", "api", "--deploy", "github-pages", "--yes"]);
    expect(io.out()).toMatch(steps);
    expect(io.out()).toMatch(/\n {2}the home page is up to you: dist has no index\.html, so write public\/index\.html, .*\n$/);
    await mkdir(join(cwd, "public"));
    await writeFile(join(cwd, "public/index.html"), "<!doctype html>");
    expect((await init([".", "--template", "api", "--deploy", "github-pages", "--yes"])).io.out()).not.toContain(
      "the home page is your own",
    );
  });

  it("writes the files that serve the site on a machine with Docker", async () => {
    const { io } = await init([".", "--deploy", "docker", "--url", "ines.example", "--package", "octavo@1.2.3"]);
    for (const path of ["Dockerfile", "compose.yaml", "Caddyfile", ".dockerignore", ".github/dependabot.yml"])
      expect(io.out()).toContain(`wrote ${path}\n`);
    expect(await read("Caddyfile")).toContain("\nines.example {\n");
    expect(JSON.parse(await read("package.json")).scripts.build).toBe("octavo build");
  });

  it("for Docker, checks the health of a site below a path, and gives Caddy only its host", async () => {
    await init([".", "--deploy", "docker", "--url", "https://ines.example/blog", "--package", "octavo@1.2.3"]);
    expect(await read("Dockerfile")).toContain("fetch('http://127.0.0.1:3000/blog/readyz')");
    expect(await read("Caddyfile")).toContain("\nines.example {\n");
  });

  it("says what to do about a package that the image cannot contain", async () => {
    const inside = await init([".", "--deploy", "docker", "--package", "./octavo-9.9.9.tgz"]);
    expect(inside.io.out()).not.toContain("the image only takes");
    const outside = await init(["blog", "--deploy", "docker", "--package", "./octavo-9.9.9.tgz"]);
    expect(outside.io.out()).toContain(
      "note: the image can only use packages next to package.json, but file:../octavo-9.9.9.tgz is elsewhere: copy octavo-9.9.9.tgz here, then npm install ./octavo-9.9.9.tgz\n",
    );
    const folder = await init(["wiki", "--deploy", "docker", "--package", "./octavo"]);
    expect(folder.io.out()).toMatch(/ is elsewhere: copy octavo-\S+\.tgz here \(npm run pack creates it\), then npm install /);
  });

  it("with --deploy github-pages, uses the address that GitHub gives the repository", async () => {
    for (const [path, url] of [
      ["Ines/notes", "https://ines.github.io/notes"],
      ["ines/ines.github.io", "https://ines.github.io"],
    ] as const) {
      const folder = path.replace("/", "-");
      await mkdir(join(cwd, folder, ".git"), { recursive: true });
      await writeFile(join(cwd, folder, ".git/config"), `[remote "origin"]\n\turl = https://github.com/${path}.git\n`);
      const { io } = await init([folder, "--deploy", "github-pages"]);
      expect(parse(await read(`${folder}/content/site.yaml`)).url).toBe(url);
      expect(io.out()).not.toContain("placeholder");
    }
  });

  it("with --editor, writes the files of Sveltia CMS for git's repository", async () => {
    const { io } = await init([".", "--editor", "sveltia"]);
    expect(await read("public/admin/config.yml")).toContain("repo: you/site\n");
    expect(io.out()).toContain("note: you/site is a placeholder: put the site's repository into public/admin/config.yml\n");
    expect(io.out()).toContain("note: Sveltia CMS is a page: the site has it at /admin/\n");
    await mkdir(join(cwd, "blog/.git"), { recursive: true });
    await writeFile(join(cwd, "blog/.git/config"), '[remote "origin"]\n\turl = git@gitlab.com:ines/blog.git\n');
    const { io: other } = await init(["blog", "--editor", "sveltia"]);
    expect(parse(await read("blog/public/admin/config.yml")).backend).toEqual({ name: "gitlab", repo: "ines/blog", branch: "main" });
    expect(other.out()).not.toContain("placeholder: put the site's repository");
  });

  it("puts Sveltia CMS where the site's build finds it", async () => {
    await init(["."]);
    await writeFile(join(cwd, "octavo.config.ts"), "export default {};\n");
    await init([".", "--editor", "sveltia"]);
    const io = createTestIo({ cwd, now: "2026-06-01T12:00:00Z" });
    expect([await main(["build"], io), await read("dist/admin/index.html")]).toEqual([0, await read("public/admin/index.html")]);
    await writeFile(join(cwd, "octavo.config.ts"), 'export default { static: "pictures" };\n');
    const { io: own } = await init([".", "--editor", "sveltia"]);
    expect(await read("admin/index.html")).toBe(await read("public/admin/index.html"));
    expect(own.out()).toContain("make your front end serve the folder admin, and open /admin/\n");
  });

  it("in an existing site, ends with the commands for the files that it added", async () => {
    await init(["."]);
    await writeFile(join(cwd, "octavo.config.ts"), "export default {};\n");
    const endOf = async (...args: string[]): Promise<string> => {
      const { io } = await init([".", ...args]);
      return io.out().split("\n\n").slice(2).join("\n\n");
    };
    expect(await endOf("--deploy", "docker")).toBe(
      "Copy the folder to a server that has Docker and that your domain points to, and type there\n\n  docker compose up --build --detach\n",
    );
    expect(await endOf("--editor", "sveltia")).toBe(
      "To edit in the browser, type\n\n  npm run dev\n\nand open /admin/ at the address that it prints\n",
    );
    expect(await endOf("--deploy", "github-pages")).toMatch(/^To publish on GitHub Pages\n/);
    expect(await endOf("--deploy", "nginx")).toBe("Commit the new files; node_modules/octavo/docs/deploying.md has the next steps\n");
    expect(await endOf()).toBe("Now type\n\n  npm install\n  npm run dev\n");
  });

  it("asks two questions on a terminal, then installs, starts and opens a website", async () => {
    await writeFile(join(cwd, "notes.txt"), "mine");
    const { code, io } = await init([], { answers: { called: "Ines Aas" }, env: { LANG: "nb_NO.UTF-8" } });
    expect(code).toBe(0);
    expect(io.questions()).toEqual(["What do you want to start?", "What is it called?"]);
    expect(parse(await read("ines-aas/content/site.yaml"))).toMatchObject({ name: "Ines Aas", language: "nb" });
    const folder = join(cwd, "ines-aas");
    expect(io.programs()).toEqual([
      { command: "npm install --no-audit --no-fund", folder },
      { command: "npm run dev -- --open", folder },
    ]);
    expect(await read("ines-aas/octavo.config.ts")).toContain("  website: true,\n");
  });

  it("has no pages if the answer is an API, and starts in an empty folder", async () => {
    const { io } = await init([], { answers: { start: "api" } });
    expect(await listFiles()).toEqual(BLOG);
    expect(await read("octavo.config.ts")).not.toContain("website");
    expect(await read("octavo.config.ts")).toContain("highlight: true");
    expect(io.programs().map(({ folder }) => folder)).toEqual([cwd, cwd]);
  });

  it.each([
    [["--no-start"], {}],
    [["--dry-run"], {}],
    [[], { "package.json": "{}" }],
  ])("starts nothing with %j beside %j", async (args, files) => {
    for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text);
    const { code, io } = await init([".", ...args], { answers: {} });
    expect([code, io.programs()]).toEqual([0, []]);
  });

  it("starts nothing if npm cannot install, and reports that", async () => {
    const { code, io } = await init(["."], { answers: {}, exitCodes: [1] });
    expect([code, io.programs().length]).toEqual([1, 1]);
    expect(io.err()).toContain("octavo: npm install failed; the files of the site are written\nhint: run npm install");
  });

  it.each([
    ["cloudflare", 'publish: { to: "cloudflare" }'],
    ["netlify", 'publish: { to: "netlify" }'],
  ])("sets %s as the target of octavo publish", async (host, line) => {
    await init([".", "--deploy", host]);
    expect(await read("octavo.config.ts")).toContain(line);
  });

  it("offers to let Cloudflare take comments, and explains how it gets its secrets", async () => {
    const { io } = await init([".", "--deploy", "cloudflare"], { answers: { Comments: "yes" } });
    expect(await read("octavo.config.ts")).toContain('writes: "cloudflare"');
    expect(io.out()).toContain("npx --no octavo secrets export --host cloudflare | npx wrangler secret bulk --config ");
  });

  it("leaves comments to a machine by default", async () => {
    await init(["plain", "--deploy", "cloudflare", "--yes"]);
    expect(await read("plain/octavo.config.ts")).not.toContain("writes");
    await init(["whole", "--deploy", "cloudflare", "--writes", "--yes"]);
    expect(await read("whole/octavo.config.ts")).toContain('writes: "cloudflare"');
  });

  it("asks nothing with --yes, and uses the system's language as the default", async () => {
    const { code, io } = await init(["blog", "--yes"], { answers: { called: null }, env: { LANG: "nb_NO.UTF-8" } });
    expect(code).toBe(0);
    expect(io.out()).toContain("language   nb\n");
  });

  it("writes nothing if the user cancels", async () => {
    const { code, io } = await init(["blog"], { answers: { start: "api", called: null } });
    expect([code, io.err()]).toEqual([130, "nothing was written\n"]);
    expect(await listFiles()).toEqual([]);
  });

  it.each([
    [["--language", "english"], '--language is "english"', "want a BCP 47 tag"],
    [["--time-zone", "Oslo"], '--time-zone is "Oslo"', "want an IANA name"],
    [["--url", "foo"], '--url is "foo", which is not a public address', "want the whole name: https://foo.example"],
    [["--url", "https://ines.example/blog?a"], '--url is "https://ines.example/blog?a"', "want the address of a site"],
    [["--name", " "], '--name is " "', "want a name"],
    [["--template", "web"], '--template is "web"', 'did you mean "website"?'],
    [["--deploy", "github"], '--deploy is "github"', 'did you mean "github-pages"?'],
    [
      ["--deploy", "nginx", "--writes"],
      "--writes goes with --deploy cloudflare",
      "with other hosts, octavo api on a server of your own receives",
    ],
    [["a", "b"], 'unexpected "b"', "want octavo init [folder]"],
  ])("refuses %j in a line and a hint, and writes nothing", async (args, message, hint) => {
    const { code, io } = await init(args);
    expect([code, io.out()]).toEqual([2, ""]);
    expect(io.err()).toContain(`octavo: ${message}\nhint: ${hint}`);
    expect(await listFiles()).toEqual([]);
  });

  it("does not accept a file as the folder", async () => {
    await writeFile(join(cwd, "site"), "");
    const { code, io } = await init(["site"]);
    expect([code, io.err()]).toEqual([1, "octavo: site is a file\nhint: name a folder: octavo init my-site\n"]);
  });

  it("states the path of the octavo to install relative to the site, and warns if nobody else could install it", async () => {
    await mkdir(join(cwd, "packed"));
    const tarball = "packed/octavo-0.2.0.tgz";
    await init(["sites/blog"], { env: { OCTAVO_PACKAGE: tarball } });
    expect(JSON.parse(await read("sites/blog/package.json")).dependencies).toEqual({ octavo: `file:../../${tarball}` });
    const { io } = await init(["sites/other", "--deploy", "caddy", "--package", join(cwd, tarball)]);
    expect(io.out()).toContain(`note: file:../../${tarball} is only on this machine`);
    const { io: inside } = await init(["packed", "--deploy", "caddy", "--package", tarball]);
    expect(inside.out()).toContain("octavo     file:./octavo-0.2.0.tgz\n");
    expect(inside.out()).not.toContain("only on this machine");
    await init(["web", "--package", "https://ines.example/octavo-0.2.0.tgz"]);
    expect(JSON.parse(await read("web/package.json")).dependencies).toEqual({ octavo: "https://ines.example/octavo-0.2.0.tgz" });
  });
});

describe("octavo init --template astro", () => {
  const writePacked = async (folder: string, ...names: readonly string[]): Promise<void> => {
    await mkdir(join(cwd, folder), { recursive: true });
    for (const name of names) await writeFile(join(cwd, folder, name), "");
  };

  it("writes the pages, their build, and the first post", async () => {
    await writePacked("packed", "octavo-0.2.0.tgz", "octavo-client-0.2.0.tgz");
    await init([".", "--template", "astro", "--package", "packed/octavo-0.2.0.tgz", "--deploy", "netlify"]);
    const files = await listFiles();
    const shared = ["src/lib/change-tags.ts", "src/lib/words/find-words.ts", "src/lib/words/ja.ts"];
    for (const path of [...BLOG, "astro.config.mjs", "src/content.config.ts", "src/pages/[...path].astro", "tsconfig.json", ...shared])
      expect(files).toContain(path);
    const { scripts, dependencies } = JSON.parse(await read("package.json"));
    expect(scripts).toEqual({
      dev: "astro dev",
      build: "octavo build --host netlify && astro build",
      preview: "octavo preview --out dist",
      check: "octavo check",
      api: "octavo api",
      desk: "octavo desk",
    });
    expect(dependencies).toEqual({
      astro: "7.3.5",
      octavo: "file:./packed/octavo-0.2.0.tgz",
      "octavo-client": "file:./packed/octavo-client-0.2.0.tgz",
    });
    expect(await read("octavo.config.ts")).toContain('out: "dist-octavo"');
    expect(await read(".gitignore")).toMatch(/^dist-octavo\n\.astro\n/m);
    expect(await read("netlify.toml")).toContain('command = "npm run build"');
    expect(await read("README.md")).toContain("npm run dev");
  });

  it.each([
    ["^0.2.0", "^0.2.0"],
    ["next", "next"],
    ["https://a.example/octavo-0.2.0.tgz", "https://a.example/octavo-client-0.2.0.tgz"],
    ["github:ines/octavo", `^${readVersion()}`],
  ])("uses the client that belongs to %s", async (octavo, client) => {
    await init([".", "--template", "astro", "--package", octavo]);
    expect(JSON.parse(await read("package.json")).dependencies["octavo-client"]).toBe(client);
  });

  it("uses the packed client of a source tree", async () => {
    const client = `octavo-client-${readVersion()}.tgz`;
    await writePacked("octavo/packed", client);
    await init(["site", "--template", "astro", "--package", "./octavo"]);
    expect(JSON.parse(await read("site/package.json")).dependencies).toMatchObject({
      octavo: "file:../octavo",
      "octavo-client": `file:../octavo/packed/${client}`,
    });
  });

  it.each([
    ["./octavo", `no octavo/packed/octavo-client-${readVersion()}.tgz`, "run npm run pack in octavo"],
    ["packed/octavo-9.9.9.tgz", "no packed/octavo-client-9.9.9.tgz", "put it next to packed/octavo-9.9.9.tgz: npm run pack writes both"],
  ])("writes nothing if the client of %s is missing, and explains what to do", async (octavo, missing, remedy) => {
    const { code, io } = await init(["site", "--template", "astro", "--package", octavo]);
    expect(code).toBe(1);
    expect(io.err()).toContain(`this template needs octavo-client, but there is ${missing}\n`);
    expect(io.err()).toContain(remedy);
    expect(await listFiles()).toEqual([]);
    expect((await init(["blog", "--package", octavo])).code).toBe(0);
  });
});

describe("files and links in the way of a new site", () => {
  it("are all named before anything is written", async () => {
    await symlink("../outside", join(cwd, "content"));
    await symlink("nowhere.json", join(cwd, "package.json"));
    const { code, io } = await init(["."]);
    expect([code, io.out()]).toEqual([1, ""]);
    expect(io.err()).toBe(
      "octavo: content is a broken link, package.json is a broken link: nothing was written\nhint: move it away, or name another folder: octavo init my-site\n",
    );
    expect((await readdir(cwd)).sort()).toEqual(["content", "package.json"]);
  });

  it("include a file in place of a folder, but not a link to a folder", async () => {
    await writeFile(join(cwd, "content"), "mine");
    expect((await init(["."])).io.err()).toContain("octavo: content is a file: nothing was written\n");
    await rm(join(cwd, "content"));
    await mkdir(join(cwd, "notes"));
    await symlink("notes", join(cwd, "content"));
    expect((await init(["."])).code).toBe(0);
    expect(await listFiles("notes")).toEqual(["favicon.svg", "posts/hello.md", "site.yaml"]);
  });
});
