import { createHash, hash } from "node:crypto";
import { byKey } from "../../../contract/by-key.ts";
import { type Published, UNLISTED_KEY_LENGTH, type UnlistedPosts } from "../../../contract/index-format.ts";
import { pageKey } from "../../../contract/page-key.ts";
import { pathOfAddress, putBelow } from "../../../contract/text/base-path.ts";
import { LIST_KINDS, type ListKind, PLAIN_LIST_KINDS } from "../../../kinds/list-kinds.ts";
import { type Assembled, itemsOf, ownKindsOf } from "../../assemble/assemble.ts";
import type { DocumentItem } from "../../assemble/documents/assembled-document.ts";
import { compareText } from "../../shared/diagnostics.ts";

/** Lists everything public, by slug and path. */
export function toPublished(
  site: Assembled,
  aliases: Readonly<Record<string, string>>,
  pages: Readonly<Record<ListKind, string>>,
  campaigns: boolean,
): Published {
  // The default order, by code unit, is the fastest to sort.
  const slugsOf = (documents: readonly { readonly slug: string }[]): string[] => documents.map(({ slug }) => slug).sort();
  const own = ownKindsOf(site);
  const base = pathOfAddress(site.siteSettings.url);
  const whole = byKey(LIST_KINDS, (kind) => putBelow(base, pages[kind]));
  const posts = site.posts.map(({ facets }) => facets);
  const listed = { ...byKey(PLAIN_LIST_KINDS, (kind) => itemsOf(site, kind)), posts };
  const ofOwn = own.flatMap(({ kind: { page }, documents }) => {
    const items = documents.map(({ item }) => item);
    return page === null ? [] : pathsBeside(putBelow(base, page), items);
  });
  const paths = [...LIST_KINDS.flatMap((kind) => pathsBeside(whole[kind], listed[kind])), ...ofOwn].sort(compareText);
  return {
    slugs: byKey(LIST_KINDS, (kind) => slugsOf(listed[kind])),
    ...(own.length === 0
      ? {}
      : { own: Object.fromEntries(own.map(({ kind, documents }) => [kind.name, slugsOf(documents.map(({ item }) => item))])) }),
    series: slugsOf(site.series),
    pages: whole,
    ...(paths.length === 0 ? {} : { paths }),
    aliases,
    commentsClosed: slugsOf(site.posts.filter(({ commentsOpen }) => !commentsOpen).map(({ facets }) => facets)),
    // Services have the ids that the cast adds.
    services: (itemsOf(site, "services") as readonly (DocumentItem & { readonly id: string })[])
      .map(({ id, slug }) => ({ id, slug }))
      .sort((a, b) => compareText(a.id, b.id)),
    ...(site.unlisted.length === 0 ? {} : { unlisted: toUnlisted(site.unlisted, whole.posts) }),
    ...(campaigns ? { campaigns } : {}),
  };
}

/** Page paths that do not follow their kind's pattern. */
function pathsBeside(pattern: string, documents: readonly { readonly slug: string; readonly url?: string | null }[]): readonly string[] {
  const [before = "", after = ""] = pattern.split("{slug}");
  return documents.flatMap(({ slug, url = null }) => {
    const path = url === null ? "" : pathOfAddress(url);
    return url === null || path === before + slug + after ? [] : [pageKey(path)];
  });
}

/** @param pattern path pattern of the pages of posts */
function toUnlisted(unlisted: Assembled["unlisted"], pattern: string): UnlistedPosts {
  const facets = unlisted.map(({ post }) => post.facets);
  const posts = unlisted.map(({ post: { facets, commentsOpen } }) => [keyOf(facets.slug), { commentsOpen }] as const);
  const aliases = unlisted.flatMap(({ post, aliases: formerSlugs }) =>
    formerSlugs.map((slug) => [keyOf(slug), seal(post.facets.slug, slug)] as const),
  );
  const keys = pathsBeside(pattern, facets).map(keyOf).sort(compareText);
  return { posts: toSorted(posts), aliases: toSorted(aliases), ...(keys.length === 0 ? {} : { paths: keys }) };
}

function toSorted<T>(pairs: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(pairs.toSorted(([a], [b]) => compareText(a, b)));
}

function keyOf(slug: string): string {
  return hash("sha256", slug).slice(0, UNLISTED_KEY_LENGTH);
}

/**
 * Encrypts a text so that only a reader who knows the key can read it; the server applies the same
 * function to decrypt it (contract/index-format.ts).
 */
function seal(text: string, key: string): string {
  const bytes = Buffer.from(text);
  const mask = createHash("shake256", { outputLength: bytes.length }).update(key).digest();
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0))).toString("base64");
}
