import { LIST_KINDS } from "../../../../kinds/list-kinds.ts";
import { cutList, type ListPage, toListPagePath } from "../../../../views/list-paths.ts";
import { renderListItems } from "../../../../views/lists/render-items.ts";
import {
  type KindItems,
  type ListHead,
  type MemberGroup,
  toAlbumLinks,
  toGroupHead,
  toKindHead,
  toListPage,
} from "../../../../views/pages/list-page.ts";
import type { SiteView } from "../../../../views/site-view.ts";
import type { Assembled } from "../../../assemble/assemble.ts";
import type { ListedDocument } from "../../../assemble/documents/assembled-document.ts";
import { idOf } from "../../../assemble/documents/identity.ts";
import type { AlbumPhoto } from "../../../assemble/groups/albums.ts";
import type { AssembledPost } from "../../../assemble/posts/assembled-post.ts";
import { createLanguageFilter } from "./language-filter.ts";
import type { WebPage } from "./page-file.ts";

type AnyListed = Pick<ListedDocument<object>, "item" | "itemId">;

/** The documents of one kind on a list's pages. */
interface ListedKind {
  readonly kind: string;
  readonly documents: readonly AnyListed[];
}

interface WebList {
  readonly head: ListHead;
  /** Path of its first page. */
  readonly path: string;
  /**
   * The documents of the first kind are split into pages. The first page shows all documents of the
   * others.
   */
  readonly kinds: readonly ListedKind[];
}

/** Yields the pages of the lists of all kinds, and of each tag, category, author and album. */
export function* toListPages(assembled: Assembled, site: SiteView): Generator<WebPage, void, undefined> {
  for (const list of toKindLists(assembled, site)) yield* toPages(list, site);
  for (const list of toGroupLists(assembled, site)) yield* toPages(list, site);
}

function* toPages({ head, path, kinds }: WebList, site: SiteView): Generator<WebPage, void, undefined> {
  const [main, ...others] = kinds;
  const headId = JSON.stringify(head);
  const mainKinds = kinds.slice(0, 1).map(({ kind }) => kind);
  for (const page of cutList(main?.documents.length ?? 0)) {
    const shown = (): readonly ListedKind[] =>
      [main, ...(page.number === null ? others : [])].flatMap((kind) =>
        kind === undefined ? [] : [cut(kind, kind === main ? page : null)],
      );
    const { number, newer, older } = page;
    const place = { path, number, newer, older };
    const web: Omit<WebPage, "path"> = {
      id: () => idOfShown(`${headId}\n${JSON.stringify(place)}`, shown()),
      kinds: number === null ? kinds.map(({ kind }) => kind) : mainKinds,
      make: () => toListPage(head, shown().map(toItems), place, site, renderListItems),
    };
    yield { path: toListPagePath(path, number), ...web };
    // The first page is also the target of the link from the newest numbered page.
    if (number === null && older !== undefined) yield { path: toListPagePath(path, older + 1), ...web };
  }
}

/**
 * Joins the ids of documents by appending, because arrays take longer for tens of thousands of
 * documents.
 */
function idOfShown(head: string, shown: readonly ListedKind[]): string {
  let parts = head;
  for (const { kind, documents } of shown) {
    parts += `\n${kind}`;
    for (const { itemId } of documents) parts += `\n${itemId}`;
  }
  return idOf(parts);
}

function cut({ kind, documents }: ListedKind, page: ListPage | null): ListedKind {
  return { kind, documents: page === null ? documents : documents.slice(page.start, page.end) };
}

function toItems({ kind, documents }: ListedKind): KindItems {
  return { kind, items: documents.map(({ item }) => item) };
}

function toKindLists(assembled: Assembled, site: SiteView): readonly WebList[] {
  // Pages form a tree, and services have a page with its own texts.
  const listed = listKinds(assembled).filter(({ kind, documents }) => kind !== "pages" && kind !== "services" && documents.length > 0);
  return listed.flatMap(({ kind, documents }) => {
    const links = kind === "photos" ? toAlbumLinks(assembled.groups.albums, site) : [];
    const [own = null, ...others] = site.languages[kind] ?? [];
    return [null, ...others].map((language): WebList => {
      const isShown = createLanguageFilter(kind, site, language);
      const ofLanguage = own === null ? documents : documents.filter((one) => isShown(languageOf(one)));
      const path = site.listHref(kind, language ?? undefined);
      return { head: toKindHead(kind, { links, language }, site), path, kinds: [{ kind, documents: ofLanguage }] };
    });
  });
}

