import { hash } from "node:crypto";
import type { Post } from "../../../contract/schemas/post.ts";
import type { Author, AuthorCount, AuthorLink, Person } from "../../../contract/schemas/values.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { foldText, toTagSlug } from "../../shared/slugs.ts";
import type { RenderedAuthor } from "../documents/input.ts";
import type { FindGroupPage } from "./group-pages.ts";

/** Hexadecimal digits in the slug of a name without letters. */
const NAMELESS_LENGTH = 8;

/** Returns the authors of a post, each once. */
export type FindAuthors = (people: readonly Person[]) => Author[];

/**
 * Creates a function that looks up a post's authors in authors.yaml, by name, then by slug. Anybody
 * else gets a slug from the name, in any script, as tags do. A URL in the post takes precedence
 * over the listed one.
 */
export function createAuthorFinder(listed: readonly RenderedAuthor[]): FindAuthors {
  const bySlug = new Map(listed.map((one) => [one.author.slug, one]));
  const byName = new Map(listed.toReversed().map((one) => [foldText(one.author.name), one]));
  /**
   * Results of `identify`, by name. They are cached because a few people write most posts.
   */
  const authorsByName = new Map<string, Author>();
  const identify = (name: string): Author => {
    const slug = toTagSlug(name) || hash("sha1", name).slice(0, NAMELESS_LENGTH);
    const found = byName.get(foldText(name)) ?? bySlug.get(slug);
    if (found === undefined) return { slug, name, url: null, bio: null, avatar: null };
    const { author, avatar } = found;
    return { slug: author.slug, name: author.name, url: author.url, bio: author.bio, avatar };
  };
  const find = ({ name, url }: Person): Author => {
    const author = authorsByName.get(name) ?? identify(name);
    authorsByName.set(name, author);
    return url === null ? author : { ...author, url };
  };
  return (people) => {
    const found = new Map<string, Author>();
    for (const author of people.map(find)) if (!found.has(author.slug)) found.set(author.slug, author);
    return [...found.values()];
  };
}

/** Authors as lists show them. */
export function toAuthorLinks(authors: readonly Author[]): AuthorLink[] {
  return authors.map(({ slug, name, url }) => ({ slug, name, url }));
}

/** The first author, for a post's `author`. */
export function toFirstAuthor([first]: readonly AuthorLink[]): Post["author"] {
  return first === undefined ? null : { name: first.name, url: first.url };
}

/**
 * Counts posts by author, and sorts authors by count, then name, then slug. If a name has several
 * spellings, the newest post's is used; the URL is the first one found in a post.
 * @param posts newest first
 */
export function countAuthors(posts: readonly { readonly authors: readonly Author[] }[], findPage: FindGroupPage): AuthorCount[] {
  const counts = new Map<string, AuthorCount>();
  for (const { authors } of posts)
    for (const author of authors) {
      const counted = counts.get(author.slug) ?? toUncounted(author, findPage);
      counted.url ??= author.url;
      counted.count += 1;
      counts.set(author.slug, counted);
    }
  return [...counts.values()].sort((a, b) => b.count - a.count || compareText(a.name, b.name) || compareText(a.slug, b.slug));
}

function toUncounted(author: Author, findPage: FindGroupPage): AuthorCount {
  const { url: pageUrl, path } = findPage(author.slug);
  return { ...author, count: 0, pageUrl, path };
}
