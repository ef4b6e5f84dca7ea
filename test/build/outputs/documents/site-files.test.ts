import { expect, test } from "vitest";
import { assemble } from "../../../../build/assemble/assemble.ts";
import { type SiteFilesInput, toSiteFiles } from "../../../../build/outputs/documents/site-files.ts";
import { DEFAULT_PAGES } from "../../../helpers/kind-values.ts";
import { makeContent, makeMemos, makePost, textOfFile } from "../../factories.ts";

const ORIGIN = "https://rain.example";
const addresses = { site: ORIGIN, public: ORIGIN, canonical: ORIGIN };
const cover = {
  ...{ url: `${ORIGIN}/media/a.png`, width: 4, height: 3, alt: "", mimeType: "image/png", thumbhash: null, dominantColor: null },
  variants: [],
};
const body = { html: '<p><a href="#rain">Rain</a></p>' };

interface Said {
  readonly name?: string;
  readonly page?: string;
  readonly bytes?: number;
  readonly inFeeds?: { readonly posts: number; readonly fullText: boolean };
  readonly added?: readonly string[];
}

async function textsOf({ name, page, bytes = 1, inFeeds, added = [] }: Said, memos = makeMemos()): Promise<Record<string, string>> {
  const { site } = makeContent();
  const document = { ...site.document, ...(name && { name }) };
  const posts = [{ ...makePost("a", { ...(page && { page }) }, body), cover }, makePost("b", { publishedAt: "2023-01-01T00:00:00.000Z" })];
  const feeds = { rss: true, json: true };
  const input: SiteFilesInput = {
    pages: DEFAULT_PAGES,
    site: assemble(makeContent({ site: { ...site, document }, posts }), { feeds }),
    addresses,
    discovery: { feeds, inFeeds: inFeeds ?? { posts: 50, fullText: true }, sitemap: { add: [...added] }, robots: null, llms: null },
    markdown: null,
    scripts: {},
    bytesOf: () => bytes,
    memos,
  };
  return Object.fromEntries((await toSiteFiles(input)).map((file) => [file.path, textOfFile(file)]));
}

test.each<readonly [what: string, file: string, said: Said]>([
  ["the site's name", "feed.xml", { name: "Snow" }],
  ["only the page of a post, and not its text,", "feed.xml", { page: "/moved" }],
  ["the size of a picture's file", "feed.xml", { bytes: 2 }],
  ["the number of posts in feeds", "feed.json", { inFeeds: { posts: 1, fullText: true } }],
  ["the setting for full text in feeds", "feed.json", { inFeeds: { posts: 50, fullText: false } }],
  ["the list of additional pages", "sitemap.xml", { added: ["/about"] }],
  ["the page of a post", "sitemap.xml", { page: "/moved" }],
  ["the site's name in the API's description", "api/v1/openapi.json", { name: "Snow" }],
])("if %s changes, %s is rebuilt regardless of the cache", async (_, file, said) => {
  const memos = makeMemos();
  const before = await textsOf({}, memos);
  const after = await textsOf(said, memos);
  expect(after[file]).not.toBe(before[file]);
  expect(after).toEqual(await textsOf(said));
});
