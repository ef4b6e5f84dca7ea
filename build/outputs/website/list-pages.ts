import { cutList, type ListPage, toListPagePath } from "../../../views/list-paths.ts";
import { type KindItems, type ListHead, toListPage } from "../../../views/pages/list-page.ts";
import { type GroupSection, labelSection, type SiteView } from "../../../views/site-view.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import type { ListedDocument } from "../../assemble/documents/assembled-document.ts";
import type { AlbumPhoto } from "../../assemble/groups/albums.ts";
import type { AssembledPost } from "../../assemble/posts/assembled-post.ts";
import { pageId, type WebPage } from "./page-file.ts";

type AnyListed = Pick<ListedDocument<object>, "item" | "itemId">;

/** Documents that a list has on its pages. */
interface ListedKind {
  readonly kind: string;
  readonly documents: readonly AnyListed[];
}

interface WebList {
  readonly head: ListHead;
  /** Path of its first page. */
  readonly path: string;
  /** The first of these is cut into pages; the first page shows the others whole. */
  readonly kinds: readonly ListedKind[];
}

/** The pages of the lists of all kinds, and of each tag, category, author and album. */
export function* toListPages(assembled: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  for (const list of toKindLists(assembled, site)) yield* toPages(list, site);
  for (const list of toGroupLists(assembled, site)) yield* toPages(list, site);
}

function* toPages({ head, path, kinds }: WebList, site: SiteView): Generator<WebPage, void, undefined> {
  const [main, ...others] = kinds;
  for (const page of cutList(main?.documents.length ?? 0)) {
    const shown = [main, ...(page.number === null ? others : [])].flatMap((kind) =>
      kind === undefined ? [] : [cut(kind, kind === main ? page : null)],
    );
    const { number, newer, older } = page;
    const place = { path, number, newer, older };
    yield {
      path: toListPagePath(path, number),
      id: pageId(
        head,
        place,
        shown.map(({ kind, documents }) => [kind, documents.map(({ itemId }) => itemId)]),
      ),
      make: () => toListPage(head, shown.map(toItems), place, site),
    };
  }
}

function cut({ kind, documents }: ListedKind, page: ListPage | null): ListedKind {
  return { kind, documents: page === null ? documents : documents.slice(page.start, page.end) };
}

function toItems({ kind, documents }: ListedKind): KindItems {
  return { kind, items: documents.map(({ item }) => item) };
}

function toKindLists({ posts, kinds, groups }: Assembled, site: SiteView): readonly WebList[] {
  const all: readonly ListedKind[] = [
    { kind: "posts", documents: posts },
    ...kinds.map(({ kind, documents }) => ({ kind: kind.name, documents })),
  ];
  // Pages have a tree, and services a page with texts of its own.
  return all
    .filter(({ kind, documents }) => kind !== "pages" && kind !== "services" && documents.length > 0)
    .map(({ kind, documents }): WebList => {
      const albums = kind === "photos" ? groups.albums : [];
      const links = albums.flatMap(({ slug, title, count }) => {
        const path = site.groupHref("albums", slug);
        return path === null ? [] : [{ label: title, path, count }];
      });
      return { head: { title: labelSection(kind, site, site.words), links }, path: site.listHref(kind), kinds: [{ kind, documents }] };
    });
}

/** Documents by the group that they are in. */
type Grouped = ReadonlyMap<string, readonly ListedKind[]>;

function toGroupLists(assembled: Assembled, site: SiteView): readonly WebList[] {
  const { posts, kinds, groups, groupTexts, tagCounts } = assembled;
  const { words } = site;
  const byTag = groupBy(
    [{ kind: "posts", documents: posts }, ...kinds.map(({ kind, documents }) => ({ kind: kind.name, documents }))],
    tagsOf,
  );
  const byCategory = groupBy([{ kind: "posts", documents: posts }], ({ facets }) => slugsOf(facets.categories));
  const byAuthor = groupBy([{ kind: "posts", documents: posts }], ({ facets }) => slugsOf(facets.authors));
  const photos = kinds.filter(({ kind }) => kind.name === "photos").map(({ documents }) => ({ kind: "photos", documents }));
  const byAlbum = groupBy(photos, ({ item }) => {
    // Photos have this member.
    const { album } = item as unknown as AlbumPhoto;
    return album === null ? [] : [album.slug];
  });
  const tags = new Map(
    Object.values(tagCounts)
      .flat()
      .map(({ slug, name }) => [slug, { slug, label: name, ...groupTexts.tags[slug] }]),
  );
  const named = groups.categories.map(({ slug, name }) => ({ slug, label: name, ...groupTexts.categories[slug] }));
  const people = groups.authors.map(({ slug, name, bio, avatar }) => ({ slug, label: name, description: bio, cover: avatar }));
  const albums = groups.albums.map(({ slug, title, cover }) => ({ slug, label: title, cover, ...groupTexts.albums[slug] }));
  return [
    ...toLists("tags", words.taggedWith, [...tags.values()], byTag, site),
    ...toLists("categories", words.inCategory, named, byCategory, site),
    ...toLists("authors", words.by, people, byAuthor, site),
    ...toLists("albums", words.photos, albums, byAlbum, site),
  ];
}

interface GroupHead {
  readonly slug: string;
  readonly label: string;
  readonly description?: string | null;
  readonly cover?: ListHead["image"];
}

function toLists(group: GroupSection, kicker: string, heads: readonly GroupHead[], grouped: Grouped, site: SiteView): readonly WebList[] {
  // Photos have a list; albums are named there.
  const index = group === "albums" ? site.listHref("photos") : site.listHref(group);
  return heads.flatMap(({ slug, label, description = null, cover = null }) => {
    const path = site.groupHref(group, slug);
    if (path === null) return [];
    const head = { title: label, kicker: { label: kicker, path: index }, description, image: cover };
    return [{ head, path, kinds: grouped.get(slug) ?? [] }];
  });
}

type Grouping = Pick<AssembledPost, "item" | "itemId" | "facets">;

function groupBy(kinds: readonly ListedKind[], keysOf: (document: Grouping) => readonly string[]): Grouped {
  const grouped = new Map<string, { kind: string; documents: AnyListed[] }[]>();
  for (const { kind, documents } of kinds)
    for (const document of documents)
      for (const key of keysOf(document as Grouping)) {
        const lists = grouped.get(key) ?? [];
        if (lists.length === 0) grouped.set(key, lists);
        const last = lists.at(-1);
        if (last?.kind === kind) last.documents.push(document);
        else lists.push({ kind, documents: [document] });
      }
  return grouped;
}

/** Posts have their tags among the facets: to look at their items would make all of them. */
function tagsOf({ facets, item }: Grouping): readonly string[] {
  return slugsOf("type" in facets ? facets.tags : item.tags);
}

function slugsOf(list: readonly { readonly slug: string }[] = []): readonly string[] {
  return list.map(({ slug }) => slug);
}
