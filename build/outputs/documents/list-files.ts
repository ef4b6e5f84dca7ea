import { paginate, toListText } from "../../../contract/list-text.ts";
import { fileOfPath } from "../../../contract/paths.ts";
import { LISTS } from "../../../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../../../kinds/own-kind.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import type { ListedDocument } from "../../assemble/documents/assembled-document.ts";
import { UNLISTED } from "../../emit/output-file.ts";
import type { LateFile, TextFile } from "../index/text-file.ts";
import { toLatestFile } from "./latest-file.ts";

/** Yields the response of each listed post, in list order. */
export function* toPostFiles({ posts }: Assembled): Generator<LateFile, void, undefined> {
  for (const post of posts) yield new AnswerFile("posts", post);
}

/**
 * Yields the response of each unlisted post, at its slug and at its former ones. No file may reveal
 * that these belong together.
 */
export function* toUnlistedFiles({ unlisted }: Assembled): Generator<LateFile, void, undefined> {
  for (const { post, aliases } of unlisted) {
    for (const slug of [post.facets.slug, ...aliases]) yield new AnswerFile("posts", post, { slug, mark: UNLISTED });
  }
}

/** The response of a document. */
class AnswerFile implements LateFile {
  readonly path: string;
  readonly identity: string;
  readonly #document: Pick<ListedDocument, "bytes">;

  /** @param mark prefix of the identity */
  constructor(kind: string, document: Pick<ListedDocument, "facets" | "id" | "bytes">, { slug = document.facets.slug, mark = "" } = {}) {
    this.path = fileOfPath(`/${kind}/${slug}`);
    this.identity = mark + document.id;
    this.#document = document;
  }

  bytes(): Buffer {
    return this.#document.bytes();
  }
}

/** All lists except posts. */
export function toListFiles(site: Assembled): (TextFile | LateFile)[] {
  const file = (path: string, value: unknown): TextFile => ({ path: fileOfPath(path), text: JSON.stringify(value) });
  const list = ({ name, pageSize }: Pick<OwnListDefinition, "name" | "pageSize">, items: readonly object[], total: number): TextFile => {
    const texts = items.map((item) => JSON.stringify(item));
    return { path: fileOfPath(`/${name}`), text: toListText(texts, paginate(1, pageSize, total)) };
  };
  const { posts } = LISTS;
  const summaries = site.posts.slice(0, posts.pageSize).map(({ item }) => item);
  const documents = site.kinds.flatMap(({ kind, documents }): (TextFile | LateFile)[] => {
    const items = documents.map(({ item }) => item);
    return [
      kind.isPaged ? list(kind, items.slice(0, kind.pageSize), items.length) : file(`/${kind.name}`, { items }),
      ...documents.map((document) => new AnswerFile(kind.name, document)),
    ];
  });
  return [
    list(posts, summaries, site.posts.length),
    ...documents,
    file("/services-page", site.servicesPage),
    file("/site-settings", site.siteSettings),
    file("/about", site.about),
    ...Object.entries(site.tagCounts).map(([kind, items]) => file(`/tags/${kind}`, { items })),
    file("/post-series", { items: site.groups.series }),
    ...site.series.map((series) => file(`/post-series/${series.slug}`, series)),
    file("/categories", { items: site.groups.categories }),
    file("/authors", { items: site.groups.authors }),
    file("/archive", site.groups.archive),
    file("/albums", { items: site.groups.albums }),
    file("/languages", { items: site.languages }),
    toLatestFile(site),
    file("/redirects", { items: site.redirects }),
  ];
}
