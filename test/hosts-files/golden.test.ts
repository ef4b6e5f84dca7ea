import { describe, expect, it } from "vitest";
import { RULES_FILE, type SiteRules } from "../../contract/config/site-rules.ts";
import { HOST_ROUTES, toHostRoutes } from "../../contract/host-routes.ts";
import { INDEX_FORMAT } from "../../contract/index-format.ts";
import { ROOT_FILES } from "../../contract/static-files.ts";
import { type HostFile, type HostOptions, toBytes } from "../../hosts/host-files.ts";
import { HOST_NAMES } from "../../hosts/host-names.ts";
import type { HostTextFile } from "../../hosts/host-site.ts";
import { generateHostFiles } from "../../hosts/hosts.ts";
import { TAG_FILTER } from "../../kinds/list-filter.ts";
import type { OwnListDefinition } from "../../kinds/own-kind.ts";
import { toHostTextFile } from "./host-text-file.ts";

/**
 * Small files are compared as text, the others by their structure. test/hosts shows that all of
 * them work.
 */

const ALONE: HostOptions = { server: null, reader: null, origins: [], folder: "dist" };
const WHOLE: HostOptions = {
  server: "https://api.ines.example",
  reader: "http://127.0.0.1:3001",
  origins: ["https://blog.ines.example"],
  folder: "dist",
};
const WITH_DESK: HostOptions = { ...WHOLE, desk: { origin: "https://desk.ines.example" } };

const FIELD_NOTES: OwnListDefinition = {
  name: "field-notes",
  pageSize: 20,
  order: ["title"],
  date: null,
  filters: [TAG_FILTER, { name: "weather", type: "folded", column: "posting", member: "weather" }],
  sorts: ["title"],
};

/** The parts of a site on which the configurations depend. */
function siteFiles(baseUrl = "https://ines.example/api/v1", redirects: readonly unknown[] = []): HostTextFile[] {
  const list = (totalItems: number, totalPages: number) => ({
    items: [],
    pagination: { page: 1, pageSize: 20, totalItems, totalPages, hasNextPage: totalPages > 1, hasPreviousPage: false },
  });
  const published = { slugs: {}, aliases: { "sour-rye": "rye-bread" }, commentsClosed: [], services: [] };
  const files: Readonly<Record<string, unknown>> = {
    "index/v1/manifest.json": {
      format: INDEX_FORMAT,
      site: { baseUrl, timeZone: "UTC" },
      lists: { posts: {}, projects: {}, books: {}, photos: {} },
      kinds: { "field-notes": { definition: FIELD_NOTES } },
      published: "published.0123456789abcdef.json",
    },
    "index/v1/published.0123456789abcdef.json": published,
    "api/v1/redirects.json": { items: redirects },
    "api/v1/posts.json": list(45, 3),
    "api/v1/projects.json": list(2, 1),
    "api/v1/books.json": list(21, 2),
    "api/v1/photos.json": list(0, 0),
    "api/v1/field-notes.json": list(41, 3),
  };
  return Object.entries(files).map(([path, value]) => toHostTextFile(path, JSON.stringify(value)));
}

const textOf = (files: readonly HostFile[], path: string): string => {
  const content = files.find((file) => file.path === path)?.content;
  return typeof content === "string" ? content : expect.fail(`there is no text ${path}`);
};

describe.each([
  ["nginx", "_hosts/nginx/site.conf", "whole", WHOLE],
  ["caddy", "_hosts/caddy/Caddyfile", "whole", WHOLE],
  ["nginx", "_hosts/nginx/desk.conf", "whole", WITH_DESK],
  ["caddy", "_hosts/caddy/desk.caddy", "whole", WITH_DESK],
  ["netlify", "_hosts/netlify/netlify.toml", "alone", ALONE],
  ["cloudflare", "_headers", "alone", ALONE],
  ["cloudflare", "_hosts/cloudflare/wrangler.jsonc", "alone", ALONE],
] as const)("%s: %s (%s)", (host, path, kind, options) => {
  it("matches the approved file", async () => {
    const root = [...Object.keys(ROOT_FILES), "/sitemap-1.xml"].map((address) => toHostTextFile(address.slice(1), ""));
    const files = await generateHostFiles([host], [...siteFiles(), ...root], options);
    await expect(textOf(files, path)).toMatchFileSnapshot(`golden/${host}.${kind}.${path.split("/").at(-1)?.replace(/^\./, "")}.snap`);
  });
});

