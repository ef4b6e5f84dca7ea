import { hash } from "node:crypto";
import type { Post, PostSummary } from "../../contract/schemas/post.ts";
import type { Author, AuthorCount, AuthorLink, Person } from "../../contract/schemas/values.ts";
import { compareText } from "../shared/diagnostics.ts";
import { toTagSlug } from "../shared/slugs.ts";

/** Hexadecimal digits that stand for a name without a letter. */
const NAMELESS_LENGTH = 8;

/** Who wrote a post, as lists show it; nobody: []. The slug is made of the name, in any script, as a tag's is. */
export function toAuthorLinks(author: Person | null): AuthorLink[] {
  if (author === null) return [];
  const { name, url } = author;
  return [{ slug: toTagSlug(name) || hash("sha1", name).slice(0, NAMELESS_LENGTH), name, url }];
}

/** As a post shows them. */
export function toAuthors(links: readonly AuthorLink[]): Author[] {
  return links.map(({ slug, name, url }) => ({ slug, name, url, bio: null, avatar: null }));
}

/** The first of them, as `author` of a post has it. */
export function toFirstAuthor([first]: readonly AuthorLink[]): Post["author"] {
  return first === undefined ? null : { name: first.name, url: first.url };
}

/**
 * Authors with the number of posts that they wrote: by count, then name, then slug. One whose name is spelt in several ways is called as in the first post;
 * the address is the first that a post has.
 * @param posts newest first
 */
export function countAuthors(posts: readonly Pick<PostSummary, "authors">[]): AuthorCount[] {
  const counts = new Map<string, AuthorCount>();
  for (const { authors } of posts)
    for (const author of toAuthors(authors)) {
      const known = counts.get(author.slug) ?? { ...author, count: 0 };
      counts.set(author.slug, { ...known, url: known.url ?? author.url, count: known.count + 1 });
    }
  return [...counts.values()].sort((a, b) => b.count - a.count || compareText(a.name, b.name) || compareText(a.slug, b.slug));
}
