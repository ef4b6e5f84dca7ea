import { CORE_SCHEMA, dump } from "js-yaml";
import { toSlug } from "../../build/shared/slugs.ts";
import { withoutNulls } from "../../build/sources/data-values.ts";
import type { ImportedAuthor, ImportedEntry } from "../imported-entry.ts";
import { UnusedNames } from "../unused-names.ts";
import type { NameReader } from "./name-reader.ts";

/** Gives each entry its own file. Names in the export are never used as paths. */
export class EntryPaths {
  readonly #names: NameReader;
  readonly #slugs = { posts: new UnusedNames(), pages: new UnusedNames() };

  constructor(names: NameReader) {
    this.#names = names;
  }

  /** `posts/2019/2019-05-31-hello.md`, `posts/_drafts/hello.md`, `pages/about.md`. */
  pathOf(entry: Pick<ImportedEntry, "kind" | "id" | "name" | "title" | "withheld" | "publishedAt">): string {
    const id = toSlug(entry.id);
    const slug =
      this.#names.read(entry.name) || this.#names.read(entry.title) || `${entry.kind === "posts" ? "post" : "page"}-${id || "0"}`;
    const day = entry.publishedAt?.slice(0, "2019-05-31".length) ?? null;
    const folder =
      entry.withheld !== null
        ? `${entry.kind}/_drafts/`
        : entry.kind === "pages"
          ? "pages/"
          : `posts/${day === null ? "" : `${day.slice(0, 4)}/`}`;
    const isDated = entry.kind === "posts" && entry.withheld === null && day !== null;
    // Slugs are unique within a kind, in all folders.
    const unused = this.#slugs[entry.kind].take(slug, id === "" ? null : `${slug}-${id}`);
    return `${folder}${isDated ? `${day}-` : ""}${unused}.md`;
  }
}

export interface EntryText {
  readonly entry: ImportedEntry;
  readonly system: string;
  /** As in front matter. If `isLost`, the picture was not found, and is written as a comment. */
  readonly cover: { readonly src: string; readonly alt: string | null; readonly isLost: boolean } | null;
  readonly body: string;
}

/** The text of a post's file. */
export function toEntryText({ entry, system, cover, body }: EntryText): string {
  const values = withoutNulls({
    title: entry.title || "Untitled",
    publishedAt: entry.publishedAt,
    updatedAt: isLater(entry.updatedAt, entry.publishedAt) ? entry.updatedAt : null,
    draft: entry.withheld === null ? null : true,
    permalink: entry.permalink,
    redirectFrom: unlessEmpty(entry.redirectFrom),
    authors: unlessEmpty(entry.authors),
    categories: unlessEmpty(entry.categories),
    tags: unlessEmpty(entry.tags),
    excerpt: entry.excerpt,
    cover: cover === null || cover.isLost ? null : toCover(cover),
    featured: entry.featured || null,
    commentsOpen: entry.commentsClosed ? false : null,
    canonicalUrl: entry.canonicalUrl,
  });
  const reason = entry.withheld === null ? "" : `# ${system}: ${entry.withheld.replace(/[^\p{L}\p{N} -]/gu, "").slice(0, 40)}\n`;
  const lost = cover?.isLost ? `# ${toYaml({ cover: toCover(cover) })}` : "";
  return `---\n${reason}${toYaml(values)}${lost}---\n\n${body}`;
}

function toCover({ src, alt }: NonNullable<EntryText["cover"]>): unknown {
  return alt === null ? src : { src, alt };
}

function unlessEmpty(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list;
}

export function toAuthorsText(authors: readonly ImportedAuthor[]): string {
  const entries = authors.map(({ slug, name, url, bio }) => [slug, url === null && bio === null ? name : withoutNulls({ name, url, bio })]);
  return toYaml(Object.fromEntries(entries));
}

/** YAML 1.2 core, as the build reads it. Lists are on one line, and long texts are not wrapped. */
function toYaml(values: object): string {
  return dump(values, { schema: CORE_SCHEMA, lineWidth: -1, flowLevel: 1, noRefs: true });
}

function isLater(updatedAt: string | null, publishedAt: string | null): boolean {
  if (updatedAt === null) return false;
  return publishedAt === null || Date.parse(updatedAt) > Date.parse(publishedAt);
}
