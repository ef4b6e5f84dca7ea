import type { Asked } from "../cache/rendering.ts";
import type { PostEntry } from "../entries.ts";
import type { ParsedFile, Plain } from "../parse/parsed-file.ts";

/** What one of the posts may change of itself without another document, or the order of any, being touched by it. */
const OWN_FIELDS = [
  "title",
  "excerpt",
  "updatedAt",
  "language",
  "featured",
  "canonicalUrl",
  "author",
  "bodyLine",
] as const satisfies readonly (keyof Plain<PostEntry>)[];

/** A post of which nothing was found fault with. */
export type SoundPost = ParsedFile & { readonly entry: Plain<PostEntry> };

export function isSoundPost(parsed: ParsedFile): parsed is SoundPost {
  return parsed.kind === "posts" && parsed.entry?.kind === "posts" && parsed.found.length === 0;
}

/**
 * Whether everything is the same that decides about other documents, or is decided by them: slug, date, tags, series, former slugs, pictures,
 * what the author is told of. Where it stands in the file does not count.
 */
export function isSameOutwardly(before: SoundPost, after: SoundPost): boolean {
  return JSON.stringify(outwardOf(before)) === JSON.stringify(outwardOf(after));
}

function outwardOf({ claim, refers, tags, counted, notices, entry }: SoundPost): unknown {
  const plain = Object.entries(entry).filter(([name]) => !(OWN_FIELDS as readonly string[]).includes(name));
  const named = tags.map(({ name, field }) => [name, field]);
  return [claim?.slug, refers, named, counted, notices, plain.sort(([a], [b]) => (a < b ? -1 : 1))];
}

/** Whether two texts ask for the same pictures and links, however often. */
export function isAskedAlike(before: readonly Asked[], after: readonly Asked[]): boolean {
  const names = (asked: readonly Asked[]): string => JSON.stringify([...new Set(asked.map(({ kind, text }) => `${kind} ${text}`))].sort());
  return names(before) === names(after);
}
