import { API_PREFIX, ROUTES, type RouteName } from "../../contract/paths.ts";
import { putLinksBelow, toApiBase } from "../../contract/text/base-path.ts";
import { escapeHtml } from "../../contract/text/escape-html.ts";
import type { LandingData } from "./landing-data.ts";
import { LANDING_STYLE } from "./landing-style.ts";

/**
 * How the person who started the host can edit the content; null if the host serves a finished
 * build.
 */
export interface EditingHint {
  /** The folder's name for its author: `content`. */
  readonly contentDir: string;
  /** Whether a save is published automatically (`octavo dev`). */
  readonly watching: boolean;
}

/** Additions of the host to the page. */
export interface LandingNotes {
  readonly hint: EditingHint | null;
  /** Path of the API's reference on this host; null if it has none. */
  readonly referencePath: string | null;
  /** Path of the site. */
  readonly base: string;
}

type SampleName = keyof LandingData["samples"];
interface PathNote {
  readonly says: string;
  /** Sample that replaces `{…}`. Without a sample, the path is shown without a link. */
  readonly sample?: SampleName;
  /** Example queries; `$tag` and `$word` are replaced with samples. */
  readonly queries?: readonly string[];
  /** Query of its link, if the path requires one; null if no query works on every site. */
  readonly needs?: string | null;
}

const PATHS: Readonly<Partial<Record<RouteName, PathNote>>> = {
  api: { says: "The API itself: its site, and further addresses" },
  posts: { says: "Posts, newest first", queries: ["pageSize=5", "tag=$tag", "featured=true", "hasCode=true", "q=$word"] },
  "post-markdown": { says: "One post as Markdown", sample: "post" },
  post: { says: "One post: HTML, text, contents, neighbours", sample: "post" },
  series: { says: "Series of posts" },
  "post-series": { says: "A series and its posts in order", sample: "series" },
  archive: { says: "Posts by year and month" },
  categories: { says: "Categories of posts" },
  category: { says: "One category" },
  authors: { says: "Authors of the posts" },
  author: { says: "One author" },
  albums: { says: "Albums of photos" },
  album: { says: "One album" },
  services: { says: "Services on offer" },
  service: { says: "One service", sample: "service" },
  "services-page": { says: "The page around the services" },
  tags: { says: "Tags and how often each is used" },
  tag: { says: "One tag", sample: "tag" },
  search: { says: "Full-text search with typo tolerance", needs: "q=$word", queries: ["q=$word", "q=$word&kind=post"] },
  "site-settings": { says: "Name, author, links, time zone" },
  about: { says: "About the author" },
  kinds: { says: "Kinds of content, and how their lists are filtered" },
  languages: { says: "Languages of the content" },
  latest: { says: "The newest documents of all kinds" },
  resolve: { says: "The document at a current or former path", needs: null },
  redirects: { says: "Former paths of pages, and where they are now" },
  openapi: { says: "All of this as an OpenAPI 3.1 document" },
};
/** The page at `/`. It is self-contained: no scripts, no fonts, nothing from elsewhere. */
export function renderLanding(data: LandingData, { hint, referencePath, base }: LandingNotes): string {
  const main = [
    renderCounts(data),
    renderLatest(data),
    renderPaths(data, referencePath, base),
    renderFiles(data),
    hint === null ? "" : renderHint(hint),
  ].join("");
  const tagline = data.tagline === null ? "" : `<p class="tagline">${escapeHtml(data.tagline)}</p>`;
  return page(
    data.language,
    data.name,
    putLinksBelow(base, `<header><p class="mark">Octavo</p><h1>${escapeHtml(data.name)}</h1>${tagline}</header><main>${main}</main>`),
  );
}

/** Shown while there is nothing to serve. */
export function renderEmptyLanding(): string {
  const text = "There is no finished build. The terminal lists the mistakes in the content; once they are fixed, the site appears here.";
  return page(
    "en",
    "Nothing is built yet",
    `<header><p class="mark">Octavo</p><h1>Nothing is built yet</h1><p class="tagline">${text}</p></header>`,
  );
}

