import { toSlug } from "../../build/shared/slugs.ts";
import { toLine } from "../body/html-text.ts";
import type { ExportFile } from "../export-text.ts";
import type { ImportCounts } from "../import-counts.ts";
import { ImportError } from "../import-error.ts";
import type { ExportSource, ImportedAuthor, ImportedEntry, ImportedSite } from "../imported-entry.ts";
import { UnusedNames } from "../unused-names.ts";
import { type GhostRelations, toGhostEntry, toWebAddress } from "./ghost-entry.ts";
import { type GhostRow, type GhostTables, readGhostTables, textOf } from "./ghost-tables.ts";

const DEFAULT_PERMALINKS = "/:slug/";

/**
 * Reads an export of Ghost.
 * @param siteUrl address of the old site, which exports lack
 * @throws ImportError
 */
export async function openGhost(file: ExportFile, siteUrl: string | null, counts: ImportCounts): Promise<ExportSource> {
  const tables = await readGhostTables(file);
  const posts = tables.rows("posts");
  if (posts.length === 0) throw new ImportError(`${file.shown}: the export has no posts and no pages`, "export all content in Ghost");
  const authors = readAuthors(tables);
  const relationsOf = readRelations(tables, authors);
  const comments = tables.rows("comments").length;
  if (comments > 0) counts.add("left", "comments", null, comments);
  const members = tables.rows("members").length;
  if (members > 0) counts.add("left", "members", null, members);
  return {
    system: "Ghost",
    siteUrl: siteUrl === null ? null : URL.parse(siteUrl),
    site: readSite(tables),
    language: settingOf(tables, "locale") || settingOf(tables, "lang"),
    uploadMarks: ["/content/images/"],
    authors: [...authors.values()],
    async *entries(): AsyncGenerator<ImportedEntry> {
      for (const row of posts) yield toGhostEntry(row, relationsOf(row), (what) => counts.add("left", what, toLine(textOf(row, "title"))));
    },
  };
}

function readSite(tables: GhostTables): ImportedSite {
  const lineOf = (key: string): string | null => toLine(settingOf(tables, key)) || null;
  // Before version 5, the zone was called `active_timezone`.
  return { name: lineOf("title"), description: lineOf("description"), timeZone: lineOf("timezone") ?? lineOf("active_timezone") };
}

/** By id. */
function readAuthors(tables: GhostTables): Map<string, ImportedAuthor> {
  const authors = new Map<string, ImportedAuthor>();
  const used = new UnusedNames();
  for (const row of tables.rows("users")) {
    const name = toLine(textOf(row, "name"));
    const slug = used.take(toSlug(textOf(row, "slug")) || toSlug(name) || `author-${authors.size + 1}`);
    const url = toWebAddress(textOf(row, "website"));
    authors.set(textOf(row, "id"), { slug, name: name || slug, url, bio: toLine(textOf(row, "bio")) || null });
  }
  return authors;
}

function readRelations(tables: GhostTables, authors: ReadonlyMap<string, ImportedAuthor>): (row: GhostRow) => GhostRelations {
  const tags = new Map(tables.rows("tags").map((row) => [textOf(row, "id"), row]));
  const tagsOf = groupByPost(tables.rows("posts_tags"));
  const authorsOf = groupByPost(tables.rows("posts_authors"));
  const metaOf = new Map(tables.rows("posts_meta").map((row) => [textOf(row, "post_id"), row]));
  const permalinks = settingOf(tables, "permalinks") || DEFAULT_PERMALINKS;
  return (row) => {
    const id = textOf(row, "id");
    const writers = authorsOf.get(id)?.map((relation) => textOf(relation, "author_id")) ?? [textOf(row, "author_id")];
    return {
      tags: (tagsOf.get(id) ?? []).map((relation) => tags.get(textOf(relation, "tag_id"))).filter((tag) => tag !== undefined),
      authors: [...new Set(writers.map((writer) => authors.get(writer)?.slug).filter((slug) => slug !== undefined))],
      meta: metaOf.get(id),
      permalinks: textOf(row, "type") === "page" ? DEFAULT_PERMALINKS : permalinks,
    };
  };
}

function settingOf(tables: GhostTables, key: string): string {
  const setting = tables.rows("settings").find((row) => textOf(row, "key") === key);
  return textOf(setting, "value");
}

function groupByPost(rows: readonly GhostRow[]): Map<string, GhostRow[]> {
  const sorted = rows.toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0));
  return Map.groupBy(sorted, (row) => textOf(row, "post_id"));
}
