import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

const ADDRESS = "https://pr-7-marsh.ines.workers.dev";

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
const read = (path: string): Promise<string> => readFile(join(site.cwd, "dist", path), "utf8");

describe("a preview", () => {
  it("points to itself, keeps crawlers out, and uses no write server, whatever names one", async () => {
    const { code, said } = await build("--host", "cloudflare,nginx", "--server", "https://api.marsh.example", "--preview", ADDRESS);
    expect([code, said]).toEqual([0, expect.stringContaining(`pages are at ${ADDRESS}`)]);
    const { items } = JSON.parse(await read("api/v1/posts.json"));
    expect(items[0].url.startsWith(`${ADDRESS}/`)).toBe(true);
    expect(await read("feed.xml")).toContain(`${ADDRESS}/feed.xml`);
    expect(await read("robots.txt")).toMatch(/^User-agent: \*\nDisallow: \/\n\n/);
    expect(await read("_worker.js/index.js")).toContain("const OCTAVO_SERVER=null,");
    expect(await read("_hosts/nginx/octavo.conf")).not.toContain("proxy_pass");
    // A variable of the site's own Worker does not count.
    const wrangler = (await read("_hosts/cloudflare/wrangler.jsonc")).replaceAll(/^\/\/.*$/gm, "");
    expect(JSON.parse(wrangler)).toMatchObject({ vars: { OCTAVO_SERVER: "" } });
    expect(JSON.parse(wrangler).name).not.toContain("pr-7");
    const [post] = items;
    const document = JSON.parse(await read(`api/v1/posts/${post.slug}.json`));
    expect(document.canonicalUrl.startsWith(ADDRESS)).toBe(false);
  });

  it("has exactly one address", async () => {
    const { code, said } = await build("--preview", ADDRESS, "--public-url", "https://other.example");
    expect([code, said]).toEqual([2, expect.stringContaining("--preview and --public-url do not go together")]);
  });
});
