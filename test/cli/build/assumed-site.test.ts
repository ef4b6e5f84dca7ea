import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { post } from "../site-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

let cwd: string;
beforeEach(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "octavo-assumed-")));
  cwd = join(folder, "my_field-notes");
  await mkdir(cwd);
});
afterEach(() => rm(dirname(cwd), { recursive: true, force: true, maxRetries: 5 }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
}

async function run(...args: string[]): Promise<{ readonly code: number; readonly io: TestIo }> {
  const io = createTestIo({ cwd });
  return { code: await main(args, io), io };
}

describe("a folder without a configuration", () => {
  it("is a site whose posts are its Markdown files, as the command reports", async () => {
    await write({
      "first.md": post("First", "2026-01-02"),
      "deep/er/second.mdx": post("Second", "2026-01-03"),
      "README.md": "# Read me\n",
    });
    const { code, io } = await run("check");
    expect([code, io.err()]).toEqual([0, ""]);
    expect(io.out()).toContain("notice: 2 Markdown files in this folder are treated as posts\n");
    expect(io.out()).toContain(
      'notice: until site.yaml has name: and url:, the site is called "My field notes" and its address is a placeholder\n',
    );
    expect(io.out()).toContain("2 documents checked: no mistakes\n");
    expect(io.out()).not.toContain("README");
  });

  it("has its mistakes counted by kind at the end of a check that shows only a few", async () => {
    const links = (count: number): string => Array.from({ length: count }, (_, index) => `[a](gone-${index}.md)`).join("\n");
    await write({ "first.md": `${post("First", "2026-01-02")}\n${links(10)}\n` });
    expect((await run("check")).io.out()).not.toContain("by kind");
    await write({ "first.md": `${post("First", "2026-01-02")}\n${links(11)}\n` });
    const { io } = await run("check");
    expect(io.out()).toMatch(/11 errors in 1 file\n[\s\S]*\nby kind:\n11 × error broken-link\n {5}first\.md:\d+:5 /);
    expect((await run("check", "--json")).io.out()).not.toContain("by kind");
    await write({ "first.md": `${post("First", "2026-01-02")}\n${links(30)}\n` });
    expect((await run("check")).io.out()).toContain("\n  and 10 more of error broken-link (--all)\n");
    expect((await run("check", "--all")).io.out()).not.toContain("more of");
  });

  it("is served by dev, under the name of the folder", async () => {
    await write({ "first.md": post("First", "2026-01-02") });
    const io = createTestIo({ cwd, realTimers: 1_000 });
    const ended = main(["dev", "--port", "0"], io);
    await io.waitFor("watching and serving");
    const [, url = ""] = /serving at (\S+)/.exec(io.out()) ?? [];
    const settings = await (await fetch(`${url}/api/v1/site-settings`)).json();
    expect(settings).toMatchObject({ name: "My field notes" });
    expect(await (await fetch(`${url}/api/v1/posts/first`)).json()).toMatchObject({ title: "First" });
    // The visitors' files are also in the folder. Writing them does not count as saving, so the
    // next build names only the post.
    await fetch(`${url}/api/v1/posts/first/like`, { method: "POST" });
    await write({ "second.md": post("Second", "2026-01-03") });
    await io.waitFor("second.md: built");
    expect(io.out()).not.toContain("octavo.db");
    io.abort();
    expect(await ended).toBe(0);
  });

  it("has its assumptions reported even if there are mistakes", async () => {
    await write({ "first.md": "# First\n" });
    const { code, io } = await run("check");
    expect(code).toBe(1);
    expect(io.out()).toMatch(/^notice: 1 Markdown file in this folder is treated as a post\n/);
    expect(JSON.parse((await run("check", "--json")).io.out()).notices).toContain("1 Markdown file in this folder is treated as a post");
  });

  it("is a content folder if it has site.yaml, and builds", async () => {
    await write({ "site.yaml": "name: Marsh\nurl: https://marsh.example\n", "posts/a.md": post("A", "2026-01-02") });
    const { code, io } = await run("build");
    expect([code, io.err()]).toEqual([0, ""]);
    expect(io.out()).toContain("notice: there is no content folder: this folder is used as one, because it has site.yaml\n");
    expect(JSON.parse(await readFile(join(cwd, "dist/api/v1/posts/a.json"), "utf8"))).toMatchObject({
      url: "https://marsh.example/posts/a",
    });
    // The built files are not content of the next build.
    expect((await run("build")).io.out()).toContain("documents  1 post,");
  });

  it("is not assumed to be a site below a folder with a configuration, unless --content says so", async () => {
    await write({ "site.yaml": "name: Marsh\nurl: https://marsh.example\n", "posts/a.md": post("A", "2026-01-02") });
    await writeFile(join(dirname(cwd), "octavo.config.ts"), "export default {};\n");
    for (const command of ["check", "build", "dev"]) {
      const { code, io } = await run(command);
      expect([code, io.out(), io.err()]).toEqual([
        1,
        "",
        "octavo: this folder is part of the site above, which has octavo.config.ts\nhint: run the command in the folder above (cd ..); --content . uses only this folder\n",
      ]);
    }
    expect((await run("check", "--content", ".")).code).toBe(0);
  });

  it("is not built without an address", async () => {
    await write({ "posts/a.md": post("A", "2026-01-02") });
    const { code, io } = await run("build");
    expect([code, io.out()]).toEqual([1, ""]);
    expect(io.err()).toContain("octavo: the site has no address yet");
    expect(await readdir(cwd)).toEqual(["posts"]);
  });

  it.each(["dev", "start", "check", "build"])("with nothing to build is not a site for %s, which recommends init", async (command) => {
    await write({ "README.md": "# Read me\n", "package.json": "{}" });
    const { code, io } = await run(command, ...(command === "dev" || command === "start" ? ["--port", "0"] : []));
    expect([code, io.out()]).toEqual([1, ""]);
    expect(io.err()).toContain(
      "octavo: there is no content in my_field-notes: no content folder and no Markdown\nhint: octavo init starts a site here",
    );
    expect(await readdir(cwd)).toEqual(["README.md", "package.json"]);
  });

  it("is not assumed to be a site's content if there is a content folder, or if --content is given", async () => {
    await write({ "content/posts/a.md": post("A", "2026-01-02"), "b.md": post("B", "2026-01-02") });
    const { code, io } = await run("check");
    expect(code).toBe(1);
    expect(io.out()).toContain("content/site.yaml:1:1  error  missing: the site has no name and no address");
    expect((await run("check", "--content", "elsewhere")).io.out()).toContain("elsewhere:1:1  error  there is no such folder");
  });
});