it.each([
  ["nginx", "_hosts/nginx/octavo.conf", "location ^~ /desk/ {"],
  ["caddy", "_hosts/caddy/octavo.caddy", "@octavo_desk path /desk /desk/*"],
] as const)("%s forwards the desk's requests only if the desk is under a path of the site", async (host, file, line) => {
  const written = async (options: HostOptions) => generateHostFiles([host], siteFiles(), options);
  const below = await written({ ...WHOLE, desk: { path: "/desk" } });
  expect(textOf(below, file)).toContain(line);
  expect(below.filter(({ path }) => path.includes("desk"))).toEqual([]);
  for (const options of [WHOLE, WITH_DESK, { ...ALONE, desk: { path: "/desk" } }] as const)
    expect(textOf(await written(options), file)).not.toContain(line);
});

describe("the files to include in the owner's nginx", () => {
  it.each([
    ["alone", ALONE],
    ["whole", WHOLE],
  ] as const)("change nothing about the owner's own locations (%s)", async (_kind, options) => {
    const lines = textOf(await generateHostFiles(["nginx"], siteFiles(), options), "_hosts/nginx/octavo.conf").split("\n");
    const directives = lines.filter((line) => /^[a-z]/.test(line));
    // A variable, larger buffers for Octavo's own 414, and locations that only Octavo has.
    const ours = /^(?:set \$octavo_|if \(\$request_uri ~ .* \{ set \$octavo_refused|large_client_header_buffers |location )/;
    expect(directives.filter((line) => !ours.test(line))).toEqual([]);
    const places = directives.flatMap((line) => /^location (?:= |\^~ |~ ')?\^?(\S+)/.exec(line)?.[1] ?? []);
    const own =
      /^(?:@octavo_|\/(?:api\/v1|index\/v1|media|_hosts|mcp|\.octavo|feed|sitemap|robots|llms|octavo-|healthz|readyz|moderate|subscriptions|owner))/;
    expect(places.length).toBeGreaterThan(15);
    expect(places.filter((place) => !own.test(place))).toEqual([]);
  });
});

describe("web servers", () => {
  it.each([
    ["nginx", "_hosts/nginx/octavo.conf"],
    ["caddy", "_hosts/caddy/octavo.caddy"],
  ] as const)("%s has every path, method and header, and the site's own first pages and former slugs", async (host, path) => {
    const text = textOf(await generateHostFiles([host], siteFiles(), ALONE), path);
    const quotes = (value: string): string => (host === "nginx" ? value : value.replaceAll('"', '\\"'));
    for (const { pattern, isLiteral, allow, headers, from } of toHostRoutes([FIELD_NOTES])) {
      expect(text).toContain(isLiteral && host === "caddy" ? pattern.replaceAll(".", "\\.") : pattern);
      expect(text).toContain(allow);
      if (from === "files") expect(text).toContain(headers["Cache-Control"]);
    }
    expect(text).toContain(quotes('<https://ines.example/api/v1/books?page=2>; rel="last"'));
    expect(text).toContain(quotes('<https://ines.example/api/v1/field-notes?page=3>; rel="last"'));
    expect(text).toContain("|weather)(?:=|&|$)");
    expect(text).toMatch(/\/posts\/sour-rye .*\/posts\/rye-bread/);
  });
});

describe("the generated files of hosts", () => {
  it("are the same for the same site, programs included, and contain no path of this machine", async () => {
    const [first, second] = [
      await generateHostFiles(HOST_NAMES, siteFiles(), WHOLE),
      await generateHostFiles(HOST_NAMES, siteFiles(), WHOLE),
    ];
    expect(first.map(({ path }) => path)).toEqual(second.map(({ path }) => path));
    for (const [index, { path, content }] of first.entries()) {
      const bytes = Buffer.from(toBytes(content));
      expect([path, bytes.equals(toBytes(second[index]?.content ?? ""))]).toEqual([path, true]);
      expect([path, bytes.toString("latin1").includes(process.cwd())]).toEqual([path, false]);
    }
  });

  it.each(["cloudflare", "netlify"] as const)("run on %s without Node's modules", async (host) => {
    const programs = (await generateHostFiles([host], siteFiles(), ALONE)).filter(({ path }) => path.endsWith(".js"));
    expect(programs).toHaveLength(1);
    // As a statement, because these words also occur in texts.
    for (const { content } of programs) expect(/(?:^|[;}\n])import[\s{"'*(]|\brequire\(|["'`]node:/.test(String(content))).toBe(false);
  });

  it("name the write server in each file, and each of its paths in the web servers' files", async () => {
    const files = await generateHostFiles(HOST_NAMES, siteFiles(), WHOLE);
    const ofServer = HOST_ROUTES.filter(({ from }) => from === "server");
    expect(ofServer).toHaveLength(9);
    for (const path of ["_hosts/nginx/octavo.conf", "_hosts/caddy/octavo.caddy"])
      for (const { pattern, isLiteral } of ofServer)
        expect(textOf(files, path)).toContain(isLiteral && path.endsWith(".caddy") ? pattern.replaceAll(".", "\\.") : pattern);
    for (const { path, content } of files)
      if (/\.js$|octavo\.|netlify\.toml/.test(path))
        expect([path, String(content).includes("https://api.ines.example")]).toEqual([path, true]);
  });

  it.each([
    [["nginx", "caddy"]],
    [["node"]],
    [["bun"]],
  ] as const)("are small where %j sends compressed files, and change nothing else of the site", async (hosts) => {
    const long = toHostTextFile("feed.xml", "<item/>".repeat(1_000));
    const files = await generateHostFiles(hosts, [...siteFiles(), long], ALONE);
    const compressed = files.filter(({ path }) => path.endsWith(".gz"));
    expect(compressed.map(({ path }) => path)).toEqual(["feed.xml.gz"]);
    expect(compressed.map(({ content }) => toBytes(content).length)).toEqual([expect.toSatisfy((bytes: number) => bytes < 100)]);
  });

  it("read no file of the site to compress it if a build already has the compressed copy", async () => {
    const long = toHostTextFile("api/v1/posts/a.md", "");
    const unseen = Object.defineProperties({ ...long, size: 5_000 }, { text: { get: () => expect.fail("was made"), enumerable: true } });
    const files = await generateHostFiles(["nginx", "caddy"], [...siteFiles(), unseen], ALONE);
    expect(files.find(({ path }) => path === "api/v1/posts/a.md.gz")?.content).toMatchObject({ identity: `gzip ${long.identity}` });
  });

  it("have former pages as rules, as many as the host accepts", async () => {
    const redirects = Array.from({ length: 10_001 }, (_, index) => ({ from: `/old/${index}`, to: `/posts/p${index}` }));
    const files = await generateHostFiles(HOST_NAMES, siteFiles(undefined, redirects), ALONE);
    // Cloudflare compares paths byte by byte, and rejects a file that is too large; its program
    // redirects the remaining pages.
    const shared = textOf(files, "_redirects").split("\n");
    expect(shared.slice(1, 3)).toEqual(["/old/0 /posts/p0 301", "/old/0/ /posts/p0 301"]);
    expect(shared.length).toBeLessThanOrEqual(2_003);
    expect(JSON.parse(textOf(files, "_routes.json"))).toMatchObject({ include: ["/*"] });
    const few = await generateHostFiles(["cloudflare"], siteFiles(undefined, redirects.slice(0, 9)), ALONE);
    expect(JSON.parse(textOf(few, "_routes.json")).include).not.toContain("/*");
    const rules = textOf(await generateHostFiles(["netlify"], siteFiles(undefined, redirects), ALONE), "_redirects").split("\n");
    expect(rules).toContain("/old/9999 /posts/p9999 301");
    expect(rules).not.toContain("/old/10000 /posts/p10000 301");
    expect(textOf(files, "_hosts/nginx/octavo.conf")).toContain(
      "location = '/old/10000/' { absolute_redirect off; return 301 '/posts/p10000$is_args$args'; }",
    );
    expect(textOf(files, "_hosts/caddy/octavo.caddy")).toContain('"/old/10000" "/posts/p10000"');
    expect(files.map(({ path }) => path)).toContain("old/10000/index.html");
    const without = await generateHostFiles(["netlify"], siteFiles(), ALONE);
    expect(without.map(({ path }) => path)).not.toContain("_redirects");
  });

  it("escape former pages that look like patterns, and omit those that cannot be files", async () => {
    const paths = ["/old/*", "/:slug/x", "/feed.xml/old", "/a.html", "/a.html/amp", "/_headers", "/kept"];
    const redirects = paths.map((from) => ({ from, to: "/posts/:splat/*" }));
    const site = [...siteFiles(undefined, redirects), toHostTextFile("feed.xml", "<rss/>")];
    const rules = textOf(await generateHostFiles(["netlify"], site, ALONE), "_redirects")
      .split("\n")
      .slice(1, 3);
    expect(rules).toEqual(["/old/%2A /posts/%3Asplat/%2A 301", "/%3Aslug/x /posts/%3Asplat/%2A 301"]);
    const pages = (await generateHostFiles(["github-pages"], site, ALONE)).filter(({ path }) => path.endsWith(".html"));
    expect(pages.map(({ path }) => path)).toEqual(["old/*/index.html", ":slug/x/index.html", "a.html", "kept/index.html"]);
    const whole = await generateHostFiles(["nginx", "caddy"], site, ALONE);
    const nginx = textOf(whole, "_hosts/nginx/octavo.conf");
    expect(nginx).toContain("location = '/old/*' { absolute_redirect off; return 301 '/posts/:splat/*$is_args$args'; }");
    expect(nginx).not.toContain("location ^~ '/old/'");
    expect(textOf(whole, "_hosts/caddy/octavo.caddy")).toContain('"/old/*" "/posts/:splat/*"');
  });

  it("redirect from single paths, then former pages, then folders, the narrowest first, all percent-encoded", async () => {
    const rules: SiteRules = {
      headers: [],
      redirects: ["/old/*", "/old/größe/*", "/old/a"].map((from, index) => ({ from, to: `/${index}`, status: 301 })),
    };
    const former = { from: "/blog/old/ice", to: "/blog/new/ice" };
    const site = [...siteFiles("https://ines.example/blog/api/v1", [former]), toHostTextFile(RULES_FILE, JSON.stringify(rules))];
    for (const host of ["netlify", "cloudflare"] as const) {
      const lines = textOf(await generateHostFiles([host], site, ALONE), "_redirects").split("\n");
      const wanted = ["/old/a", "/old/ice", "/old/gr%C3%B6%C3%9Fe/*", "/old/*"].map((from) => expect.stringContaining(`${from} `));
      expect(lines.filter((line) => /^\/.*[^/] \/blog\/(?:\d|new)/.test(line))).toEqual(wanted);
    }
    // The function removes the base, and then Netlify looks for a rule.
    const netlify = textOf(await generateHostFiles(["netlify"], site, ALONE), "_hosts/netlify/netlify.toml");
    expect(netlify).toContain('path = "/blog/*"');
    const nginx = textOf(await generateHostFiles(["nginx"], site, ALONE), "_hosts/nginx/octavo.conf");
    expect(nginx).toContain("if ($request_uri ~ '^/blog/old/gr(?i:%C3)(?i:%B6)(?i:%C3)(?i:%9F)e/([^?]*)')");
  });

  it("are not written for an address that nginx cannot express", async () => {
    await expect(generateHostFiles(["nginx"], siteFiles("https://ines.example/$args/api/v1"), ALONE)).rejects.toThrow("dollar sign");
  });
});
