import type { Person } from "../../contract/schemas/values.ts";
import type { Addresses } from "../addresses.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/input.ts";
import type { KeptRendering } from "../cache/rendering.ts";
import type { ParsedFile } from "../parse/parsed-file.ts";

/** Posts changed at once that are worth patching; a whole build takes the rest. */
export const CHANGES_MAX = 32;

/**
 * What a build that succeeded leaves for one in which some posts alone have changed: what does not stand in its files. Plain data. Posts
 * are in the order of the list, newest first.
 */
export interface KeptSite {
  readonly timeZone: string;
  readonly language: string;
  readonly commentsEnabled: boolean;
  readonly author: Person | null;
  readonly addresses: Addresses;
  /** Of each post: its file below the content folder, */
  readonly files: readonly string[];
  readonly slugs: readonly string[];
  /** where its body stands in the cache's packs (Body.identity), */
  readonly bodies: readonly string[];
  /** and the places of the posts that it names as related. */
  readonly related: readonly (readonly number[])[];
  /** By place: what a post has of its own in the place of the site's. */
  readonly own: Readonly<Record<number, OwnFacts>>;
  /** Slugs, in the order of files. */
  readonly series: readonly string[];
  /** What became of files since the content cache was last written, by path below the content folder. */
  readonly changed: Readonly<Record<string, ChangedFile>>;
  /** Builds since then; each leaves packs of its own. */
  readonly patches: number;
}

export interface OwnFacts {
  readonly commentsOpen: boolean | null;
  readonly canonicalUrl: string | null;
  readonly author: Person | null;
}

export interface ChangedFile {
  readonly parsed: ParsedFile;
  readonly rendering: KeptRendering;
}

/** null: some body is not in a pack. */
export function toKeptSite(content: RenderedContent, { posts, bodies = [], related = [], series }: Assembled): KeptSite | null {
  const { document, addresses } = content.site;
  const entries = new Map(content.posts.map(({ entry }) => [entry.slug, entry]));
  const own: Record<number, OwnFacts> = {};
  const files: string[] = [];
  for (const [place, { slug }] of posts.entries()) {
    const entry = entries.get(slug);
    if (entry === undefined) return null;
    files.push(entry.file.relative);
    const { commentsOpen, canonicalUrl, author } = entry;
    if (commentsOpen !== null || canonicalUrl !== null || author !== null) own[place] = { commentsOpen, canonicalUrl, author };
  }
  const identities = bodies.map((body) => ("identity" in body && typeof body.identity === "string" ? body.identity : ""));
  if (
    identities.length !== posts.length ||
    related.length !== posts.length ||
    !identities.every((identity) => identity.startsWith("pack-"))
  )
    return null;
  return {
    timeZone: document.timeZone,
    language: document.language,
    commentsEnabled: document.commentsEnabled,
    author: document.author === null ? null : { name: document.author.name, url: document.author.url },
    addresses,
    files,
    slugs: posts.map(({ slug }) => slug),
    bodies: identities,
    related,
    own,
    series: series.map(({ slug }) => slug),
    changed: {},
    patches: 0,
  };
}
