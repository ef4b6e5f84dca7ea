import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ResolvedConfig } from "../../../build/config.ts";

/** A small site that can be edited in every way in which authors edit theirs, and written to disk. */

interface Post {
  readonly title: string;
  readonly date: string | null;
  readonly updated: string | null;
  readonly tags: readonly string[];
  readonly series: { readonly slug: string; readonly position: number | null } | null;
  readonly draft: boolean;
  readonly expires: string | null;
  /** Laid over the date under a name of Hugo's: the later of them counts. */
  readonly embargo: string | null;
  readonly unlisted: boolean;
  readonly excerpt: string | null;
  readonly cover: string | null;
  readonly aliases: readonly string[];
  readonly body: string;
}

export interface Site {
  readonly posts: Map<string, Post>;
  readonly books: Map<string, { title: string; related: string | null; body: string; draft: boolean; expires: string | null }>;
  readonly photos: Map<string, { title: string; picture: string; published: string }>;
  readonly series: Map<string, { title: string; cover: string | null }>;
  readonly pictures: Map<string, number>;
  readonly tagNames: Map<string, string>;
  name: string;
  about: string | null;
  zone: string;
  now: string;
  drafts: boolean;
  config: Partial<Pick<ResolvedConfig, "urls" | "checks" | "markdown" | "frontMatter">>;
}

const TAGS = ["Rain", "rain", "Looms", "C++", "Herons"];
const DATES = ["2024-01-01", "2024-02-10T08:00:00Z", "2024-02-10T09:00:00Z", "2024-03-05", "2024-06-30T23:30", "2024-07-04", null];
const EXPIRIES = [null, "2024-04-01", "2024-07-05", "2024-07-10T00:00:00Z", "2025-01-01"];
const EMBARGOES = [null, "2024-03-01", "2024-07-02", "2024-07-09T12:00"];
const ZONES = ["UTC", "Europe/Oslo", "America/St_Johns"];
const INSTANTS = ["2024-05-01T00:00:00.000Z", "2024-07-01T00:00:00.000Z", "2024-07-10T00:00:00.000Z"];
const WORDS = ["Rain again", "On looms", "A heron", "Nothing much", "Long walk"];
const PICTURES = ["heron", "loom"];
const SERIES = ["walks", "cloth"];

export function createModel(): Site {
  const site: Site = {
    posts: new Map(),
    books: new Map([["weaving", { title: "Weaving", related: "two", body: "Good.\n", draft: false, expires: null }]]),
    photos: new Map([["grey", { title: "Grey", picture: "heron", published: "2024-01-05" }]]),
    series: new Map(SERIES.map((slug) => [slug, { title: `About ${slug}`, cover: null }])),
    pictures: new Map(PICTURES.map((name, index) => [name, 10 + index])),
    tagNames: new Map(),
    name: "Marsh",
    about: "I write.\n",
    zone: "UTC",
    now: INSTANTS[1] ?? "",
    drafts: false,
    config: { checks: { brokenLinks: "warning", missingPictures: "warning" } },
  };
  for (const [index, name] of ["one", "two", "three", "four"].entries()) site.posts.set(name, makePost(index, index * 3, index));
  return site;
}

/** The same without what a build would find fault with, with related posts that are no neighbours, and with an unlisted one. */
export function createPlainModel(): Site {
  const site = createModel();
  const bodies = ["See [two](two.md).", "![A picture](../pictures/heron.svg)", "## Heading\n\nText.", "Some `code` and text."];
  for (const [index, [name, post]] of [...site.posts].entries())
    site.posts.set(name, { ...post, tags: [index < 2 ? "Rain" : "Looms"], body: at(bodies, index) });
  site.posts.set("five", { ...makePost(2, 1, 1), tags: ["Looms"], unlisted: true, aliases: ["former"], body: "Not listed." });
  site.books.set("weaving", { title: "Weaving", related: "two", body: "Good.\n", draft: false, expires: null });
  return site;
}

function makePost(a: number, b: number, c: number): Post {
  const slug = at(SERIES, c);
  return {
    title: at(WORDS, a),
    date: at(DATES, b),
    updated: null,
    tags: [at(TAGS, a), at(TAGS, b)],
    series: c % 3 === 0 ? { slug, position: null } : null,
    draft: false,
    expires: null,
    embargo: null,
    unlisted: false,
    excerpt: c % 2 === 0 ? null : "Short.",
    cover: null,
    aliases: [],
    body: makeBody(a, b, c),
  };
}

