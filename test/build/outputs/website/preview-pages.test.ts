import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildOptions, BuildResult } from "../../../../build/build-options.ts";
import { toChangedAddresses } from "../../../../cli/build/changed-addresses.ts";
import { HOST_NAMES } from "../../../../hosts/host-names.ts";
import { generateHostFiles } from "../../../../hosts/hosts.ts";
import { buildIn, createCleanBuilds, type Files, treeOf, writeOldFiles } from "../../site-folder.ts";

const WORD = "abcdefghijklmnop";
const DRAFT = `title: Zebra launch\ndraft: true\ntags: [Wet, Stripes]\ncover: { src: ../stripes.svg, alt: Stripes }\npreview: ${WORD}\n`;
const SITE: Files = {
  "octavo.config.mjs": "export default { website: true };\n",
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\ntimeZone: Europe/Oslo\n",
  "content/rain.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>',
  "content/stripes.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"/>',
  "content/posts/rain.md": "---\ntitle: Rain\npublishedAt: 2024-01-02\ntags: [Wet]\n---\nWet.\n",
  "content/posts/zebra-launch.md": `---\n${DRAFT}---\nBehold the quagga. ![Rain](../rain.svg)\n`,
};
/** Base32 of the first bytes of the hash, computed five bits at a time from its binary text. */
const NAME = [...createHash("sha256").update(`zebra-launch/${WORD}`).digest()]
  .map((byte) => byte.toString(2).padStart(8, "0"))
  .join("")
  .match(/.{5}/g)
  ?.slice(0, 26)
  .map((five) => "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(five, 2)])
  .join("");
const PAGE = `preview/${NAME}.html`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-previews-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

interface Built {
  readonly result: BuildResult;
  readonly dist: ReadonlyMap<string, string>;
}

async function build(files: Files, options: Partial<BuildOptions> = {}): Promise<Built> {
  writeOldFiles(cwd, files);
  const result = await buildIn(cwd, { scripts: async () => ({}), ...options });
  return { result, dist: result.ok ? treeOf(join(cwd, "dist")) : new Map() };
}

const withPost = (front: string): Files => ({ ...SITE, "content/posts/zebra-launch.md": `---\n${front}---\nBehold the quagga.\n` });
const previewsOf = (dist: ReadonlyMap<string, string>): string[] => [...dist.keys()].filter((path) => path.startsWith("preview/"));

describe("a draft with a preview word", () => {
  it("has a page whose address nobody can guess, without API, comments, likes or counting", async () => {
    const { result, dist } = await build(SITE);
    expect([result.ok, result.diagnostics.all(), result.notices]).toEqual([true, [], []]);
    expect(previewsOf(dist)).toEqual([PAGE]);
    const page = dist.get(PAGE) ?? "";
    expect(page).toContain("<h1>Zebra launch</h1>");
    expect(page).toContain("Behold the quagga.");
    expect(page).toContain('<p class="draft-mark">Draft, not published yet</p>');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<meta name="referrer" content="no-referrer">');
    expect(page).not.toMatch(/<octavo-(?:like|comments)|data-slug|rel="canonical"|og:url|ld\+json|zebra-launch/);
    expect(dist.has("posts/zebra-launch.html")).toBe(false);
    expect(dist.has("api/v1/posts/zebra-launch.json")).toBe(false);
  });

  it("links only to tag pages that exist", async () => {
    const page = (await build(SITE)).dist.get(PAGE) ?? "";
    expect(page).toContain('<a href="/tags/wet" rel="tag">Wet</a>');
    expect(page).toContain("<li><span>Stripes</span></li>");
  });

  it("is not named in any other file, including the list of files and the files of every host", async () => {
    const more = {
      key: "all",
      make: (files: Parameters<typeof generateHostFiles>[1]) =>
        generateHostFiles(HOST_NAMES, files, { server: "https://api.fjord.example", reader: null, origins: [], folder: "dist" }),
    };
    const { result, dist } = await build(SITE, { more });
    const copy = `${PAGE}.gz`;
    expect(previewsOf(dist).sort()).toEqual([PAGE, copy]);
    const secret = /zebra|quagga|stripes/i;
    const naming = [...dist].filter(([path, text]) => path !== PAGE && path !== copy && (secret.test(text) || text.includes(NAME ?? "?")));
    expect(naming.map(([path]) => path)).toEqual([]);
    // Nothing refers to its picture.
    const pictures = [...dist.keys()].filter((path) => secret.test(path));
    expect(pictures).toEqual([expect.stringMatching(/^media\/stripes\.[0-9a-f]{16}\.svg$/)]);
    expect(dist.get(PAGE)).toContain(`src="/${pictures[0]}"`);
    const addresses = toChangedAddresses(result.changed, "https://fjord.example/api/v1");
    expect(addresses.filter((address) => address.includes("preview"))).toEqual([]);
    expect([result.stats.documents.posts, result.stats.withheld.drafts]).toEqual([1, 1]);
  });

  it("leaves every other file as it would be without the draft, except for the list of files", async () => {
    const clean = createCleanBuilds();
    const { "content/posts/zebra-launch.md": _, ...without } = SITE;
    const [present, absent] = [await clean(SITE), await clean(without)];
    const isOther = (path: string): boolean => path !== PAGE && path !== ".octavo-files" && !path.startsWith("media/");
    const others = (dist: ReadonlyMap<string, string>) => Object.fromEntries([...dist].filter(([path]) => isOther(path)));
    expect(others(present)).toEqual(others(absent));
  });

  it("may be a post with a future date, and has its page until then", async () => {
    const files = withPost(`title: Zebra launch\npublishedAt: 2026-07-01\npreview: ${WORD}\n`);
    const before = await build(files);
    expect([previewsOf(before.dist), before.result.nextChange]).toEqual([[PAGE], "2026-06-30T22:00:00.000Z"]);
    const after = await build(files, { now: "2026-07-02T00:00:00.000Z", strict: true });
    expect([previewsOf(after.dist), after.dist.has("posts/zebra-launch.html")]).toEqual([[], true]);
    expect(after.result.ok).toBe(true);
    expect(after.result.notices).toEqual([
      "content/posts/zebra-launch.md is public or expired: there is no longer a preview of it, and preview: can be removed",
    ]);
  });

  it("loses its page when it expires, and a build says when that is", async () => {
    const files = withPost(`${DRAFT}expiresAt: 2026-07-01\n`);
    expect((await build(files)).result.nextChange).toBe("2026-06-30T22:00:00.000Z");
    expect(previewsOf((await build(files, { now: "2026-07-02T00:00:00.000Z" })).dist)).toEqual([]);
  });

  it("keeps its page in a build with --drafts, which publishes it as well", async () => {
    const { dist } = await build(SITE, { drafts: true });
    expect([previewsOf(dist), dist.has("posts/zebra-launch.html")]).toEqual([[PAGE], true]);
  });

  it("has a file even if programs at the edge or a local server render the other pages", async () => {
    const edge = await build({ ...SITE, "octavo.config.mjs": 'export default { website: { render: "edge" } };\n' });
    expect([...edge.dist.keys()].filter((path) => /^(?:posts|preview)\/.*\.html$/.test(path))).toEqual([PAGE]);
    const local = await build(SITE, { pagesOnRequest: { countsVisits: true } });
    expect([...local.dist.keys()].filter((path) => path.endsWith(".html"))).toEqual([PAGE]);
  });

  it("has its page below the site's base", async () => {
    const { dist } = await build({ ...SITE, "content/site.yaml": "name: Fjord\nurl: https://fjord.example/blog\n" });
    expect(previewsOf(dist)).toEqual([PAGE]);
    expect(dist.get(PAGE)).toContain('href="/blog/site.css"');
  });
});

describe("the page of a draft is deleted, with its compressed copy and its pictures,", () => {
  const more = {
    key: "bun",
    make: (files: Parameters<typeof generateHostFiles>[1]) =>
      generateHostFiles(["bun"], files, { server: null, reader: null, origins: [], folder: "dist" }),
  };
  const changes: readonly (readonly [string, Files, boolean])[] = [
    ["when the word is removed", withPost("title: Zebra launch\ndraft: true\n"), false],
    ["when the post is removed", withPost("title: Another\npublishedAt: 2024-01-01\n"), false],
    ["when the post is published", withPost(DRAFT.replace("draft: true", "publishedAt: 2024-01-03")), true],
  ];
  it.each(changes)("%s", async (_, files, keepsPicture) => {
    // Files that an earlier build wrote stay for a day, but these do not.
    const graceMs = 86_400_000;
    expect(previewsOf((await build(SITE, { more, graceMs })).dist)).toEqual([PAGE, `${PAGE}.gz`]);
    const { dist } = await build(files, { more, graceMs });
    expect(previewsOf(dist)).toEqual([]);
    expect([...dist.keys()].some((path) => path.startsWith("media/stripes."))).toBe(keepsPicture);
    expect(dist.get(".octavo-old") ?? "").not.toMatch(/stripes|preview/);
    const listed = dist.get(".octavo-files") ?? "";
    expect([listed.includes("#"), /^media\/stripes\./m.test(listed)]).toEqual([false, keepsPicture]);
  });

  it("when the word changes", async () => {
    await build(SITE);
    const { dist } = await build(withPost(DRAFT.replace(WORD, "ponmlkjihgfedcba")));
    expect(previewsOf(dist)).toEqual([expect.stringMatching(/^preview\/[a-z2-7]{26}\.html$/)]);
    expect(previewsOf(dist)).not.toEqual([PAGE]);
  });
});

describe("a preview word that produces no page", () => {
  const findings = ({ result }: Built): string[] =>
    result.diagnostics.all().map(({ severity, line, column, message, hint }) => `${line}:${column} ${severity}: ${message} (${hint})`);

  it.each([
    ["short", "has only 5 characters, so somebody could guess the draft's address"],
    ["two words with spaces between them", "characters other than letters, digits, - and _"],
    [
      "a".repeat(129),
      "has 129 characters, but the limit is 128 (want a word of at least 16 letters and digits, as octavo preview-link writes it)",
    ],
  ])("is an error: %s", async (word, message) => {
    const built = await build(withPost(`title: Zebra launch\ndraft: true\npreview: ${word}\n`));
    expect([built.result.ok, findings(built)]).toEqual([false, [expect.stringContaining(message)]]);
    expect(findings(built)[0]).toMatch(/^4:10 error: .*as octavo preview-link writes it\)$/);
  });

  it("is a warning in a site without pages", async () => {
    const built = await build({ ...SITE, "octavo.config.mjs": "export default {};\n" });
    expect(findings(built)).toEqual([
      "6:10 warning: the site has no pages, so this draft has none either (write website: true in octavo.config.ts, or remove preview)",
    ]);
    expect([...built.dist.keys()].filter((path) => /preview|stripes/.test(path))).toEqual([]);
  });
});
