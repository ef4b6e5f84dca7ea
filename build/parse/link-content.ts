import { COLLECTION_NAMES, type CollectionName } from "../../contract/define-config.ts";
import { RowPost } from "../cache/row-facts.ts";
import type { TagRef } from "../kinds/entry.ts";
import type { Content, Entry } from "../kinds/kinds.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import { type AmbiguousAlias, checkReferences, type Referring } from "../references/check-references.ts";
import type { Diagnostics, FieldPath, Location } from "../shared/diagnostics.ts";
import type { Tally } from "../shared/notice-counts.ts";
import type { AuthorNames } from "./author-names.ts";
import { type Claimant, SlugRegistry } from "./slug-registry.ts";
import type { TagNames } from "./tag-names.ts";

/** A file of a collection, parsed now or earlier. */
export interface ParsedSource extends Claimant {
  readonly parsed: ParsedFile;
  /** null: `loadBody` reads it. */
  readonly body: string | null;
  readonly loadBody?: () => Promise<string>;
}

export interface LinkContext {
  readonly diagnostics: Diagnostics;
  readonly tally: Tally;
  readonly tagNames: TagNames;
  readonly categoryNames: TagNames;
  readonly authorNames: AuthorNames;
}

type Collections = Pick<Content, "posts" | "projects" | "books" | "photos" | "services" | "series" | "faulty">;

/** In this order names are taken: who comes second is told of the first. */
const ORDER = ["series", "posts", "projects", "books", "photos", "services"] as const satisfies readonly CollectionName[];

/** Puts files together that were parsed by themselves: who has which slug, how tags are called, what one says of another. */
export function linkFiles(files: Readonly<Record<CollectionName, readonly ParsedSource[]>>, context: LinkContext): Collections {
  const slugs = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, new SlugRegistry()])) as Record<CollectionName, SlugRegistry>;
  const referring: Referring[] = [];
  const entries = Object.fromEntries(
    ORDER.map((kind) => [kind, files[kind].flatMap((found) => linkFile(found, slugs[kind], referring, context) ?? [])]),
  ) as unknown as Omit<Collections, "faulty">;
  const faulty = ORDER.flatMap((kind) => files[kind].filter(isFaulty).map(({ file }) => ({ kind, file })));
  const { ambiguous } = checkReferences(referring, { diagnostics: context.diagnostics, slugs });
  if (ambiguous.length === 0) return { ...entries, faulty };
  const left = Map.groupBy(ambiguous, ({ slug }) => slug);
  return { ...entries, faulty, posts: entries.posts.map((post) => withoutAliases(post, left.get(post.slug) ?? [])) };
}

function isFaulty({ parsed }: ParsedSource): boolean {
  return parsed.entry === null || parsed.found.some(({ severity }) => severity === "error");
}

function linkFile(found: ParsedSource, slugs: SlugRegistry, referring: Referring[], context: LinkContext): Entry | null {
  const { file, parsed, body, loadBody } = found;
  const { diagnostics, tally } = context;
  const { kind, claim, refers, counted, entry } = parsed;
  const locate = (field: FieldPath): Location => found.document().locate(field);
  diagnostics.replay(parsed.found);
  for (const notice of parsed.notices) diagnostics.notice(notice);
  if (claim !== null) slugs.claim(claim, found, diagnostics);
  for (const name of counted.unknownKeys) tally.unknownKey(name, kind);
  for (const name of counted.published) tally.publishedKey(name, kind);
  for (const [left, taken] of counted.leftAside) tally.leftAside(left, taken);
  for (const name of counted.foreign) tally.foreignSyntax(name, file.path);
  if (refers !== null) referring.push({ ...refers, kind, file: file.path, locate });
  if (entry === null) return null;
  const tags = resolveTags(found, parsed.tags, context.tagNames, diagnostics);
  const categories = resolveTags(found, parsed.categories, context.categoryNames, diagnostics);
  if (entry.kind === "posts") context.authorNames.check((entry as PostEntry).authors, found, diagnostics);
  const added = {
    file,
    locate,
    body: body ?? "",
    ...(loadBody === undefined ? {} : { loadBody }),
    tags,
    ...(kind === "posts" ? { categories } : {}),
  };
  return (entry instanceof RowPost ? Object.assign(entry, added) : { ...entry, ...added }) as Entry;
}

/** Tags or categories of a document, each once. */
function resolveTags(found: ParsedSource, written: readonly string[], names: TagNames, diagnostics: Diagnostics): TagRef[] {
  const resolved = new Map<string, TagRef>();
  for (const [index, name] of written.entries()) {
    const tag = names.resolve(name, index, found, diagnostics);
    if (tag !== null && !resolved.has(tag.slug)) resolved.set(tag.slug, tag);
  }
  return [...resolved.values()];
}

function withoutAliases(post: PostEntry, ambiguous: readonly AmbiguousAlias[]): PostEntry {
  const left = new Set(ambiguous.map(({ alias }) => alias));
  if (left.size === 0) return post;
  const aliases = post.aliases.filter((alias) => !left.has(alias));
  return post instanceof RowPost ? Object.assign(post, { aliases }) : { ...post, aliases };
}
