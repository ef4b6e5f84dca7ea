import { CORE_SCHEMA, dump } from "js-yaml";
import { toSlug } from "../../build/shared/slugs.ts";
import type { ImportedAuthor, ImportedEntry } from "../imported-entry.ts";
import { UnusedNames } from "../unused-names.ts";
import type { NameReader } from "./name-reader.ts";

/** Gives each entry a file of its own: names of the export are never paths. */
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
    // Slugs are unique within a kind, whatever the folder.
    const unused = this.#slugs[entry.kind].take(slug, id === "" ? null : `${slug}-${id}`);
    return `${folder}${isDated ? `${day}-` : ""}${unused}.md`;
  }
}

export interface EntryText {
  readonly entry: ImportedEntry;
  readonly system: string;
  /** As front matter has it. `isLost`: it leads nowhere, and is written as a comment. */
  readonly cover: { readonly src: string; readonly alt: string | null; readonly isLost: boolean } | null;
  readonly body: string;
}

/** The text of a post's file. */
export function toEntryText({ entry, system, cover, body }: EntryText): string {
  const values = {
    title: entry.title || "Untitled",
    ...(entry.publishedAt === null ? {} : { publishedAt: entry.publishedAt }),
    ...(isLater(entry.updatedAt, entry.publishedAt) ? { updatedAt: entry.updatedAt } : {}),
    ...(entry.withheld === null ? {} : { draft: true }),
    ...(entry.permalink === null ? {} : { permalink: entry.permalink }),
    ...(entry.redirectFrom.length === 0 ? {} : { redirectFrom: entry.redirectFrom }),
    ...(entry.authors.length === 0 ? {} : { authors: entry.authors }),
    ...(entry.categories.length === 0 ? {} : { categories: entry.categories }),
    ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
    ...(entry.excerpt === null ? {} : { excerpt: entry.excerpt }),
    ...(cover === null || cover.isLost ? {} : coverOf(cover)),
    ...(entry.featured ? { featured: true } : {}),
    ...(entry.commentsClosed ? { commentsOpen: false } : {}),
    ...(entry.canonicalUrl === null ? {} : { canonicalUrl: entry.canonicalUrl }),
  };
  const reason = entry.withheld === null ? "" : `# ${system}: ${entry.withheld.replace(/[^\p{L}\p{N} -]/gu, "").slice(0, 40)}\n`;
  const lost = cover?.isLost ? `# ${toYaml(coverOf(cover))}` : "";
  return `---\n${reason}${toYaml(values)}${lost}---\n\n${body}`;
}

function coverOf({ src, alt }: NonNullable<EntryText["cover"]>): { readonly cover: unknown } {
  return { cover: alt === null ? src : { src, alt } };
}

export function toAuthorsText(authors: readonly ImportedAuthor[]): string {
  const entries = authors.map(({ slug, name, url, bio }) => [
    slug,
    url === null && bio === null ? name : { name, ...(url === null ? {} : { url }), ...(bio === null ? {} : { bio }) },
  ]);
  return toYaml(Object.fromEntries(entries));
}

/** YAML 1.2 core, as the build reads it; lists in one line, long texts not broken. */
function toYaml(values: object): string {
  return dump(values, { schema: CORE_SCHEMA, lineWidth: -1, flowLevel: 1, noRefs: true });
}

function isLater(updatedAt: string | null, publishedAt: string | null): boolean {
  if (updatedAt === null) return false;
  return publishedAt === null || Date.parse(updatedAt) > Date.parse(publishedAt);
}
