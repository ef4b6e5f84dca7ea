import type { CollectionName } from "../../contract/config/config-names.ts";
import type { Refers } from "../kinds/document/kind.ts";
import type { Diagnostics, FieldPath, Location } from "../shared/diagnostics.ts";
import { firstFew } from "../shared/diagnostics.ts";
import { type KindName, shownKind } from "../shared/kind-name.ts";
import type { SlugRegistry } from "./slug-registry.ts";

/** A document with its references. */
export interface Referring extends Refers {
  readonly kind: KindName;
  /** Path in messages. */
  readonly file: string;
  locate(field: FieldPath): Location;
  /** The author's own name for a field. */
  written(field: FieldPath): FieldPath;
}

/** By kind. */
export type SlugRegistries = Readonly<Record<CollectionName, SlugRegistry>> & Readonly<Record<KindName, SlugRegistry | undefined>>;

export interface CheckContext {
  readonly diagnostics: Diagnostics;
  /** All slugs, including those of faulty documents. */
  readonly slugs: SlugRegistries;
  /**
   * Whether aliases are ignored if another post already has them: they are names for links, which
   * may repeat, or come from a blog that moved here.
   */
  readonly ignoresTakenAliases: boolean;
}

/**
 * An alias that another post also has. It comes from a former path or is a name for links, and is
 * ignored.
 */
export interface AmbiguousAlias {
  readonly slug: string;
  readonly alias: string;
}

/**
 * Checks references between documents. Drafts follow the same rules, but occupy no position in a
 * series.
 */
export function checkReferences(all: readonly Referring[], context: CheckContext): { readonly ambiguous: readonly AmbiguousAlias[] } {
  const ambiguous = checkAliases(all, context);
  checkSeries(all, context);
  checkServiceIds(all, context);
  checkFieldReferences(all, context);
  return { ambiguous };
}

/**
 * Reports former slugs that are taken, which are mistakes. Former paths (`/2019/05/survey/`) may
 * have the same ending by accident, and notes in a vault may have the same alternative name; such
 * aliases are ignored.
 */
function checkAliases(posts: readonly Referring[], { diagnostics, slugs, ignoresTakenAliases }: CheckContext): readonly AmbiguousAlias[] {
  const taken = new Map<string, Referring>();
  const ambiguous: AmbiguousAlias[] = [];
  for (const post of posts) {
    for (const { alias, index, fromPath } of post.aliases) {
      const owner = slugs.posts.fileOf(alias);
      const other = taken.get(alias);
      if (other === undefined) taken.set(alias, post);
      if (owner === null && (other === undefined || other === post)) continue;
      if (fromPath || ignoresTakenAliases) {
        ambiguous.push({ slug: post.slug, alias });
        continue;
      }
      const message = owner === null ? `"${alias}" is also an alias of ${other?.file}` : `"${alias}" is the slug of ${owner}`;
      const hint = owner === null ? "keep it in one of the two" : "remove the alias, or rename that post";
      const field = ["aliases", index];
      diagnostics.error(post.locate(field), { code: "duplicate-alias", message, hint, field: post.written(field) });
    }
  }
  if (ambiguous.length > 0) {
    const named = ambiguous.map(({ slug, alias }) => `${alias} (of ${slug})`);
    const what = ambiguous.length === 1 ? "1 former path or alias ends" : `${ambiguous.length} former paths or aliases end`;
    diagnostics.notice(
      `${what} in a slug that another post has or had: ${firstFew(named, SHOWN_MAX)}. The API finds the other post by that slug; redirects of pages are not affected`,
    );
  }
  return ambiguous;
}

/** Maximum number of aliases in a notice. */
const SHOWN_MAX = 3;

function checkSeries(posts: readonly Referring[], { diagnostics, slugs }: CheckContext): void {
  const positions = new Map<string, Referring>();
  // Published posts come first, so that the draft is reported in a conflict.
  for (const post of [...posts.filter((entry) => !entry.draft), ...posts.filter((entry) => entry.draft)]) {
    if (post.series === null) continue;
    const { slug, position } = post.series;
    if (slugs.series.fileOf(slug) === null) {
      const at = post.locate(["series", "slug"]);
      diagnostics.error(at, {
        code: "unknown-series",
        message: `there is no series "${slug}"`,
        hint: remedy(slug, slugs.series, `write series/${slug}.yaml with a title`),
        field: post.written(["series"]),
      });
      continue;
    }
    if (position === null) continue;
    const key = `${slug} ${position}`;
    const first = positions.get(key);
    if (first === undefined) {
      positions.set(key, post);
      continue;
    }
    const message = `${position} is taken in "${slug}" by ${first.file}`;
    const hint = "number the posts of a series 1, 2, 3, or omit all positions and let the dates decide";
    const field = ["series", "position"];
    const severity = post.draft || first.draft ? "warning" : "error";
    diagnostics.report(severity, post.locate(field), { code: "duplicate-position", message, hint, field: post.written(field) });
  }
}

/**
 * Reports references to documents that do not exist. A reference to a draft is allowed, and appears
 * when the draft is published.
 */
function checkFieldReferences(documents: readonly Referring[], { diagnostics, slugs }: CheckContext): void {
  const renamed = new Map(documents.flatMap((post) => post.aliases.map(({ alias }) => [alias, post.slug] as const)));
  for (const document of documents)
    for (const { field, kind, slug } of document.references) {
      const registry = slugs[kind];
      if (registry === undefined || registry.isIncomplete || registry.fileOf(slug) !== null) continue;
      const present = kind === "posts" ? renamed.get(slug) : undefined;
      const otherwise = remedy(slug, registry, `want the slug of a document in ${shownKind(kind)}`);
      diagnostics.error(document.locate([field]), {
        code: "unknown-reference",
        message: `there is no "${slug}" in ${shownKind(kind)}`,
        hint: present === undefined ? otherwise : `its current slug is ${present}`,
        field: document.written([field]),
      });
    }
}

function checkServiceIds(services: readonly Referring[], { diagnostics }: CheckContext): void {
  const taken = new Map<string, Referring>();
  for (const service of services) {
    if (service.id === null) continue;
    const first = taken.get(service.id);
    if (first === undefined) {
      taken.set(service.id, service);
      continue;
    }
    const hint = "inquiries identify services by it, so write a different id in one of the two";
    diagnostics.error(service.locate(["id"]), {
      code: "duplicate-id",
      message: `"${service.id}" is taken by ${first.file}`,
      hint,
      field: service.written(["id"]),
    });
  }
}

function remedy(slug: string, registry: SlugRegistry, otherwise: string): string {
  const near = registry.suggest(slug);
  return near === null ? otherwise : `did you mean "${near}"?`;
}
