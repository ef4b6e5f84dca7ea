import type { RenderedContent, RenderedPost, RenderedSeries } from "../../build/assemble/documents/input.ts";
import { Memos } from "../../build/cache/memos.ts";
import { MemoryStorage } from "../../build/cache/storage/memory-storage.ts";
import { NO_EXTRA } from "../../build/kinds/fields/extra.ts";
import type { PostEntry } from "../../build/kinds/post-kind.ts";
import type { SeriesEntry } from "../../build/kinds/series-kind.ts";
import type { SiteDocument } from "../../build/kinds/site-kind.ts";
import type { LateFile, TextFile } from "../../build/outputs/index/text-file.ts";
import { Bodies, type Body } from "../../build/rows/bodies.ts";
import { USUAL_POST } from "../../build/rows/row-head.ts";
import type { Rendered } from "../../build/shared/rendered.ts";
import { resolveAddresses } from "../../build/shared/site-addresses.ts";

/**
 * Creates rendered documents for tests. Everything has a default, so a test states only what it is
 * about.
 */

const FILE = { path: "content/x.md", relative: "x.md", absolute: "/x.md" };

/** Creates the memos of a first build. */
export function makeMemos(): Memos {
  return new Memos(new MemoryStorage(), { out: "dist", key: "" });
}

/** Stores the bodies of tests. */
const BODIES = new Bodies(new MemoryStorage(), "");

function makeBody(overrides: Partial<Rendered> = {}): Body {
  const rendered: Rendered = {
    html: "<p>Rain.</p>",
    text: "Rain.",
    excerpt: "Rain.",
    toc: [],
    wordCount: 1,
    readingTimeMinutes: 1,
    hasCode: false,
    codeLanguages: [],
    ids: [],
    ...overrides,
  };
  return BODIES.open(rendered, BODIES.put(rendered));
}

export function makePost(slug: string, overrides: Partial<PostEntry> = {}, body: Partial<Rendered> = {}): RenderedPost {
  const entry: PostEntry = {
    ...USUAL_POST,
    slug,
    file: { path: `content/posts/${slug}.md`, relative: `posts/${slug}.md`, absolute: `/content/posts/${slug}.md` },
    locate: () => ({ file: `content/posts/${slug}.md`, line: 1, column: 1 }),
    written: (field) => field,
    body: "Rain.",
    bodyLine: 4,
    extra: NO_EXTRA,
    title: `Title of ${slug}`,
    excerpt: null,
    publishedAt: "2024-01-01T00:00:00.000Z",
    updatedAt: null,
    tags: [],
    categories: [],
    page: `/posts/${slug}`,
    formerPages: [],
    ...overrides,
  };
  const { file: _, locate: __, written: ___, ...said } = entry;
  return { id: JSON.stringify([said, body]), entry, body: makeBody(body), cover: null, images: [], poster: null };
}

export function makeSeries(slug: string, overrides: Partial<SeriesEntry> = {}): RenderedSeries {
  const entry: SeriesEntry = {
    kind: "series",
    slug,
    file: FILE,
    locate: () => ({ file: FILE.path, line: 1, column: 1 }),
    written: (field: readonly (string | number)[]) => field,
    body: "",
    bodyLine: 1,
    extra: NO_EXTRA,
    draft: false,
    publishedAt: null,
    expiresAt: null,
    title: `Series ${slug}`,
    description: null,
    cover: null,
    status: "ongoing",
    ...overrides,
  };
  return { entry, cover: null };
}

export function makeContent(overrides: Partial<RenderedContent> = {}): RenderedContent {
  const document: SiteDocument = {
    file: FILE,
    locate: () => ({ file: FILE.path, line: 1, column: 1 }),
    name: "Rain",
    url: "https://rain.example",
    tagline: null,
    description: null,
    logo: null,
    favicon: null,
    accentColor: null,
    look: "book",
    colorSchemeSwitch: false,
    language: "en",
    locales: ["en"],
    timeZone: "UTC",
    author: { name: "Ines", url: null, email: "ines@rain.example" },
    navigation: [],
    footerLinks: [],
    social: [],
    commentsEnabled: true,
    replyNotices: false,
    campaigns: false,
    updatedAt: null,
  };
  return {
    site: { document, addresses: resolveAddresses({}, document.url), logo: null, favicon: null },
    about: null,
    servicesPage: null,
    authors: [],
    groups: { tags: new Map(), categories: new Map(), albums: new Map() },
    posts: [],
    previews: [],
    series: [],
    documents: {},
    ...overrides,
  };
}

/** The content of a file that a build is about to write. */
export function textOfFile(file: TextFile | LateFile): string {
  return "bytes" in file ? Buffer.from(file.bytes()).toString("utf8") : file.text;
}