/** Bodies with all that may depend on other files. */
function makeBody(a: number, b: number, c: number): string {
  const blocks = [
    `${at(WORDS, a)} and more.`,
    "## Same heading\n\n#### Too deep",
    "See [two](two.md), or [three](../posts/three.md#x).",
    `![A picture](../pictures/${at(PICTURES, b)}.svg)`,
    "![](../pictures/heron.svg) <!-- more -->",
    "```ts\nconst x = 1;\n```",
    "<p>Raw <b>html</b> <a href='one.md'>link</a></p>",
    "| a | b |\n|---|--:|\n| 1 | 2 |",
    "Gone: [nowhere](nowhere.md).",
  ];
  return [a, b, c].map((index) => at(blocks, index)).join("\n\n");
}

/** An edit: what, of which, and how; any numbers make a valid one. */
export type Edit = readonly [kind: keyof typeof EDITS, a: number, b: number, c: number];

type Change = (site: Site, a: number, b: number, c: number) => void;
const NAMES = ["one", "two", "three", "four", "five", "six"];

export const EDITS = {
  addPost: (site, a, b, c) => void site.posts.set(at(NAMES, a), makePost(a, b, c)),
  changeBody: editPost((_, b, c) => ({ body: makeBody(b, c, b + c) })),
  retitle: editPost((_, b) => ({ title: `${at(WORDS, b)} ${b}` })),
  redate: editPost((_, b, c) => ({ date: at(DATES, b), updated: c % 2 === 0 ? null : "2024-08-01" })),
  retag: editPost((_, b, c) => ({ tags: [at(TAGS, b), at(TAGS, c)].slice(c % 2) })),
  reorder: editPost((_, b, c) => ({ series: c % 3 === 0 ? null : { slug: at(SERIES, b), position: c % 3 === 1 ? null : c } })),
  toggleDraft: editPost(({ draft }) => ({ draft: !draft })),
  unlist: editPost(({ unlisted }) => ({ unlisted: !unlisted })),
  expire: editPost((_, b) => ({ expires: at(EXPIRIES, b) })),
  hold: editPost((_, b) => ({ embargo: at(EMBARGOES, b) })),
  recover: editPost((_, b, c) => ({ cover: c % 2 === 0 ? null : at(PICTURES, b) })),
  alias: editPost((_, b, c) => ({ aliases: c % 3 === 0 ? [] : [`former-${b % 3}`] })),
  summarize: editPost((_, b) => ({ excerpt: b % 2 === 0 ? null : `Summary ${b}` })),
  reword: editPost(({ body }, b) => ({ body: `${body.slice(0, 200)}\n\n${at(WORDS, b)} in other words, ${b}.` })),
  update: editPost((_, b) => ({ updated: b % 4 === 0 ? null : `2024-09-0${(b % 8) + 1}` })),
  rename(site, a, b) {
    const [from, to] = [at([...site.posts.keys()], a), at(NAMES, b)];
    const post = site.posts.get(from);
    if (post === undefined || site.posts.has(to)) return;
    site.posts.delete(from);
    site.posts.set(to, post);
  },
  removePost: (site, a) => void site.posts.delete(at(NAMES, a)),
  touchPost: () => undefined,
  retitleSeries(site, a, b) {
    const series = site.series.get(at(SERIES, a));
    if (series !== undefined) series.title = at(WORDS, b);
  },
  coverSeries(site, a, b, c) {
    const series = site.series.get(at(SERIES, a));
    if (series !== undefined) series.cover = c % 2 === 0 ? null : at(PICTURES, b);
  },
  book(site, a, b, c) {
    site.books.set("weaving", {
      title: at(WORDS, a),
      related: b % 3 === 0 ? null : at(NAMES, b),
      body: makeBody(0, b, c),
      draft: c % 4 === 0,
      expires: at(EXPIRIES, a + c),
    });
  },
  photo(site, a, b, c) {
    site.photos.set("grey", { title: at(WORDS, a), picture: at(PICTURES, b), published: at(DATES, c) ?? "2024-01-01" });
  },
  redraw: (site, a, b) => void site.pictures.set(at(PICTURES, a), 10 + (b % 5)),
  losePicture: (site, a) => void site.pictures.delete(at(PICTURES, a)),
  nameTag(site, a, b) {
    if (b % 3 === 0) site.tagNames.delete("rain");
    else site.tagNames.set("rain", at(WORDS, a));
  },
  about(site, a, b) {
    site.about = b % 3 === 0 ? null : makeBody(a, 0, 5);
  },
  nameSite(site, a) {
    site.name = at(WORDS, a);
  },
  zone(site, a) {
    site.zone = at(ZONES, a);
  },
  clock(site, a) {
    site.now = at(INSTANTS, a);
  },
  showDrafts(site) {
    site.drafts = !site.drafts;
  },
  configure(site, a, b) {
    const configs: Site["config"][] = [
      {},
      { urls: { posts: "/blog/{slug}/", projects: "/p/{slug}", books: "/b/{slug}", photos: "/f/{slug}" } },
      { checks: { brokenLinks: "warning", missingPictures: "warning" } },
      { checks: { brokenLinks: "off", missingPictures: "warning" } },
      { checks: { brokenLinks: "warning", missingPictures: "warning" }, markdown: markdown("escape") },
      { checks: { brokenLinks: "warning", missingPictures: "warning" }, markdown: markdown("sanitize") },
    ];
    site.config = at(configs, a + b);
  },
  nothing: () => undefined,
} satisfies Record<string, Change>;

