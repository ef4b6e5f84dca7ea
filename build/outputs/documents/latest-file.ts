import { hash } from "node:crypto";
import { LATEST_MAX } from "../../../contract/limits.ts";
import { fileOfPath } from "../../../contract/paths.ts";
import type { LatestItem } from "../../../contract/schemas/list.ts";
import type { PostSummary } from "../../../contract/schemas/post.ts";
import { SEARCHED_KINDS } from "../../../kinds/document-kinds.ts";
import { postSearch, posts } from "../../../kinds/posts.ts";
import type { SearchRow } from "../../../kinds/search-row.ts";
import { type Assembled, itemsOf, ownKindsOf } from "../../assemble/assemble.ts";
import type { DocumentItem } from "../../assemble/documents/assembled-document.ts";
import { compareNewest } from "../../assemble/documents/document-order.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { memberTexts } from "../index/member-texts.ts";
import type { LateFile } from "../index/text-file.ts";

/** The members of a document that form its item. */
type ItemMembers = Pick<SearchRow, "excerpt" | "cover" | "language">;

const OWN_MEMBERS: ItemMembers = { excerpt: ["excerpt"], cover: "cover", language: "language" };

/** A document with a date. */
interface Dated {
  readonly slug: string;
  readonly publishedAt: string;
  /** Changes whenever the item changes. */
  id(): string;
  toItem(): LatestItem;
}

/** The response of `/latest`. Edits that do not change its items leave the file unchanged. */
export function toLatestFile(site: Assembled): LateFile {
  const builtIn = SEARCHED_KINDS.map(({ kind: { name }, search }) =>
    name === "posts" ? listPosts(site) : listDated(name, itemsOf(site, name), search),
  );
  const own = ownKindsOf(site)
    .toSorted((a, b) => compareText(a.kind.name, b.kind.name))
    .map(({ kind, documents }) => {
      const items = documents.map(({ item }) => item);
      return listDated(kind.name, items, OWN_MEMBERS);
    });
  // Sorting is stable, so documents with the same instant keep the order of the kinds in search.
  const newest = [...builtIn, ...own]
    .flat()
    .sort((a, b) => compareNewest(a.publishedAt, b.publishedAt))
    .slice(0, LATEST_MAX);
  return {
    path: fileOfPath("/latest"),
    bytes: () => Buffer.from(JSON.stringify({ items: newest.map((dated) => dated.toItem()) })),
    identity: hash("sha1", newest.map((dated) => dated.id()).join("\n"), "base64url"),
  };
}

/**
 * Lists only the newest posts, which are already in this order, because their summaries are
 * expensive.
 */
function listPosts(site: Pick<Assembled, "posts">): readonly Dated[] {
  return site.posts.slice(0, LATEST_MAX).flatMap((post) => {
    const { slug, publishedAt } = post.facets;
    if (publishedAt === null) return [];
    return [{ slug, publishedAt, id: () => post.itemId, toItem: () => toItem(posts.name, post.item, postSearch, publishedAt) }];
  });
}

function listDated(kind: string, items: readonly DocumentItem[], members: ItemMembers): readonly Dated[] {
  return items
    .flatMap((item): Dated[] => {
      const { slug, publishedAt = null } = item;
      if (publishedAt === null) return [];
      const toLatest = (): LatestItem => toItem(kind, item, members, publishedAt);
      return [{ slug, publishedAt, id: () => JSON.stringify(toLatest()), toItem: toLatest }];
    })
    .sort((a, b) => compareNewest(a.publishedAt, b.publishedAt) || compareText(a.slug, b.slug))
    .slice(0, LATEST_MAX);
}

function toItem(
  kind: string,
  item: DocumentItem | PostSummary,
  { excerpt, cover, language }: ItemMembers,
  publishedAt: string,
): LatestItem {
  const { slug, url = null, path = null, title } = item;
  const texts = excerpt.flatMap((member) => memberTexts(item, member));
  const [written = null] = language === null ? [] : memberTexts(item, language);
  const picture: unknown = cover === null ? null : Reflect.get(item, cover);
  return {
    ...{ kind, slug, url, path, title, excerpt: texts.length === 0 ? null : texts.join(", ") },
    // The row names a member that is a picture or null.
    cover: (picture ?? null) as LatestItem["cover"],
    ...{ language: written, publishedAt },
  };
}
