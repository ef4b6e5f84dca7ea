import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { INDEX_FORMAT } from "../../contract/index-format.ts";

export interface DistFixture {
  /** The out folder. `secret.txt` beside it must never be served. */
  readonly dir: string;
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

export const SECRET = "nobody may read this";
const list = { total: 1, columns: "columns.0.json", chunks: ["chunk.0.json"], largeChunks: [] };

/** A small hand-written dist, sufficient for the host and independent of the build. */
export async function createDistFixture(): Promise<DistFixture> {
  const base = await mkdtemp(join(tmpdir(), "octavo-host-"));
  const dir = join(base, "dist");
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  };
  await write("index/v1/manifest.json", manifestOf("Europe/Helsinki"));
  await write("index/v1/columns.0123abcd.json", '{"order":null,"tags":{}}');
  await write(
    "api/v1/site-settings.json",
    JSON.stringify({ name: "Reed & <Heron>", tagline: "Notes from a marsh", language: "en", accentColor: "#336699" }),
  );
  await write("api/v1/about.json", '{"headline":"Hello"}');
  await write("api/v1/posts.json", JSON.stringify({ items: [POST], pagination: {} }));
  await write("api/v1/kinds.json", JSON.stringify({ items: KINDS }));
  await write("api/v1/talks.json", JSON.stringify({ items: [{ slug: "on-ice" }], pagination: {} }));
  await write("media/heron.0123abcd.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  await write("media/marsh.0123abcd.webp", "not really webp");
  await write("media/big.0123abcd.bin", "x".repeat(3 * 1024 * 1024));
  await write("media/page.0123abcd.html", "<script>alert(1)</script>");
  await write("feed.xml", "<rss/>");
  await write("feed.json", "{}");
  await write("sitemap.xml", "<urlset/>");
  await write("sitemap-12.xml", "<urlset />");
  await write("robots.txt", "User-agent: *\n");
  await write(".hidden", SECRET);
  await write("media/.hidden", SECRET);
  await writeFile(join(base, "secret.txt"), SECRET);
  return { dir, write, remove: () => rm(base, { recursive: true, force: true }) };
}

export function manifestOf(timeZone: string): string {
  return JSON.stringify({
    format: INDEX_FORMAT,
    buildId: "b",
    site: { baseUrl: "https://reed.example/api/v1", timeZone },
    lists: {
      posts: list,
      projects: { ...list, total: 3 },
      books: { ...list, total: 0 },
      photos: { ...list, total: 12 },
      pages: { ...list, total: 0 },
    },
    search: null,
    published: "published.0.json",
    counts: null,
  });
}

const toKind = (name: string, one: string, many: string, count: number): object => ({ name, words: { one, many }, count });
const KINDS = [
  toKind("posts", "Post", "Posts", 1),
  toKind("projects", "Project", "Projects", 3),
  toKind("books", "Book", "Books", 0),
  toKind("photos", "Photo", "Photos", 12),
  toKind("pages", "Page", "Pages", 0),
  toKind("talks", "Talk", "Talks & more", 2),
];
const POST = {
  slug: "first-ice",
  title: "First ice on the creek",
  publishedAt: "2026-01-02T03:04:05.000Z",
  tags: [{ slug: "winter", name: "Winter" }],
  series: { slug: "creek", title: "The creek", position: 1, total: 2 },
};
