import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { HOST_NAMES } from "../../../hosts/host-names.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

const FILES = "https://marsh.example/blog";

let site: SiteFixture;
beforeEach(async () => {
  site = await createSite();
  await site.write("content/posts/uno.md", "---\ntitle: Uno\ndate: 2024-01-02\nredirectFrom: /uno\n---\nRain.\n");
});
afterEach(() => site.remove());

async function build(...args: string[]): Promise<string> {
  const io = createTestIo({ cwd: site.cwd });
  expect(await main(["build", ...args], io)).toBe(0);
  return io.out();
}

describe("former pages outside the folder of the files", () => {
  it("are counted for hosts that answer only below it", async () => {
    expect(await build("--host", "nginx,netlify,github-pages", "--public-url", FILES)).toContain(
      `netlify, github-pages can answer only under /blog, so they cannot redirect 1 former page outside it: /uno. If the pages are also at ${FILES}, set url: ${FILES} instead of the public URL`,
    );
    expect(await readFile(join(site.cwd, "dist/_hosts/nginx/octavo.conf"), "utf8")).toContain("location = '/uno' ");
  });

  it("do not concern web servers, or pages and files below one path", async () => {
    expect(await build("--host", "nginx,caddy", "--public-url", FILES)).not.toContain("former page");
    expect(await build("--host", "netlify,github-pages")).not.toContain("former page");
  });
});

describe("visitors' submissions on the pages of a website", () => {
  const NO_SERVER = "without --server: nothing there receives comments, likes and forms from the pages";
  const configure = (website: string): Promise<void> => site.write("octavo.config.mjs", `export default { website: ${website} };\n`);

  it("are reported as unanswered on file hosts without a write server", async () => {
    await configure("true");
    expect(await build("--host", "cloudflare,nginx,github-pages")).toContain(`nginx, github-pages ${NO_SERVER}`);
  });

  it.each([
    ["true", ["--host", "nginx", "--server", "https://api.marsh.example"]],
    ["true", ["--host", "cloudflare"]],
    ["true", []],
    ["{ writeServer: false }", ["--host", "github-pages"]],
    ["false", ["--host", "github-pages"]],
  ])("are not reported with website: %s and %j", async (website, args) => {
    await configure(website);
    expect(await build(...args)).not.toContain(NO_SERVER);
  });

  const API = ["--server", "https://api.marsh.example"];
  it.each([
    [[], true],
    ...HOST_NAMES.map((host) => [["--host", host], false] as const),
    ...HOST_NAMES.map((host) => [["--host", host, ...API], host !== "github-pages"] as const),
    [["--host", "cloudflare", "--writes"], true],
    [["--host", "cloudflare,github-pages", ...API], true],
    [["--host", "cloudflare", ...API, "--preview", "https://preview.marsh.example"], false],
  ] as const)("have links to forms without JavaScript only if something answers: %j", async (args, hasLinks) => {
    await configure("true");
    await site.write("content/services/mending.md", "---\ntitle: Mending\n---\nI mend.\n");
    await build(...args);
    const pages = await Promise.all(["posts/uno", "services"].map((name) => readFile(join(site.cwd, `dist/${name}.html`), "utf8")));
    const links = pages.flatMap((html) => html.match(/href="\/(?:comments\/uno|inquiry)"/g) ?? []);
    expect(links).toEqual(hasLinks ? ['href="/comments/uno"', 'href="/inquiry"'] : []);
    expect(pages.map((html) => /<octavo-(?:comments|inquiry)/.test(html))).toEqual([true, true]);
  });
});
