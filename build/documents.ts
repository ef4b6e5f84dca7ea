import { PAGE_SIZE_DEFAULT, PHOTOS_PAGE_SIZE_DEFAULT } from "../contract/limits.ts";
import { paginate, toListText } from "../contract/list-text.ts";
import { fileOfPath } from "../contract/paths.ts";
import type { Assembled } from "./assemble/assemble.ts";
import type { AssembledPost } from "./assemble/posts.ts";
import { UNLISTED } from "./emit/output-file.ts";
import type { LateFile, TextFile } from "./index/files.ts";

/** The answer of each listed post, in the order of the list. */
export function* toPostFiles({ posts }: Assembled): Generator<LateFile, void, undefined> {
  for (const post of posts) yield toPostFile(post);
}

/** The answer of each unlisted post, below its slug and its former ones: no file may say that these are the same. */
export function* toUnlistedFiles({ unlisted }: Assembled): Generator<LateFile, void, undefined> {
  for (const { post, aliases } of unlisted) {
    for (const slug of [post.summary.slug, ...aliases]) yield toPostFile(post, slug, UNLISTED);
  }
}

/** The same bytes as the post in JSON, but its body goes from the cache to the file without being looked at. @param mark begins the identity */
function toPostFile(post: AssembledPost, slug = post.summary.slug, mark = ""): LateFile {
  const bytes = (): Buffer => {
    const head = Buffer.from(`${JSON.stringify(post.head()).slice(0, -1)},`);
    const tail = Buffer.from(`,${JSON.stringify(post.tail()).slice(1)}`);
    return Buffer.concat([head, post.body.bytes(), tail]);
  };
  return {
    path: fileOfPath(`/posts/${slug}`),
    get text() {
      return bytes().toString("utf8");
    },
    bytes,
    identity: mark + post.id,
  };
}

/** All but the posts. */
export function toListFiles(site: Assembled): (TextFile | LateFile)[] {
  const file = (path: string, value: unknown): TextFile => ({ path: fileOfPath(path), text: JSON.stringify(value) });
  const list = (path: string, items: readonly object[], pageSize = PAGE_SIZE_DEFAULT): TextFile => {
    const texts = items.slice(0, pageSize).map((item) => JSON.stringify(item));
    return { path: fileOfPath(path), text: toListText(texts, paginate(1, pageSize, items.length)) };
  };
  return [
    list(
      "/posts",
      site.posts.map(({ summary }) => summary),
    ),
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