function page(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · API</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M2 3l6 2v9L2 12zM14 3L8 5v9l6-2z' fill='%23b4532a'/%3E%3C/svg%3E">
<style>${LANDING_STYLE}</style>
</head>
<body>${body}</body>
</html>
`;
}

function renderCounts({ kinds }: LandingData): string {
  const items = kinds.map(
    ({ name, one, many, count }) => `<li><a href="${API_PREFIX}/${name}"><b>${count}</b> ${escapeHtml(count === 1 ? one : many)}</a></li>`,
  );
  return `<ul class="counts">${items.join("")}</ul>`;
}

function renderLatest({ latest }: LandingData): string {
  if (latest.length === 0) return "";
  const items = latest.map(({ slug, title, publishedAt, publishedOn }) => {
    const date =
      publishedAt === null || publishedOn === null ? "" : `<time datetime="${escapeHtml(publishedAt)}">${escapeHtml(publishedOn)}</time>`;
    return `<li><a href="${API_PREFIX}/posts/${encodeURIComponent(slug)}">${escapeHtml(title)}</a>${date}</li>`;
  });
  return `<section><h2>Latest posts</h2><ol class="latest">${items.join("")}</ol></section>`;
}

function renderPaths(data: LandingData, referencePath: string | null, base: string): string {
  const reference =
    referencePath === null
      ? ""
      : ` <a href="${escapeHtml(referencePath)}">The reference</a> describes every field and lets you try each path.`;
  const rows = ROUTES.flatMap((route) => {
    const note = PATHS[route.name];
    const isOff = route.name === "post-markdown" && !data.postsAsMarkdown;
    return note === undefined || isOff ? [] : [renderPath(route.path, note, data)];
  });
  const ofKinds = data.kinds.filter(({ name }) => !(name in PATHS)).map(renderKind);
  return `<section><h2>Paths</h2><p>All of them accept GET from any origin, and answer with JSON unless noted otherwise. Base address: <code>${toApiBase(base)}</code>.${reference}</p><dl class="paths">${[...rows, ...ofKinds].join("")}</dl></section>`;
}

function renderKind({ name, one, many, sample }: LandingData["kinds"][number]): string {
  const row = (path: string, target: string | null, says: string): string => {
    const label = `<code>${path}</code>`;
    const head = target === null ? label : `<a href="${API_PREFIX}${target}">${label}</a>`;
    return `<div><dt>${head}</dt><dd>${escapeHtml(says)}</dd></div>`;
  };
  const list = `/${name}`;
  return row(list, list, many) + row(`${list}/{slug}`, sample === null ? null : `${list}/${sample}`, `One ${one.toLowerCase()}`);
}

function renderPath(path: string, note: PathNote, data: LandingData): string {
  const fill = (text: string): string | null => fillSamples(text, data);
  const sample = path.replace("{resource}", "posts");
  const target = !sample.includes("{") ? sample : note.sample === undefined ? null : fill(sample.replace(/\{\w+\}/, `$${note.sample}`));
  const label = `<code>${escapeHtml(path === "" ? API_PREFIX : path)}</code>`;
  const queries = (note.queries ?? []).flatMap((query) => {
    const filled = fill(query);
    return filled === null
      ? []
      : `<a class="query" href="${escapeHtml(`${API_PREFIX}${path}?${filled}`)}">?${escapeHtml(decodeURIComponent(filled))}</a>`;
  });
  // Without its required query, the path answers with an error, so an example is linked instead.
  const href = note.needs === undefined ? target : note.needs === null ? null : fill(`${path}?${note.needs}`);
  const head = href === null ? label : `<a href="${escapeHtml(API_PREFIX + href)}">${label}</a>`;
  return `<div><dt>${head}</dt><dd>${escapeHtml(note.says)}${queries.length === 0 ? "" : `<span class="queries">${queries.join(" ")}</span>`}</dd></div>`;
}

/** Replaces `$post`, `$tag` and so on. Null if the site has no such value. */
function fillSamples(text: string, { samples }: LandingData): string | null {
  const names: readonly SampleName[] = ["post", "series", "service", "tag", "word"];
  let filled = text;
  for (const name of names) {
    if (!filled.includes(`$${name}`)) continue;
    const value = samples[name];
    if (value === null) return null;
    filled = filled.replaceAll(`$${name}`, encodeURIComponent(value));
  }
  return filled;
}

function renderFiles({ rootFiles }: LandingData): string {
  if (rootFiles.length === 0) return "";
  const items = rootFiles.map(([path, label]) => `<li><a href="${path}">${label}</a></li>`);
  return `<section><h2>Feeds</h2><ul class="row">${items.join("")}</ul></section>`;
}

function renderHint({ contentDir, watching }: EditingHint): string {
  const folder = escapeHtml(contentDir);
  const live = watching
    ? "This host watches the folder: a save is live at once, and mistakes are shown in the terminal."
    : "Then start again, or run <code>npm run dev</code>, which rebuilds on every save.";
  return `<section class="hint"><h2>Change something</h2><p>What you see is written in Markdown and YAML in <code>${folder}/</code>. Write a post in <code>${folder}/posts/my-first-post.md</code>, or edit <code>${folder}/site.yaml</code>. ${live}</p></section>`;
}
