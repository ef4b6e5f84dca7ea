import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { toChangedAddresses } from "../../../cli/build/changed-addresses.ts";
import { folderInRepository, renderAnnotations } from "../../../cli/build/github-annotations.ts";
import { main } from "../../../cli/main.ts";
import { createSite, post, type SiteFixture } from "../site-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

let site: SiteFixture;
beforeEach(async () => {
  site = await createSite({
    "content/posts/second.md": post("Second", "2026-01-03"),
    "content/posts/later.md": post("Later", "2026-07-01T10:30:01Z"),
  });
});
afterEach(() => site.remove());

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly io: TestIo }> {
  const io = createTestIo({ cwd: site.cwd, env });
  return { code: await main(args, io), io };
}

const BUILD = ["build", "--quiet", "--changed", "changed.txt"];
const changed = async (): Promise<string[]> => (await readFile(join(site.cwd, "changed.txt"), "utf8")).split("\n").slice(0, -1);
const API = "https://marsh.example/api/v1";

it("build ends a long list of findings with a summary by kind, as check does", async () => {
  const links = Array.from({ length: 21 }, (_, index) => `[a](gone-${index}.md)`).join("\n");
  await site.write("content/posts/second.md", `${post("Second", "2026-01-03")}\n${links}\n`);
  const { code, io } = await run(["build"]);
  expect(code).toBe(1);
  expect(io.err()).toMatch(/and 1 more of error broken-link \(--all\)[\s\S]*by kind:\n21 × error broken-link\n.*\n$/);
});

describe("build --changed", () => {
  it("lists the addresses that a build changed, and prefixes for addresses with a query", async () => {
    expect((await run(BUILD)).code).toBe(0);
    expect(await changed()).toEqual(expect.arrayContaining([`${API}/posts`, `${API}/openapi.json`, "https://marsh.example/feed.xml"]));
    await site.write("content/posts/second.md", post("Second", "2026-01-03", "unlisted: true\n"));
    await run(BUILD);
    const plain = (await changed()).filter((address) => !/\/(?:index|media)\/v?1?/.test(address));
    expect(plain).toEqual(
      expect.arrayContaining([
        `${API}/posts`,
        `${API}/posts/second`,
        `${API}/archive`,
        `${API}/posts?*`,
        `${API}/search?*`,
        "https://marsh.example/feed.json",
      ]),
    );
    expect(plain).not.toContain(`${API}/about`);
  });

  it("lists the files that a build removed, and none if nothing changed", async () => {
    await run(BUILD);
    await site.write("content/posts/second.md", post("Second", "2026-01-03", "draft: true\n"));
    await run(BUILD);
    expect(await changed()).toContain(`${API}/posts/second`);
    await run(BUILD);
    expect(await changed()).toEqual([]);
  });

  it("uses the address that the build was for", async () => {
    await run([...BUILD, "--public-url", "https://preview.example"]);
    expect(await changed()).toContain("https://preview.example/api/v1/posts");
  });

  it("writes nothing if the build failed", async () => {
    await site.write("content/posts/second.md", "---\ntitel: x\n---\n");
    expect((await run(BUILD)).code).toBe(1);
    await expect(changed()).rejects.toThrow("ENOENT");
  });

  it("lists a post's Markdown by its request path", () => {
    expect(toChangedAddresses(["api/v1/posts/first.json", "api/v1/posts/first.md"], API)).toEqual([
      `${API}/posts/first`,
      `${API}/posts/first.md`,
    ]);
  });

  it("includes the lists of the site's own kinds, including queries, if a document of theirs changed", () => {
    const files = ["index/v1/manifest.json", "index/v1/field-notes.chunk.0123456789abcdef.json", "api/v1/talks.json"];
    const addresses = toChangedAddresses(files, API);
    expect(addresses).toEqual(expect.arrayContaining([`${API}/talks`, `${API}/field-notes?*`, `${API}/photos?*`, `${API}/search?*`]));
    expect(addresses).not.toContain(`${API}/talks?*`);
  });

  it("leaves out paths that no visitor can request", () => {
    const files = ["_hosts/nginx/a.conf", ".octavo-files", "api/v1/posts.json.br", "_worker.js/index.js", "sitemap-2.xml", "media/a.1.png"];
    expect(toChangedAddresses(files, API)).toEqual(["https://marsh.example/sitemap-2.xml", "https://marsh.example/media/a.1.png"]);
  });
});

