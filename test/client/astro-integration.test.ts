import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toBlock } from "../../contract/text/marked-block.ts";
import { octavo } from "../../packages/octavo-client/astro/astro-integration.ts";
import { openSite } from "../../packages/octavo-client/astro/open-site.ts";
import { post } from "../cli/site-fixture.ts";

const REPOSITORY = new URL("../../", import.meta.url);
/** Files that make `octavo dev` run from the source tree. */
const INSTALLED = {
  "node_modules/octavo/package.json": '{ "name": "octavo", "version": "0.2.0" }',
  "node_modules/octavo/bin/octavo.mjs": `await import(${JSON.stringify(new URL("bin/octavo.mjs", REPOSITORY).href)});\n`,
};

let root: string;
const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
};
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "octavo-astro-"));
});
afterEach(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

/** A stand-in for Astro, with everything that a hook receives and prints. */
function createAstro(command: string, { format = "file", base = "/" } = {}) {
  const told: string[] = [];
  const updates: object[] = [];
  const integration = octavo();
  const logger = { info: (line: string) => void told.push(line), warn: (line: string) => void told.push(`warning: ${line}`) };
  const config = { base, root: pathToFileURL(`${root}/`), server: { port: 4321 }, build: { format } };
  return {
    told,
    updates,
    logger,
    hooks: integration.hooks,
    setUp: () =>
      integration.hooks["astro:config:setup"]({ command, isRestart: false, config, logger, updateConfig: (one) => updates.push(one) }),
    finish: () => integration.hooks["astro:build:done"]({ dir: pathToFileURL(`${join(root, "dist")}/`), logger }),
  };
}

describe("octavo() in astro build", () => {
  const redirects = (...pairs: readonly (readonly [from: string, to: string])[]): string =>
    JSON.stringify({ items: pairs.map(([from, to]) => ({ from, to })) });

  it("puts octavo's output beside Astro's pages, which take precedence", async () => {
    await write({
      "dist/index.html": "<h1>Astro</h1>",
      "dist/robots.txt": "mine",
      "dist-octavo/api/v1/posts.json": "{}",
      "dist-octavo/robots.txt": "theirs",
      "dist-octavo/.octavo-files": "api/v1/posts.json\n",
    });
    const astro = createAstro("build");
    await astro.setUp();
    await astro.finish();
    expect(astro.updates).toEqual([]);
    expect(await readFile(join(root, "dist/api/v1/posts.json"), "utf8")).toBe("{}");
    expect(await readFile(join(root, "dist/robots.txt"), "utf8")).toBe("mine");
    expect(existsSync(join(root, "dist/.octavo-files"))).toBe(false);
    expect(astro.told).toEqual(["warning: robots.txt is already an Astro page; the one in dist-octavo was left out"]);
  });

  it("adds its part to Astro's _headers and _redirects, and replaces the part from the last build", async () => {
    const ours = toBlock("/media/*\n  X-Content-Type-Options: nosniff\n");
    await write({
      "dist/_headers": `${toBlock("/old/*\n  A: b\n")}/assets/*\n  C: d\n`,
      "dist/_redirects": "/a /b\n",
      "dist-octavo/_headers": ours,
      "dist-octavo/_redirects": toBlock("/old /new 301\n"),
    });
    const astro = createAstro("build");
    await astro.setUp();
    await astro.finish();
    expect(await readFile(join(root, "dist/_headers"), "utf8")).toBe(`${ours}/assets/*\n  C: d\n`);
    expect(await readFile(join(root, "dist/_redirects"), "utf8")).toBe(`${toBlock("/old /new 301\n")}\n/a /b\n`);
    expect(astro.told).toEqual([]);
  });

  it("writes a page at each former address that redirects to the current one", async () => {
    const to = '/posts/"rye"&bread';
    await write({
      "dist/posts/sour.html": "a page of now",
      "dist-octavo/api/v1/redirects.json": redirects(
        ["/posts/rye", to],
        ["/2014/old_rye.html", to],
        ["/old/rye/", to],
        ["/%E8%A8%98/rye", to],
        ["/weird%5B1%5D", to],
        ["/posts/sour", to],
        ["/index.php", to],
        ["/.well-known/rye", to],
        [`/${"x".repeat(255)}`, to],
      ),
    });
    const astro = createAstro("build");
    await astro.setUp();
    await astro.finish();
    for (const name of ["posts/rye.html", "2014/old_rye.html", "old/rye/index.html", "記/rye.html", "weird[1].html"]) {
      const text = await readFile(join(root, "dist", name), "utf8");
      expect(text, name).toContain('<meta http-equiv="refresh" content="0; url=/posts/&quot;rye&quot;&amp;bread">');
      expect(text, name).toContain('<meta name="robots" content="noindex">');
    }
    expect(await readFile(join(root, "dist/posts/sour.html"), "utf8")).toBe("a page of now");
    expect(existsSync(join(root, "dist/.well-known"))).toBe(false);
    expect(astro.told).toEqual(["5 former addresses redirect to current pages"]);
  });

  it("sets Astro's base to the site's path, and removes it from the paths of the pages at former addresses", async () => {
    await write({
      "dist/index.html": "<h1>Astro</h1>",
      "dist-octavo/index/v1/manifest.json": JSON.stringify({ site: { baseUrl: "https://ines.example/blog/api/v1" } }),
      "dist-octavo/api/v1/redirects.json": redirects(["/blog/old", "/blog/posts/rye"]),
    });
    const astro = createAstro("build");
    await astro.setUp();
    await astro.finish();
    expect(astro.updates).toEqual([{ base: "/blog" }]);
    expect(await readFile(join(root, "dist/old.html"), "utf8")).toContain("url=/blog/posts/rye");

    const same = createAstro("build", { base: "/blog/" });
    await same.setUp();
    expect(same.updates).toEqual([]);
    await expect(createAstro("build", { base: "/notes" }).setUp()).rejects.toThrow(
      'base is "/notes" in Astro\'s configuration, but the address of the site (url in content/site.yaml, or in octavo.config) has the path /blog: remove base, or use the same path in both',
    );
  });

  it("writes pages at former addresses as folders if Astro's pages are folders", async () => {
    await write({ "dist/index.html": "", "dist-octavo/api/v1/redirects.json": redirects(["/posts/rye", "/posts/bread/"]) });
    const astro = createAstro("build", { format: "directory" });
    await astro.setUp();
    await astro.finish();
    expect(existsSync(join(root, "dist/posts/rye/index.html"))).toBe(true);
    expect(astro.told).toEqual(["1 former address redirects to current pages"]);
  });

  it("leaves former addresses to a host that redirects by itself", async () => {
    await write({
      "dist/index.html": "",
      "dist-octavo/_redirects": toBlock("/old /new 301\n"),
      "dist-octavo/api/v1/redirects.json": redirects(["/posts/rye", "/posts/bread"]),
    });
    const astro = createAstro("build");
    await astro.setUp();
    await astro.finish();
    expect(existsSync(join(root, "dist/posts/rye.html"))).toBe(false);
    expect(astro.told).toEqual([]);
  });
});

describe("octavo() in astro dev", () => {
  it("explains how to install octavo if it is missing", async () => {
    await write({ "package.json": "{}" });
    await expect(createAstro("dev").setUp()).rejects.toThrow(`octavo is not installed in ${root}: npm install octavo`);
  });

  it("runs octavo dev alongside, passes the API's paths to it, follows each save, and ends it", { timeout: 60_000 }, async () => {
    await write({
      ...INSTALLED,
      "package.json": "{}",
      "content/site.yaml": "name: Marsh notes\nurl: https://marsh.example\n",
      "content/posts/first-ice.md": post("First ice", "2026-01-02", "redirectFrom: [/old/ice/]\n"),
    });
    const astro = createAstro("dev");
    await astro.setUp();
    try {
      const [update] = astro.updates as { vite: { server: { proxy: Record<string, { target: string }> } } }[];
      const [[pattern, { target }] = ["", { target: "" }]] = Object.entries(update?.vite.server.proxy ?? {});
      const isAnswered = (path: string): boolean => new RegExp(pattern).test(path);
      for (const path of [
        "/api/v1/posts",
        "/media/x.webp",
        "/octavo-elements.js",
        "/octavo-elements.de.json",
        "/feed.xml",
        "/llms-full.txt",
      ])
        expect(isAnswered(path), path).toBe(true);
      for (const path of ["/", "/posts/first-ice", "/api", "/feeds", "/src/octavo.ts"]) expect(isAnswered(path), path).toBe(false);
      expect((await fetch(`${target}/api/v1/posts`)).status).toBe(200);
      const client = openSite(join(root, "nowhere"));
      const { title, url } = await client.posts.get("first-ice");
      expect([title, url]).toEqual(["First ice", "http://localhost:4321/posts/first-ice"]);

      const sent: unknown[] = [];
      const handlers: ((...args: never[]) => void)[] = [];
      const reloaded = Promise.withResolvers<void>();
      astro.hooks["astro:server:setup"]({
        logger: astro.logger,
        refreshContent: async () => void sent.push("refresh"),
        server: {
          middlewares: { use: (handler) => handlers.push(handler) },
          environments: {
            ssr: { hot: { send: (event) => void sent.push(event) } },
            client: {
              hot: {
                send: (event) => {
                  sent.push(event);
                  reloaded.resolve();
                },
              },
            },
          },
        },
      });
      await write({ "content/posts/first-ice.md": post("Second thoughts", "2026-01-02", "redirectFrom: [/old/ice/, /older/ice]\n") });
      await reloaded.promise;
      expect(sent).toEqual(["refresh", "astro:content-changed", { type: "full-reload" }]);
      expect((await client.posts.get("first-ice")).title).toBe("Second thoughts");
      const ask = (url: string): unknown => {
        const answers: unknown[] = [];
        const answer = {
          writeHead: (status: number, { Location }: Record<string, string>) => ({ end: () => answers.push(status, Location) }),
        };
        for (const handle of handlers) (handle as (...args: unknown[]) => void)({ url }, answer, () => answers.push("next"));
        return answers;
      };
      expect(ask("/old/ice?from=mail")).toEqual([302, "/posts/first-ice?from=mail"]);
      expect(ask("/older/ice/")).toEqual([302, "/posts/first-ice"]);
      expect(ask("/posts/first-ice")).toEqual(["next"]);
    } finally {
      await astro.hooks["astro:server:done"]();
    }
    expect(process.env.OCTAVO_DEV_API).toBeUndefined();
  });

  it("waits for a save that fixes the failed build", { timeout: 60_000 }, async () => {
    await write({
      ...INSTALLED,
      "package.json": "{}",
      "content/site.yaml": "name: Marsh notes\nurl: https://marsh.example\n",
      "content/posts/first-ice.md": post("First ice", "2026-13-02"),
    });
    const astro = createAstro("dev");
    const setting = astro.setUp();
    await expect.poll(() => astro.told.join("\n"), { timeout: 30_000 }).toContain("nothing is served yet");
    await write({ "content/posts/first-ice.md": post("First ice", "2026-01-02") });
    await setting;
    try {
      expect((await openSite(join(root, "nowhere")).posts.list()).items.map(({ title }) => title)).toEqual(["First ice"]);
    } finally {
      await astro.hooks["astro:server:done"]();
    }
  });
});
