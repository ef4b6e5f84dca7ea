import type { SearchKind } from "../../contract/schemas/list.ts";
import type { HitHead } from "../format/documents.ts";
import { fileName, type HitLine, type SearchBase, splitHashes } from "../format/layout.ts";
import { EXCERPT_MAX, HITS_SIZE, LARGE_HITS_SIZE } from "../format/sizes.ts";
import type { FileSet } from "./file-set.ts";
import type { ChangedText } from "./types.ts";

/** Files of hits that show some posts. */
export function patchHits<Rest extends Pick<SearchBase, "urls" | "hits" | "largeHits">>(
  former: Rest,
  changes: readonly ChangedText[],
  read: (name: string) => string,
  out: FileSet,
): { readonly rest: Rest; readonly gone: readonly string[] } {
  const gone: string[] = [];
  const patchOne = (hashes: string, size: number): string => {
    const all = splitHashes(hashes);
    for (const [at = 0, own = []] of Map.groupBy(changes, ({ number }) => Math.floor(number / size))) {
      const before = fileName("hits", all[at] ?? "");
      const lines = splitLines(read(before));
      for (const { number, head } of own) lines[number % size] = JSON.stringify(toHitLine("post", head, former.urls.post));
      const [text = ""] = toLineFiles(lines, size);
      const { hash } = out.add("hits", text);
      if (hash !== all[at]) gone.push(before);
      all[at] = hash;
    }
    return all.join("");
  };
  const hits = { ...former.hits, post: patchOne(former.hits.post, HITS_SIZE) };
  const largeHits =
    former.largeHits.post === "" ? former.largeHits : { ...former.largeHits, post: patchOne(former.largeHits.post, LARGE_HITS_SIZE) };
  return { rest: { ...former, hits, largeHits }, gone };
}

export function toHitLine(kind: SearchKind, { slug, url, title, tags, publishedAt, excerpt }: HitHead, urlBeginning: string): HitLine {
  // The whole one of a post stands in the file of the post, which is read where the words are in none of this.
  return [
    slug,
    url === urlBeginning + slug ? 0 : url,
    title,
    tags.flatMap((tag) => [tag.slug, tag.name]),
    publishedAt,
    kind === "post" ? cutExcerpt(excerpt) : excerpt,
  ];
}

/** Between words, if there is a space near the end. */
function cutExcerpt(excerpt: string): string {
  if (excerpt.length <= EXCERPT_MAX) return excerpt;
  const code = excerpt.charCodeAt(EXCERPT_MAX - 2);
  // Never between the halves of a surrogate pair.
  const cut = excerpt.slice(0, code >= 0xd800 && code <= 0xdbff ? EXCERPT_MAX - 2 : EXCERPT_MAX - 1);
  const space = cut.search(/\s\S*$/);
  return `${space > EXCERPT_MAX / 2 ? cut.slice(0, space).trimEnd() : cut}…`;
}

/** An element a line, as in the chunks of lists. */
export function toLineFiles(lines: readonly string[], size: number): string[] {
  const files: string[] = [];
  for (let start = 0; start < lines.length; start += size) files.push(`[\n${lines.slice(start, start + size).join(",\n")}\n]\n`);
  return files;
}

/** Undoes it for one file. */
function splitLines(text: string): string[] {
  return text.slice(2, -3).split(",\n");
}