describe("build --next-as", () => {
  it.each([
    // One second after the minute at which it becomes public.
    ["cron", "31 10 1 7 *\n"],
    ["iso", "2026-07-01T10:30:01.000Z\n"],
  ])("prints when to build again as %s; with --quiet, nothing else", async (form, line) => {
    const { code, io } = await run(["build", "--quiet", "--next-as", form]);
    expect([code, io.out(), io.err()]).toEqual([0, line, ""]);
  });

  it("prints nothing if nothing will change", async () => {
    await site.write("content/posts/later.md", post("Later", "2026-01-01"));
    expect((await run(["build", "--quiet", "--next-as", "cron"])).io.out()).toBe("");
  });

  it.each([
    [["build", "--next-as", "crom"], 'octavo: --next-as is "crom"\nhint: did you mean "cron"?\n'],
    [["build", "--next-as", "cron", "--json"], "octavo: --next-as and --json do not go together\nhint: --json has nextChange\n"],
    [["check", "--format", "github", "--json"], "octavo: --format github and --json do not go together\nhint: give one of the two\n"],
  ])("refuses %j", async (args, said) => {
    const { code, io } = await run(args);
    expect([code, io.out(), io.err()]).toEqual([2, "", said]);
  });
});

describe("check --format github", () => {
  it("prints each mistake as an annotation of its line, and fails like check", async () => {
    await site.write("content/posts/second.md", "---\ntitel: x\n---\n\nText.\n");
    const { code, io } = await run(["check", "--format", "github"], { GITHUB_WORKSPACE: join(site.cwd, "..") });
    const file = `${site.cwd.split("/").at(-1)}/content/posts/second.md`;
    expect(code).toBe(1);
    expect(io.out().split("\n")).toContain(
      `::error file=${file},line=2,col=1,endColumn=6,title=unknown-key::titel: unknown key (did you mean "title"?)`,
    );
  });

  it("escapes the special characters of the command format", () => {
    const diagnostics = new Diagnostics();
    diagnostics.warning({ file: "a,b:c%.md", line: 1, column: 2 }, { code: "x", message: "50 %\nmore::", hint: "a, b" });
    expect(renderAnnotations(diagnostics, "")).toBe("::warning file=a%2Cb%3Ac%25.md,line=1,col=2,title=x::50 %25%0Amore:: (a, b)\n");
  });

  it("prints at most ten annotations per severity, as many as GitHub shows: the first of each kind, and the number of others in the log", () => {
    const diagnostics = new Diagnostics();
    for (let line = 1; line <= 2_000; line += 1)
      diagnostics.error({ file: "a.md", line, column: 1 }, { code: "broken-link", message: "leads nowhere" });
    diagnostics.error({ file: "b.md", line: 1, column: 1 }, { code: "bad-date", message: "is not a date" });
    for (let line = 1; line <= 10; line += 1)
      diagnostics.warning({ file: "::error::c.md", line, column: 1 }, { code: "y", message: "is odd" });
    const lines = renderAnnotations(diagnostics, "").split("\n").slice(0, -1);
    const errors = lines.filter((line) => line.startsWith("::error "));
    expect(errors).toHaveLength(10);
    expect(errors.slice(7)).toEqual([
      "::error file=a.md,line=8,col=1,title=broken-link::leads nowhere",
      "::error file=b.md,line=1,col=1,title=bad-date::is not a date",
      "::error title=octavo check::1,992 more errors: the log of this step lists all of them",
    ]);
    expect(lines.filter((line) => line.startsWith("::warning "))).toHaveLength(10);
    expect(lines.filter((line) => !line.startsWith("::"))).toHaveLength(1_992);
    expect(lines.at(-1)).toBe("- error a.md:2000:1  leads nowhere");
  });

  it.each([
    ["/w/site", "/w", "site"],
    ["/w", "/w", ""],
    ["/elsewhere", "/w", ""],
    ["/w", undefined, ""],
  ])("finds the site in %s within %s", (cwd, workspace, folder) => {
    expect(folderInRepository(cwd, workspace)).toBe(folder);
  });
});
