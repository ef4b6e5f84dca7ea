import { lstat, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createSite, type SiteFixture } from "../../cli/site-fixture.ts";
import { createTestIo } from "../../cli/test-io.ts";

const OWN = "/assets/*\n  X-Frame-Options: DENY\n";

let site: SiteFixture;
beforeEach(async () => {
  site = await createSite();
});
afterEach(() => site.remove());

async function build(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  const io = createTestIo({ cwd: site.cwd });
  const code = await main(["build", ...args], io);
  return { code, said: io.out() + io.err() };
}
const read = (path: string): Promise<string | null> => readFile(join(site.cwd, path), "utf8").catch(() => null);

describe("an owner's _headers and _redirects", () => {
  it("in the folder public get the build's part, and lose it when no host is named", async () => {
    await site.write("public/_headers", OWN);
    await site.write("public/_redirects", "/a /b\n");
    expect((await build("--host", "netlify")).code).toBe(0);
    const text = (await read("dist/_headers")) ?? "";
    expect(text).toContain("/media/*\n  Cache-Control: public, max-age=31536000, immutable");
    expect(text.endsWith(`# octavo:end\n\n${OWN}`)).toBe(true);
    expect(await read("dist/_redirects")).toBe("/a /b\n");
    expect(await read("public/_headers")).toBe(OWN);
    expect((await build()).code).toBe(0);
    expect(await read("dist/_headers")).toBe(OWN);
  });

  it("in the out folder stay the owner's: each build replaces its own part and nothing else", async () => {
    await build();
    await writeFile(join(site.cwd, "dist/_headers"), OWN);
    expect((await build("--host", "cloudflare")).code).toBe(0);
    const first = (await read("dist/_headers")) ?? "";
    expect(first.endsWith(`# octavo:end\n\n${OWN}`)).toBe(true);
    await writeFile(join(site.cwd, "dist/_headers"), `# Mine.\n${first.replace("immutable", "forgotten")}# The end.\n`);
    expect((await build("--host", "cloudflare")).code).toBe(0);
    expect(await read("dist/_headers")).toBe(`# Mine.\n${first}# The end.\n`);
    expect((await build()).code).toBe(0);
    expect(await read("dist/_headers")).toBe(`# Mine.\n\n${OWN}# The end.\n`);
  });

  it("stay symbolic links, and lose a byte order mark that would end up inside", async () => {
    await build();
    await site.write("rules/redirects.txt", "\uFEFF/a /b\n");
    await symlink(join(site.cwd, "rules/redirects.txt"), join(site.cwd, "dist/_redirects"));
    await writeFile(join(site.cwd, "dist/_headers"), `\uFEFF${OWN}`);
    await site.write("octavo.config.ts", 'export default { redirects: { "/cv": "/about" } };');
    for (let round = 0; round < 2; round++) {
      expect((await build("--host", "netlify")).code).toBe(0);
      expect((await lstat(join(site.cwd, "dist/_redirects"))).isSymbolicLink()).toBe(true);
      expect((await read("rules/redirects.txt"))?.match(/octavo:begin|\/cv|\/a \/b|\uFEFF/g)).toEqual(["octavo:begin", "/cv", "/a /b"]);
      expect((await read("dist/_headers"))?.match(/octavo:begin|\/assets|\uFEFF/g)).toEqual(["octavo:begin", "/assets"]);
    }
  });

  it("with only one mark are an error, and nothing is written", async () => {
    await site.write("public/_headers", `# octavo:begin\n${OWN}`);
    const { code, said } = await build("--host", "netlify");
    expect([code, await read("dist/api/v1/posts.json")]).toEqual([1, null]);
    expect(said).toContain("public/_headers");
    expect(said).toMatch(/public\/_headers:1(?::1)? +error +"# octavo:begin" is here without its counterpart/);
    await rm(join(site.cwd, "public"), { recursive: true });
  });

  it.each([
    ["two begin marks", "# octavo:begin\n/a /b\n/owner1 /x 301\n# octavo:begin\n# octavo:end\n/mine /y 301\n", 4, "begin"],
    ["an end mark without a begin mark", "/a /b\n# octavo:end\n", 2, "end"],
    ["two parts", "# octavo:begin\n# octavo:end\n/a /b\n# octavo:begin\n# octavo:end\n", 4, "begin"],
  ])("that contain %s in the out folder keep each line, and the mark's line is reported", async (_, text, line, mark) => {
    await build();
    await writeFile(join(site.cwd, "dist/_redirects"), text);
    const { code, said } = await build("--host", "cloudflare");
    expect([code, await read("dist/_redirects"), await read("dist/_headers")]).toEqual([1, text, null]);
    expect(said).toMatch(new RegExp(`dist/_redirects:${line}(?::1)? +error +"# octavo:${mark}" is here`));
  });

  it("may not hide the build's files on Cloudflare, and should not set their headers; each line is reported", async () => {
    await site.write("public/_headers", "# Mine.\n/*\n  X-Frame-Options: DENY\n  Cache-Control: no-store\n");
    await site.write("public/_redirects", "/* /index.html 200\n/fine /x\n/* /app.html 200\n");
    const { code, said } = await build("--host", "cloudflare");
    // If no page has moved, the build has no part in _redirects, but Cloudflare still reads the
    // owner's rules.
    expect(said).toMatch(/public\/_headers:4(?::1)? +warning +Octavo sets Cache-Control on \/feed\.xml/);
    expect(said).toMatch(/public\/_redirects:3(?::1)? +error +"\/\*" hides \/api\/v1 on Cloudflare/);
    expect([code, said.match(/hides/g)?.length]).toEqual([1, 1]);
    expect((await build("--host", "netlify")).code).toBe(0);
  });
});