function markdown(rawHtml: "escape" | "sanitize"): ResolvedConfig["markdown"] {
  return { rawHtml, parser: "auto", remarkPlugins: [], rehypePlugins: [] };
}

function editPost(change: (post: Post, b: number, c: number) => Partial<Post>): Change {
  return (site, a, b, c) => {
    const name = at([...site.posts.keys()], a);
    const post = site.posts.get(name);
    if (post !== undefined) site.posts.set(name, { ...post, ...change(post, b, c) });
  };
}

export function applyEdit(site: Site, [kind, a, b, c]: Edit): void {
  const change: Change = EDITS[kind];
  change(site, a, b, c);
}

/** The files of a site: path below its folder → text. */
export function toFiles(site: Site): Map<string, string> {
  const files = new Map<string, string>();
  const add = (path: string, values: Readonly<Record<string, unknown>>, body: string | null = null): void => {
    const lines = Object.entries(values).filter(([, value]) => value !== null);
    const data = lines.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join("");
    files.set(`content/${path}`, body === null ? data : `---\n${data}---\n${body}\n`);
  };
  add("site.yaml", { name: site.name, url: "https://marsh.example", timeZone: site.zone });
  if (site.tagNames.size > 0) add("tags.yaml", Object.fromEntries(site.tagNames));
  if (site.about !== null) add("about.md", { headline: "Me" }, site.about);
  for (const [slug, { title, cover }] of site.series)
    add(`series/${slug}.yaml`, { title, cover: cover === null ? null : { src: `../pictures/${cover}.svg`, alt: "A cover" } });
  for (const [name, { title, related, body, draft, expires }] of site.books)
    add(`books/${name}.md`, { title, authors: ["Aud"], status: "finished", relatedPostSlug: related, draft, expiryDate: expires }, body);
  for (const [name, { title, picture, published }] of site.photos)
    add(`photos/${name}.yaml`, { title, image: { src: `../pictures/${picture}.svg`, alt: "A bird" }, publishedAt: published });
  for (const [name, post] of site.posts) {
    const { title, tags, series, draft, excerpt, aliases, expires, embargo, unlisted } = post;
    const when = embargo === null ? { publishedAt: post.date } : { date: post.date, publishDate: embargo };
    const who = { ...(unlisted ? { unlisted } : {}), expiresAt: expires };
    const cover = post.cover === null ? null : { src: `../pictures/${post.cover}.svg`, alt: "" };
    const shown = { title, ...when, ...who, updatedAt: post.updated, tags, series, draft, excerpt, aliases, cover };
    add(`posts/${name}.md`, shown, post.body);
  }
  for (const [name, size] of site.pictures)
    files.set(
      `content/pictures/${name}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} 9"><rect width="${size}" height="9"/></svg>`,
    );
  return files;
}

/** Makes a folder hold these files: what is the same already is not touched, what is no more is removed. */
export function writeChanges(root: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  for (const path of before.keys()) if (!after.has(path)) rmSync(join(root, path));
  for (const [path, text] of after) {
    if (before.get(path) === text) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined && list.length === 0) throw new Error("there is nothing to pick from");
  return item as T;
}
