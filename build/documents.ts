import { PAGE_SIZE_DEFAULT, PHOTOS_PAGE_SIZE_DEFAULT } from "../contract/limits.ts";
import { paginate, toListText } from "../contract/list-text.ts";
import { fileOfPath } from "../contract/paths.ts";
import type { Assembled } from "./assemble/assemble.ts";
import { UNLISTED } from "./emit/output-file.ts";
import type { LateFile, TextFile } from "./index/files.ts";
import { jsonOf } from "./json-text.ts";
import { toPostFile } from "./post-files.ts";

/** The answers of every path that takes no query, and the first page of each that does. */
export function toDocumentFiles(site: Assembled): TextFile[] {
  return [...toListFiles(site), ...toPostFiles(site), ...toUnlistedFiles(site)];
}

/** The answer of each listed post, in the order of the list. */
export function* toPostFiles({ posts, summaries, bodies }: Assembled): Generator<TextFile, void, undefined> {
  for (const [index, post] of posts.entries()) {
    const summary = summaries[index];
    const body = bodies?.[index];
    if (summary !== undefined && body !== undefined) yield toPostFile(post, summary, body);
    else yield { path: fileOfPath(`/posts/${post.slug}`), text: JSON.stringify(post) };
  }
}

/** The answer of each unlisted post, below its slug and its former ones: no file may say that these are the same. */
export function* toUnlistedFiles({ unlisted }: Assembled): Generator<LateFile, void, undefined> {
  for (const { post, summary, body, aliases } of unlisted) {
    const file = toPostFile(post, summary, body);
    for (const slug of [post.slug, ...aliases]) yield toUnlistedFile(slug, file);
  }
}

function toUnlistedFile(slug: string, file: LateFile): LateFile {
  return {
    path: fileOfPath(`/posts/${slug}`),
    get text() {
      return file.text;
    },
    bytes: () => file.bytes(),
    ...(file.body === undefined ? {} : { body: file.body }),
    identity: `${UNLISTED}${file.identity}`,
  };
}

/** All but the posts. */
export function toListFiles(site: Assembled): TextFile[] {
  const file = (path: string, value: unknown): TextFile => ({ path: fileOfPath(path), text: JSON.stringify(value) });
  const list = (path: string, items: readonly object[], pageSize = PAGE_SIZE_DEFAULT): TextFile => {
    const texts = items.slice(0, pageSize).map(jsonOf);
    return { path: fileOfPath(path), text: toListText(texts, paginate(1, pageSize, items.length)) };
  };
  return [
    list("/posts", site.summaries),
    list("/projects", site.projects),
    list("/books", site.books),
    list("/photos", site.photos, PHOTOS_PAGE_SIZE_DEFAULT),
    file("/services", { items: site.services }),
    file("/services-page", site.servicesPage),
    file("/site-settings", site.siteSettings),
    file("/about", site.about),
    file("/tags/posts", { items: site.tagCounts.posts }),
    file("/tags/projects", { items: site.tagCounts.projects }),
    file("/tags/photos", { items: site.tagCounts.photos }),
    file("/tags/books", { items: site.tagCounts.books }),
    ...site.series.map((series) => file(`/post-series/${series.slug}`, series)),
  ];
}
