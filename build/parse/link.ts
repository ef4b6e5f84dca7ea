import { COLLECTION_NAMES, type CollectionName } from "../../contract/config.ts";
import { type AmbiguousAlias, checkReferences, type Referring } from "../check-references.ts";
import type { Diagnostics } from "../diagnostics.ts";
import type { Content, Entry, EntryBase, PostEntry, SourceFile, TagRef } from "../entries.ts";
import { Claims } from "./claims.ts";
import { createLocator, type ParsedFile, toLocation } from "./parsed-file.ts";
import type { TagNames } from "./tag-names.ts";
import type { Tally } from "./tally.ts";

/** A file of a collection, parsed now or earlier. */
export interface FoundFile {
  readonly file: SourceFile;
  readonly parsed: ParsedFile;
  /** null: `loadBody` reads it. */
  readonly body: string | null;
  readonly loadBody?: () => Promise<string>;
  readonly locate?: EntryBase["locate"];
}

export interface LinkContext {
  readonly diagnostics: Diagnostics;
  readonly tally: Tally;
  readonly tagNames: TagNames;
}

type Collections = Pick<Content, "posts" | "projects" | "books" | "photos" | "services" | "series" | "faulty">;

/** In this order names are taken: who comes second is told of the first. */
const ORDER = ["series", "posts", "projects", "books", "photos", "services"] as const satisfies readonly CollectionName[];

/** Puts files together that were parsed by themselves: who has which slug, how tags are called, what one says of another. */
export function linkFiles(files: Readonly<Record<CollectionName, readonly FoundFile[]>>, context: LinkContext): Collections {
  const claims = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, new Claims()])) as Record<CollectionName, Claims>;
  const referring: Referring[] = [];
  const entries = Object.fromEntries(
    ORDER.map((kind) => [kind, files[kind].flatMap((found) => linkFile(found, claims[kind], referring, context) ?? [])]),
  ) as unknown as Omit<Collections, "faulty">;
  const faulty = ORDER.flatMap((kind) => files[kind].filter(isFaulty).map(({ file }) => ({ kind, file })));
  const { ambiguous } = checkReferences(referring, { diagnostics: context.diagnostics, claims });
  if (ambiguous.length === 0) return { ...entries, faulty };
  const left = Map.groupBy(ambiguous, ({ slug }) => slug);
  return { ...entries, faulty, posts: entries.posts.map((post) => withoutAliases(post, left.get(post.slug) ?? [])) };
}

function isFaulty({ parsed }: FoundFile): boolean {
  return parsed.entry === null || parsed.found.some(({ severity }) => severity === "error");
}

function linkFile(
  { file, parsed, body, loadBody, locate = createLocator(parsed.places, file) }: FoundFile,
  claims: Claims,
  referring: Referring[],
  { diagnostics, tally, tagNames }: LinkContext,
): Entry | null {
  const { kind, claim, refers, counted, found, entry } = parsed;
  diagnostics.replay(found);
  for (const notice of parsed.notices) diagnostics.notice(notice);
  if (claim !== null) claims.claim(claim.slug, toLocation(claim.at, file.path), "slug", diagnostics);
  for (const name of counted.unknownKeys) tally.unknownKey(name);
  for (const [left, taken] of counted.leftAside) tally.leftAside(left, taken);
  if (counted.shortcodes) tally.shortcodesIn(file.path);
  if (refers !== null) referring.push({ ...refers, kind, file: file.path, locate });
  if (entry === null) return null;
  const tags = resolveTags(parsed, file, tagNames, diagnostics);
  const added = { file, locate, body: body ?? "", ...(loadBody === undefined ? {} : { loadBody }) };
  return { ...entry, ...added, tags } as Entry;
}

/** Tags of a document, each once. */
function resolveTags({ tags }: ParsedFile, file: SourceFile, names: TagNames, diagnostics: Diagnostics): TagRef[] {
  const resolved = new Map<string, TagRef>();
  for (const { name, field, at } of tags) {
    const tag = names.resolve(name, field, toLocation(at, file.path), diagnostics);
    if (tag !== null && !resolved.has(tag.slug)) resolved.set(tag.slug, tag);
  }
  return [...resolved.values()];
}

function withoutAliases(post: PostEntry, ambiguous: readonly AmbiguousAlias[]): PostEntry {
  const left = new Set(ambiguous.map(({ alias }) => alias));
  return left.size === 0 ? post : { ...post, aliases: post.aliases.filter((alias) => !left.has(alias)) };
}