/** All documents in lists, with kinds in the order of `/kinds`. */
export function listKinds({ posts, kinds }: Pick<Assembled, "posts" | "kinds">): readonly ListedKind[] {
  const place = (name: string): number => (LIST_KINDS as readonly string[]).indexOf(name) + 1 || Number.POSITIVE_INFINITY;
  const others = kinds.toSorted((a, b) => place(a.kind.name) - place(b.kind.name) || 0);
  return [{ kind: "posts", documents: posts }, ...others.map(({ kind, documents }) => ({ kind: kind.name, documents }))];
}

/**
 * The part of a document that has its language. For posts, this is the facets, because reading
 * the posts' items would create every item.
 */
function languageOf(document: AnyListed | Grouping): object {
  return "facets" in document && "type" in document.facets ? document.facets : document.item;
}

/** Documents by their group. */
type Grouped = ReadonlyMap<string, readonly ListedKind[]>;

function toGroupLists(assembled: Assembled, site: SiteView): readonly WebList[] {
  const { posts, kinds, groups, groupTexts, tagCounts } = assembled;
  const ofPosts = [{ kind: "posts", documents: posts }];
  const byTag = (): Grouped => groupBy(listKinds(assembled), tagsOf);
  const byCategory = (): Grouped => groupBy(ofPosts, ({ facets }) => facets.categories);
  const byAuthor = (): Grouped => groupBy(ofPosts, ({ facets }) => facets.authors);
  const photos = kinds.filter(({ kind }) => kind.name === "photos").map(({ documents }) => ({ kind: "photos", documents }));
  const byAlbum = (): Grouped =>
    groupBy(photos, ({ item }) => {
      // Photos have the member that the cast adds.
      const { album } = item as unknown as AlbumPhoto;
      return album === null ? [] : [album];
    });
  const tags = new Map(
    Object.values(tagCounts)
      .flat()
      .map(({ slug, name }) => [slug, { slug, label: name, ...groupTexts.tags[slug] }]),
  );
  const named = groups.categories.map(({ slug, name }) => ({ slug, label: name, ...groupTexts.categories[slug] }));
  const people = groups.authors.map(({ slug, name, bio, avatar }) => ({ slug, label: name, description: bio, cover: avatar }));
  const albums = groups.albums.map(({ slug, title, cover }) => {
    const { description = null, cover: own = null } = groupTexts.albums[slug] ?? {};
    return { slug, label: title, description, cover: own ?? cover };
  });
  return [
    ...toLists("tags", [...tags.values()], byTag, site),
    ...toLists("categories", named, byCategory, site),
    ...toLists("authors", people, byAuthor, site),
    ...toLists("albums", albums, byAlbum, site),
  ];
}

interface GroupMember {
  readonly slug: string;
  readonly label: string;
  readonly description?: string | null;
  readonly cover?: ListHead["image"];
}

/** @param group finds the documents of all members; called only if there are members */
function toLists(name: MemberGroup, members: readonly GroupMember[], group: () => Grouped, site: SiteView): readonly WebList[] {
  if (members.length === 0) return [];
  const grouped = group();
  return members.flatMap(({ slug, label, description = null, cover = null }) => {
    const path = site.groupHref(name, slug);
    if (path === null) return [];
    return [{ head: toGroupHead(name, { label, description, cover }, site), path, kinds: grouped.get(slug) ?? [] }];
  });
}

interface GroupOf {
  readonly slug: string;
}

type Grouping = Pick<AssembledPost, "item" | "itemId" | "facets">;

function groupBy(kinds: readonly ListedKind[], groupsOf: (document: Grouping) => readonly GroupOf[]): Grouped {
  const grouped = new Map<string, ListedKind[]>();
  for (const { kind, documents } of kinds) {
    const ofKind = new Map<string, AnyListed[]>();
    for (const document of documents)
      for (const { slug } of groupsOf(document as Grouping)) {
        const members = ofKind.get(slug);
        if (members === undefined) ofKind.set(slug, [document]);
        else members.push(document);
      }
    for (const [slug, members] of ofKind) grouped.set(slug, [...(grouped.get(slug) ?? []), { kind, documents: members }]);
  }
  return grouped;
}

/**
 * The tags of a document. For posts, they are taken from the facets, because reading the posts'
 * items would create every item.
 */
function tagsOf(document: Grouping): readonly GroupOf[] {
  return ("type" in document.facets ? document.facets.tags : document.item.tags) ?? [];
}
