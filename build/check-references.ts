import type { CollectionName } from "../contract/config.ts";
import type { Diagnostics, FieldPath, Location } from "./diagnostics.ts";
import type { BookEntry, PostEntry, ServiceEntry } from "./entries.ts";
import type { Claims } from "./parse/claims.ts";
import { suggest } from "./suggest.ts";

export interface CheckedCollections {
  readonly posts: readonly PostEntry[];
  readonly books: readonly BookEntry[];
  readonly services: readonly ServiceEntry[];
}

export interface CheckContext {
  readonly diagnostics: Diagnostics;
  /** All slugs, those of documents with mistakes too. */
  readonly claims: Readonly<Record<CollectionName, Claims>>;
}

/** What one document says of another, or of all. Drafts are held to the same rules, but hold no place in a series. */
export function checkReferences({ posts, books, services }: CheckedCollections, context: CheckContext): void {
  checkAliases(posts, context);
  checkSeries(posts, context);
  checkRelatedPosts(books, posts, context);
  checkServiceIds(services, context);
}

function checkAliases(posts: readonly PostEntry[], { diagnostics, claims }: CheckContext): void {
  const taken = new Map<string, PostEntry>();
  for (const post of posts) {
    for (const [index, alias] of post.aliases.entries()) {
      const field: FieldPath = post.aliases.length === 1 ? ["aliases"] : ["aliases", index];
      const at = post.locate(["aliases", index]);
      const slugPlace = claims.posts.placeOf(alias);
      const other = taken.get(alias);
      if (slugPlace !== null) {
        diagnostics.error(at, {
          code: "duplicate-alias",
          message: `"${alias}" is the slug of ${slugPlace.file}`,
          hint: "remove the alias, or rename that post",
          field,
        });
      } else if (other !== undefined) {
        diagnostics.error(at, {
          code: "duplicate-alias",
          message: `"${alias}" is an alias of ${other.file.path} too`,
          hint: "keep it in one of the two",
          field,
        });
      }
      if (other === undefined) taken.set(alias, post);
    }
  }
}

function checkSeries(posts: readonly PostEntry[], { diagnostics, claims }: CheckContext): void {
  const positions = new Map<string, { post: PostEntry; at: Location }>();
  // Published posts first: a draft that meets one is the newcomer.
  for (const post of [...posts.filter((entry) => !entry.draft), ...posts.filter((entry) => entry.draft)]) {
    if (post.series === null) continue;
    const { slug, position } = post.series;
    if (claims.series.placeOf(slug) === null) {
      const at = post.locate(["series", "slug"]);
      diagnostics.error(at, {
        code: "unknown-series",
        message: `there is no series "${slug}"`,
        hint: remedy(slug, claims.series, `write series/${slug}.yaml with a title`),
        field: ["series"],
      });
      continue;
    }
    if (position === null) continue;
    const key = `${slug} ${position}`;
    const first = positions.get(key);
    const at = post.locate(["series", "position"]);
    if (first === undefined) {
      positions.set(key, { post, at });
      continue;
    }
    const message = `${position} is taken in "${slug}" by ${first.at.file}`;
    const hint = "number the posts of a series 1, 2, 3, or leave all positions out and let the dates decide";
    const isDraft = post.draft || first.post.draft;
    diagnostics.report(isDraft ? "warning" : "error", at, { code: "duplicate-position", message, hint, field: ["series", "position"] });
  }
}

function checkRelatedPosts(books: readonly BookEntry[], posts: readonly PostEntry[], { diagnostics, claims }: CheckContext): void {
  const renamed = new Map(posts.flatMap((post) => post.aliases.map((alias) => [alias, post.slug] as const)));
  for (const book of books) {
    const slug = book.relatedPostSlug;
    if (slug === null || claims.posts.placeOf(slug) !== null) continue;
    const present = renamed.get(slug);
    const hint = present === undefined ? remedy(slug, claims.posts, "want the slug of a post") : `it is called ${present} now`;
    diagnostics.error(book.locate(["relatedPostSlug"]), {
      code: "unknown-post",
      message: `there is no post "${slug}"`,
      hint,
      field: ["relatedPostSlug"],
    });
  }
}

function checkServiceIds(services: readonly ServiceEntry[], { diagnostics }: CheckContext): void {
  const taken = new Map<string, ServiceEntry>();
  for (const service of services) {
    const first = taken.get(service.id);
    if (first === undefined) {
      taken.set(service.id, service);
      continue;
    }
    const hint = "an inquiry names a service by it: write another id in one of the two";
    diagnostics.error(service.locate(["id"]), {
      code: "duplicate-id",
      message: `"${service.id}" is taken by ${first.file.path}`,
      hint,
      field: ["id"],
    });
  }
}

function remedy(slug: string, claims: Claims, otherwise: string): string {
  const near = suggest(slug, claims.names());
  return near === null ? otherwise : `did you mean "${near}"?`;
}
